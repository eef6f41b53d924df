/**
 * What one view shows of particles: packed for the GPU, relative to its eye, farthest first where anything is
 * laid over another.
 */
import type { World } from '@sightline/core'
import { isVisible } from '@sightline/culling'
import { type DrawList, stopBefore } from '../draw-list.js'
import { roomFor } from '../growth.js'
import type { RenderView, ViewFrame } from '../state.js'
import { ParticleLayout, type ParticlePool } from './particle-pool.js'
import type { ParticleState } from './particle-state.js'
import { placeEmitter, placeFrom } from './place-emitters.js'

export type ParticleBuffer = {
  /** `ParticleLayout.words` for each particle. */
  floats: Float32Array
  /** The same bytes. */
  words: Uint32Array
  count: number
  /** Whether order matters: not all of them are added to the picture. */
  isSorted: boolean
  /** Where those end that are drawn before each stop of the view's list, and after the last. */
  ends: Uint32Array
  /** By place in `held`: how many transparent instances are drawn before it; `UNSEEN`. */
  places: Uint32Array
  /** By that number, of one more than there are: particles, then where the next one goes. */
  slots: Uint32Array
  /** Views of the first n * STEP particles, made once each, so that an upload makes no garbage. */
  prefixes: Float32Array[]
  /** Rows in the pool of what is seen, and keys to sort them by; and room to sort. */
  order: Uint32Array
  keys: Uint32Array
  spareOrder: Uint32Array
  spareKeys: Uint32Array
}

export function createParticleBuffer(): ParticleBuffer {
  return {
    floats: new Float32Array(0),
    words: new Uint32Array(0),
    count: 0,
    isSorted: false,
    ends: new Uint32Array(1),
    places: new Uint32Array(0),
    slots: new Uint32Array(0),
    prefixes: [],
    order: new Uint32Array(0),
    keys: new Uint32Array(0),
    spareOrder: new Uint32Array(0),
    spareKeys: new Uint32Array(0),
  }
}

/** Local copies for loops. What is between the position and the floor is copied as it is. */
const WORDS = ParticleLayout.words
const FLOOR = ParticleLayout.floor
/** Uploads are rounded up to whole steps of so many particles. */
const STEP = 256
/** Of an emitter that has nothing to show. */
const UNSEEN = 2 ** 32 - 1

/**
 * Packs the particles of all emitters that a view sees, those together that go before the same transparent
 * instance, and notes the stops for them.
 */
export function packParticles(
  world: World,
  buffer: ParticleBuffer,
  state: ParticleState,
  view: RenderView,
): void {
  const { list } = view
  countPlaces(world, buffer, state, view)
  if (buffer.count === 0) return
  if (buffer.count > buffer.order.length) growOrder(buffer, buffer.count)
  if (list.blended.count >= buffer.ends.length)
    buffer.ends = new Uint32Array(roomFor(list.blended.count + 1, 0))
  startPlaces(buffer, list)
  fillOrder(buffer, state)
  // What is added to the picture may come in any order, but not before what is laid over it.
  if (buffer.isSorted) sortGroups(buffer, state.pool, view)
  copyRows(buffer, state.pool, view.frame.origin)
}

/** Where each emitter is drawn, and how many particles there are at each place. */
function countPlaces(
  world: World,
  buffer: ParticleBuffer,
  { held, boxes }: ParticleState,
  { view, list, frame }: RenderView,
): void {
  const last = list.blended.count
  if (held.length > buffer.places.length) buffer.places = new Uint32Array(roomFor(held.length, 0))
  if (last >= buffer.slots.length) buffer.slots = new Uint32Array(roomFor(last + 1, 0))
  const { places, slots } = buffer
  slots.fill(0, 0, last + 1)
  buffer.count = 0
  buffer.isSorted = false
  placeFrom(frame.origin)
  for (let i = 0; i < held.length; i++) {
    const { eid, alive, effect } = held[i]!
    places[i] = UNSEEN
    if (alive === 0 || !isVisible(world, view, eid)) continue
    const place = last === 0 ? 0 : placeEmitter(list, boxes, eid)
    places[i] = place
    slots[place] = slots[place]! + alive
    buffer.count += alive
    if (!effect.additive) buffer.isSorted = true
  }
}

/** Turns counts into places in the order, and makes a group and a stop of each that has particles. */
function startPlaces({ slots, ends }: ParticleBuffer, list: DrawList): void {
  const last = list.blended.count
  const first = list.count - last
  let start = 0
  for (let place = 0; place < last; place++) {
    const count = slots[place]!
    slots[place] = start
    if (count === 0) continue
    start += count
    ends[list.stopCount] = start
    stopBefore(list, first + place)
  }
  ends[list.stopCount] = start + slots[last]!
  slots[last] = start
}

/** Rows of the pool by place, those of each emitter in their order. */
function fillOrder({ order, slots, places }: ParticleBuffer, { held }: ParticleState): void {
  for (let i = 0; i < held.length; i++) {
    const place = places[i]!
    if (place === UNSEEN) continue
    const { firstRow, alive } = held[i]!
    let at = slots[place]!
    for (let row = firstRow; row < firstRow + alive; row++) order[at++] = row
    slots[place] = at
  }
}

