/** The boxes of an octree against the buffer: nodes first, then what is in them. */
import { quoted } from '@sightline/core/checks'
import { isInside } from '../kernels/query-frustum.js'
import { BOX_BYTES, BOX_MAX, isBroken, type Octree, OUT_SLACK } from '../spatial/octree.js'
import { checkIds } from '../spatial/octree-checks.js'
import { settle } from '../spatial/octree-flush.js'
import { checkPlanes, copyIds, noteQuery, preparePlanes } from '../spatial/octree-query-frustum.js'
import { CHUNK } from './kernels/layout.js'
import { expectBegun, type OcclusionBuffer } from './occlusion-buffer.js'
import { expectRoom, expectRows, finish, finishDrawing } from './test-boxes.js'

/**
 * `queryFrustum` of an octree without what is hidden: writes to `out` the ids of all boxes that are neither
 * wholly outside one of the planes nor hidden, and returns how many there are, also when `out` holds only the
 * first of them. Bounds of nodes, leaves and blocks are tested before their contents, so what lies behind a
 * house costs one test.
 *
 * `planes` are those of the view that `beginOcclusion` was given, 4 floats a plane, up to 32. Without them,
 * what lies wholly outside the picture may be left out. Broken boxes are always returned. If `out` is a view
 * into the arena with room for 16 ids more than there are boxes, nothing is copied; what lies beyond the
 * results in it is then undefined. `octreeStats(o)` says what was looked at. Throws a `TypeError` if octree
 * and buffer are not in one arena, a `RangeError` if `planes` has a wrong length or holds NaN.
 */
export function queryVisible(b: OcclusionBuffer, o: Octree, planes: Float32Array, out: Uint32Array): number {
  expectBegun(b, 'queryVisible')
  expectOneArena('queryVisible', b, o)
  checkPlanes('queryVisible', planes)
  expectNumbers('queryVisible', planes)
  checkIds('queryVisible', 'out', out)
  settle(o)
  finishDrawing(b)
  const count = preparePlanes(o, planes)
  let found = 0
  if (o.leavesUsed > 0) {
    const direct = out.buffer === o.arena.buffer && out.length >= o.objects + OUT_SLACK
    found = b.kernels.queryVisible(b.state, o.state, o.planes, count, direct ? out.byteOffset : o.scratch)
    if (!direct) copyIds(o, out, Math.min(found, out.length))
  }
  if (o.looseCount > 0) found = addLooseBoxes(b, o, count, out, found)
  noteQuery(o, found)
  return found
}

/** A plane with NaN in it would let everything through. */
function expectNumbers(caller: string, planes: Float32Array): void {
  for (let i = 0; i < planes.length; i++) {
    if (Number.isNaN(planes[i]!)) throw new RangeError(`${caller}: planes[${i}] is NaN, expected a number`)
  }
}

/** Boxes that are not in the tree, one by one; broken ones always. */
function addLooseBoxes(
  b: OcclusionBuffer,
  o: Octree,
  planeCount: number,
  out: Uint32Array,
  found: number,
): number {
  const all = planeCount === 32 ? 0xffffffff : 2 ** planeCount - 1
  const result = b.staging.results.byteOffset
  let to = found
  for (let i = 0; i < o.looseCount; i++) {
    const at = o.loose + 4 * i
    const id = o.u32[at >>> 2]!
    const box = o.boxes + id * BOX_BYTES
    if (!isBroken(o.f32, box)) {
      if (!isInside(o.f32, box >>> 2, o.planes, all)) continue
      if (b.kernels.testBoxes(b.state, o.boxes, BOX_BYTES, BOX_MAX, at, 1, result) > 0) continue
    }
    if (to < out.length) out[to] = id
    to++
  }
  return to
}

/**
 * `testBoxIds` for boxes of an octree, such as the candidates of a view: writes 1 (hidden) or 0 (visible, or
 * not known) for each of `count` ids to `outHidden` and returns how many are hidden. Ids that come leaf by
 * leaf, as queries give them, share the test of their leaf's blocks, and only those in open blocks are tested
 * themselves; any other order is right too, but slower.
 *
 * Throws a `TypeError` if octree and buffer are not in one arena or an array is of another type, a
 * `RangeError` if `ids` or `outHidden` is too short or an id is above the octree's capacity; nothing is written then.
 */
export function testOctreeIds(
  b: OcclusionBuffer,
  o: Octree,
  ids: Uint32Array,
  count: number,
  outHidden: Uint8Array,
): number {
  expectBegun(b, 'testOctreeIds')
  expectOneArena('testOctreeIds', b, o)
  checkIds('testOctreeIds', 'ids', ids)
  expectRoom('testOctreeIds', 'ids', ids.length, count, outHidden)
  const idsInPlace = ids.buffer === b.arena.buffer
  expectRows('testOctreeIds', b, ids, idsInPlace, count, o.capacity + 1)
  settle(o)
  if (idsInPlace && outHidden.buffer === b.arena.buffer) {
    return testListedOfOctree(b, o, ids, 0, count, outHidden)
  }
  const { staging } = b
  let hidden = 0
  for (let from = 0; from < count; from += CHUNK) {
    const n = Math.min(count - from, CHUNK)
    for (let i = 0; i < n; i++) staging.ids[i] = ids[from + i]!
    hidden += testListedOfOctree(b, o, staging.ids, 0, n, staging.results)
    for (let i = 0; i < n; i++) outHidden[from + i] = staging.results[i]!
  }
  return hidden
}

/**
 * The same without a check, for a list that is known to be good and an octree without pending moves: of `ids`
 * the `count` from `from` on, with their results at the same places in `results`. Both arrays lie in the
 * buffer's arena, as does the octree.
 */
export function testListedOfOctree(
  b: OcclusionBuffer,
  o: Octree,
  ids: Uint32Array,
  from: number,
  count: number,
  results: Uint8Array,
): number {
  if (count === 0) return 0
  finishDrawing(b)
  const list = ids.byteOffset + 4 * from
  return finish(b, count, b.kernels.testTreeIds(b.state, o.state, list, count, results.byteOffset + from))
}

function expectOneArena(caller: string, b: OcclusionBuffer, o: Octree): void {
  if (o?.arena === undefined) {
    throw new TypeError(`${caller}: the octree is ${quoted(o)}, expected one made by createOctree`)
  }
  if (b.arena.buffer === o.arena.buffer) return
  throw new TypeError(
    `${caller}: the octree is not in the arena of the buffer: make both with the same option arena`,
  )
}
