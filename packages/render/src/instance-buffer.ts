/**
 * What the GPU gets of each instance, packed in a row. Positions are relative to an origin (the eye), so that single
 * precision suffices far from the world's origin.
 */
export type InstanceBuffer = {
  /** `InstanceLayout.words` for each instance. */
  floats: Float32Array
  /** The same bytes. */
  words: Uint32Array
  count: number
  /** Views of the first n * UPLOAD_STEP instances, made once each, so that an upload makes no garbage. */
  prefixes: Float32Array[]
}

/** 32-bit words in one instance. */
export const InstanceLayout: {
  /** Rows 0 to 2 of the world matrix, 4 floats each; the fourth is the place relative to the origin. */
  readonly row0: 0
  readonly row1: 4
  readonly row2: 8
  /** r, g, b, a as bytes; or any 32-bit number, as the entity's id for item buffers. */
  readonly tint: 12
  /** Float, see `fillDrawList`. */
  readonly fade: 13
  readonly words: 14
  readonly bytes: 56
} = { row0: 0, row1: 4, row2: 8, tint: 12, fade: 13, words: 14, bytes: 56 }

/** A local copy for loops. */
const WORDS = InstanceLayout.words

/** Uploads are rounded up to whole steps of so many instances. */
const UPLOAD_STEP = 64

/** An empty buffer; it grows when a frame needs more. */
export function createInstanceBuffer(): InstanceBuffer {
  return { floats: new Float32Array(0), words: new Uint32Array(0), count: 0, prefixes: [] }
}

/**
 * Packs the world matrices, tints and fades of `count` entities in the order of `eids`.
 * `matrices` has 16 floats an id, column by column; `tints` one word an id; `fades` lies beside `eids`.
 */
export function packInstances(
  buffer: InstanceBuffer,
  eids: Uint32Array,
  fades: Float32Array,
  count: number,
  matrices: Float32Array,
  tints: Uint32Array,
  origin: Float32Array,
): void {
  growInstances(buffer, count)
  buffer.count = count
  const { floats, words } = buffer
  const originX = origin[0]!
  const originY = origin[1]!
  const originZ = origin[2]!
  for (let i = 0, o = 0; i < count; i++, o += WORDS) {
    const eid = eids[i]!
    const m = eid * 16
    floats[o] = matrices[m]!
    floats[o + 1] = matrices[m + 4]!
    floats[o + 2] = matrices[m + 8]!
    floats[o + 3] = matrices[m + 12]! - originX
    floats[o + 4] = matrices[m + 1]!
    floats[o + 5] = matrices[m + 5]!
    floats[o + 6] = matrices[m + 9]!
    floats[o + 7] = matrices[m + 13]! - originY
    floats[o + 8] = matrices[m + 2]!
    floats[o + 9] = matrices[m + 6]!
    floats[o + 10] = matrices[m + 10]!
    floats[o + 11] = matrices[m + 14]! - originZ
    words[o + 12] = tints[eid]!
    floats[o + 13] = fades[i]!
  }
}

/** Overwrites the tints by the numbers of the shadow maps that the instances are for. */
export function writeMaps(buffer: InstanceBuffer, maps: Uint8Array): void {
  const { words, count } = buffer
  for (let i = 0, o: number = InstanceLayout.tint; i < count; i++, o += WORDS) words[o] = maps[i]!
}

/** Overwrites the tints by the entities' ids: what an item buffer draws. */
export function writeItemIds(buffer: InstanceBuffer, eids: Uint32Array): void {
  const { words, count } = buffer
  for (let i = 0, o: number = InstanceLayout.tint; i < count; i++, o += InstanceLayout.words)
    words[o] = eids[i]!
}

/** The packed instances, and a few more that lie behind them: what is uploaded. */
export function uploadRange(buffer: InstanceBuffer): Float32Array {
  const steps = Math.ceil(buffer.count / UPLOAD_STEP)
  const known = buffer.prefixes[steps]
  if (known !== undefined) return known
  const made = buffer.floats.subarray(0, steps * UPLOAD_STEP * InstanceLayout.words)
  buffer.prefixes[steps] = made
  return made
}

function growInstances(buffer: InstanceBuffer, count: number): void {
  const room = buffer.floats.length / InstanceLayout.words
  if (count <= room) return
  const wanted = Math.ceil(Math.max(count, room + (room >> 1)) / UPLOAD_STEP) * UPLOAD_STEP
  buffer.floats = new Float32Array(wanted * InstanceLayout.words)
  buffer.words = new Uint32Array(buffer.floats.buffer)
  buffer.prefixes = []
}
