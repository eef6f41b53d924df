/**
 * The grid on which centres become keys. Its step is `minNodeSize` or a power of two times that; each axis
 * gets the bits its extent needs, and the bits stand in the key in a fixed order, always the axis whose cell
 * is longest next: so cells stay near cubes, and a flat world divides its height late. Bits that are left
 * over make the grid reach farther around the first boxes; they cost nothing, because paths skip what all
 * keys share. A box outside the grid is filed in a border cell: found all the same.
 */
import {
  type Octree,
  SPREAD_AXIS_BYTES,
  SPREAD_BYTES,
  SPREAD_GROUP_BYTES,
  STATE_GRID_MAX,
  STATE_MORTON_BITS,
  STATE_ORIGIN,
  STATE_PER_UNIT,
} from './octree.js'

/** The first bit of a key, which has no place in space. */
const MOVING_BITS = 1
/** Three groups of six bits in the spread tables. */
const MAX_AXIS_BITS = 18
/** y comes last where cells are equally long. */
const AXES = [0, 2, 1] as const
const SAMPLES = 256
/** This share of the samples at either end does not decide where the grid lies. */
const TRIM = 0.02

/**
 * Chooses the grid for a range: min xyz, max xyz. Keys change, so the tree must be empty or be built anew.
 */
export function setSpace(o: Octree, range: Float64Array): void {
  const { space } = o
  const total = Math.min(3 * MAX_AXIS_BITS, 64 - MOVING_BITS - o.idBits, 3 * o.maxDepth)
  let unit = o.minNodeSize
  let used = bitsOf(range, unit)
  while (Math.max(...used) > MAX_AXIS_BITS || used[0]! + used[1]! + used[2]! > total) {
    unit *= 2
    used = bitsOf(range, unit)
  }
  const bits = spendSpareBits(used, total)
  space.bits.set(bits)
  space.unit = unit
  space.perUnit = Math.fround(1 / unit)
  space.originX = originOf(range, 0, bits, used, unit)
  space.originY = originOf(range, 1, bits, used, unit)
  space.originZ = originOf(range, 2, bits, used, unit)
  space.mortonBits = bits[0]! + bits[1]! + bits[2]!
  space.outside = 0
  space.ready = true
  writeSpace(o)
}

/** Chooses the grid from boxes: by a sample of the centres of `ids` without the outermost ones. */
export function setSpaceFromBoxes(o: Octree, ids: number, stride: number, count: number): void {
  const range = new Float64Array(6)
  const samples = Math.min(count, SAMPLES)
  const values = new Float64Array(samples)
  for (let axis = 0; axis < 3; axis++) {
    for (let i = 0; i < samples; i++) {
      const id = o.u32[(ids + Math.floor((i * count) / samples) * stride) >>> 2]!
      const at = (o.boxes >>> 2) + id * 8 + axis
      values[i] = (o.f32[at]! + o.f32[at + 4]!) / 2
    }
    values.sort()
    const trim = Math.floor(samples * TRIM)
    const min = values[trim]!
    const max = values[samples - 1 - trim]!
    range[axis] = min - (max - min) / 16
    range[axis + 3] = max + (max - min) / 16
  }
  setSpace(o, range)
}

/** Bits each axis needs for its extent, at least one. */
function bitsOf(range: Float64Array, unit: number): [number, number, number] {
  const bits = (axis: number) => {
    const steps = (range[axis + 3]! - range[axis]!) / unit
    return Math.max(1, Math.ceil(Math.log2(steps + 1)))
  }
  return [bits(0), bits(1), bits(2)]
}

function spendSpareBits(used: [number, number, number], total: number): [number, number, number] {
  const bits: [number, number, number] = [...used]
  let spare = total - (bits[0] + bits[1] + bits[2])
  for (let i = 0; spare > 0 && Math.min(...bits) < MAX_AXIS_BITS; i++) {
    const axis = AXES[i % 3]!
    if (bits[axis] >= MAX_AXIS_BITS) continue
    bits[axis]++
    spare--
  }
  return bits
}

/** With bits to spare the range begins in the middle of the grid, so that there is room on both sides. */
function originOf(
  range: Float64Array,
  axis: number,
  bits: [number, number, number],
  used: [number, number, number],
  unit: number,
): number {
  const room = bits[axis]! > used[axis]! ? 2 ** (bits[axis]! - 1) * unit : 0
  return Math.fround(range[axis]! - room)
}

function writeSpace(o: Octree): void {
  const { f32, u32, u8, space } = o
  const origin = (o.state + STATE_ORIGIN) >>> 2
  f32[origin] = space.originX
  f32[origin + 1] = space.originY
  f32[origin + 2] = space.originZ
  f32[(o.state + STATE_PER_UNIT) >>> 2] = space.perUnit
  for (let axis = 0; axis < 3; axis++) {
    f32[((o.state + STATE_GRID_MAX) >>> 2) + axis] = 2 ** space.bits[axis]! - 1
  }
  u32[(o.state + STATE_MORTON_BITS) >>> 2] = space.mortonBits
  u8.fill(0, o.spread, o.spread + SPREAD_BYTES)
  const left = [...space.bits]
  for (let k = 0; k < space.mortonBits; k++) {
    let longest = -1
    for (const axis of AXES) {
      if (left[axis]! > 0 && (longest < 0 || left[axis]! > left[longest]!)) longest = axis
    }
    const bit = --left[longest]!
    u8[o.order + k * 2] = longest
    u8[o.order + k * 2 + 1] = bit
    writeSpread(o, longest, bit, MOVING_BITS + k)
  }
}

/** Bit `bit` of an axis is bit k of the key, from the top. */
function writeSpread(o: Octree, axis: number, bit: number, k: number): void {
  const group = o.spread + axis * SPREAD_AXIS_BYTES + Math.floor(bit / 6) * SPREAD_GROUP_BYTES
  const word = k < 32 ? 4 : 0
  const value = k < 32 ? 1 << (31 - k) : 1 << (63 - k)
  for (let steps = 0; steps < 64; steps++) {
    if ((steps >>> (bit % 6)) & 1) o.u32[(group + steps * 8 + word) >>> 2]! |= value
  }
}
