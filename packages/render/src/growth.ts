/** Room for at least `wanted` entries, and some more so that growing is rare. */
export function roomFor(wanted: number, present: number): number {
  return Math.max(wanted, present + (present >> 1), 64)
}

/** Copies to the front of a longer array, and returns that. */
export function copyInto<T extends Uint32Array | Float32Array>(target: T, source: T): T {
  target.set(source)
  return target
}