function copyRows(buffer: ParticleBuffer, pool: ParticlePool, origin: Float32Array): void {
  const { count } = buffer
  if (count * WORDS > buffer.floats.length) growFloats(buffer, count)
  const { floats, words, order } = buffer
  const { floats: places, words: from } = pool
  const x = origin[0]!
  const y = origin[1]!
  const z = origin[2]!
  for (let i = 0, out = 0; i < count; i++, out += WORDS) {
    const at = order[i]! * WORDS
    words[out + 3] = from[at + 3]!
    words[out + 4] = from[at + 4]!
    words[out + 5] = from[at + 5]!
    words[out + 6] = from[at + 6]!
    words[out + 7] = from[at + 7]!
    words[out + 8] = from[at + 8]!
    words[out + 9] = from[at + 9]!
    words[out + 10] = from[at + 10]!
    words[out + 11] = from[at + 11]!
    floats[out] = places[at]! - x
    floats[out + 1] = places[at + 1]! - y
    floats[out + 2] = places[at + 2]! - z
    floats[out + FLOOR] = places[at + FLOOR]! - y
  }
}

/** The packed particles, and a few that lie behind them: what is uploaded. */
export function particleRange(buffer: ParticleBuffer): Float32Array {
  const steps = Math.ceil(buffer.count / STEP)
  const known = buffer.prefixes[steps]
  if (known !== undefined) return known
  const made = buffer.floats.subarray(0, steps * STEP * WORDS)
  buffer.prefixes[steps] = made
  return made
}

const RADIX_BITS = 11
const RADIX_SIZE = 1 << RADIX_BITS
/** Bits of a float that are left out: what is left tells 1 cm apart at 80 m, 1 mm at 8 m. */
const LEFT_OUT = 32 - 2 * RADIX_BITS
const digits = new Uint32Array(RADIX_SIZE)
const float = new Float32Array(1)
const bits = new Uint32Array(float.buffer)

/**
 * Each group by depth along the view, since quads stand across it; equals in the order they are in (radix
 * sort, two passes of 11 bits).
 */
function sortGroups(buffer: ParticleBuffer, pool: ParticlePool, { frame, list }: RenderView): void {
  writeKeys(buffer, pool, frame)
  for (let stop = 0, from = 0; stop <= list.stopCount; stop++) {
    const end = buffer.ends[stop]!
    sortDigit(buffer, from, end, 0)
    sortDigit(buffer, from, end, RADIX_BITS)
    from = end
  }
}

function writeKeys(buffer: ParticleBuffer, { floats }: ParticlePool, frame: ViewFrame): void {
  const { count, order, keys } = buffer
  const { viewProjection: m, origin } = frame
  // Clip z grows with depth along the view in every projection.
  const dx = m[2]!
  const dy = m[6]!
  const dz = m[10]!
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz) || 1
  for (let i = 0; i < count; i++) {
    const at = order[i]! * WORDS
    const x = floats[at]! - origin[0]!
    const y = floats[at + 1]! - origin[1]!
    const z = floats[at + 2]! - origin[2]!
    const depth = (dx * x + dy * y + dz * z) / length
    // Bits of a float of 0 or more grow with it; turned around, the farthest comes first.
    float[0] = Math.max(depth, 0)
    keys[i] = ~bits[0]! >>> LEFT_OUT
  }
}

function sortDigit(buffer: ParticleBuffer, from: number, end: number, shift: number): void {
  const { keys, order, spareKeys, spareOrder } = buffer
  digits.fill(0)
  for (let i = from; i < end; i++) {
    const digit = (keys[i]! >>> shift) & (RADIX_SIZE - 1)
    digits[digit] = digits[digit]! + 1
  }
  let place = from
  for (let digit = 0; digit < RADIX_SIZE; digit++) {
    const found = digits[digit]!
    digits[digit] = place
    place += found
  }
  for (let i = from; i < end; i++) {
    const key = keys[i]!
    const digit = (key >>> shift) & (RADIX_SIZE - 1)
    const to = digits[digit]!
    digits[digit] = to + 1
    spareKeys[to] = key
    spareOrder[to] = order[i]!
  }
  buffer.keys = spareKeys
  buffer.order = spareOrder
  buffer.spareKeys = keys
  buffer.spareOrder = order
}

function growOrder(buffer: ParticleBuffer, count: number): void {
  const room = roomFor(count, buffer.order.length)
  buffer.order = new Uint32Array(room)
  buffer.keys = new Uint32Array(room)
  buffer.spareOrder = new Uint32Array(room)
  buffer.spareKeys = new Uint32Array(room)
}

function growFloats(buffer: ParticleBuffer, count: number): void {
  const room = Math.ceil(roomFor(count, buffer.floats.length / WORDS) / STEP) * STEP
  buffer.floats = new Float32Array(room * WORDS)
  buffer.words = new Uint32Array(buffer.floats.buffer)
  buffer.prefixes = []
}
