import {
  capacity,
  createIdSet,
  defineResource,
  type IdList,
  type IdSet,
  type Resource,
  resource,
  setCounter,
  type World,
} from '@sightline/core'
import { createGrace, type Grace } from './grace.js'
import { createLaps, type Laps } from './laps.js'
import { createPolicies, type Policies } from './policies.js'
import type { UpdateKind } from './update-kind.js'

/**
 * What the scheduler keeps for one world. Nothing is allocated until something is given a kind. Everything that depends on
 * who is of a kind changes in `scheduleUpdates` alone: setters and observers only write down what is to be done, so that lists
 * that are being read stay as they are.
 */
export type ScheduleState = {
  /** Kinds that something was given, by slot. */
  readonly kinds: KindState[]
  readonly slots: Map<UpdateKind, KindState>
  entities: EntityRows | null
  /** Seconds, a multiple of 2^-20. */
  clock: number
  /** Counts the runs of `scheduleUpdates`. */
  run: number
  /** By view slot: the marks and the stamp that were read last. */
  readonly seenMarks: (Uint32Array | null)[]
  readonly seenStamps: Uint32Array
}

/** What is known of each entity, for all kinds. By id. */
export type EntityRows = {
  /** Bits of the slots of its kinds. */
  readonly kinds: Uint32Array
  /** What the views say: `Look`. */
  readonly look: Uint8Array
  /** Bits of the slots of the kinds for which it is near. */
  readonly near: Uint32Array
  /** Height of its picture as part of the picture's, in the view in which it is largest, as last measured. */
  readonly size: Float32Array
  /** The kinds for which it is near are the same while the size is not below `low` and below `high`. */
  readonly low: Float32Array
  readonly high: Float32Array
  /** The column `UpdateRate.importance`. */
  readonly importance: Float32Array
  /** All of any kind. */
  readonly members: IdSet
  /** Those that some view has found, or may have: they are looked at in each frame. */
  readonly tracked: IdSet
  /** Those for which a band may have changed. */
  readonly shifted: IdSet
  /** Lost `UpdateRate` since the last run, whatever has the id now. */
  readonly gone: IdSet
  readonly scratch: IdList
}

/** What the views together say of an entity: as `Band`, without telling near from far. */
export const Look: { readonly outside: 0; readonly beyond: 1; readonly hidden: 2; readonly seen: 3 } = {
  outside: 0,
  beyond: 1,
  hidden: 2,
  seen: 3,
}

/** Whose turn it is: the first `count` of `ids`, and beside them the seconds since each one's last turn. */
export type DueList = { readonly ids: Uint32Array; readonly seconds: Float64Array; count: number }

/** One kind in one world. Arrays are by id. */
export type KindState = {
  readonly kind: UpdateKind
  readonly bit: number
  readonly slot: number
  readonly policies: Policies
  /** Numbers of policies, 0 for none: the one in force, and the one that the game asked for last. */
  readonly policy: Uint16Array
  readonly wanted: Uint16Array
  /** For whom the two may differ. */
  readonly changes: IdSet
  /** `Band` in force. During grace it is the one from before. */
  readonly band: Uint8Array
  /** The rate in force, and what it would be without the budget: an interval, CLOCK or STOP. */
  readonly every: Uint8Array
  readonly unslowed: Uint8Array
  /**
   * The clock at the last turn. Of those that are stopped the seconds since their last turn; of those in `everyFrame`
   * and not in `fresh` it stands in `ranAt`.
   */
  readonly lastTurn: Float64Array
  /** Who has a turn in every frame, and who of them has a last turn of its own. */
  readonly everyFrame: IdSet
  readonly fresh: IdSet
  readonly laps: Laps
  readonly grace: Grace
  /** Others whose turn it is. */
  readonly listed: IdSet
  /** `ids` are those of `everyFrame`, with `listed` behind them. */
  readonly due: DueList
  /** The clock of `due`, and whether the game has asked for it. */
  dueAt: number
  taken: boolean
  ranAt: number
  members: number
  resting: number
  slowed: number
  readonly load: KindLoad
  /** Names of the counters. */
  readonly counters: KindCounters
}

/** What the turns of a kind cost. */
export type KindLoad = {
  /** Milliseconds a frame. */
  budget: number
  /** Milliseconds of a turn, smoothed; -1 until something was measured. */
  cost: number
  /** Milliseconds that were reported last. */
  spent: number
  /** What is below this rank is slowed; 0 is nobody. See `budget.ts`. */
  pressure: number
  /** The runs in which ranks were worked out last, and in which the pressure last rose. */
  plannedRun: number
  raisedRun: number
  /** Turns a frame, by rank and number of halvings: scratch of a plan. */
  readonly demand: Float64Array
}

