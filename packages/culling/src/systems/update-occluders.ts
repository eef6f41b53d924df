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
import { type OccludersState, occludersState } from '../occluders/occluders-state.js'
import { placeShape } from '../occluders/place-shape.js'

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
  const { matrix } = columns(world, WorldMatrix)
  for (let i = 0; i < moved.count; i++) {
    const eid = moved.ids[i]!
    if (first[eid] !== 0) placeParts(state, eid, matrix)
  }
  for (let i = 0; i < touched.count; i++) placeParts(state, touched.ids[i]!, matrix)
  clearIdSet(touched)
  setCounter(world, 'occlusion.occluders', state.partCount)
  setCounter(world, 'occlusion.brokenOccluders', state.brokenCount)
  if (state.brokenCount > 0 && !('occlusion.brokenOccluders' in stats(world).notes)) warnBroken(world, state)
}

function placeParts(state: OccludersState, eid: number, matrix: Float32Array): void {
  const { parts, versions, boxes, next, first, usable, run } = state
  for (let at = first[eid]!; at !== 0; at = next[at - 1]!) {
    const number = at - 1
    const part = parts[number]!
    const fits = Number(placeShape(part.local, part.placed, matrix, eid * 16, boxes, number * 8))
    state.brokenCount += usable[number]! - fits
    usable[number] = fits
    if (part.placedAt !== run) {
      part.placedBefore = part.placedAt
      part.placedAt = run
    }
    versions[number] = versions[number]! + 1
  }
}

function warnBroken(world: World, { parts, usable }: OccludersState): void {
  const broken = parts.find((part, number) => part !== null && usable[number] === 0)
  const message = `the occluder of entity ${broken?.owner} can't be used where it is (NaN, no volume, or ground that is turned): it hides nothing`
  warnOnce(world, 'occlusion.brokenOccluders', message)
}
