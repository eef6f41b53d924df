import { destroy, setPosition, spawn, Transform, type World } from '@sightline/core'
import {
  createEffect,
  destroyEffect,
  Emitter,
  particleStats,
  setEmitter,
  startEmitter,
} from '@sightline/render'
import { removeComponent } from 'bitecs'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import type { ParticleImage } from '../../src/particles/effect-settings.js'
import { renderState } from '../../src/state.js'
import { particleFrame, particleScene, particlesOf } from './support/scene.js'

const plain = { rate: 20, lifetime: 1 } as const

/** An image of random pixels without holes, so that what is read back is what was given. */
function randomImage(random: () => number, most: number): ParticleImage {
  const below = (n: number): number => 1 + Math.floor(random() * n)
  const [columns, rows] = [below(3), below(3)]
  const [width, height] = [columns * below(most), rows * below(most)]
  const pixels = Uint8Array.from({ length: width * height * 4 }, (_, i) =>
    i % 4 === 3 ? 255 : random() * 256,
  )
  return { width, height, pixels, columns, rows }
}

function emit(world: World, effect: number, z = -3): number {
  const eid = spawn(world, Transform)
  setPosition(world, eid, 0, 0, z)
  setEmitter(world, eid, { effect, seed: 1 })
  return eid
}

describe('destroyEffect', () => {
  it('levels that come and go leave nothing behind', async () => {
    const { world } = await particleScene()
    let t = 0
    for (let level = 0; level < 12; level++) {
      // Four of these fill the atlas.
      const effects = [0, 1, 2].map(() => {
        const pixels = new Uint8Array(900 * 900 * 4)
        return createEffect(world, { ...plain, image: { width: 900, height: 900, pixels } })
      })
      const emitters = effects.map((effect) => emit(world, effect))
      for (let frame = 0; frame < 3; frame++) particleFrame(world, (t += 1 / 60))
      expect(particleStats(world)).toMatchObject({ effects: 3, emitters: 3, held: 3 })
      // Now the emitters first, now the effects.
      if (level % 2 === 0) for (const eid of emitters) destroy(world, eid)
      for (const effect of effects) destroyEffect(world, effect)
      if (level % 2 === 1) for (const eid of emitters) destroy(world, eid)
      expect(particleStats(world)).toMatchObject({ effects: 0, emitters: 0 })
    }
  })

  it('emitters that have it go on, and start anew; with the last of them it is gone', async () => {
    const { world } = await particleScene()
    const big = (): ParticleImage => ({ width: 1500, height: 1500, pixels: new Uint8Array(1500 * 1500 * 4) })
    const effect = createEffect(world, { ...plain, image: big() })
    const emitters = [emit(world, effect), emit(world, effect)]
    const other = createEffect(world, plain)
    particleFrame(world, 0)
    destroyEffect(world, effect)
    for (let frame = 1; frame <= 60; frame++) particleFrame(world, frame / 30)
    for (const eid of emitters) expect(particlesOf(world, eid)).toHaveLength(20)
    startEmitter(world, emitters[0]!)
    particleFrame(world, 2.25)
    expect(particlesOf(world, emitters[0]!)).toHaveLength(6)
    removeComponent(world, emitters[0]!, Emitter)
    expect(particleStats(world).effects).toBe(2)
    expect(() => createEffect(world, { ...plain, image: big() })).toThrow('no room')
    setEmitter(world, emitters[1]!, { effect: other })
    expect(particleStats(world).effects).toBe(1)
    createEffect(world, { ...plain, image: big() })
  })

  it('its handle is refused, and not given out again', async () => {
    const { world } = await particleScene()
    const first = createEffect(world, plain)
    destroyEffect(world, first)
    const second = createEffect(world, plain)
    expect(second).not.toBe(first)
    const eid = spawn(world, Transform)
    expect(() => setEmitter(world, eid, { effect: first })).toThrow(
      `setEmitter: effect ${first} is destroyed`,
    )
    expect(() => destroyEffect(world, first)).toThrow(`destroyEffect: effect ${first} is destroyed`)
    for (const none of [0, 7, 0.5, Number.NaN])
      expect(() => destroyEffect(world, none)).toThrow(`destroyEffect: effect ${none} does not exist`)
    expect(particleStats(world).effects).toBe(1)
  })
})

