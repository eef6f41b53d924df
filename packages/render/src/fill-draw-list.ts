import { type Batches, MAX_LEVELS } from './batches.js'
import { pushBlended, sortBlended } from './blended.js'
import { type DrawList, type DrawSource, growEntries, growRanks, growRuns, STEP_BITS } from './draw-list.js'

/** A local copy: hot loops read no other module's bindings. */
const LEVELS = MAX_LEVELS
const SHIFT = STEP_BITS
/** Distance steps in a key: 64 of a quarter octave, from 1/16 m to 8 km. */
const STEPS = 1 << STEP_BITS
/** Distances are cut to whole sixteenths of a metre below this. */
const FARTHEST = 8191
/** In place of a map's number: keys go by distance. */
const BY_DISTANCE = -1
/** Bit of `Renderable.flags`. */
const CASTS_SHADOW = 1
/** As many solid instances at most join the fading ones of their batch. */
const FEW = 16

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
 * Adds the casters of shadow map `map` (0 to 63): what casts shadows and is drawn before the sky, each in one level: of
 * two that fade into each other, the one that has the greater share. Maps may have casters in common; each is an
 * instance of its own.
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
  list.slots.fill(0, 0, batches.rankCount << SHIFT)
  list.blended.count = 0
  list.fading = false
  list.stopCount = 0
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
    // Shadows do not fade: they are of the level that has the greater share.
    const rank = solidRanks[map !== BY_DISTANCE && fade < 0.5 ? nextLevel(at) : at]!
    if (map === BY_DISTANCE && fade > 0 && fade < 1) {
      const next = nextLevel(at) === at ? 0 : fadingRanks[at + 1]!
      list.fading = true
      list.entryCount = entries
      collectShare(list, source, i, fadingRanks[at]!, 1, endSolid)
      collectShare(list, source, i, next, -1, endSolid)
      entries = list.entryCount
    } else if (rank < endSolid) {
      if (rank === 0) continue
      const key = (rank << SHIFT) | (map === BY_DISTANCE ? stepAt(distances, i) : map)
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

/** The place of the next level in a model's row, if the row goes on. */
function nextLevel(at: number): number {
  return (at & (LEVELS - 1)) === LEVELS - 1 ? at : at + 1
}

/** One of the two instances of an entity between two levels; `sign` 1 or -1. */
function collectShare(
  list: DrawList,
  source: DrawSource,
  i: number,
  rank: number,
  sign: number,
  endSolid: number,
): void {
  if (rank === 0) return
  if (rank >= endSolid) {
    pushBlended(list.blended, source, i, rank, sign)
    return
  }
  const at = list.entryCount++
  const key = (rank << SHIFT) | stepAt(source.distances, i)
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
  const { fadingOf, solidOf } = batches
  const endRank = batches.firstTransparentRank
  let place = 0
  list.runCount = 0
  for (let rank = 1; rank < endRank; rank++) {
    const twin = list.fading ? fadingOf[rank]! : 0
    list.joining[rank] = twin !== 0 && joinsFading(list.slots, rank, twin) ? 1 : 0
    if (list.joining[rank] === 1) continue
    const solid = solidOf[rank]!
    place = placeRun(list, rank, solid !== 0 && list.joining[solid] === 1 ? solid : 0, place)
  }
  return place
}

/** Whether few instances of a batch are solid and some are fading. */
function joinsFading(slots: Uint32Array, solid: number, fading: number): boolean {
  let solids = 0
  let fadings = 0
  for (let step = 0; step < STEPS; step++) {
    solids += slots[(solid << SHIFT) | step]!
    fadings += slots[(fading << SHIFT) | step]!
  }
  return fadings > 0 && solids > 0 && solids <= FEW
}

/** Places the instances of a rank from `first` on, near to far, together with those of another that joins it, or 0. */
function placeRun(list: DrawList, rank: number, joining: number, first: number): number {
  const { slots, runCount } = list
  let place = first
  let nearest = STEPS
  for (let step = 0; step < STEPS; step++) {
    const key = (rank << SHIFT) | step
    const before = place
    const found = slots[key]!
    slots[key] = place
    place += found
    if (joining !== 0) {
      const other = (joining << SHIFT) | step
      const joined = slots[other]!
      slots[other] = place
      place += joined
    }
    if (nearest === STEPS && place > before) nearest = step
  }
  if (place === first) return place
  list.runRank[runCount] = rank
  list.runFirst[runCount] = first
  list.runLength[runCount] = place - first
  list.runStep[runCount] = nearest
  list.runCount = runCount + 1
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

/** Sorts the transparent instances and appends them with their runs. */
function appendBlended(list: DrawList): void {
  const { blended } = list
  sortBlended(blended)
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
