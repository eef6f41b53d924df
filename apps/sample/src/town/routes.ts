import type { CameraPose, Route } from './types.js'

/** values of a key: seconds, x, y, z, yaw, pitch */
export const KEY_SIZE = 6

/**
 * The camera at a time of a route, written to `out`: cubic Hermite through the keys (Catmull-Rom tangents for
 * uneven times). Times before the start and after the end give the ends.
 */
export function sampleRoute(route: Route, seconds: number, out: CameraPose): CameraPose {
  const { keys } = route
  const count = keys.length / KEY_SIZE
  let i = 0
  while (i < count - 2 && keys[(i + 1) * KEY_SIZE]! <= seconds) i++
  const t0 = keys[i * KEY_SIZE]!
  const t1 = keys[(i + 1) * KEY_SIZE]!
  const t = Math.min(1, Math.max(0, (seconds - t0) / (t1 - t0)))
  out.x = hermite(keys, count, i, 1, t)
  out.y = hermite(keys, count, i, 2, t)
  out.z = hermite(keys, count, i, 3, t)
  out.yaw = hermite(keys, count, i, 4, t)
  out.pitch = hermite(keys, count, i, 5, t)
  return out
}

function hermite(keys: Float32Array, count: number, i: number, field: number, t: number): number {
  const span = keys[(i + 1) * KEY_SIZE]! - keys[i * KEY_SIZE]!
  const a = keys[i * KEY_SIZE + field]!
  const b = keys[(i + 1) * KEY_SIZE + field]!
  const ma = tangent(keys, count, i, field) * span
  const mb = tangent(keys, count, i + 1, field) * span
  const t2 = t * t
  const t3 = t2 * t
  return (2 * t3 - 3 * t2 + 1) * a + (t3 - 2 * t2 + t) * ma + (3 * t2 - 2 * t3) * b + (t3 - t2) * mb
}

function tangent(keys: Float32Array, count: number, i: number, field: number): number {
  const before = Math.max(0, i - 1) * KEY_SIZE
  const after = Math.min(count - 1, i + 1) * KEY_SIZE
  return (keys[after + field]! - keys[before + field]!) / (keys[after]! - keys[before]!)
}
