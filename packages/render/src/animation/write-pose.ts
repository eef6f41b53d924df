import { type Clip, MAX_MORPHS } from './clip.js'
import { MATRIX_FLOATS, multiplyAt, writeModelMatrices } from './model-matrices.js'
import { LAYERS, type Playback, shareOf, toSeconds } from './playback.js'
import type { Rig } from './rig.js'
import {
  mixPoses,
  portion,
  sampleClip,
  sampleMorphsAt,
  samplePose,
  seekClip,
  sought,
  toClipSeconds,
} from './sample-pose.js'

const morphs = new Float32Array(MAX_MORPHS)
const otherMorphs = new Float32Array(MAX_MORPHS)

/**
 * Writes what an entity's clips make of its rig now, as it lies in a pose store: morph weights, then the
 * palette.
 */
export function writePose(
  out: Float32Array,
  texel: number,
  rig: Rig,
  playback: Playback,
  id: number,
  mask: Uint8Array | undefined,
): void {
  const local = localPose(rig, playback, id, mask)
  writePalette(out, texel, rig, local)
}

/** Writes a clip's pose at a time. */
export function writeClipPose(out: Float32Array, texel: number, rig: Rig, clip: number, time: number): void {
  const local = rig.scratch.pose
  sampleClip(local, rig.skeleton, rig.clips[clip]!, time, undefined)
  sampleMorphsAt(morphs, rig.clips[clip]!)
  writePalette(out, texel, rig, local)
}

/**
 * The local pose that an entity's clips make; valid until the next. Their morph weights stand in `morphs`.
 */
function localPose(rig: Rig, playback: Playback, id: number, mask: Uint8Array | undefined): Float32Array {
  const { skeleton, clips } = rig
  const { pose: local, other } = rig.scratch
  const count = playback.count[id]!
  for (let layer = 0; layer < count; layer++) {
    const row = id * LAYERS + layer
    const clip = clips[playback.clip[row]!]!
    seekLayer(clip, playback, id, row)
    if (layer === 0) {
      samplePose(local, skeleton, clip, mask)
      sampleMorphsAt(morphs, clip)
      continue
    }
    samplePose(other, skeleton, clip, mask)
    mixPoses(local, other)
    sampleMorphsAt(otherMorphs, clip)
    mixMorphs()
  }
  return local
}

/** Finds where in its clip a layer is now, and how much of it shows. */
function seekLayer(clip: Clip, playback: Playback, id: number, row: number): void {
  sought[0] = playback.clock[id]!
  toSeconds(sought, playback, row)
  toClipSeconds(sought, clip)
  seekClip(clip)
  portion[0] = shareOf(playback, row, playback.clock[id]!)
}

function mixMorphs(): void {
  const share = portion[0]!
  for (let k = 0; k < MAX_MORPHS; k++) morphs[k] = morphs[k]! + (otherMorphs[k]! - morphs[k]!) * share
}

/** Writes the matrix of one joint in the model's space, as an entity's clips have it now. */
export function writeJoint(out: Float32Array, rig: Rig, playback: Playback, id: number, joint: number): void {
  const local = localPose(rig, playback, id, undefined)
  const { matrices } = rig.scratch
  writeModelMatrices(matrices, rig.skeleton, local)
  for (let k = 0; k < MATRIX_FLOATS; k++) out[k] = matrices[joint * MATRIX_FLOATS + k]!
}

function writePalette(out: Float32Array, texel: number, rig: Rig, local: Float32Array): void {
  const { palette, inverseBinds, skeleton, scratch } = rig
  const { matrices } = scratch
  writeModelMatrices(matrices, skeleton, local)
  const first = texel * 4
  for (let k = 0; k < MAX_MORPHS; k++) out[first + k] = morphs[k]!
  for (let entry = 0; entry < palette.length; entry++) {
    const to = first + 4 + entry * MATRIX_FLOATS
    multiplyAt(out, to, matrices, palette[entry]! * MATRIX_FLOATS, inverseBinds, entry * MATRIX_FLOATS)
  }
}
