/**
 * Which occluders to draw: those that cover most of the view for their distance, nearest first. What was chosen last time is preferred a
 * little, so that a small motion of the eye does not swap occluders of about the same worth back and forth.
 *
 * Worth is the area of the box as seen from the eye, over its squared distance: the solid angle, but for constants. It does not depend on
 * where the camera looks, so that turning changes nothing; give the ids that the frustum query returned.
 */
import { expectNumber, expectOptions, quoted } from '@sightline/core/checks'
import { checkFloats, checkIds } from '../spatial/octree-checks.js'

export type ChooseOccludersOptions = {
  /** At most so many. Default 100. */
  maxOccluders?: number
  /** Metres from the eye to the nearest point of the box. Default Infinity. */
  range?: number
  /** Solid angle below which an occluder is left out. Default 0.0005, about 6 by 6 pixels of a picture 256 wide. */
  smallest?: number
  /** How much more an occluder counts that was chosen last time, as a factor. Default 1.3. */
  loyalty?: number
}

/** Memory between two choices, and scratch; see `createOccluderChoice`. */
export type OccluderChoice = {
  /** 1 for every id of the last choice. */
  readonly chosen: Uint8Array
  /** Ids of the last choice, to reset `chosen`. */
  readonly last: Uint32Array
  lastCount: number
  readonly worth: Float32Array
  readonly distance: Float32Array
}

export const CHOOSE_OCCLUDERS_DEFAULTS: Required<ChooseOccludersOptions> = {
  maxOccluders: 100,
  range: Number.POSITIVE_INFINITY,
  smallest: 0.0005,
  loyalty: 1.3,
}

/** Room for ids 0 to `capacity`. Throws a `RangeError` if that is not a whole number above 0. */
export function createOccluderChoice(capacity: number): OccluderChoice {
  if (!(Number.isInteger(capacity) && capacity >= 1)) {
    throw new RangeError(
      `createOccluderChoice: capacity is ${quoted(capacity)}, expected a whole number above 0`,
    )
  }
  const rows = capacity + 1
  return {
    chosen: new Uint8Array(rows),
    last: new Uint32Array(rows),
    lastCount: 0,
    worth: new Float32Array(rows),
    distance: new Float32Array(rows),
  }
}

/**
 * Chooses among `count` ids of boxes (8 floats a row: min xyz, free, max xyz, free) for an eye (three numbers) and writes the choice to
 * `out`, nearest first. Returns how many.
 * Throws a `TypeError` for an option that does not exist or an array of another type, a `RangeError` if an option is out of range, the eye
 * is not finite, `out` is too short for `maxOccluders`, or an id is beyond the capacity of `choice`.
 */
export function chooseOccluders(
  choice: OccluderChoice,
  boxes: Float32Array,
  ids: Uint32Array,
  count: number,
  eye: ArrayLike<number>,
  out: Uint32Array,
  options: ChooseOccludersOptions = CHOOSE_OCCLUDERS_DEFAULTS,
): number {
  expectOptions('chooseOccluders', options, CHOOSE_OCCLUDERS_DEFAULTS)
  const {
    maxOccluders = CHOOSE_OCCLUDERS_DEFAULTS.maxOccluders,
    range = CHOOSE_OCCLUDERS_DEFAULTS.range,
    smallest = CHOOSE_OCCLUDERS_DEFAULTS.smallest,
    loyalty = CHOOSE_OCCLUDERS_DEFAULTS.loyalty,
  } = options
  expectRanges(maxOccluders, range, smallest, loyalty)
  if (choice?.chosen === undefined) {
    throw new TypeError(
      `chooseOccluders: choice is ${quoted(choice)}, expected one made by createOccluderChoice`,
    )
  }
  checkFloats('chooseOccluders', 'boxes', boxes)
  checkIds('chooseOccluders', 'ids', ids)
  checkIds('chooseOccluders', 'out', out)
  expectEye(eye)
  const rows = Math.min(choice.chosen.length, boxes.length >>> 3)
  expectIds(ids, count, rows, out, maxOccluders)
  let kept = 0
  for (let i = 0; i < count; i++) {
    const id = ids[i]!
    if (!weigh(choice, boxes, id, eye, range)) continue
    const worth = choice.worth[id]! * (choice.chosen[id] === 1 ? loyalty : 1)
    if (!(worth >= smallest)) continue
    choice.worth[id] = worth
    kept = keepBest(choice, out, kept, id, maxOccluders)
  }
  sortByDistance(choice.distance, out, kept)
  remember(choice, out, kept)
  return kept
}

function expectEye(eye: ArrayLike<number>): void {
  if (typeof eye !== 'object' || eye === null) {
    throw new TypeError(`chooseOccluders: eye is ${quoted(eye)}, expected three numbers`)
  }
  for (let k = 0; k < 3; k++) {
    if (!Number.isFinite(eye[k])) {
      throw new RangeError(`chooseOccluders: eye[${k}] is ${quoted(eye[k])}, expected a finite number`)
    }
  }
}

