/**
 * A seeded town as a world: houses that are occluders, things in the streets, some of which walk, doors, and
 * a camera.
 */
import {
  columns,
  createWorld,
  handle,
  isAlive,
  markMoved,
  propagateTransforms,
  runSystems,
  setTransform,
  spawn,
  Transform,
  tickTo,
  type World,
  WorldMatrix,
} from '@sightline/core'
import {
  Bounds,
  cullingSystems,
  isVisible,
  Occluder,
  type OcclusionOptions,
  setBox,
  setBoxOccluder,
  setPerspective,
  setupCulling,
  View,
  WorldBounds,
} from '@sightline/culling'
import { CullReasons } from '../../../src/reasons.js'
import { viewState } from '../../../src/state.js'
import { between, type Random } from '../../occlusion/support/cameras.js'
import { boxSolid, type Solid, seenPoint, sightOf } from '../../occlusion/support/oracle.js'
import { randomTown } from '../../occlusion/support/town.js'

export type TownWorld = {
  readonly world: World
  readonly view: number
  readonly houses: number[]
  readonly things: number[]
  readonly walkers: { eid: number; x: number; y: number; z: number; vx: number; vz: number }[]
  readonly extent: number
  readonly at: readonly [number, number, number]
  frame: number
}

export function createTownWorld(
  random: Random,
  at: readonly [number, number, number],
  things: number,
  occlusion: OcclusionOptions,
): TownWorld {
  const town = randomTown(random, at, things)
  const world = createWorld({ capacity: 4000, arenaBytes: 64 * 1024 * 1024 })
  setupCulling(world, { occlusion: { payOff: 'always', ...occlusion } })
  const { matrix } = columns(world, WorldMatrix)
  const houses = town.houses.map((m) => {
    const eid = spawn(world, Bounds, Occluder)
    matrix.set(m, eid * 16)
    markMoved(world, eid)
    setBox(world, eid, -0.5, -0.5, -0.5, 0.5, 0.5, 0.5)
    setBoxOccluder(world, eid, -0.5, -0.5, -0.5, 0.5, 0.5, 0.5)
    return eid
  })
  const ids: number[] = []
  const walkers: TownWorld['walkers'] = []
  for (let i = town.houses.length * 6; i < town.boxes.length; i += 6) {
    const eid = spawn(world, Transform, Bounds)
    const [x, y, z, X, Y, Z] = town.boxes.subarray(i, i + 6) as unknown as number[]
    const half = [(X! - x!) / 2, (Y! - y!) / 2, (Z! - z!) / 2] as const
    setBox(world, eid, -half[0], -half[1], -half[2], half[0], half[1], half[2])
    setTransform(world, eid, (x! + X!) / 2, (y! + Y!) / 2, (z! + Z!) / 2, 0, 0, 0, 1)
    ids.push(eid)
    if (i % 30 === 0) {
      const speed = random() < 0.3 ? 0.3 : 0.03
      const angle = between(random, 0, 6.3)
      const place = { x: (x! + X!) / 2, y: (y! + Y!) / 2, z: (z! + Z!) / 2 }
      walkers.push({ eid, ...place, vx: speed * Math.sin(angle), vz: speed * Math.cos(angle) })
    }
  }
  const view = spawn(world, Transform, View)
  setPerspective(world, view, { fovY: 1.1, aspect: 2, near: 0.1, far: 500 })
  return { world, view, houses, things: ids, walkers, extent: town.extent, at, frame: 0 }
}

export type Pose = { x: number; y: number; z: number; yaw: number; pitch: number }

/** One frame: walkers walk, the camera stands at `pose`, everything is culled. */
export function stepTown(town: TownWorld, pose: Pose, between?: (world: World) => void): void {
  const { world, view, walkers } = town
  for (const walker of walkers) {
    walker.x += walker.vx
    walker.z += walker.vz
    if (isThere(world, walker.eid)) setTransform(world, walker.eid, walker.x, walker.y, walker.z, 0, 0, 0, 1)
  }
  const [sy, cy] = [Math.sin(pose.yaw / 2), Math.cos(pose.yaw / 2)]
  const [sx, cx] = [Math.sin(pose.pitch / 2), Math.cos(pose.pitch / 2)]
  setTransform(world, view, pose.x, pose.y, pose.z, sx * cy, sy * cx, -sy * sx, cx * cy)
  tickTo(world, town.frame++ / 60)
  runSystems(world, [propagateTransforms, ...insertBefore(between)])
}

function insertBefore(stage?: (world: World) => void) {
  if (stage === undefined) return cullingSystems
  const at = cullingSystems.findIndex(({ name }) => name === 'applyOcclusion')
  return [...cullingSystems.slice(0, at), stage, ...cullingSystems.slice(at)]
}

const handles = new WeakMap<World, Map<number, number>>()

/** Walkers are not destroyed, but for the tests that do. */
function isThere(world: World, eid: number): boolean {
  let known = handles.get(world)
  if (known === undefined) {
    known = new Map()
    handles.set(world, known)
  }
  let own = known.get(eid)
  if (own === undefined) {
    own = handle(world, eid)
    known.set(eid, own)
  }
  return isAlive(world, own as ReturnType<typeof handle>)
}

/**
 * Holds the list of this frame against rays: every entity that the published list leaves out as hidden must
 * show no point. `drawn` says which houses are drawn now. Answers what is wrong.
 */
export function falseHides(
  town: TownWorld,
  random: Random,
  points: number,
  drawn = town.houses,
): { hidden: number; wrong: string[] } {
  const { world, view } = town
  const { marks, stamp, viewProjection } = viewState(world, view, 'test')
  const { matrix } = columns(world, WorldMatrix)
  const { box } = columns(world, WorldBounds)
  const solids: Solid[] = drawn.map((eid) => boxSolid(matrix.subarray(eid * 16, eid * 16 + 16)))
  const sight = sightOf(viewProjection, -1, 1)
  const wrong: string[] = []
  let hidden = 0
  for (const eid of [...town.houses, ...town.things]) {
    if (marks[eid] !== stamp * 256 + CullReasons.hidden) continue
    if (isVisible(world, view, eid)) throw new Error(`entity ${eid} is hidden and visible`)
    hidden++
    const row = [0, 1, 2, 4, 5, 6].map((k) => box[eid * 8 + k]!)
    const point = seenPoint(sight, solids, row, 0, points, random)
    if (point)
      wrong.push(`frame ${town.frame}: entity ${eid} is called hidden, but (${point.join(', ')}) is seen`)
  }
  return { hidden, wrong }
}
