import { type BlendedScratch, createBlended } from './blended.js'
import { copyInto, roomFor } from './growth.js'

/**
 * What one view draws, in order: instances, and runs of them that share a batch. Instances of a run lie in a row, so
 * that one call draws them. Plain typed arrays; nothing here knows of a GPU or an ECS.
 *
 * Order of the runs: by stage (opaque, alpha-tested and fading, sky, transparent); within a stage by material; within
 * a material near to far by a run's nearest instance. Order within a run: near to far, in steps of a quarter of an
 * octave of distance (19 %). In the transparent stage instances are exactly far to near whatever their batch, and
 * neighbours of one batch make a run. Equal distances keep the order of the visible list. Where instances of an opaque
 * batch are fading and few are solid, all go in one run of the fading stage: one call less.
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

  /** Runs before which something else is drawn among the transparent ones, ascending; see `stopBefore`. */
  stopCount: number
  stops: Uint32Array

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
  /** By rank: 1 where solid instances wait to join the fading ones of their batch. */
  joining: Uint8Array
  /** For the transparent stage: sort keys, and room to sort them. */
  blended: BlendedScratch
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

const INITIAL_ENTRIES = 1024
/** See `fillDrawList`. */
export const STEP_BITS: number = 6

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
    stopCount: 0,
    stops: new Uint32Array(0),
    maps: new Uint8Array(0),
    entryCount: 0,
    entryEids: new Uint32Array(INITIAL_ENTRIES),
    entryKeys: new Uint32Array(INITIAL_ENTRIES),
    entryFades: new Float32Array(INITIAL_ENTRIES),
    slots: new Uint32Array(1 << STEP_BITS),
    runStep: new Uint32Array(0),
    joining: new Uint8Array(0),
    blended: createBlended(),
  }
}

/** Room for so many instances. What was collected so far stays. */
export function growEntries(list: DrawList, wanted: number): void {
  if (wanted <= list.entryEids.length) return
  const room = roomFor(wanted, list.entryEids.length)
  list.eids = new Uint32Array(room)
  list.fades = new Float32Array(room)
  list.entryEids = copyInto(new Uint32Array(room), list.entryEids)
  list.entryKeys = copyInto(new Uint32Array(room), list.entryKeys)
  list.entryFades = copyInto(new Float32Array(room), list.entryFades)
}

/** Room for so many ranks, and for as many runs. */
export function growRanks(list: DrawList, rankCount: number): void {
  if (rankCount > list.joining.length) list.joining = new Uint8Array(rankCount)
  if (rankCount << STEP_BITS > list.slots.length) list.slots = new Uint32Array(rankCount << STEP_BITS)
  if (rankCount > list.runRank.length) growRuns(list, rankCount)
}

/** Room for so many runs. What was noted stays. */
export function growRuns(list: DrawList, wanted: number): void {
  if (wanted <= list.runRank.length) return
  const room = roomFor(wanted, list.runRank.length)
  list.runRank = copyInto(new Uint32Array(room), list.runRank)
  list.runFirst = copyInto(new Uint32Array(room), list.runFirst)
  list.runLength = copyInto(new Uint32Array(room), list.runLength)
  list.runStep = copyInto(new Uint32Array(room), list.runStep)
}

/**
 * Notes that something else is drawn before instance `at` of the transparent stage; a run across it becomes
 * two. Calls go from far to near.
 */
export function stopBefore(list: DrawList, at: number): void {
  let run = list.runCount - 1
  while (list.runFirst[run]! > at) run--
  if (list.runFirst[run]! < at) splitRun(list, run++, at)
  if (list.stopCount === list.stops.length) {
    list.stops = copyInto(new Uint32Array(roomFor(list.stopCount + 1, list.stopCount)), list.stops)
  }
  list.stops[list.stopCount++] = run
}

/** Instances of a run from `at` on become a run of their own. */
function splitRun(list: DrawList, run: number, at: number): void {
  growRuns(list, list.runCount + 1)
  const { runRank, runFirst, runLength, runCount } = list
  runRank.copyWithin(run + 1, run, runCount)
  runFirst.copyWithin(run + 1, run, runCount)
  runLength.copyWithin(run + 1, run, runCount)
  runFirst[run + 1] = at
  runLength[run + 1] = runFirst[run]! + runLength[run]! - at
  runLength[run] = at - runFirst[run]!
  list.runCount = runCount + 1
}
