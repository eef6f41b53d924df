/**
 * Random numbers of a particle, from the emitter's seed, the stream it is born in and its number there: the
 * same in whatever order, and however often, they are asked for.
 */

/** Numbers that a particle has; which is which stands in `birth.ts`. */
export const RANDOMS = 12

/** Writes `RANDOMS` numbers from 0 to below 1 to `out`. */
export function fillRandoms(out: Float64Array, seed: number, stream: number, number: number): void {
  let state = scramble(scramble(seed ^ Math.imul(number, 0x9e3779b1)) + Math.imul(stream + 1, 0x85ebca6b))
  for (let i = 0; i < RANDOMS; i++) {
    state = (state + 0x9e3779b9) | 0
    out[i] = (scramble(state) >>> 0) / 2 ** 32
  }
}

/** Wellons, "Prospecting for Hash Functions", 2018: `lowbias32`. */
function scramble(value: number): number {
  let x = value | 0
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d)
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b)
  return x ^ (x >>> 16)
}
