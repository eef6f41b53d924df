import type { World } from '@sightline/core'
import {
  type OcclusionMode,
  type OcclusionReport,
  type OcclusionTier,
  occludersIn,
  occlusionOf,
  occlusionPicture,
  setOcclusion,
  slowOcclusion,
} from '@sightline/culling'
import type GUI from 'lil-gui'
import { game } from '../game.js'
import { OCCLUSION_MODES } from '../settings.js'
import { element, withCommas } from './element.js'
import { createTable } from './tables.js'

const TIERS: readonly OcclusionTier[] = ['low', 'medium', 'high']
/** Milliseconds that the worker may be slowed by: 100 are 10 answers a second. */
const SLOWEST = 300

/**
 * What hides what: how the answers come about, what they are worth, and the buffer as a picture. Answers what
 * updates it.
 */
export function addOcclusion(gui: GUI, world: World, dock: HTMLElement): () => void {
  const folder = gui.addFolder('Occlusion').close()
  const wanted = {
    mode: 'auto' as OcclusionMode,
    tier: game(world).quality as OcclusionTier,
    slower: 0,
    always: true,
    picture: false,
  }
  folder
    .add(wanted, 'mode', [...OCCLUSION_MODES])
    .onChange((mode: OcclusionMode) => setOcclusion(world, { mode }))
  folder.add(wanted, 'tier', [...TIERS]).onChange((tier: OcclusionTier) => setOcclusion(world, { tier }))
  folder
    .add(wanted, 'slower', 0, SLOWEST, 10)
    .name('slow worker, ms')
    .onChange((milliseconds: number) => slowOcclusion(world, milliseconds))
  folder
    .add(wanted, 'always')
    .name('even if it does not pay')
    .onChange((on: boolean) => setOcclusion(world, { payOff: on ? 'always' : 'auto' }))
  const picture = createPicture(dock)
  folder
    .add(wanted, 'picture')
    .name('the buffer as a picture')
    .onChange((on: boolean) => picture.show(on))
    .listen()
  const table = createTable(folder.$children, 'Occlusion')
  return () => {
    const report = occlusionOf(world, game(world).view)
    if (!folder._closed) fillTable(table, world, report)
    picture.draw(world)
  }
}

function fillTable(table: ReturnType<typeof createTable>, world: World, report: OcclusionReport): void {
  const { mode, pays, hidden, occluders, tested, age, dropped, valid, latency, jobTime, width, height } =
    report
  table.set('worked out', WORDS[mode])
  table.set('hidden', withCommas(hidden), 'hidden')
  table.set('solids drawn', solidsText(occluders, occludersIn(world, game(world).view).length))
  table.set('boxes tested', withCommas(tested))
  table.set('buffer', `${width} × ${height}`)
  table.set('job', `${jobTime.toFixed(2)} ms`)
  table.set('latency', latency < 0.5 ? 'same frame' : `${latency.toFixed(1)} frames`)
  table.set('answer', age < 0 ? `none: ${dropped}` : age === 0 ? 'of this frame' : `${age} frames old`)
  table.set('answers that held', `${(valid * 100).toFixed(0)} %`)
  table.set(
    'pays',
    `${pays ? 'yes' : 'no'}: saves ${report.saves.toFixed(1)} ms for ${report.cost.toFixed(2)} ms`,
  )
}

/** How many solids hide something, of how many things; there are none of these while no answer is in use. */
export function solidsText(solids: number, things: number): string {
  if (solids === 0) return 'none'
  if (things === 0) return `${withCommas(solids)}, not in use`
  return `${withCommas(solids)} of ${withCommas(things)} ${things === 1 ? 'thing' : 'things'}`
}

const WORDS: Readonly<Record<OcclusionReport['mode'], string>> = {
  inline: 'on this thread',
  worker: 'in a worker',
  copies: 'in a worker, by copies',
  none: 'not at all',
}

type Picture = { show(on: boolean): void; draw(world: World): void }

/** The buffer at the bottom: near is bright. */
function createPicture(dock: HTMLElement): Picture {
  const canvas = element('canvas', 'buffer', dock)
  canvas.hidden = true
  canvas.setAttribute('aria-label', 'What the occluders cover; near is bright')
  const context = canvas.getContext('2d')!
  return {
    show: (on) => {
      canvas.hidden = !on
    },
    draw(world) {
      const image = canvas.hidden ? null : occlusionPicture(world, game(world).view)
      if (image === null) return
      const { width, height, inverseDepth } = image
      if (canvas.width !== width || canvas.height !== height) {
        canvas.width = width
        canvas.height = height
      }
      const pixels = context.createImageData(width, height)
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          const depth = inverseDepth[(height - 1 - y) * width + x]!
          // 4 m is white, 400 m nearly black.
          const shade =
            depth === 0 ? 0 : 40 + 215 * Math.min(1, Math.max(0, 1 + Math.log(4 * depth) / Math.log(100)))
          pixels.data.set(
            [shade * 0.93, shade * 0.86, shade * 0.7, depth === 0 ? 150 : 255],
            4 * (y * width + x),
          )
        }
      }
      context.putImageData(pixels, 0, 0)
    },
  }
}
