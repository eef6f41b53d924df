import { runSystems } from '@sightline/core'
import { loadKernels } from '@sightline/culling'
import { mirrorNameplates } from '@sightline/render/nameplates'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { frame } from '../src/frame.js'
import { game } from '../src/game.js'
import { createHeadless } from '../src/headless-run.js'
import { flyTo } from '../src/modes.js'
import { canShow } from '../src/names/glyphs.js'
import { makeNames } from '../src/names/names.js'
import { SCRIPTS } from '../src/names/scripts.js'
import { QUALITY_PRESETS } from '../src/quality.js'
import { QUALITIES } from '../src/settings.js'
import { createTown } from '../src/town/index.js'
import { buildMeshes } from '../src/town/mesh-set.js'
import { SITS_LOWER } from '../src/town/people/clips.js'
import { headTop } from '../src/town/people/joints.js'

const COUNT = 3000
const SEED = 7

describe(`names of town ${SEED}`, () => {
  it('have a Latin spelling for each, in the same order', () => {
    for (const { own, latin } of SCRIPTS) {
      expect(latin.given).toHaveLength(own.given.length)
      expect(latin.family).toHaveLength(own.family.length)
      expect(latin.guilds).toHaveLength(own.guilds.length)
    }
    expect(SCRIPTS.reduce((sum, { share }) => sum + share, 0)).toBe(100)
  })

  it('are in several scripts, and in Latin letters where a script has no font', () => {
    const all = makeNames(SEED, COUNT)
    for (const script of ['Latin', 'Cyrillic', 'Han', 'Hangul', 'Arabic', 'Hebrew', 'Devanagari']) {
      const letter = new RegExp(`\\p{Script=${script}}`, 'u')
      expect(all.filter(({ name }) => letter.test(name)).length, script).toBeGreaterThan(COUNT / 100)
    }
    const plain = makeNames(SEED, COUNT, ([letter]) => letter === 'A')
    for (const { name, guild = '' } of plain) expect(`${name}${guild}`).toMatch(/^[\p{Script=Latin} -]+$/u)
    // Nobody else is called otherwise.
    plain.forEach((one, i) => {
      if (/^[\p{Script=Latin} ]+$/u.test(all[i]!.name)) expect(one).toEqual(all[i])
      expect(one.guild === undefined).toBe(all[i]!.guild === undefined)
    })
  })
})

describe('a script', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })

  /** A browser whose fonts have these letters; all others are the same box. */
  async function withFont(letters: string) {
    vi.resetModules()
    let drawn = ''
    const context = {
      clearRect() {},
      fillText: (letter: string) => {
        drawn = letters.includes(letter) ? letter : '□'
      },
      getImageData: () => ({
        data: Uint8ClampedArray.from({ length: 4 }, (_, i) => drawn.charCodeAt(0) >> (4 * i)),
      }),
    }
    vi.stubGlobal('document', { createElement: () => ({ getContext: () => context }) })
    return import('../src/names/glyphs.js')
  }

  it('can be shown where its letters do not all look alike', async () => {
    const { canShow } = await withFont('Agש')
    expect(canShow(['A', 'g'])).toBe(true)
    expect(canShow(['高', '小'])).toBe(false)
    expect(canShow(['ש', 'ו'])).toBe(true)
  })

  it('can be shown for all that is known where nothing can be drawn', () => {
    expect(canShow(['高', '小'])).toBe(true)
  })
})

describe('labels over heads', () => {
  it('stand over hats, not over spears, and lower over who sits', () => {
    const meshes = buildMeshes(SEED).filter(({ name }) => name.startsWith('person-'))
    expect(meshes).toHaveLength(6)
    for (const { name, data } of meshes) {
      const top = headTop(data)
      expect(top, name).toBeGreaterThan(1.7)
      expect(top, name).toBeLessThan(1.95)
    }
    const guard = meshes.find(({ name }) => name === 'person-guard')!
    expect(Math.max(...guard.data.positions.filter((_, i) => i % 3 === 1))).toBeGreaterThan(
      headTop(guard.data) + 0.5,
    )
    expect(SITS_LOWER).toBeGreaterThan(0.2)
    expect(SITS_LOWER).toBeLessThan(0.5)
  })
})

describe.each(QUALITIES)('names at quality %s', (quality) => {
  it('have letters that can be read, and guilds where these can be', async () => {
    const { nameSize, maxPixelRatio, guilds } = QUALITY_PRESETS[quality]
    const ratio = Math.min(1, maxPixelRatio)
    expect(nameSize * ratio).toBeGreaterThanOrEqual(10)
    if (guilds) expect((nameSize - 2) * ratio).toBeGreaterThanOrEqual(10)
    await loadKernels()
    const world = createHeadless(createTown(SEED, { quality }), quality, 640, 360)
    const { parent, texts } = createPage()
    flyTo(world, game(world).town.cameras.market!)
    mirrorNameplates(world, game(world).view, { parent, count: 100, interval: 0.1 })
    for (let i = 0; i < 30; i++) runSystems(world, frame)
    expect(texts().length).toBeGreaterThan(3)
    const withGuild = texts().filter((text) => /^[^,:]+, (?!\d+ %)/.test(text))
    if (guilds) expect(withGuild).not.toEqual([])
    else expect(withGuild).toEqual([])
  }, 120_000)
})

/** As much of a page as a list of names needs, and what the list says. */
function createPage() {
  const items: { textContent: string }[] = []
  const ownerDocument = { createElement }
  function createElement() {
    const made = { textContent: '', ownerDocument, setAttribute() {}, remove() {}, append }
    return made
  }
  function append(item: { textContent: string }) {
    items.push(item)
  }
  const texts = () => items.map(({ textContent }) => textContent).filter((text) => text !== '')
  return { parent: createElement() as unknown as HTMLElement, texts }
}
