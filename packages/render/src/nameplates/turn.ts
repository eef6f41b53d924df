import { type NameplateState, PlateFlag, PlateRow } from './nameplate-state.js'

/** Columns of culling and core that a turn reads. */
export type PlateSources = {
  /** 16 floats an id, column by column. */
  readonly matrices: Float32Array
  /** `WorldBounds.box`: 8 floats an id. */
  readonly boxes: Float32Array
}

/** Seconds in which a label comes two thirds of the way to where its owner's bounds are. */
const SETTLE = 0.12
/** Share of the whole bar that it moves in a second. */
const BAR_SPEED = 1.5

/** Seconds of a turn: an argument might become an object. Infinity brings everything to where it belongs. */
export const turnSeconds: Float64Array = new Float64Array(1)

/**
 * A label's turn, by `turnSeconds`: it follows the top of its owner's bounds, smoothly, since clips change them from one moment to the next,
 * and its bar follows the owner's health.
 */
export function turnPlate({ rows, settings }: NameplateState, sources: PlateSources, eid: number): void {
  const { floats, flags } = rows
  const { boxes, matrices } = sources
  const seconds = turnSeconds[0]!
  const row = eid * PlateRow.count
  const b = eid * 8
  const m = eid * 16 + 12
  const placed = (flags[eid]! & PlateFlag.placed) !== 0
  const share = placed && seconds < Infinity ? 1 - Math.exp(-seconds / SETTLE) : 1
  const dx = (boxes[b]! + boxes[b + 4]!) / 2 - (placed ? matrices[m]! : 0)
  const dy = boxes[b + 5]! + settings.lift - (placed ? matrices[m + 1]! : 0)
  const dz = (boxes[b + 2]! + boxes[b + 6]!) / 2 - (placed ? matrices[m + 2]! : 0)
  // Boxes without end, or broken ones, have no top: the label stands at the owner's place.
  const sound = Math.abs(dx) + Math.abs(dy) + Math.abs(dz) < Infinity
  ease(floats, row, sound ? dx : 0, share)
  ease(floats, row + 1, sound ? dy : settings.lift, share)
  ease(floats, row + 2, sound ? dz : 0, share)
  const health = floats[row + PlateRow.health]!
  const bar = floats[row + PlateRow.bar]!
  const reach = BAR_SPEED * seconds
  floats[row + PlateRow.bar] = health > bar ? Math.min(health, bar + reach) : Math.max(health, bar - reach)
}

function ease(floats: Float32Array, at: number, target: number, share: number): void {
  floats[at] = floats[at]! + (target - floats[at]!) * share
}
