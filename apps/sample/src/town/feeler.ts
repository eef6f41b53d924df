/**
 * How a walker feels its way: a question and its answer in one array. Numbers that are passed to a function or handed
 * back may be put by the engine into an object each; what lies in an array is not, so frames make no garbage.
 */
export type Feeler = Float64Array

/** Fields of a feeler: where, how wide, how high the feet are; then what was found. Metres. */
export const FEEL = { x: 0, z: 1, radius: 2, feet: 3, ground: 4, floor: 5, ceiling: 6 } as const

export function createFeeler(): Feeler {
  return new Float64Array(7)
}
