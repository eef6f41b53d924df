import { copyInto, roomFor } from '../growth.js'
import type { AnimationState, Crowd } from './animation-state.js'
import { newestRow, secondsOf, shareOf } from './playback.js'
import { clipSeconds } from './sample-pose.js'

/**
 * Where skinned instances find their poses: for each the first texels of two, and how much of the second, 0
 * to 1. A fourth float is free. Packed beside the instances of a list, skinned runs alone.
 */
export type PoseRefs = {
  floats: Float32Array
  count: number
  /** By run of the list: its first instance here. */
  runFirst: Uint32Array
}

/** Floats of one instance. */
export const REF_FLOATS = 4

/** No instances. */
export function createPoseRefs(): PoseRefs {
  return { floats: new Float32Array(0), count: 0, runFirst: new Uint32Array(0) }
}

/** Makes room for so many runs and empties the rest. */
export function beginRefs(refs: PoseRefs, runs: number): void {
  refs.count = 0
  if (refs.runFirst.length < runs) refs.runFirst = new Uint32Array(roomFor(runs, refs.runFirst.length))
}

/** Adds the instances of one run. */
export function addRefs(
  refs: PoseRefs,
  run: number,
  animation: AnimationState,
  crowd: Crowd,
  eids: Uint32Array,
  first: number,
  count: number,
): void {
  const wanted = (refs.count + count) * REF_FLOATS
  if (refs.floats.length < wanted) {
    refs.floats = copyInto(new Float32Array(roomFor(wanted, refs.floats.length)), refs.floats)
  }
  refs.runFirst[run] = refs.count
  const { texelOf } = crowd.poses
  for (let i = first; i < first + count; i++) {
    const at = refs.count++ * REF_FLOATS
    const texel = texelOf[eids[i]!]!
    if (texel === 0) writeShared(refs.floats, at, animation, crowd, eids[i]!)
    else {
      refs.floats[at] = texel
      refs.floats[at + 1] = texel
      refs.floats[at + 2] = 0
    }
  }
}

/**
 * Two neighbours among the shared poses of the newest clip; while that fades in, the nearest of it and of the
 * one below. Who has no rig is drawn as it was modelled, with the pose at texel 0.
 */
function writeShared(
  out: Float32Array,
  at: number,
  { rigs }: AnimationState,
  { rigs: rigOf, playback }: Crowd,
  eid: number,
): void {
  const rig = rigs[rigOf[eid]!]
  out[at] = 0
  out[at + 1] = 0
  out[at + 2] = 0
  if (rig === undefined) return
  const clock = playback.clock[eid]!
  const row = newestRow(playback, eid)
  const share = shareOf(playback, row, clock)
  const place = sharedPlace(playback, rig, row, clock)
  const poses = rig.shared[playback.clip[row]!]!
  if (share < 1 && playback.count[eid]! > 1) {
    const below = rig.shared[playback.clip[row - 1]!]!
    out[at] = below[Math.round(sharedPlace(playback, rig, row - 1, clock))]!
    out[at + 1] = poses[Math.round(place)]!
    out[at + 2] = share
    return
  }
  const before = Math.min(Math.floor(place), poses.length - 2)
  out[at] = poses[before]!
  out[at + 1] = poses[before + 1]!
  out[at + 2] = place - before
}

/** Where among its clip's shared poses a row is, as a fraction. */
function sharedPlace(
  playback: Crowd['playback'],
  rig: NonNullable<AnimationState['rigs'][number]>,
  row: number,
  clock: number,
): number {
  const number = playback.clip[row]!
  const clip = rig.clips[number]!
  return (
    (clipSeconds(clip, secondsOf(playback, row, clock)) / clip.duration) * (rig.shared[number]!.length - 1)
  )
}
