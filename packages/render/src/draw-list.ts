import { type Batches, MAX_LEVELS } from './batches.js'

/**
 * What one view draws, in order: instances, and runs of them that share a batch. Instances of a run lie in a row, so
 * that one call draws them. Plain typed arrays; nothing here knows of a GPU or an ECS.
 *
 * Order of the runs: by stage (opaque, alpha-tested and fading, sky, transparent); within a stage by material; within
 * a material near to far by a run's nearest instance. Order within a run: near to far, in steps of a quarter of an
 * octave of distance (19 %). In the transparent stage instances are exactly far to near whatever their batch, and
 * neighbours of one batch make a run. Equal distances keep the order of the visible list.
 */
export type DrawList = {
  /** Instances in drawing order. */
  count: number
  eids: Uint32Array
  /** How much of each instance is there, see `fillDrawList`. */
  fades: Float32Array
  /** Whether any of them is not 1. */
  fading: boolean

  /** Runs in drawing order: their rank in `Batches`, first instance and number of instances. */
  runCount: number
  runRank: Uint32Array
  runFirst: Uint32Array
  runLength: Uint32Array

  /** Of casters: the shadow map of each instance. Empty for pictures. */
  maps: Uint8Array

  // Scratch: what the visible lists gave, in their order.
  entryCount: number
  entryEids: Uint32Array
  entryKeys: Uint32Array
  entryFades: Float32Array
  /** Number of entries with a key, then where the next one goes. */
  slots: Uint32Array
  /** Nearest step of each run. */
  runStep: Uint32Array
  /** For the transparent stage: sort keys, and room to sort them. */
  blended: BlendedScratch
}

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

/** The lists and columns that `fillDrawList` reads. Parallel arrays have `count` entries, columns are by id. */
export type DrawSource = {
  ids: Uint32Array
  count: number
  /** Metres, beside `ids`. */
  distances: Float32Array
  /** Level of detail, beside `ids`. */
  levels: Uint8Array
  /** Weight of that level, 1: only it is drawn; the next coarser one has the rest. Beside `ids`. */
  fades: Float32Array
  /** Column `Renderable.model`. */
  models: Uint16Array
  /** Column `Renderable.flags`. */
  flags: Uint8Array
}

/** A local copy: hot loops read no other module's bindings. */
const LEVELS = MAX_LEVELS

/** Distance steps in a key: 64 of a quarter octave, from 1/16 m to 8 km. */
const STEPS = 64
const STEP_BITS = 6
/** Distances are cut to whole sixteenths of a metre below this. */
const FARTHEST = 8191

/** In place of a map's number: keys go by distance. */
const BY_DISTANCE = -1
/** Bit of `Renderable.flags`. */
const CASTS_SHADOW = 1

const RADIX_BITS = 11
const RADIX_SIZE = 1 << RADIX_BITS
const INITIAL_ENTRIES = 1024

const floatScratch = new Float32Array(1)
const bitsScratch = new Uint32Array(floatScratch.buffer)

/** An empty list. Its arrays grow when a frame needs more and are kept. */
export function createDrawList(): DrawList {
  return {
    count: 0,
    eids: new Uint32Array(INITIAL_ENTRIES),
    fades: new Float32Array(INITIAL_ENTRIES),
    fading: false,
    runCount: 0,
    runRank: new Uint32Array(0),
    runFirst: new Uint32Array(0),
    runLength: new Uint32Array(0),
    maps: new Uint8Array(0),
    entryCount: 0,
    entryEids: new Uint32Array(INITIAL_ENTRIES),
    entryKeys: new Uint32Array(INITIAL_ENTRIES),
    entryFades: new Float32Array(INITIAL_ENTRIES),
    slots: new Uint32Array(STEPS),
    runStep: new Uint32Array(0),
    blended: {
      count: 0,
      keys: new Uint32Array(0),
      order: new Uint32Array(0),
      spareKeys: new Uint32Array(0),
      spareOrder: new Uint32Array(0),
      eids: new Uint32Array(0),
      fades: new Float32Array(0),
      ranks: new Uint32Array(0),
      digits: new Uint32Array(RADIX_SIZE),
    },
  }
}

/**
 * Sorts a visible list into runs. Entities without a model are left out.
 *
 * An entity whose fade f lies between 0 and 1 gives two instances, of its level with fade f and of the next with
 * fade -f: shaders draw those pixels of the first whose threshold is below f and those of the second from f on, so
 * that each pixel is drawn by exactly one of them. Where there is no next level, the entity fades to nothing.
 * All other instances have fade 1.
 *
 * The sort is one pass of counting over (rank, distance step), as in the first step of a radix sort: linear, and in the
 * order of the visible list where keys are equal.
 */
