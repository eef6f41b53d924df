// Short names for what every stage does with four lanes.

// @ts-ignore: decorator
@inline
export function splat(v: f32): v128 {
  return f32x4.splat(v)
}
// @ts-ignore: decorator
@inline
export function add(a: v128, b: v128): v128 {
  return f32x4.add(a, b)
}
// @ts-ignore: decorator
@inline
export function sub(a: v128, b: v128): v128 {
  return f32x4.sub(a, b)
}
// @ts-ignore: decorator
@inline
export function mul(a: v128, b: v128): v128 {
  return f32x4.mul(a, b)
}
// a b + c, rounded twice
// @ts-ignore: decorator
@inline
export function madd(a: v128, b: v128, c: v128): v128 {
  return f32x4.add(f32x4.mul(a, b), c)
}
// @ts-ignore: decorator
@inline
export function dot3(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return madd(ax, bx, madd(ay, by, mul(az, bz)))
}
// @ts-ignore: decorator
@inline
export function abs4(a: v128): v128 {
  return f32x4.abs(a)
}
// b where b is smaller, else a (also where one is NaN)
// @ts-ignore: decorator
@inline
export function lesser(a: v128, b: v128): v128 {
  return f32x4.pmin(a, b)
}
// b where b is larger, else a
// @ts-ignore: decorator
@inline
export function larger(a: v128, b: v128): v128 {
  return f32x4.pmax(a, b)
}
// @ts-ignore: decorator
@inline
export function largestLane(v: v128): f32 {
  let a = f32x4.pmax(v, v128.shuffle<f32>(v, v, 2, 3, 0, 1))
  a = f32x4.pmax(a, v128.shuffle<f32>(a, a, 1, 0, 3, 2))
  return f32x4.extract_lane(a, 0)
}
// one lane in all four; k is a constant
// @ts-ignore: decorator
@inline
export function lane(v: v128, k: i32): v128 {
  return k == 0 ? v128.shuffle<f32>(v, v, 0, 0, 0, 0) : k == 1 ? v128.shuffle<f32>(v, v, 1, 1, 1, 1) : k == 2 ? v128.shuffle<f32>(v, v, 2, 2, 2, 2) : v128.shuffle<f32>(v, v, 3, 3, 3, 3)
}
// four floats from four addresses
// @ts-ignore: decorator
@inline
export function gather(a: usize, b: usize, c: usize, d: usize, offset: usize): v128 {
  let v = v128.load32_zero(a + offset)
  v = v128.load_lane<f32>(b + offset, v, 1)
  v = v128.load_lane<f32>(c + offset, v, 2)
  return v128.load_lane<f32>(d + offset, v, 3)
}
// the lanes x of four vectors; likewise y and z
// @ts-ignore: decorator
@inline
export function xs(a: v128, b: v128, c: v128, d: v128): v128 {
  return v128.shuffle<i64>(v128.shuffle<f32>(a, b, 0, 4, 1, 5), v128.shuffle<f32>(c, d, 0, 4, 1, 5), 0, 2)
}
// @ts-ignore: decorator
@inline
export function ys(a: v128, b: v128, c: v128, d: v128): v128 {
  return v128.shuffle<i64>(v128.shuffle<f32>(a, b, 0, 4, 1, 5), v128.shuffle<f32>(c, d, 0, 4, 1, 5), 1, 3)
}
// @ts-ignore: decorator
@inline
export function zs(a: v128, b: v128, c: v128, d: v128): v128 {
  return v128.shuffle<i64>(v128.shuffle<f32>(a, b, 2, 6, 3, 7), v128.shuffle<f32>(c, d, 2, 6, 3, 7), 0, 2)
}
