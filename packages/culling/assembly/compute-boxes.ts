// World boxes from matrices and local boxes. The arithmetic is explained in ../src/world-box.ts.
const HALF_STEP: f64 = 5.960470161880949e-8
const SMALLEST: f64 = 1.401298464324817e-45
const LARGEST: f64 = 3e38
const AHEAD: u32 = 16

// Where the sums go that only serve to touch memory ahead: below all that arenas hand out.
const SINK: usize = 8

// What a double rounded to float32 must still go down (or up) by, where it was rounded the other way.
// @ts-ignore: decorator
@inline
function stepOf(rounded: v128): v128 {
  return f64x2.add(f64x2.mul(f64x2.abs(rounded), f64x2.splat(HALF_STEP)), f64x2.splat(SMALLEST))
}

// Two doubles as the greatest floats that are not above them, in lanes 0 and 1.
// @ts-ignore: decorator
@inline
function floorToFloat(x: v128): v128 {
  const rounded = f64x2.promote_low_f32x4(f32x4.demote_f64x2_zero(x))
  return f32x4.demote_f64x2_zero(f64x2.sub(rounded, v128.and(f64x2.gt(rounded, x), stepOf(rounded))))
}

// @ts-ignore: decorator
@inline
function ceilToFloat(x: v128): v128 {
  const rounded = f64x2.promote_low_f32x4(f32x4.demote_f64x2_zero(x))
  return f32x4.demote_f64x2_zero(f64x2.add(rounded, v128.and(f64x2.lt(rounded, x), stepOf(rounded))))
}

// @ts-ignore: decorator
@inline
function highHalf(column: v128): v128 {
  return f64x2.promote_low_f32x4(v128.shuffle<f64>(column, column, 1, 1))
}

// @ts-ignore: decorator
@inline
function sumOf(a: v128, b: v128, c: v128): v128 {
  return f64x2.add(f64x2.add(a, b), c)
}

// @ts-ignore: decorator
@inline
function splatAt(at: usize): v128 {
  return f64x2.splat(<f64>load<f32>(at))
}

export function computeBoxes(ids: usize, count: u32, boxes: usize, matrices: usize, centers: usize, halves: usize): u32 {
  let unusual: u32 = 0
  let ahead: u32 = 0
  for (let k: u32 = 0; k < count; k++) {
    // Stage 1: touch what the next boxes need, so that the cache misses overlap.
    if ((k & (AHEAD - 1)) == 0) {
      const end = min<u32>(k + AHEAD, count)
      for (let j = k; j < end; j++) {
        const id = <usize>load<u32>(ids + (<usize>j << 2))
        ahead += load<u32>(matrices + (id << 6)) + load<u32>(centers + id * 12) + load<u32>(halves + id * 12) + load<u32>(boxes + (id << 5))
      }
    }

    // Stage 2: x and y in one register, z (and a lane without meaning) in the other.
    const id = <usize>load<u32>(ids + (<usize>k << 2))
    const m = matrices + (id << 6)
    const center = centers + id * 12
    const half = halves + id * 12
    const c0 = v128.load(m), c1 = v128.load(m, 16), c2 = v128.load(m, 32), c3 = v128.load(m, 48)
    const cx = splatAt(center), cy = splatAt(center + 4), cz = splatAt(center + 8)
    const hx = splatAt(half), hy = splatAt(half + 4), hz = splatAt(half + 8)
    const a0 = f64x2.promote_low_f32x4(c0), a1 = f64x2.promote_low_f32x4(c1), a2 = f64x2.promote_low_f32x4(c2)
    const b0 = highHalf(c0), b1 = highHalf(c1), b2 = highHalf(c2)
    const xy = f64x2.add(sumOf(f64x2.mul(a0, cx), f64x2.mul(a1, cy), f64x2.mul(a2, cz)), f64x2.promote_low_f32x4(c3))
    const z = f64x2.add(sumOf(f64x2.mul(b0, cx), f64x2.mul(b1, cy), f64x2.mul(b2, cz)), highHalf(c3))
    const exy = sumOf(f64x2.abs(f64x2.mul(a0, hx)), f64x2.abs(f64x2.mul(a1, hy)), f64x2.abs(f64x2.mul(a2, hz)))
    const ez = sumOf(f64x2.abs(f64x2.mul(b0, hx)), f64x2.abs(f64x2.mul(b1, hy)), f64x2.abs(f64x2.mul(b2, hz)))

    // Stage 3: one sum for all of them, as NaN and infinity spread through it.
    const size = abs<f64>(f64x2.extract_lane(xy, 0)) + abs<f64>(f64x2.extract_lane(xy, 1)) + abs<f64>(f64x2.extract_lane(z, 0)) +
      f64x2.extract_lane(exy, 0) + f64x2.extract_lane(exy, 1) + f64x2.extract_lane(ez, 0)
    if (!(size < LARGEST)) {
      store<u32>(ids + (<usize>unusual << 2), <u32>id)
      unusual++
      continue
    }
    const box = boxes + (id << 5)
    v128.store64_lane(box, floorToFloat(f64x2.sub(xy, exy)), 0)
    v128.store_lane<f32>(box, floorToFloat(f64x2.sub(z, ez)), 0, 8)
    v128.store64_lane(box, ceilToFloat(f64x2.add(xy, exy)), 0, 16)
    v128.store_lane<f32>(box, ceilToFloat(f64x2.add(z, ez)), 0, 24)
  }
  store<u32>(SINK, ahead)
  return unusual
}