describe('the atlas', () => {
  it.each([1, 2, 3])(
    'has each image whole, and apart from the others, whoever comes and goes (seed %i)',
    async (seed) => {
      const random = createRandom(seed)
      const { world } = await particleScene()
      const alive: { handle: number; image: ParticleImage }[] = []
      const known = [randomImage(random, 40), randomImage(random, 40)]
      let moved = 0
      for (let step = 0; step < 300; step++) {
        const { layout } = renderState(world).particles?.effects.atlas ?? { layout: 0 }
        if (alive.length > 25 || (alive.length > 0 && random() < 0.45)) {
          const [gone] = alive.splice(Math.floor(random() * alive.length), 1)
          destroyEffect(world, gone!.handle)
        } else {
          const image = random() < 0.2 ? known[step % 2]! : randomImage(random, 60)
          alive.push({ handle: createEffect(world, { ...plain, image }), image })
        }
        if (renderState(world).particles!.effects.atlas.layout !== layout) moved++
        if (step % 10 === 0) checkAtlas(world, alive)
      }
      checkAtlas(world, alive)
      expect(moved).toBeGreaterThan(3)
      expect(renderState(world).particles!.effects.atlas.size).toBeLessThanOrEqual(1024)
    },
  )

  /** Reads every cell of every effect back, its border too. */
  function checkAtlas(world: World, alive: readonly { handle: number; image: ParticleImage }[]): void {
    const { byHandle, atlas } = renderState(world).particles!.effects
    const owner = new Map<number, ParticleImage>()
    for (const { handle, image } of alive) {
      const { cells } = byHandle.get(handle)!
      const { columns = 1, rows = 1 } = image
      const [width, height] = [image.width / columns, image.height / rows]
      let wrong = 0
      for (let i = 0; i < columns * rows; i++) {
        const [left, top] = [cells[i * 2]! & 0xffff, cells[i * 2]! >>> 16]
        expect(cells[i * 2 + 1]).toBe((left + width) | ((top + height) << 16))
        for (let y = -1; y <= height; y++) {
          for (let x = -1; x <= width; x++) {
            const at = (top + y) * atlas.size + left + x
            if ((owner.get(at) ?? image) !== image) wrong++
            owner.set(at, image)
            const [ix, iy] = [clamp(x, width), clamp(y, height)]
            const from = (Math.floor(i / columns) * height + iy) * image.width + (i % columns) * width + ix
            for (let c = 0; c < 4; c++) if (atlas.pixels[at * 4 + c] !== image.pixels[from * 4 + c]) wrong++
          }
        }
      }
      expect(wrong).toBe(0)
    }
  }

  const clamp = (value: number, count: number): number => Math.max(0, Math.min(value, count - 1))

  it('who has no turn in the frame after images moved shows its own all the same', async () => {
    const { world } = await particleScene()
    const random = createRandom(5)
    const effect = createEffect(world, { ...plain, image: randomImage(random, 40) })
    // Small on the screen: a turn in every second frame.
    const eids = [0, 1, 2, 3].map((i) => emit(world, effect, -60 - i))
    for (let frame = 0; frame < 60; frame++) particleFrame(world, frame / 30)
    const { effects, slots, emitters, pool } = renderState(world).particles!
    const { cells } = effects.byHandle.get(effect)!
    const [before] = cells
    while (cells[0] === before) createEffect(world, { ...plain, image: randomImage(random, 80) })
    particleFrame(world, 2)
    expect(particleStats(world).due).toBeLessThan(4)
    for (const eid of eids) {
      const { firstRow, alive } = emitters[slots[eid]!]!
      expect(alive).toBeGreaterThan(15)
      for (let i = firstRow; i < firstRow + alive; i++) {
        const [leftTop, rightBottom] = [pool.words[i * 13 + 9]!, pool.words[i * 13 + 10]!]
        const at = cells.indexOf(leftTop)
        expect(at % 2).toBe(0)
        expect(cells[at + 1]).toBe(rightBottom)
      }
    }
  })
})
