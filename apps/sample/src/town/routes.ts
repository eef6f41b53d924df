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
  for (let field = 1; field < KEY_SIZE; field++) {
    sampled[field] = t
    hermite(keys, count, i, field)
  }
  out.x = sampled[1]!
  out.y = sampled[2]!
  out.z = sampled[3]!
  out.yaw = sampled[4]!
  out.pitch = sampled[5]!
  return out
}

/** The part of the way from key to key, then the value there, of each field. */
const sampled = new Float64Array(KEY_SIZE)

/** Puts a field's value in the place of the part of the way. */
function hermite(keys: Float32Array, count: number, i: number, field: number): void {
  const t = sampled[field]!
  const from = i * KEY_SIZE
  const to = from + KEY_SIZE
  const before = Math.max(0, i - 1) * KEY_SIZE
  const after = Math.min(count - 1, i + 2) * KEY_SIZE
  const a = keys[from + field]!
  const b = keys[to + field]!
  const span = keys[to]! - keys[from]!
  const ma = ((b - keys[before + field]!) / (keys[to]! - keys[before]!)) * span
  const mb = ((keys[after + field]! - a) / (keys[after]! - keys[from]!)) * span
  const t2 = t * t
  const t3 = t2 * t
  sampled[field] = (2 * t3 - 3 * t2 + 1) * a + (t3 - 2 * t2 + t) * ma + (3 * t2 - 2 * t3) * b + (t3 - t2) * mb
}
