/** The twin of `assembly/occlusion/fill.ts`: fills a convex outline, a row of tiles at a time. */
import { edges } from './edges.js'
import * as layout from './layout.js'
import { larger, lesser, type Picture } from './picture.js'
import { addStep } from './staircase.js'

const { fround } = Math

const PLANE_GROUP = 12
const TO_INTEGER = 8388608

/** Wholly covered pixels [left, right) of each of the eight rows. */
const left = new Int32Array(8)
const right = new Int32Array(8)

/**
 * `groups` of four face planes stand at `PLANES`; `farthest` is the depth of the farthest silhouette corner, `nearest` that of the
 * nearest point. Returns 1 if any pixel got nearer.
 */
export function fill(
  p: Picture,
  groups: number,
  farthest: number,
  row0: number,
  row1: number,
  nearest: number,
): number {
  movePlanes(p, groups)
  let any = 0
  for (let ty = row0; ty <= row1; ty++) {
    const y = ty << 3
    if (!spans(p, y)) continue
    // Tiles touched [tx0, tx1) and wholly covered [fx0, fx1).
    let least = 32767
    let most = 0
    let innerLeft = -32768
    let innerRight = 32767
    for (let r = 0; r < 8; r++) {
      innerLeft = Math.max(innerLeft, left[r]!)
      innerRight = Math.min(innerRight, right[r]!)
      if (right[r]! <= left[r]!) continue
      least = Math.min(least, left[r]!)
      most = Math.max(most, right[r]!)
    }
    const tx0 = least >> 3
    const tx1 = (7 + most) >> 3
    if (isNearer(p, ty, tx0, tx1, nearest)) continue
    const fx0 = (7 + innerLeft) >> 3
    const fx1 = innerRight >> 3
    if (fx1 > fx0) {
      any = 1
      for (let tx = fx0; tx < fx1; tx++) coverTile(p, groups, farthest, tx, ty)
    }
    for (let tx = tx0; tx < tx1; tx++) {
      if (fx1 > fx0 && tx >= fx0 && tx < fx1) continue
      any |= addTile(p, groups, farthest, tx, ty)
    }
  }
  return any
}

/** Whether all tiles [from, to) of a row are covered nearer than the nearest point of the occluder. */
function isNearer(p: Picture, ty: number, from: number, to: number, nearest: number): boolean {
  const row = p.tileDepth + (ty + 1) * p.stride + 1
  for (let tx = from; tx < to; tx++) if (p.f32[row + tx]! < nearest) return false
  return true
}

/** Moves every plane to the tile corner where it is farthest. */
function movePlanes(p: Picture, groups: number): void {
  const { f32 } = p
  for (let g = 0; g < groups; g++) {
    const plane = p.s + (layout.PLANES >>> 2) + PLANE_GROUP * g
    for (let k = 0; k < 4; k++) {
      const back = fround(lesser(f32[plane + 4 + k]!, 0) + lesser(f32[plane + 8 + k]!, 0))
      f32[plane + k] = f32[plane + k]! + fround(8 * back)
    }
  }
}

/** The wholly covered span of each of eight pixel rows; false where all are empty. */
function spans(p: Picture, y: number): boolean {
  const { f32 } = p
  const lefts = p.s + (layout.LEFT_EDGES >>> 2)
  const rights = p.s + (layout.RIGHT_EDGES >>> 2)
  const lastRow = fround(edges.rowMax - 1)
  let any = false
  for (let r = 0; r < 8; r++) {
    const row = y + r
    let a = 0.5
    let b = p.width - 0.5
    for (let e = 0; e < edges.left; e++)
      a = larger(a, fround(f32[lefts + 2 * e]! + fround(f32[lefts + 2 * e + 1]! * row)))
    for (let e = 0; e < edges.right; e++)
      b = lesser(b, fround(f32[rights + 2 * e]! + fround(f32[rights + 2 * e + 1]! * row)))
    b = row >= edges.rowMin && row <= lastRow ? larger(b, 0) : 0
    left[r] = fround(lesser(a, p.width + 0.5) + TO_INTEGER) - TO_INTEGER
    right[r] = fround(b + TO_INTEGER) - TO_INTEGER
    any ||= right[r]! > left[r]!
  }
  return any
}

/** A wholly covered tile: only its depth. */
function coverTile(p: Picture, groups: number, farthest: number, tx: number, ty: number): void {
  const { f32 } = p
  const planes = p.s + (layout.PLANES >>> 2)
  const x = tx << 3
  const y = ty << 3
  let depth = Number.POSITIVE_INFINITY
  for (let g = 0; g < groups; g++) {
    for (let k = planes + PLANE_GROUP * g; k < planes + PLANE_GROUP * g + 4; k++) {
      depth = lesser(depth, fround(fround(f32[k]! + fround(f32[k + 8]! * y)) + fround(f32[k + 4]! * x)))
    }
  }
  depth = larger(farthest, depth)
  const at = p.tileDepth + (ty + 1) * p.stride + tx + 1
  f32[at] = larger(f32[at]!, depth)
}

/** A tile on the outline: depth and mask into the staircase. */
function addTile(p: Picture, groups: number, farthest: number, tx: number, ty: number): number {
  const { f32 } = p
  const planes = p.s + (layout.PLANES >>> 2)
  const x = tx << 3
  const y = ty << 3
  let depth = Number.POSITIVE_INFINITY
  for (let g = 0; g < groups; g++) {
    for (let k = planes + PLANE_GROUP * g; k < planes + PLANE_GROUP * g + 4; k++) {
      const rise = fround(f32[k + 4]! * x)
      const up = fround(f32[k + 8]! * y)
      // The first group is added row first, the others pixel first, as the kernel does.
      const value = g === 0 ? fround(fround(f32[k]! + up) + rise) : fround(f32[k]! + fround(rise + up))
      depth = lesser(depth, value)
    }
  }
  depth = larger(farthest, depth)
  const column = tx << 3
  let low = 0
  let high = 0
  for (let r = 0; r < 8; r++) {
    const bits = firstBits(right[r]! - column) & ~firstBits(left[r]! - column)
    if (r < 4) low |= bits << (8 * r)
    else high |= bits << (8 * (r - 4))
  }
  return addStep(p, (ty + 1) * p.stride + tx + 1, depth, low, high)
}

const firstBits = (n: number): number => (n <= 0 ? 0 : n >= 8 ? 255 : (1 << n) - 1)
