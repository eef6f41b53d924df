import { type NameplateState, PlateFlag, PlateRow } from './nameplate-state.js'

/** Seconds in which a label comes two thirds of the way to where its owner's bounds are. */
const SETTLE = 0.12
/** Of these flags, `placed` alone lets a label settle: one that had no top is at once where it belongs. */
const SMOOTH = PlateFlag.placed | PlateFlag.topless
/** Share of the whole bar that it moves in a second. */
const BAR_SPEED = 1.5

/** Seconds of a turn: an argument might become an object. Infinity brings everything to where it belongs. */
export const turnSeconds: Float64Array = new Float64Array(1)

/** Seconds that were asked for last, and their share: most turns of a frame have the same. */
const lastShare = new Float64Array(2)

function shareOf(seconds: number): number {
  if (seconds === lastShare[0]) return lastShare[1]!
  lastShare[0] = seconds
  lastShare[1] = 1 - Math.exp(-seconds / SETTLE)
  return lastShare[1]!
}

/**
 * A label's turn, by `turnSeconds`: it follows the top of its owner, smoothly, since clips change bounds from
 * one moment to the next, and its bar follows the owner's health.
 */
export function turnPlate({ rows, settings, boxes, matrices, frame }: NameplateState, eid: number): void {
  const { floats, flags, turned } = rows
  turned[eid] = frame
  const seconds = turnSeconds[0]!
  const row = eid * PlateRow.count
  const b = eid * 8
  const m = eid * 16 + 12
  const placed = (flags[eid]! & PlateFlag.placed) !== 0
  const share = (flags[eid]! & SMOOTH) === PlateFlag.placed ? shareOf(seconds) : 1
  const top = floats[row + PlateRow.top]!
  // Of one that has a top of its own, bounds say nothing.
  const own = placed && !Number.isNaN(top)
  const dx = own ? 0 : (boxes[b]! + boxes[b + 4]!) / 2 - (placed ? matrices[m]! : 0)
  const dy = own ? top + settings.lift : boxes[b + 5]! + settings.lift - (placed ? matrices[m + 1]! : 0)
  const dz = own ? 0 : (boxes[b + 2]! + boxes[b + 6]!) / 2 - (placed ? matrices[m + 2]! : 0)
  if (Math.abs(dx) + Math.abs(dy) + Math.abs(dz) < Infinity) {
    flags[eid] = flags[eid]! & ~PlateFlag.topless
    floats[row] = floats[row]! + (dx - floats[row]!) * share
    floats[row + 1] = floats[row + 1]! + (dy - floats[row + 1]!) * share
    floats[row + 2] = floats[row + 2]! + (dz - floats[row + 2]!) * share
  } else {
    // Boxes without end, or broken ones, have no top: the label stands at the owner's place.
    flags[eid] = flags[eid]! | PlateFlag.topless
    floats.fill(0, row, row + 3)
  }
  const health = floats[row + PlateRow.health]!
  const bar = floats[row + PlateRow.bar]!
  const reach = BAR_SPEED * seconds
  floats[row + PlateRow.bar] = health > bar ? Math.min(health, bar + reach) : Math.max(health, bar - reach)
}
