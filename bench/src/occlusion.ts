// The occlusion buffer through its public functions: what a picture costs and what it hides, beside the
// prototype where it is there.
import { type BeginOcclusionOptions, loadKernels } from '@sightline/culling/occlusion'
import { median } from './measure.js'
import { LAB_PASSES, type Lab, openLab } from './occlusion-lab.js'
import { createOcclusionScene, type OcclusionScene } from './occlusion-scene.js'
import { createWays, type Way, type Ways } from './occlusion-ways.js'

export type WayResult = {
  readonly way: string
  /**
   * Microseconds a pose, in the fastest round: `beginOcclusion`, drawing, testing, and the three together.
   */
  readonly begin: number
  readonly draw: number
  readonly test: number
  readonly total: number
  /** Of the boxes in the frustum, 0 to 1. */
  readonly hidden: number
}

export type OcclusionResult = {
  readonly scene: string
  readonly width: number
  readonly height: number
  readonly rounds: number
  readonly ways: readonly WayResult[]
  /**
   * Microseconds of the prototype in its fastest round: the flat list without the frustum, and all boxes
   * through cells with it.
   */
  readonly prototype: { readonly flat: number; readonly cells: number; readonly hidden: number } | null
  /**
   * Shares hidden: with occluders shrunk by half a metre, and in the stress poses (ours, the prototype's).
   */
  readonly eroded: number
  readonly stress: { readonly ours: number; readonly prototype: number } | null
}

const SIZES = [
  [256, 128],
  [512, 256],
] as const

/** All sizes; `rounds` in which all ways and the prototype take turns. */
export async function benchOcclusion(seed: number, rounds = 7): Promise<OcclusionResult[]> {
  await loadKernels()
  const lab = openLab()
  if (lab === null) console.log('the prototypes of the occlusion buffer are not there: no comparison')
  const scene = lab?.walk ?? createOcclusionScene(seed)
  const results = SIZES.map(([width, height]) => benchSize(scene, lab, width, height, rounds))
  lab?.close()
  return results
}

function benchSize(
  scene: OcclusionScene,
  lab: Lab | null,
  width: number,
  height: number,
  rounds: number,
): OcclusionResult {
  const ways = createWays(scene, width, height)
  const timed = [ways.kept, ways.handedIn, ways.prisms, ways.hulls, ways.octree]
  const best = timed.map(() => ({ begin: Infinity, draw: Infinity, test: Infinity, total: Infinity }))
  const prototype = { flat: Infinity, cells: Infinity, hidden: 0 }
  for (let round = 0; round < rounds; round++) {
    timed.forEach((way, i) => {
      const times = timeRound(way, scene)
      for (const part of PARTS) best[i]![part] = Math.min(best[i]![part], times[part])
    })
    if (lab === null) continue
    const { time, hidden } = lab.flat(width, height)
    prototype.flat = Math.min(prototype.flat, time)
    prototype.cells = Math.min(prototype.cells, lab.cells(width, height))
    prototype.hidden = hidden
  }
  const shares = timed.map((way) => shareHidden(way, ways, scene))
  return {
    scene: scene.name,
    width,
    height,
    rounds,
    ways: timed.map(({ name }, i) => ({ way: name, ...best[i]!, hidden: shares[i]! })),
    prototype: lab === null ? null : prototype,
    eroded: shareHidden(ways.kept, ways, scene, { erosion: 0.5, outside: 'inside' }),
    stress: lab === null ? null : stressShares(lab, width, height),
  }
}

const PARTS = ['begin', 'draw', 'test', 'total'] as const

/** Every pose many times over; the fastest of each, and the median over the poses. */
function timeRound(way: Way, { poses }: OcclusionScene): Record<(typeof PARTS)[number], number> {
  const fastest = { begin: fill(poses), draw: fill(poses), test: fill(poses), total: fill(poses) }
  for (let pass = 0; pass < LAB_PASSES; pass++) {
    poses.forEach((pose, p) => {
      const start = performance.now()
      way.begin(pose)
      const begun = performance.now()
      way.draw(pose)
      const drawn = performance.now()
      way.prepare(pose)
      const prepared = performance.now()
      way.test(pose)
      const [begin, draw, test] = [begun - start, drawn - begun, performance.now() - prepared]
      const times = { begin, draw, test, total: begin + draw + test }
      for (const part of PARTS) fastest[part][p] = Math.min(fastest[part][p]!, 1000 * times[part])
    })
  }
  const middle = (part: (typeof PARTS)[number]) => median(fastest[part])
  return { begin: middle('begin'), draw: middle('draw'), test: middle('test'), total: middle('total') }
}

const fill = (poses: readonly unknown[]): number[] => poses.map(() => Infinity)

function shareHidden(
  way: Way,
  ways: Ways,
  { poses }: OcclusionScene,
  options?: BeginOcclusionOptions,
): number {
  let hidden = 0
  let inside = 0
  for (const pose of poses) {
    way.begin(pose, options)
    way.draw(pose)
    way.prepare(pose)
    hidden += way.test(pose)
    inside += ways.inFrustum(pose)
  }
  return hidden / inside
}

function stressShares(lab: Lab, width: number, height: number): { ours: number; prototype: number } {
  const ways = createWays(lab.stress, width, height)
  const prototype = lab.flat(width, height, 'stress').hidden
  return { ours: shareHidden(ways.kept, ways, lab.stress), prototype }
}
