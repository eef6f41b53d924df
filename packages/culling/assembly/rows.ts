// Rows: eight lanes of bounds, six rows of eight floats (minX minY minZ maxX maxY maxZ).
import { EMPTY, MAX_ROWS } from './layout'

// @ts-ignore: decorator
@inline
export function emptyRows(rows: usize): void {
  const min = f32x4.splat(EMPTY)
  const max = f32x4.splat(-EMPTY)
  v128.store(rows, min, 0)
  v128.store(rows, min, 16)
  v128.store(rows, min, 32)
  v128.store(rows, min, 48)
  v128.store(rows, min, 64)
  v128.store(rows, min, 80)
  v128.store(rows, max, 96)
  v128.store(rows, max, 112)
  v128.store(rows, max, 128)
  v128.store(rows, max, 144)
  v128.store(rows, max, 160)
  v128.store(rows, max, 176)
}

// Lanes 0, 1, 2 of the result are the smallest lanes of a, b and c.
// @ts-ignore: decorator
@inline
function smallest(a: v128, b: v128, c: v128): v128 {
  const ab = f32x4.pmin(v128.shuffle<f32>(a, b, 0, 4, 1, 5), v128.shuffle<f32>(a, b, 2, 6, 3, 7))
  const cc = f32x4.pmin(c, v128.shuffle<f32>(c, c, 2, 3, 0, 1))
  return f32x4.pmin(v128.shuffle<f32>(ab, cc, 0, 1, 4, 5), v128.shuffle<f32>(ab, cc, 2, 3, 5, 4))
}

// @ts-ignore: decorator
@inline
function largest(a: v128, b: v128, c: v128): v128 {
  const ab = f32x4.pmax(v128.shuffle<f32>(a, b, 0, 4, 1, 5), v128.shuffle<f32>(a, b, 2, 6, 3, 7))
  const cc = f32x4.pmax(c, v128.shuffle<f32>(c, c, 2, 3, 0, 1))
  return f32x4.pmax(v128.shuffle<f32>(ab, cc, 0, 1, 4, 5), v128.shuffle<f32>(ab, cc, 2, 3, 5, 4))
}

// The union of the eight lanes at `rows` becomes the lane at `lane`; 1 if that changed it.
export function fitLane(rows: usize, lane: usize): i32 {
  const min = smallest(
    f32x4.pmin(v128.load(rows), v128.load(rows, 16)),
    f32x4.pmin(v128.load(rows, 32), v128.load(rows, 48)),
    f32x4.pmin(v128.load(rows, 64), v128.load(rows, 80)),
  )
  const max = largest(
    f32x4.pmax(v128.load(rows, 96), v128.load(rows, 112)),
    f32x4.pmax(v128.load(rows, 128), v128.load(rows, 144)),
    f32x4.pmax(v128.load(rows, 160), v128.load(rows, 176)),
  )
  const minX = f32x4.extract_lane(min, 0)
  const minY = f32x4.extract_lane(min, 1)
  const minZ = f32x4.extract_lane(min, 2)
  const maxX = f32x4.extract_lane(max, 0)
  const maxY = f32x4.extract_lane(max, 1)
  const maxZ = f32x4.extract_lane(max, 2)
  const same =
    i32(minX == load<f32>(lane)) &
    i32(minY == load<f32>(lane, 32)) &
    i32(minZ == load<f32>(lane, 64)) &
    i32(maxX == load<f32>(lane, 96)) &
    i32(maxY == load<f32>(lane, 128)) &
    i32(maxZ == load<f32>(lane, 160))
  if (same) return 0
  store<f32>(lane, minX)
  store<f32>(lane, minY, 32)
  store<f32>(lane, minZ, 64)
  store<f32>(lane, maxX, 96)
  store<f32>(lane, maxY, 128)
  store<f32>(lane, maxZ, 160)
  return 1
}

// The summed edges of eight lanes: what packing makes small. Empty lanes count nothing.
// @ts-ignore: decorator
@inline
export function extentOf(rows: usize): f32 {
  const x0 = f32x4.sub(v128.load(rows, MAX_ROWS), v128.load(rows))
  const y0 = f32x4.sub(v128.load(rows, MAX_ROWS + 32), v128.load(rows, 32))
  const z0 = f32x4.sub(v128.load(rows, MAX_ROWS + 64), v128.load(rows, 64))
  const x1 = f32x4.sub(v128.load(rows, MAX_ROWS + 16), v128.load(rows, 16))
  const y1 = f32x4.sub(v128.load(rows, MAX_ROWS + 48), v128.load(rows, 48))
  const z1 = f32x4.sub(v128.load(rows, MAX_ROWS + 80), v128.load(rows, 80))
  const none = f32x4.splat(0)
  const low = f32x4.pmax(f32x4.add(f32x4.add(x0, y0), z0), none)
  const high = f32x4.pmax(f32x4.add(f32x4.add(x1, y1), z1), none)
  const s = f32x4.add(low, high)
  return (
    f32x4.extract_lane(s, 0) + f32x4.extract_lane(s, 1) + f32x4.extract_lane(s, 2) + f32x4.extract_lane(s, 3)
  )
}
