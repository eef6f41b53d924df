/** What a prism or hull occluder is made of, and its records for an erosion. */
import { quoted } from '@sightline/core/checks'
import { checkFloats, checkIds } from '../spatial/octree-checks.js'
import { type Planes, solidFromPlanes } from './convex-solid.js'
import { cutFootprint, footprintProblem } from './footprint.js'
import { hullPlanes } from './hull-planes.js'
import { packHull } from './hull-record.js'
import * as layout from './kernels/layout.js'
import type { OcclusionMemory } from './memory.js'
import type { OcclusionView } from './occlusion-view.js'

/** Convex pieces by their planes; no point of one is farther than `size` from its origin. */
export type SolidPiece = { readonly planes: Planes; readonly size: number }
export type SolidSource = readonly SolidPiece[]

/** Records of all pieces one behind the other, without their places, and the world box around them. */
export type PackedSolid = {
  readonly words: Uint32Array
  /** Byte offsets of the records. */
  readonly starts: readonly number[]
  readonly box: Float64Array
  /** Where a buffer's store holds them: whose, since which emptying, at which byte offset. */
  owner: object | null
  round: number
  at: number
}

const ALIGN_WORDS = 16

/**
 * The pieces of a prism: a footprint (x z pairs, convex or not, in either turn; `holes`: corner numbers at which rings of holes begin)
 * from `baseY` to `topY`. Throws a `TypeError` for a footprint that is no `Float32Array`, a `RangeError` that says why one can't be used.
 */
export function prismSource(
  footprint: Float32Array,
  baseY: number,
  topY: number,
  holes: readonly number[] | undefined,
  caller: string,
): SolidSource {
  checkFloats(caller, 'footprint', footprint)
  if (!(typeof baseY === 'number' && Math.abs(baseY) < 1e15)) {
    throw new RangeError(`${caller}: baseY is ${quoted(baseY)}, expected a number between -1e15 and 1e15`)
  }
  if (!(typeof topY === 'number' && topY > baseY && topY < 1e15)) {
    throw new RangeError(
      `${caller}: topY is ${quoted(topY)}, expected a number above baseY, ${baseY}, and below 1e15`,
    )
  }
  const problem = footprintProblem(footprint, holes)
  if (problem !== null) throw new RangeError(`${caller}: footprint ${problem}`)
  const { origin, size, pieces } = cutFootprint(footprint, holes)
  return pieces.map((piece) => prismPiece(piece, origin, size, baseY, topY))
}

function prismPiece(
  piece: Float64Array,
  origin: readonly [number, number],
  size: number,
  baseY: number,
  topY: number,
): SolidPiece {
  const count = piece.length >> 1
  const values = new Float64Array(4 * (count + 2))
  for (let k = 0; k < count; k++) {
    const next = (k + 1) % count
    const dx = piece[2 * next]! - piece[2 * k]!
    const dz = piece[2 * next + 1]! - piece[2 * k + 1]!
    const length = Math.hypot(dx, dz)
    values.set([dz / length, 0, -dx / length, (dz * piece[2 * k]! - dx * piece[2 * k + 1]!) / length], 4 * k)
  }
  const height = topY - baseY
  values.set([0, 1, 0, height / 2, 0, -1, 0, height / 2], 4 * count)
  return { planes: { origin: [origin[0], baseY + height / 2, origin[1]], values }, size: 1.5 * size + height }
}

/** The one piece of a hull. Throws a `TypeError` or `RangeError` that says why a mesh can't be used. */
export function hullSource(positions: Float32Array, indices: Uint32Array, caller: string): SolidSource {
  checkFloats(caller, 'positions', positions)
  checkIds(caller, 'indices', indices)
  const { planes, size } = hullPlanes(positions, indices, caller)
  return [{ planes, size: 2 * size }]
}

/**
 * Records of a source shrunk by `erosion`; what nothing is left of is left out. Throws a `RangeError` where a piece is too detailed;
 * `caller` names the function.
 */
export function packSolids(source: SolidSource, erosion: number, caller: string): PackedSolid {
  const records = []
  for (const { planes, size } of source) {
    const solid = solidFromPlanes(planes, size, erosion)
    if (solid !== null) records.push(packHull(solid, caller))
  }
  const starts: number[] = []
  let length = 0
  for (const { words } of records) {
    starts.push(4 * length)
    length += Math.ceil(words.length / ALIGN_WORDS) * ALIGN_WORDS
  }
  const words = new Uint32Array(length)
  const box = Float64Array.of(1 / 0, 1 / 0, 1 / 0, -1 / 0, -1 / 0, -1 / 0)
  records.forEach((record, i) => {
    words.set(record.words, starts[i]! >>> 2)
    for (let k = 0; k < 3; k++) {
      box[k] = Math.min(box[k]!, record.box[k]!)
      box[3 + k] = Math.max(box[3 + k]!, record.box[3 + k]!)
    }
  })
  return { words, starts, box, owner: null, round: 0, at: 0 }
}

/**
 * Whether a solid of several pieces may be drawn: the eye must stand clear of all of them, or the near plane would cut the solid open and
 * show what other pieces of it hide. (A solid of one piece is judged by the kernel.) `distance` is as the kernel wants it, for pieces that
 * are already shrunk by `erosion`.
 */
export function isClearOf(
  source: SolidSource,
  view: OcclusionView,
  distance: number,
  erosion: number,
): boolean {
  for (let i = 0; i < source.length; i++) {
    const piece = source[i]!
    if (
      !(view.orthographic
        ? isBeyond(piece, view, distance)
        : standsClear(piece, view.eye, distance - erosion))
    )
      return false
  }
  return true
}

/** Whether some face of the piece has the eye farther than `distance` in front of it. */
function standsClear({ planes, size }: SolidPiece, eye: Float64Array, distance: number): boolean {
  const { origin, values } = planes
  const x = eye[0]! - origin[0]
  const y = eye[1]! - origin[1]
  const z = eye[2]! - origin[2]
  if (x * x + y * y + z * z > (size + distance) * (size + distance)) return true
  for (let k = 0; k < values.length; k += 4) {
    if (values[k]! * x + values[k + 1]! * y + values[k + 2]! * z - values[k + 3]! > distance) return true
  }
  return false
}

/** Whether the piece lies farther than `distance` behind the near plane of an orthographic view, by the ball around it. */
function isBeyond({ planes, size }: SolidPiece, { eye, f }: OcclusionView, distance: number): boolean {
  const { origin } = planes
  const depth = f[0]! * (origin[0] - eye[0]!) + f[1]! * (origin[1] - eye[1]!) + f[2]! * (origin[2] - eye[2]!)
  return depth - size > distance
}

/** Puts records at byte offset `at`. There must be at least one. */
export function placeRecords(memory: OcclusionMemory, at: number, { words, starts }: PackedSolid): void {
  const { u32 } = memory
  u32.set(words, at >>> 2)
  // The last piece keeps its 0, which ends the chain.
  for (let i = 1; i < starts.length; i++)
    u32[(at + starts[i - 1]! + layout.RECORD_NEXT) >>> 2] = at + starts[i]!
}

/** Writes a head for records at `at`. */
export function placeHead(memory: OcclusionMemory, head: number, at: number, { box }: PackedSolid): void {
  const { f32, u32 } = memory
  const h = head >>> 2
  f32[h] = box[0]!
  f32[h + 1] = box[1]!
  f32[h + 2] = box[2]!
  u32[h + 3] = at
  f32[h + 4] = box[3]!
  f32[h + 5] = box[4]!
  f32[h + 6] = box[5]!
}
