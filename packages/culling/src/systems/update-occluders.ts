import {
  clearIdSet,
  columns,
  readMoved,
  setCounter,
  stats,
  type World,
  WorldMatrix,
  warnOnce,
} from '@sightline/core'
import { WorldBounds } from '../bounds.js'
import { type OccludersState, occludersState, outdateGround } from '../occluders/occluders-state.js'
import { placeShape } from '../occluders/place-shape.js'
import { culling } from '../state.js'

/**
 * Places the shapes of every occluder that is new or moved. Answers that counted on a shape where it was are
 * void from here on. Reads: `Occluder`, WorldMatrix, the moved list. Writes: occluder shapes in the world,
 * and the counters `occlusion.occluders` and `occlusion.brokenOccluders` (shapes whose matrix can't be used:
 * they hide nothing).
 */
export function updateOccluders(world: World): void {
  const state = occludersState(world)
  const { moves, touched, first } = state
  const moved = readMoved(world, moves)
  if (state.partCount === 0) {
    clearIdSet(touched)
    return
  }
  state.run++
  // Views that ask only when something changed ask now.
  if (outdateGround(state) > 0) culling(world).filtersChanged = true
  const { matrix } = columns(world, WorldMatrix)
  const { box: bounds } = columns(world, WorldBounds)
  for (let i = 0; i < moved.count; i++) {
    const eid = moved.ids[i]!
    if (first[eid] !== 0) placeParts(state, eid, matrix, bounds)
  }
  for (let i = 0; i < touched.count; i++) placeParts(state, touched.ids[i]!, matrix, bounds)
  clearIdSet(touched)
  setCounter(world, 'occlusion.occluders', state.partCount)
  setCounter(world, 'occlusion.brokenOccluders', state.brokenCount)
  if (state.brokenCount > 0 && !('occlusion.brokenOccluders' in stats(world).notes)) warnBroken(world, state)
}

function placeParts(state: OccludersState, eid: number, matrix: Float32Array, bounds: Float32Array): void {
  const { parts, versions, boxes, next, first, usable, run } = state
  for (let at = first[eid]!; at !== 0; at = next[at - 1]!) {
    const number = at - 1
    const part = parts[number]!
    const placed = placeShape(part.local, part.placed, matrix, eid * 16, boxes, number * 8)
    const fits = Number(placed && !sticksOut(boxes, number * 8, bounds, eid * 8))
    state.brokenCount += usable[number]! - fits
    usable[number] = fits
    if (part.placedAt !== run) {
      part.placedBefore = part.placedAt
      part.placedAt = run
    }
    versions[number] = versions[number]! + 1
  }
}

/** Of a box's size, and metres: what rounding and a coat of plaster may do. */
const SLACK = 1e-3
const PLASTER = 0.01

/**
 * Whether a shape leaves the box of its owner, sideways or at the top (into the ground it may): then the
 * owner is not drawn where it would hide things, or might hide itself.
 */
function sticksOut(boxes: Float32Array, at: number, bounds: Float32Array, of: number): boolean {
  for (let k = 0; k < 3; k++) {
    const slack = PLASTER + SLACK * (boxes[at + 4 + k]! - boxes[at + k]!)
    if (boxes[at + 4 + k]! > bounds[of + 4 + k]! + slack) return true
    if (k !== 1 && boxes[at + k]! < bounds[of + k]! - slack) return true
  }
  return false
}

function warnBroken(world: World, { parts, usable }: OccludersState): void {
  const broken = parts.find((part, number) => part !== null && usable[number] === 0)
  const message = `the occluder of entity ${broken?.owner} can't be used where it is (NaN, no volume, ground that is turned, or it leaves the entity's Bounds): it hides nothing`
  warnOnce(world, 'occlusion.brokenOccluders', message)
}
