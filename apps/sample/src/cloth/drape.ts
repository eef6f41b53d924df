/** How the two chains of a cloak hang on a wearer's back. */
import { type Chains, POINTS } from './chains.js'

/** Where a cloak hangs, world axes; metres. */
export type Wearer = {
  /** The points that it is held at: x, y, z of the left one, and of the right one. */
  readonly hooks: Float64Array
  /** A point within the chest, and the unit vectors to the wearer's left and to the back; all in x and z. */
  readonly middle: Float64Array
  readonly left: Float64Array
  readonly back: Float64Array
}

/** Metres between the hooks, and how much farther apart the chains are at each next point. */
export const HOOKS_APART = 0.34
export const WIDENS = 1.075
/** Share of its way that a point takes in a round to where its width wants it. */
const GIVES = 0.4
/**
 * Metres from the middle of the chest to the back of who wears it, and how much more it is at each next
 * point.
 */
const BACK = 0.2
const FALLS_OFF = 0.025

export function createWearer(): Wearer {
  return {
    hooks: new Float64Array(6),
    middle: new Float64Array(2),
    left: new Float64Array(2),
    back: new Float64Array(2),
  }
}

/**
 * Keeps the chains `first`, the left one, and the next as far apart as cloth is wide, and behind the wearer's
 * back. What is pushed gets no speed by it: cloth does not spring off.
 */
export function drape({ now, before }: Chains, first: number, { left, back, middle }: Wearer): void {
  let width = HOOKS_APART
  for (let k = 1; k < POINTS; k++) {
    width *= WIDENS
    const a = (first * POINTS + k) * 3
    const b = a + POINTS * 3
    const apart = (now[a]! - now[b]!) * left[0]! + (now[a + 2]! - now[b + 2]!) * left[1]!
    const way = ((width - apart) / 2) * GIVES
    for (let side = 0; side < 2; side++) {
      const at = a + side * POINTS * 3
      const out = side === 0 ? way : -way
      const behind = (now[at]! - middle[0]!) * back[0]! + (now[at + 2]! - middle[1]!) * back[1]!
      const off = Math.max(0, BACK + FALLS_OFF * k - behind)
      const x = left[0]! * out + back[0]! * off
      const z = left[1]! * out + back[1]! * off
      now[at] = now[at]! + x
      now[at + 2] = now[at + 2]! + z
      before[at] = before[at]! + x
      before[at + 2] = before[at + 2]! + z
    }
  }
}
