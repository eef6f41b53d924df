/**
 * The patches of a view as the GPU takes them: an instance each, near to far, so that what is behind is rejected early.
 */
import type { PatchList, TerrainGrid } from '@sightline/terrain/quadtree'

export type PatchBuffer = {
  /** `PatchLayout.words` for each patch. */
  floats: Float32Array
  count: number
  /** Views of the first n * UPLOAD_STEP patches, made once each, so that an upload makes no garbage. */
  prefixes: Float32Array[]
  /** By patch of the list that is packed: how far it is, in steps. */
  steps: Uint8Array
}

/** 32-bit floats in one instance. */
export const PatchLayout: {
  /** x and z of the first corner and size of a quad, in finest quads; one over that size. */
  readonly placement: 0
  /** Snap of the west, east, north and south edge, in finest quads: the size of the quads there. */
  readonly snaps: 4
  /** One over each: exact, as all are powers of two. */
  readonly shares: 8
  /** Number of the shadow map that the patch is for. */
  readonly map: 12
  readonly words: 13
  readonly bytes: 52
} = { placement: 0, snaps: 4, shares: 8, map: 12, words: 13, bytes: 52 }

const WORDS = PatchLayout.words
/** Numbers of a patch in `PatchList.instances`, and bits of a step in its edges: as in the terrain package. */
const LIST_STRIDE = 4
const EDGE_BITS = 4
const UPLOAD_STEP = 64
/** Distances are sorted by quarters of an octave, from a metre on. */
const STEPS_PER_OCTAVE = 4
const MOST_STEPS = 128

/** An empty buffer; it grows when a frame needs more. */
export function createPatchBuffer(): PatchBuffer {
  return { floats: new Float32Array(0), count: 0, prefixes: [], steps: new Uint8Array(0) }
}

const starts = new Int32Array(MOST_STEPS)

/** Adds the patches of a list, near to far from `eye`, for shadow map number `map`. */
export function addPatches(buffer: PatchBuffer, list: PatchList, eye: ArrayLike<number>, map: number): void {
  growBuffer(buffer, buffer.count + list.count)
  countSteps(buffer, list, eye)
  const { steps, floats } = buffer
  const { instances } = list
  for (let k = 0; k < list.count; k++) {
    const step = steps[k]!
    const place = starts[step]!
    starts[step] = place + 1
    const o = (buffer.count + place) * WORDS
    const i = k * LIST_STRIDE
    const scale = instances[i + 2]!
    const edges = instances[i + 3]!
    floats[o] = instances[i]!
    floats[o + 1] = instances[i + 1]!
    floats[o + 2] = scale
    floats[o + 3] = 1 / scale
    floats[o + PatchLayout.map] = map
    for (let side = 0; side < 4; side++) {
      const snap = scale * (1 << ((edges >>> (side * EDGE_BITS)) & 15))
      floats[o + PatchLayout.snaps + side] = snap
      floats[o + PatchLayout.shares + side] = 1 / snap
    }
  }
  buffer.count += list.count
}

/** Writes each patch's step of distance, and where each step begins. */
function countSteps({ steps }: PatchBuffer, { boxes, count }: PatchList, eye: ArrayLike<number>): void {
  starts.fill(0)
  for (let k = 0; k < count; k++) {
    const x = (boxes[6 * k]! + boxes[6 * k + 3]!) / 2 - eye[0]!
    const y = (boxes[6 * k + 1]! + boxes[6 * k + 4]!) / 2 - eye[1]!
    const z = (boxes[6 * k + 2]! + boxes[6 * k + 5]!) / 2 - eye[2]!
    const octaves = Math.log2(Math.max(x * x + y * y + z * z, 1)) / 2
    const step = Math.min(Math.trunc(octaves * STEPS_PER_OCTAVE), MOST_STEPS - 1)
    steps[k] = step
    starts[step] = starts[step]! + 1
  }
  for (let step = 0, place = 0; step < MOST_STEPS; step++) {
    const found = starts[step]!
    starts[step] = place
    place += found
  }
}

/** The packed patches, and a few more that lie behind them: what is uploaded. */
export function patchRange(buffer: PatchBuffer): Float32Array {
  const steps = Math.ceil(buffer.count / UPLOAD_STEP)
  const known = buffer.prefixes[steps]
  if (known !== undefined) return known
  const made = buffer.floats.subarray(0, steps * UPLOAD_STEP * WORDS)
  buffer.prefixes[steps] = made
  return made
}

function growBuffer(buffer: PatchBuffer, count: number): void {
  const room = buffer.floats.length / WORDS
  if (count <= room) return
  const wanted = Math.ceil(Math.max(count, room + (room >> 1)) / UPLOAD_STEP) * UPLOAD_STEP
  const grown = new Float32Array(wanted * WORDS)
  grown.set(buffer.floats)
  buffer.floats = grown
  buffer.steps = new Uint8Array(wanted)
  buffer.prefixes = []
}

/**
 * Where vertex (i, j) of packed patch `k` stands, in finest quads, and how large the quads are there: what `patchChunk` computes, for tests
 * and for browsers whose shaders cannot read textures at vertices.
 */
export function patchPlace(
  { quadsPerPatch, quadsX, quadsZ }: TerrainGrid,
  floats: Float32Array,
  k: number,
  i: number,
  j: number,
  out: Float64Array | Float32Array,
): void {
  const o = k * WORDS
  const scale = floats[o + 2]!
  let snapX = scale
  let snapZ = scale
  if (i === 0) snapZ = floats[o + PatchLayout.snaps]!
  if (i === quadsPerPatch) snapZ = floats[o + PatchLayout.snaps + 1]!
  if (j === 0) snapX = floats[o + PatchLayout.snaps + 2]!
  if (j === quadsPerPatch) snapX = floats[o + PatchLayout.snaps + 3]!
  const x = floats[o]! + i * scale
  const z = floats[o + 1]! + j * scale
  out[0] = x >= quadsX ? quadsX : Math.floor(x / snapX) * snapX
  out[1] = z >= quadsZ ? quadsZ : Math.floor(z / snapZ) * snapZ
  out[2] = Math.max(snapX, snapZ)
}