function expectRanges(maxOccluders: number, range: number, smallest: number, loyalty: number): void {
  expectNumber('chooseOccluders', 'maxOccluders', maxOccluders)
  expectNumber('chooseOccluders', 'range', range)
  expectNumber('chooseOccluders', 'smallest', smallest)
  expectNumber('chooseOccluders', 'loyalty', loyalty)
  if (!(Number.isInteger(maxOccluders) && maxOccluders >= 0)) {
    throw new RangeError(
      `chooseOccluders: maxOccluders is ${maxOccluders}, expected a whole number from 0 on`,
    )
  }
  if (!(range >= 0)) throw new RangeError(`chooseOccluders: range is ${range}, expected metres from 0 on`)
  if (!(smallest >= 0))
    throw new RangeError(`chooseOccluders: smallest is ${smallest}, expected a solid angle from 0 on`)
  if (!(loyalty >= 1))
    throw new RangeError(`chooseOccluders: loyalty is ${loyalty}, expected a factor from 1 on`)
}

function expectIds(
  ids: Uint32Array,
  count: number,
  rows: number,
  out: Uint32Array,
  maxOccluders: number,
): void {
  if (!(Number.isInteger(count) && count >= 0 && count <= ids.length)) {
    throw new RangeError(
      `chooseOccluders: count is ${quoted(count)}, expected a whole number from 0 to the ${ids.length} ids`,
    )
  }
  if (out.length < Math.min(count, maxOccluders)) {
    throw new RangeError(
      `chooseOccluders: out has ${out.length} places, expected at least ${Math.min(count, maxOccluders)}`,
    )
  }
  for (let i = 0; i < count; i++) {
    if (ids[i]! >= rows)
      throw new RangeError(`chooseOccluders: ids[${i}] is ${ids[i]}, expected below ${rows}`)
  }
}

/**
 * Area of a box as seen from the eye over its squared distance, into `choice.worth`; false out of range or where its numbers are not
 * finite.
 */
function weigh(
  choice: OccluderChoice,
  boxes: Float32Array,
  id: number,
  eye: ArrayLike<number>,
  range: number,
): boolean {
  const row = 8 * id
  const sx = boxes[row + 4]! - boxes[row]!
  const sy = boxes[row + 5]! - boxes[row + 1]!
  const sz = boxes[row + 6]! - boxes[row + 2]!
  const dx = (boxes[row]! + boxes[row + 4]!) / 2 - eye[0]!
  const dy = (boxes[row + 1]! + boxes[row + 5]!) / 2 - eye[1]!
  const dz = (boxes[row + 2]! + boxes[row + 6]!) / 2 - eye[2]!
  const gapX = Math.max(Math.abs(dx) - sx / 2, 0)
  const gapY = Math.max(Math.abs(dy) - sy / 2, 0)
  const gapZ = Math.max(Math.abs(dz) - sz / 2, 0)
  const nearest = Math.sqrt(gapX * gapX + gapY * gapY + gapZ * gapZ)
  choice.distance[id] = nearest
  if (!(nearest <= range)) return false
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz)
  const area = (Math.abs(dx) * sy * sz + Math.abs(dy) * sx * sz + Math.abs(dz) * sx * sy) / length
  // From the middle of the way between the nearest point and the centre: a long wall beside the eye counts as near.
  const distance = (nearest + length) / 2
  const worth = area / (distance * distance)
  choice.worth[id] = worth
  return worth < Number.POSITIVE_INFINITY
}

/** Whether `a` must leave before `b`: by worth, then by id so that the order of the ids does not matter. */
function isWorse(choice: OccluderChoice, a: number, b: number): boolean {
  const difference = choice.worth[a]! - choice.worth[b]!
  return difference < 0 || (difference === 0 && a > b)
}

/** A heap of the best with the worst on top. */
function keepBest(
  choice: OccluderChoice,
  heap: Uint32Array,
  size: number,
  id: number,
  limit: number,
): number {
  if (size < limit) {
    let at = size
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!isWorse(choice, id, heap[parent]!)) break
      heap[at] = heap[parent]!
      at = parent
    }
    heap[at] = id
    return size + 1
  }
  if (limit === 0 || isWorse(choice, id, heap[0]!)) return size
  let at = 0
  for (let child = 1; child < size; child = 2 * at + 1) {
    if (child + 1 < size && isWorse(choice, heap[child + 1]!, heap[child]!)) child++
    if (isWorse(choice, id, heap[child]!)) break
    heap[at] = heap[child]!
    at = child
  }
  heap[at] = id
  return size
}

/** Insertion in gaps (Shell): short lists, no garbage; equal distances by id. */
function sortByDistance(distance: Float32Array, ids: Uint32Array, count: number): void {
  for (let gap = count >> 1; gap > 0; gap >>= 1) {
    for (let i = gap; i < count; i++) {
      const id = ids[i]!
      let j = i
      for (; j >= gap && isFarther(distance, ids[j - gap]!, id); j -= gap) ids[j] = ids[j - gap]!
      ids[j] = id
    }
  }
}

function isFarther(distance: Float32Array, a: number, b: number): boolean {
  const difference = distance[a]! - distance[b]!
  return difference > 0 || (difference === 0 && a > b)
}

function remember(choice: OccluderChoice, ids: Uint32Array, count: number): void {
  for (let i = 0; i < choice.lastCount; i++) choice.chosen[choice.last[i]!] = 0
  for (let i = 0; i < count; i++) {
    choice.chosen[ids[i]!] = 1
    choice.last[i] = ids[i]!
  }
  choice.lastCount = count
}
