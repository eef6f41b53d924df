import type { Clip, Track } from './clip.js'
import { PoseLayout, type Skeleton } from './skeleton.js'

/**
 * Seconds of the clip that `seekClip` looks for: in an array, since a number handed to a function may become
 * an object.
 */
export const sought: Float64Array = new Float64Array(1)

/** Piece of each timeline at the time that is sampled, and how far into it. Grows with the clips. */
let pieces = new Int32Array(16)
let shares = new Float64Array(16)

/** Seconds into a clip, from seconds since it began: looped, or held at its end. */
export function clipSeconds(clip: Clip, seconds: number): number {
  if (!clip.loop) return Math.min(Math.max(seconds, 0), clip.duration)
  return seconds - Math.floor(seconds / clip.duration) * clip.duration
}

/** The same in place, of what `out` begins with. */
export function toClipSeconds(out: Float64Array, clip: Clip): void {
  out[0] = clipSeconds(clip, out[0]!)
}

/**
 * Writes the local pose of a clip at a time, 0 to its duration. `wanted` says by joint which are sampled (1);
 * others rest. Rotations go along the shortest arc at even speed (Shoemake, "Animating Rotation with
 * Quaternion Curves", 1985).
 */
export function sampleClip(
  out: Float32Array,
  skeleton: Skeleton,
  clip: Clip,
  time: number,
  wanted: Uint8Array | undefined,
): void {
  sought[0] = time
  seekClip(clip)
  samplePose(out, skeleton, clip, wanted)
}

/** The same for the clip and time that `seekClip` found last. */
export function samplePose(
  out: Float32Array,
  skeleton: Skeleton,
  clip: Clip,
  wanted: Uint8Array | undefined,
): void {
  out.set(skeleton.rest)
  const { tracks } = clip
  for (let i = 0; i < tracks.length; i++) {
    const track = tracks[i]!
    if (wanted === undefined || wanted[track.joint] === 1) sampleTrack(out, track)
  }
}

/**
 * Writes the weights of the morph targets for the clip and time that `seekClip` or `sampleClip` found last.
 */
export function sampleMorphsAt(out: Float32Array, clip: Clip): void {
  if (clip.morphs === undefined) out.fill(0)
  else sampleTrack(out, clip.morphs)
}

/** How much of the other pose `mixPoses` takes, 0 to 1. */
export const portion: Float64Array = new Float64Array(1)

/** Moves a pose towards another by `portion`, in place. */
export function mixPoses(pose: Float32Array, other: Float32Array): void {
  const share = portion[0]!
  for (let at = 0; at < pose.length; at += PoseLayout.floats) {
    for (let k = 0; k < 3; k++) {
      pose[at + k] = pose[at + k]! + (other[at + k]! - pose[at + k]!) * share
      pose[at + 7 + k] = pose[at + 7 + k]! + (other[at + 7 + k]! - pose[at + 7 + k]!) * share
    }
    mixRotation(pose, other, at + PoseLayout.rotation)
  }
}

/** The short way between two rotations, straight and brought back to unit length. */
function mixRotation(pose: Float32Array, other: Float32Array, at: number): void {
  const share = portion[0]!
  const x = pose[at]!
  const y = pose[at + 1]!
  const z = pose[at + 2]!
  const w = pose[at + 3]!
  const ox = other[at]!
  const oy = other[at + 1]!
  const oz = other[at + 2]!
  const ow = other[at + 3]!
  const b = x * ox + y * oy + z * oz + w * ow < 0 ? -share : share
  const a = 1 - share
  const mx = x * a + ox * b
  const my = y * a + oy * b
  const mz = z * a + oz * b
  const mw = w * a + ow * b
  const scale = 1 / Math.sqrt(mx * mx + my * my + mz * mz + mw * mw)
  pose[at] = mx * scale
  pose[at + 1] = my * scale
  pose[at + 2] = mz * scale
  pose[at + 3] = mw * scale
}

/** Finds the time `sought` on each of a clip's timelines: what is sampled next. */
export function seekClip({ timelines }: Clip): void {
  const time = sought[0]!
  if (timelines.length > pieces.length) {
    pieces = new Int32Array(timelines.length * 2)
    shares = new Float64Array(timelines.length * 2)
  }
  for (let i = 0; i < timelines.length; i++) {
    const times = timelines[i]!
    const last = times.length - 1
    if (!(time > times[0]!)) {
      pieces[i] = 0
      shares[i] = 0
    } else if (time >= times[last]!) {
      pieces[i] = last
      shares[i] = 0
    } else {
      const piece = pieceBefore(times, last)
      pieces[i] = piece
      shares[i] = (time - times[piece]!) / (times[piece + 1]! - times[piece]!)
    }
  }
}

/** The last key that is not after `sought`: guessed as if keys were even, then bisected. */
function pieceBefore(times: Float32Array, last: number): number {
  const time = sought[0]!
  const guess = Math.floor(((time - times[0]!) / (times[last]! - times[0]!)) * last)
  if (times[guess]! <= time && times[guess + 1]! > time) return guess
  let low = 0
  let high = last - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (times[middle]! <= time) low = middle
    else high = middle - 1
  }
  return low
}

/** As close as these, arc and chord are the same in single precision. */
const CLOSE = 0.9999

function sampleTrack(out: Float32Array, track: Track): void {
  const { timeline, at, width, values, steps } = track
  const from = pieces[timeline]! * width
  const share = steps ? 0 : shares[timeline]!
  if (share === 0) {
    for (let k = 0; k < width; k++) out[at + k] = values[from + k]!
  } else if (track.rotates) {
    turn(out, at, values, from, share)
  } else {
    for (let k = 0; k < width; k++) {
      const value = values[from + k]!
      out[at + k] = value + (values[from + width + k]! - value) * share
    }
  }
}

/** From the key at `from` to the next, which is on the same side of the sphere. */
function turn(out: Float32Array, at: number, values: Float32Array, from: number, share: number): void {
  let dot = 0
  for (let k = 0; k < 4; k++) dot += values[from + k]! * values[from + 4 + k]!
  let a = 1 - share
  let b = share
  if (dot < CLOSE) {
    const angle = Math.acos(dot)
    const scale = 1 / Math.sin(angle)
    a = Math.sin(angle * a) * scale
    b = Math.sin(angle * b) * scale
  }
  const x = values[from]! * a + values[from + 4]! * b
  const y = values[from + 1]! * a + values[from + 5]! * b
  const z = values[from + 2]! * a + values[from + 6]! * b
  const w = values[from + 3]! * a + values[from + 7]! * b
  const unit = 1 / Math.sqrt(x * x + y * y + z * z + w * w)
  out[at] = x * unit
  out[at + 1] = y * unit
  out[at + 2] = z * unit
  out[at + 3] = w * unit
}