export function fillDrawList(list: DrawList, batches: Batches, source: DrawSource): void {
  beginList(list, batches)
  collectEntries(list, batches, source, batches.rankCount, BY_DISTANCE)
  finishList(list, batches)
}

/** Empties a list, to be filled with the casters of one or more shadow maps. */
export function beginCasters(list: DrawList, batches: Batches): void {
  beginList(list, batches)
}

/**
 * Adds the casters of shadow map `map` (0 to 63): what casts shadows and is drawn before the sky. Maps may have
 * casters in common; each is an instance of its own.
 */
export function addCasters(list: DrawList, batches: Batches, source: DrawSource, map: number): void {
  collectEntries(list, batches, source, batches.firstSkyRank, map)
}

/**
 * Sorts what was added into runs: by stage, material and mesh as in `fillDrawList`, but within a run by map, which
 * `maps` tells of each instance. So one call draws a mesh into all maps.
 */
export function finishCasters(list: DrawList, batches: Batches): void {
  if (list.maps.length < list.eids.length) list.maps = new Uint8Array(list.eids.length)
  finishList(list, batches)
}

function beginList(list: DrawList, batches: Batches): void {
  growRanks(list, batches.rankCount)
  list.slots.fill(0, 0, batches.rankCount << STEP_BITS)
  list.blended.count = 0
  list.fading = false
  list.entryCount = 0
}

function finishList(list: DrawList, batches: Batches): void {
  list.count = placeRuns(list, batches)
  scatterEntries(list)
  orderRuns(list, batches)
  if (list.blended.count > 0) appendBlended(list)
}

/** Writes key, id and fade of everything that is drawn, and counts the keys. `map` is BY_DISTANCE for a picture. */
function collectEntries(
  list: DrawList,
  batches: Batches,
  source: DrawSource,
  endRank: number,
  map: number,
): void {
  growEntries(list, list.entryCount + source.count * 2)
  const { ids, count, distances, levels, fades, models, flags } = source
  const { solidRanks, fadingRanks, firstTransparentRank } = batches
  const { entryEids, entryKeys, entryFades, slots } = list
  const endSolid = Math.min(endRank, firstTransparentRank)
  let entries = list.entryCount
  for (let i = 0; i < count; i++) {
    const eid = ids[i]!
    if (map !== BY_DISTANCE && (flags[eid]! & CASTS_SHADOW) === 0) continue
    const at = models[eid]! * LEVELS + levels[i]!
    const fade = fades[i]!
    const rank = solidRanks[at]!
    if (fade > 0 && fade < 1) {
      const next = (at & (LEVELS - 1)) === LEVELS - 1 ? 0 : fadingRanks[at + 1]!
      list.fading = true
      list.entryCount = entries
      collectShare(list, source, i, fadingRanks[at]!, 1, map, endSolid, endRank)
      collectShare(list, source, i, next, -1, map, endSolid, endRank)
      entries = list.entryCount
    } else if (rank < endSolid) {
      if (rank === 0) continue
      const key = (rank << STEP_BITS) | (map === BY_DISTANCE ? stepAt(distances, i) : map)
      entryEids[entries] = eid
      entryKeys[entries] = key
      entryFades[entries++] = 1
      slots[key] = slots[key]! + 1
    } else if (rank < endRank) {
      pushBlended(list.blended, source, i, rank, 0)
    }
  }
  list.entryCount = entries
}

// The functions below take positions rather than the numbers that stand there: a float that is passed may be boxed.

/** One of the two instances of an entity between two levels; `sign` 1 or -1. */
function collectShare(
  list: DrawList,
  source: DrawSource,
  i: number,
  rank: number,
  sign: number,
  map: number,
  endSolid: number,
  endRank: number,
): void {
  if (rank === 0 || rank >= endRank) return
  if (rank >= endSolid) {
    pushBlended(list.blended, source, i, rank, sign)
    return
  }
  const at = list.entryCount++
  const key = (rank << STEP_BITS) | (map === BY_DISTANCE ? stepAt(source.distances, i) : map)
  list.entryEids[at] = source.ids[i]!
  list.entryKeys[at] = key
  list.entryFades[at] = source.fades[i]! * sign
  list.slots[key] = list.slots[key]! + 1
}

/** Quarter octaves of the distance in sixteenths of a metre, with integer arithmetic only. NaN counts as far. */
function stepAt(distances: Float32Array, i: number): number {
  const distance = distances[i]!
  const x = distance < FARTHEST ? (distance * 16) | 0 : FARTHEST * 16
  if (x < 4) return x
  const octave = 31 - Math.clz32(x)
  return ((octave - 1) << 2) + ((x >>> (octave - 2)) & 3)
}

