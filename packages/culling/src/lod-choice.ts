/**
 * The choice of a level of detail: pure, one entity at a time.
 *
 * A measure says how coarse an entity may be: a distance in metres, or 1 / (part of the viewport's height). It rises as
 * things recede. Limit `i` lies between level `i` and the coarser level `i + 1`; limits rise.
 *
 *     level:      0         │        1        │       2
 *     measure: 0 ──── down₀ limit₀ up₀ ── down₁ limit₁ up₁ ──▶
 *
 * Hysteresis that remembers: what has a level keeps it until the measure has passed the limit by the margin
 * (up = limit · (1 + hysteresis), down = limit · (1 − hysteresis)); each limit by itself, so a jump crosses as many levels
 * as it must at once. What has no level yet takes the one that the bare limits give.
 *
 * Cross-fade: over a band of `fade` · limit that ends at `down`, the finer level's weight goes from 1 to 0 and the coarser
 * one has the rest. From `down` to `up` the finer level, while it is still the one in force, has weight 0: the picture is
 * already the coarser one. So the picture depends on the measure alone, whichever level is in force, and nothing pops: the
 * hysteresis decides how long the finer level is kept at hand, the fade what is seen of it.
 */

/** Levels 0 to 7. */
export const MAX_LEVELS = 8

/** "Has no level yet". */
export const NO_LEVEL = 255

/**
 * The level for `measure` under the `count` limits from `limits[at]`, given the level `previous` that was in force, or
 * NO_LEVEL. A measure of NaN gives level 0, the finest.
 */
export function chooseLevel(
  limits: Float32Array,
  at: number,
  count: number,
  measure: number,
  hysteresis: number,
  previous: number,
): number {
  if (Number.isNaN(measure)) return 0
  if (previous === NO_LEVEL) {
    let level = 0
    while (level < count && measure > limits[at + level]!) level++
    return level
  }
  let level = Math.min(previous, count)
  while (level < count && measure > limits[at + level]! * (1 + hysteresis)) level++
  while (level > 0 && measure < limits[at + level - 1]! * (1 - hysteresis)) level--
  return level
}

/**
 * The weight from 0 to 1 of `level`; the next coarser level has the rest. Always 1 for the last level and without `fade`.
 * Where limits lie so close that bands would overlap, a band is cut where the finer neighbour's margin ends.
 */
export function fadeWeight(
  limits: Float32Array,
  at: number,
  count: number,
  measure: number,
  hysteresis: number,
  fade: number,
  level: number,
): number {
  if (fade === 0 || level >= count || Number.isNaN(measure)) return 1
  const limit = limits[at + level]!
  const end = limit * (1 - hysteresis)
  if (measure >= end) return 0
  const before = level === 0 ? 0 : limits[at + level - 1]! * (1 + hysteresis)
  const start = Math.max(end - fade * limit, before)
  return measure <= start ? 1 : (end - measure) / (end - start)
}
