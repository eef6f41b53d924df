import type { DrawSource } from './draw-list.js'
import { copyInto, roomFor } from './growth.js'

/** Room to sort the transparent instances: order-preserving bits of their distances, and what moves along. */
export type BlendedScratch = {
  count: number
  keys: Uint32Array
  order: Uint32Array
  spareKeys: Uint32Array
  spareOrder: Uint32Array
  eids: Uint32Array
  fades: Float32Array
  ranks: Uint32Array
  readonly digits: Uint32Array
}

const RADIX_BITS = 11
const RADIX_SIZE = 1 << RADIX_BITS

const floatScratch = new Float32Array(1)
const bitsScratch = new Uint32Array(floatScratch.buffer)

/** Nothing to sort, and no room yet. */
export function createBlended(): BlendedScratch {
  return {
    count: 0,
    keys: new Uint32Array(0),
    order: new Uint32Array(0),
    spareKeys: new Uint32Array(0),
    spareOrder: new Uint32Array(0),
    eids: new Uint32Array(0),
    fades: new Float32Array(0),
    ranks: new Uint32Array(0),
    digits: new Uint32Array(RADIX_SIZE),
  }
}

/**
 * Adds entry `i` of a visible list. `sign` is 1 or -1 for the two instances of a fading entity, 0 for one that is all
 * there. It takes positions rather than the numbers that stand there: a float that is passed may be boxed.
 */
export function pushBlended(
  blended: BlendedScratch,
  source: DrawSource,
  i: number,
  rank: number,
  sign: number,
): void {
  if (blended.count === blended.keys.length) growBlended(blended)
  const distance = source.distances[i]!
  // Bits of a float of 0 or more grow with it; turned around, the farthest comes first. NaN counts as far.
  floatScratch[0] = distance >= 0 ? distance : distance < 0 ? 0 : Infinity
  const at = blended.count++
  blended.keys[at] = ~bitsScratch[0]!
  blended.order[at] = at
  blended.eids[at] = source.ids[i]!
  blended.fades[at] = sign === 0 ? 1 : source.fades[i]! * sign
  blended.ranks[at] = rank
}

/** Orders what was added, far to near (radix sort, three passes of 11 bits): `order` then tells it. */
export function sortBlended(blended: BlendedScratch): void {
  for (let shift = 0; shift < 32; shift += RADIX_BITS) sortDigit(blended, shift)
}

function sortDigit(blended: BlendedScratch, shift: number): void {
  const { count, keys, order, spareKeys, spareOrder, digits } = blended
  digits.fill(0)
  for (let i = 0; i < count; i++) {
    const digit = (keys[i]! >>> shift) & (RADIX_SIZE - 1)
    digits[digit] = digits[digit]! + 1
  }
  let place = 0
  for (let digit = 0; digit < RADIX_SIZE; digit++) {
    const found = digits[digit]!
    digits[digit] = place
    place += found
  }
  for (let i = 0; i < count; i++) {
    const key = keys[i]!
    const digit = (key >>> shift) & (RADIX_SIZE - 1)
    const to = digits[digit]!
    digits[digit] = to + 1
    spareKeys[to] = key
    spareOrder[to] = order[i]!
  }
  blended.keys = spareKeys
  blended.order = spareOrder
  blended.spareKeys = keys
  blended.spareOrder = order
}

function growBlended(blended: BlendedScratch): void {
  const room = roomFor(blended.count + 1, blended.keys.length)
  blended.keys = copyInto(new Uint32Array(room), blended.keys)
  blended.order = copyInto(new Uint32Array(room), blended.order)
  blended.spareKeys = new Uint32Array(room)
  blended.spareOrder = new Uint32Array(room)
  blended.eids = copyInto(new Uint32Array(room), blended.eids)
  blended.fades = copyInto(new Float32Array(room), blended.fades)
  blended.ranks = copyInto(new Uint32Array(room), blended.ranks)
}