/** Turns counts into places, rank after rank, notes the runs, and returns the number of instances. */
function placeRuns(list: DrawList, batches: Batches): number {
  const { slots, runRank, runFirst, runLength, runStep } = list
  const endRank = batches.firstTransparentRank
  let place = 0
  let runs = 0
  for (let rank = 1; rank < endRank; rank++) {
    const first = place
    let nearest = STEPS
    for (let step = 0, key = rank << STEP_BITS; step < STEPS; step++, key++) {
      const found = slots[key]!
      slots[key] = place
      if (found === 0) continue
      place += found
      if (nearest === STEPS) nearest = step
    }
    if (place === first) continue
    runRank[runs] = rank
    runFirst[runs] = first
    runLength[runs] = place - first
    runStep[runs++] = nearest
  }
  list.runCount = runs
  return place
}

function scatterEntries(list: DrawList): void {
  const { slots, eids, fades, maps, entryEids, entryKeys, entryFades, entryCount } = list
  const withMaps = maps.length > 0
  for (let i = 0; i < entryCount; i++) {
    const key = entryKeys[i]!
    const place = slots[key]!
    slots[key] = place + 1
    eids[place] = entryEids[i]!
    if (withMaps) maps[place] = key & (STEPS - 1)
    if (list.fading) fades[place] = entryFades[i]!
  }
  if (!list.fading) fades.fill(1, 0, entryCount)
}

/** Insertion sort of the runs of each group by their nearest step: there are few, and they are nearly in order. */
function orderRuns(list: DrawList, batches: Batches): void {
  const { runRank, runFirst, runLength, runStep } = list
  const { rankGroup } = batches
  for (let i = 1; i < list.runCount; i++) {
    const rank = runRank[i]!
    const first = runFirst[i]!
    const length = runLength[i]!
    const step = runStep[i]!
    const group = rankGroup[rank]!
    let j = i - 1
    for (; j >= 0 && rankGroup[runRank[j]!] === group && runStep[j]! > step; j--) {
      runRank[j + 1] = runRank[j]!
      runFirst[j + 1] = runFirst[j]!
      runLength[j + 1] = runLength[j]!
      runStep[j + 1] = runStep[j]!
    }
    runRank[j + 1] = rank
    runFirst[j + 1] = first
    runLength[j + 1] = length
    runStep[j + 1] = step
  }
}

/** `sign` 1 or -1 for the two instances of a fading entity, 0 for one that is all there. */
function pushBlended(
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

/** Sorts the transparent instances (radix sort, three passes of 11 bits) and appends them with their runs. */
function appendBlended(list: DrawList): void {
  const { blended } = list
  for (let shift = 0; shift < 32; shift += RADIX_BITS) sortDigit(blended, shift)
  growRuns(list, list.runCount + blended.count)
  const { eids, fades, runRank, runFirst, runLength } = list
  let runs = list.runCount
  let place = list.count
  let lastRank = 0
  for (let i = 0; i < blended.count; i++) {
    const from = blended.order[i]!
    const rank = blended.ranks[from]!
    if (rank !== lastRank) {
      runRank[runs] = rank
      runFirst[runs] = place
      runLength[runs++] = 0
      lastRank = rank
    }
    runLength[runs - 1] = runLength[runs - 1]! + 1
    eids[place] = blended.eids[from]!
    fades[place++] = blended.fades[from]!
  }
  list.runCount = runs
  list.count = place
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

function roomFor(wanted: number, present: number): number {
  return Math.max(wanted, present + (present >> 1), 64)
}

/** What was collected so far stays. */
function growEntries(list: DrawList, wanted: number): void {
  if (wanted <= list.entryEids.length) return
  const room = roomFor(wanted, list.entryEids.length)
  list.eids = new Uint32Array(room)
  list.fades = new Float32Array(room)
  list.entryEids = copyInto(new Uint32Array(room), list.entryEids)
  list.entryKeys = copyInto(new Uint32Array(room), list.entryKeys)
  list.entryFades = copyInto(new Float32Array(room), list.entryFades)
}

function growRanks(list: DrawList, rankCount: number): void {
  if (rankCount << STEP_BITS > list.slots.length) list.slots = new Uint32Array(rankCount << STEP_BITS)
  if (rankCount > list.runRank.length) growRuns(list, rankCount)
}

function growRuns(list: DrawList, wanted: number): void {
  if (wanted <= list.runRank.length) return
  const room = roomFor(wanted, list.runRank.length)
  list.runRank = copyInto(new Uint32Array(room), list.runRank)
  list.runFirst = copyInto(new Uint32Array(room), list.runFirst)
  list.runLength = copyInto(new Uint32Array(room), list.runLength)
  list.runStep = copyInto(new Uint32Array(room), list.runStep)
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

function copyInto<T extends Uint32Array | Float32Array>(target: T, source: T): T {
  target.set(source)
  return target
}
