/** What the wider picture of a late answer may show. */
import type { ViewState } from '../state.js'

const PLANES = new Float32Array(24)
const NEAR = 4
const FAR = 5
/** With a near and a far plane, with one of them, with none. */
const BY_COUNT: readonly Float32Array[] = [16, 20, 24].map((length) => PLANES.subarray(0, length))

/**
 * Planes of the view's frustum with the tangents of its sides `guard` times as large. The same arrays each
 * time.
 */
export function widePlanes(view: ViewState, guard: number): Float32Array {
  const m = view.viewProjection
  for (let side = 0; side < 4; side++) {
    const row = side >> 1
    const share = (side & 1 ? -1 : 1) / guard
    writePlane(
      side,
      m[3]! + share * m[row]!,
      m[7]! + share * m[4 + row]!,
      m[11]! + share * m[8 + row]!,
      m[15]! + share * m[12 + row]!,
    )
  }
  let count = 4
  for (let p = 0; p < view.planeCount; p++) {
    const kind = view.planeKinds[p]!
    if ((kind !== NEAR && kind !== FAR) || count === 6) continue
    for (let k = 0; k < 4; k++) PLANES[4 * count + k] = view.planes[4 * p + k]!
    count++
  }
  return BY_COUNT[count - 4]!
}

function writePlane(p: number, x: number, y: number, z: number, d: number): void {
  const scale = 1 / Math.sqrt(x * x + y * y + z * z)
  PLANES[4 * p] = x * scale
  PLANES[4 * p + 1] = y * scale
  PLANES[4 * p + 2] = z * scale
  PLANES[4 * p + 3] = d * scale
}