export type KindCounters = {
  readonly members: string
  readonly due: string
  readonly resting: string
  readonly slowed: string
}

/** As many as a mask has bits. */
const MAX_KINDS = 32

/** Ranks times numbers of halvings; see `budget.ts`. */
export const RANKS = 256
export const MAX_HALVINGS = 6

const ScheduleOfWorld: Resource<ScheduleState> = defineResource('UpdateRates', 'setupCulling(world)')

/** The token that `setupUpdateRates` fills. */
export function scheduleResource(): Resource<ScheduleState> {
  return ScheduleOfWorld
}

/** The scheduler of this world. Throws a clear error when `setupCulling` was not called. */
export function schedule(world: World): ScheduleState {
  return resource(world, ScheduleOfWorld)
}

export function createSchedule(viewSlots: number): ScheduleState {
  const state: ScheduleState = {
    kinds: [],
    slots: new Map(),
    entities: null,
    // A fraction first, so that the engine gives the field room for a double.
    clock: 0.5,
    run: 0,
    seenMarks: new Array<null>(viewSlots).fill(null),
    seenStamps: new Uint32Array(viewSlots),
  }
  state.clock = 0
  return state
}

export function createEntityRows(size: number, importance: Float32Array): EntityRows {
  return {
    kinds: new Uint32Array(size + 1),
    look: new Uint8Array(size + 1),
    near: new Uint32Array(size + 1),
    size: new Float32Array(size + 1),
    low: new Float32Array(size + 1),
    high: new Float32Array(size + 1),
    importance,
    members: createIdSet(size),
    tracked: createIdSet(size),
    shifted: createIdSet(size),
    gone: createIdSet(size),
    scratch: { ids: new Uint32Array(size + 1), count: 0 },
  }
}

/** The state of a kind, made if something has it for the first time. Throws a `RangeError` for one kind too many. */
export function kindState(world: World, kind: UpdateKind, caller: string): KindState {
  const state = schedule(world)
  const known = state.slots.get(kind)
  if (known !== undefined) return known
  const slot = state.kinds.length
  if (slot === MAX_KINDS) {
    throw new RangeError(`${caller}: "${kind.name}" is one kind too many, expected at most ${MAX_KINDS}`)
  }
  if (state.kinds.some((other) => other.kind.name === kind.name)) {
    throw new Error(
      `${caller}: there is another kind "${kind.name}" in this world: expected a name of its own`,
    )
  }
  const made = createKind(kind, slot, capacity(world))
  state.kinds.push(made)
  state.slots.set(kind, made)
  for (const counter of Object.values(made.counters)) setCounter(world, counter, 0)
  return made
}

function createKind(kind: UpdateKind, slot: number, size: number): KindState {
  const everyFrame = createIdSet(size)
  const load = { budget: 0.5, cost: 0.5, spent: 0.5, pressure: 0, plannedRun: 0, raisedRun: 0 }
  const prefix = `updates.${kind.name}`
  const state: KindState = {
    kind,
    bit: 1 << slot,
    slot,
    policies: createPolicies(),
    policy: new Uint16Array(size + 1),
    wanted: new Uint16Array(size + 1),
    changes: createIdSet(size),
    band: new Uint8Array(size + 1),
    every: new Uint8Array(size + 1),
    unslowed: new Uint8Array(size + 1),
    lastTurn: new Float64Array(size + 1),
    everyFrame,
    fresh: createIdSet(size),
    laps: createLaps(size),
    grace: createGrace(size),
    listed: createIdSet(size),
    due: { ids: everyFrame.ids, seconds: new Float64Array(size + 1), count: 0 },
    dueAt: 0.5,
    taken: false,
    ranAt: 0.5,
    members: 0,
    resting: 0,
    slowed: 0,
    load: { ...load, demand: new Float64Array(RANKS * (MAX_HALVINGS + 1)) },
    counters: {
      members: `${prefix}.members`,
      due: `${prefix}.due`,
      resting: `${prefix}.resting`,
      slowed: `${prefix}.slowed`,
    },
  }
  Object.assign(state.load, { budget: kind.options.budget, cost: -1, spent: 0 })
  return Object.assign(state, { dueAt: 0, ranAt: 0 })
}
