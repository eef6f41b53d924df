/** Boxes against planes: the query of every view, light volume and portal. */
import { isInside } from '../kernels/query-frustum.js'
import {
  BOX_BYTES,
  isBroken,
  type Octree,
  OUT_SLACK,
  PLANE_BAND,
  PLANE_D,
  PLANE_D_INSIDE,
  PLANE_D_OUTSIDE,
  PREPARED_PLANE_BYTES,
  STATE_BLOCKS_TESTED,
  STATE_LEAVES_COPIED,
  STATE_LEAVES_TESTED,
  STATE_NODES_TESTED,
  STATE_ROOT_LANE,
  stateIndex,
} from './octree.js'
import { checkFloats, checkIds } from './octree-checks.js'
import { settle } from './octree-flush.js'

const MAX_PLANES = 32
/** Ids copied at once from the scratch memory to an array elsewhere. */
const CHUNK_IDS = 1024
/**
 * A kernel computes (a x + b y) + (c z + d) with at most four roundings to float32 on the way of each term,
 * so its error is below 4.01 * 2^-24 * (|a x| + |b y| + |c z| + |d|). The fifth unit covers the rounding of
 * the shifted d itself.
 */
const ROUNDING = 5 * 2 ** -24
/** Beyond this a plane cannot cross any box, as coordinates end at 1e15 and normals are scaled to below 2. */
const FARTHEST = 1e20
/**
 * Writes to `out` the ids of all boxes that are not wholly outside one of the planes, and returns how many
 * there are: also when `out` is too small and holds only the first of them.
 *
 * `planes` has 4 floats a plane, a x + b y + c z + d >= 0 is inside; up to 32; normals need not be of unit
 * length. Planes whose normal is zero, and planes with a number that is not finite, are skipped. No planes:
 * every box. The answer is that of real arithmetic on the float32 boxes and planes, wherever in the world
 * they lie: what float32 cannot decide is decided in doubles. If `out` is a view into the octree's arena with
 * room for 16 ids more than there are boxes, nothing is copied; what lies beyond the results in it is then
 * undefined.
 */
export function queryFrustum(o: Octree, planes: Float32Array, out: Uint32Array): number {
  checkPlanes('queryFrustum', planes)
  checkIds('queryFrustum', 'out', out)
  settle(o)
  const count = preparePlanes(o, planes)
  let found = 0
  if (o.leavesUsed > 0) {
    const direct = out.buffer === o.arena.buffer && out.length >= o.objects + OUT_SLACK
    found = o.kernels.queryFrustum(o.state, o.planes, count, direct ? out.byteOffset : o.scratch)
    if (!direct) copyIds(o, out, Math.min(found, out.length))
  }
  if (o.looseCount > 0) found = addLooseBoxes(o, count, out, found)
  noteQuery(o, found)
  return found
}

/** Throws unless `planes` has 4 floats a plane for planes that a kernel has room for. */
export function checkPlanes(caller: string, planes: Float32Array): void {
  checkFloats(caller, 'planes', planes)
  if (planes.length % 4 === 0 && planes.length <= MAX_PLANES * 4) return
  throw new RangeError(
    `${caller}: planes has ${planes.length} floats, expected 4 a plane for up to ${MAX_PLANES} planes`,
  )
}

