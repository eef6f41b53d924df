/** Small parts of work on polygons: corners as x z pairs, with a positive turn. */

/** Corners nearer to a straight line than this, relative to the size, are left out where that makes a piece smaller. */
const STRAIGHT = 1e-9

/** Twice the signed area of a triangle. */
export const turn = (ax: number, az: number, bx: number, bz: number, cx: number, cz: number): number =>
  (bx - ax) * (cz - az) - (bz - az) * (cx - ax)

/** Without corners that repeat or hardly bulge; one that dents is kept. */
export function straighten(corners: readonly number[], size: number): number[] {
  const out = [...corners]
  for (let k = 0; k < out.length && out.length > 6; ) {
    const [a, b, c] = three(out, k)
    const length = Math.hypot(out[c]! - out[a]!, out[c + 1]! - out[a + 1]!)
    const bulge = turn(out[a]!, out[a + 1]!, out[b]!, out[b + 1]!, out[c]!, out[c + 1]!)
    if (bulge >= 0 && bulge <= STRAIGHT * size * length) {
      out.splice(b, 2)
      k = Math.max(0, k - 2)
    } else k += 2
  }
  return out
}

/** Offsets of the corner at `k`, the one after and the one after that. */
function three(corners: readonly number[], k: number): [number, number, number] {
  const n = corners.length
  return [k % n, (k + 2) % n, (k + 4) % n]
}

/** Whether all corners lie left of every side, by at least `least`. */
export function isConvex(corners: readonly number[], least: number): boolean {
  // Every turn to the left, and once round: all corners left of every side.
  for (let k = 0; k < corners.length; k += 2) {
    const [a, b] = three(corners, k)
    for (let c = 0; c < corners.length; c += 2) {
      if (c === a || c === b) continue
      if (
        turn(corners[a]!, corners[a + 1]!, corners[b]!, corners[b + 1]!, corners[c]!, corners[c + 1]!) < least
      )
        return false
    }
  }
  return true
}