/** Scales and pushes the planes and writes them for the kernels; returns how many are left. */
export function preparePlanes(o: Octree, planes: Float32Array): number {
  const { f32 } = o
  const lane = (o.state + STATE_ROOT_LANE) >>> 2
  const reachX = reachOf(f32[lane]!, f32[lane + 24]!)
  const reachY = reachOf(f32[lane + 8]!, f32[lane + 32]!)
  const reachZ = reachOf(f32[lane + 16]!, f32[lane + 40]!)
  let count = 0
  for (let i = 0; i < planes.length; i += 4) {
    const largest = Math.max(Math.abs(planes[i]!), Math.abs(planes[i + 1]!), Math.abs(planes[i + 2]!))
    if (
      !(
        largest > 0 &&
        largest < Number.POSITIVE_INFINITY &&
        Math.abs(planes[i + 3]!) < Number.POSITIVE_INFINITY
      )
    )
      continue
    const scale = scaleOf(largest)
    const a = planes[i]! * scale
    const b = planes[i + 1]! * scale
    const c = planes[i + 2]! * scale
    const d = planes[i + 3]! * scale
    const slack =
      (Math.abs(a) * reachX + Math.abs(b) * reachY + Math.abs(c) * reachZ + Math.abs(d)) * ROUNDING + 1e-30
    const at = (o.planes + count * PREPARED_PLANE_BYTES) >>> 2
    f32[at] = a
    f32[at + 1] = b
    f32[at + 2] = c
    f32[at + (PLANE_D >>> 2)] = clampDistance(d)
    f32[at + (PLANE_D_OUTSIDE >>> 2)] = clampDistance(d + slack)
    f32[at + (PLANE_D_INSIDE >>> 2)] = clampDistance(d - slack)
    f32[at + (PLANE_BAND >>> 2)] = 2.000001 * slack
    count++
  }
  return count
}

function clampDistance(d: number): number {
  return Math.min(Math.max(d, -FARTHEST), FARTHEST)
}

/** The largest absolute coordinate of a range; 0 for an empty one. */
function reachOf(min: number, max: number): number {
  return min > max ? 0 : Math.max(Math.abs(min), Math.abs(max))
}

/** The power of two that brings a normal's largest part into 0.25 to 2; 1 for a normal of unit length. */
function scaleOf(largest: number): number {
  let scale = 1
  while (largest * scale < 0.25) scale *= 2
  while (largest * scale >= 2) scale /= 2
  return scale
}

/** Boxes that are not in the tree, one by one; broken ones always. */
function addLooseBoxes(o: Octree, planeCount: number, out: Uint32Array, found: number): number {
  const all = planeCount === MAX_PLANES ? 0xffffffff : 2 ** planeCount - 1
  let to = found
  for (let i = 0; i < o.looseCount; i++) {
    const id = o.u32[(o.loose >>> 2) + i]!
    const box = o.boxes + id * BOX_BYTES
    if (!isBroken(o.f32, box) && !isInside(o.f32, box >>> 2, o.planes, all)) continue
    if (to < out.length) out[to] = id
    to++
  }
  return to
}

/**
 * Copies ids from the scratch memory without making a view for it: by kept views of whole chunks, then one by
 * one.
 */
export function copyIds(o: Octree, out: Uint32Array, count: number): void {
  const whole = Math.floor(count / CHUNK_IDS)
  for (let chunk = 0; chunk < whole; chunk++) {
    let view = o.chunks[chunk]
    if (view === undefined) {
      view = new Uint32Array(o.arena.buffer, o.scratch + chunk * CHUNK_IDS * 4, CHUNK_IDS)
      o.chunks.push(view)
    }
    out.set(view, chunk * CHUNK_IDS)
  }
  const from = o.scratch >>> 2
  for (let i = whole * CHUNK_IDS; i < count; i++) out[i] = o.u32[from + i]!
}

export function noteQuery(o: Octree, results: number): void {
  const last = o.lastQuery
  const empty = o.leavesUsed === 0
  last.nodesTested = empty ? 0 : o.u32[stateIndex(o, STATE_NODES_TESTED)]!
  last.leavesTested = empty ? 0 : o.u32[stateIndex(o, STATE_LEAVES_TESTED)]!
  last.blocksTested = empty ? 0 : o.u32[stateIndex(o, STATE_BLOCKS_TESTED)]!
  last.leavesCopied = empty ? 0 : o.u32[stateIndex(o, STATE_LEAVES_COPIED)]!
  last.results = results
}
