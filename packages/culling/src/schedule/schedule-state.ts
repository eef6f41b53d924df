import {
  capacity,
  createIdSet,
  defineResource,
  type IdSet,
  type Resource,
  resource,
  setCounter,
  type World,
} from '@sightline/core'
import type { EntityRows } from './entity-rows.js'
import { createLap, type Lap } from './laps.js'
import { createMemberRows, type MemberRows } from './member-rows.js'
import { createPolicies, type Policies } from './policies.js'
import { MAX_INTERVAL, type UpdateKind } from './update-kind.js'

/**
 * What the scheduler keeps for one world. Nothing is allocated until something is given a kind. Everything
 * that depends on who is of a kind changes in `scheduleUpdates` alone: setters and observers only write down
 * what is to be done, so that lists that are being read stay as they are.
 */
export type ScheduleState = {
  /** Kinds that something was given, by slot. */
  readonly kinds: KindState[]
  readonly slots: Map<UpdateKind, KindState>
  entities: EntityRows | null
  /**
   * Seconds that `time(world).now` has come since the first run, a multiple of 2^-20: one number, in an array
   * that can be passed on.
   */
  readonly clock: Float64Array
  /** That time, rounded to such a multiple. */
  now: number
  /** Counts the runs of `scheduleUpdates`. */
  run: number
  /** How many of the members the sweep has come by; 0 between two. See `sweep.ts`. */
  readonly sweep: { at: number }
  /** By view slot: the marks and the version that were read last. */
  readonly seenMarks: (Uint32Array | null)[]
  readonly seenVersions: Uint32Array
}

/** Whose turn it is: the first `count` of `ids`, and beside them the seconds since each one's last turn. */
export type DueList = { readonly ids: Uint32Array; readonly seconds: Float64Array; count: number }

/** One kind in one world. */
export type KindState = {
  readonly kind: UpdateKind
  /** That of the `ScheduleState`. */
  readonly clock: Float64Array
  /** From which size on a thing is near, and down to which it stays so: float32 numbers, as sizes are. */
  readonly nearSize: number
  readonly nearKeeps: number
  readonly bit: number
  readonly slot: number
  readonly policies: Policies
  readonly rows: MemberRows
  /** By id: the number of the policy that the game asked for last, 0 for none. */
  readonly wanted: Uint16Array
  /** For whom it may differ from the one in force. */
  readonly changes: IdSet
  /** By interval; null until one is used. */
  readonly laps: (Lap | null)[]
  /** The longest interval that was ever used. */
  longest: number
  /** Seconds. */
  readonly grace: number
  /** Who has a turn that is not that of its cohort: it came into view, or nobody asked for its last one. */
  readonly listed: IdSet
  /** `ids` are those of the lap of one frame, with all others behind them. */
  readonly due: DueList
  /** That of the `ScheduleState`; until it begins the next one, that of `due`. */
  run: number
  /** The clock of `due`, and how many of it the game has given their turn: all, once it has asked for it. */
  dueAt: number
  reached: number
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
  /** What it takes at the rates in force, as part of the budget; 0 without one. */
  share: number
  /**
   * The last sweep changed the pressure, so that it is not in force for everyone yet; and that is not to take
   * long.
   */
  isNew: boolean
  isUrgent: boolean
  /** The run in which the pressure last rose. */
  raisedRun: number
  /** The running sweep is for this kind too. */
  isSwept: boolean
  /** Turns a frame, by rank and number of halvings, of those whom the running sweep has come by. */
  readonly demand: Float64Array
}

export type KindCounters = {
  readonly members: string
  readonly due: string
  readonly resting: string
  readonly slowed: string
}

/** What was near stays so down to this part of `nearSize`. */
const NEAR_KEEPS = 0.8

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
    clock: new Float64Array(1),
    // A fraction first, so that the engine gives the field room for a double.
    now: 0.5,
    run: 0,
    sweep: { at: 0 },
    seenMarks: new Array<null>(viewSlots).fill(null),
    seenVersions: new Uint32Array(viewSlots),
  }
  state.now = Infinity
  return state
}

/**
 * The state of a kind, made if something has it for the first time. Throws a `RangeError` for one kind too
 * many.
 */
export function kindState(world: World, kind: UpdateKind, caller: string): KindState {
  // What makes a new one stands apart: a function that holds a closure makes an object in every call.
  const state = schedule(world)
  return state.slots.get(kind) ?? addKind(world, state, kind, caller)
}

function addKind(world: World, state: ScheduleState, kind: UpdateKind, caller: string): KindState {
  const slot = state.kinds.length
  if (slot === MAX_KINDS) {
    throw new RangeError(`${caller}: "${kind.name}" is one kind too many, expected at most ${MAX_KINDS}`)
  }
  if (state.kinds.some((other) => other.kind.name === kind.name)) {
    throw new Error(
      `${caller}: there is another kind "${kind.name}" in this world: expected a name of its own`,
    )
  }
  const made = createKind(kind, state.clock, slot, capacity(world))
  state.kinds.push(made)
  state.slots.set(kind, made)
  for (const counter of Object.values(made.counters)) setCounter(world, counter, 0)
  return made
}

function createKind(kind: UpdateKind, clock: Float64Array, slot: number, size: number): KindState {
  const everyFrame = createLap(1)
  // Room for all, so that it is never another array.
  everyFrame.ids[0] = new Uint32Array(size + 1)
  const laps: (Lap | null)[] = new Array<null>(MAX_INTERVAL + 1).fill(null)
  laps[1] = everyFrame
  const rows = createMemberRows(size)
  const prefix = `updates.${kind.name}`
  const nearSize = Math.fround(kind.options.nearSize)
  const state: KindState = {
    kind,
    clock,
    nearSize,
    nearKeeps: Math.fround(nearSize * NEAR_KEEPS),
    bit: 1 << slot,
    slot,
    policies: createPolicies(),
    rows,
    wanted: new Uint16Array(size + 1),
    changes: createIdSet(size),
    laps,
    longest: 1,
    grace: kind.options.grace,
    listed: createIdSet(size),
    due: { ids: everyFrame.ids[0], seconds: new Float64Array(size + 1), count: 0 },
    dueAt: 0.5,
    run: 0,
    reached: 0,
    members: 0,
    resting: 0,
    slowed: 0,
    load: createLoad(),
    counters: {
      members: `${prefix}.members`,
      due: `${prefix}.due`,
      resting: `${prefix}.resting`,
      slowed: `${prefix}.slowed`,
    },
  }
  state.load.budget = kind.options.budget
  state.load.cost = -1
  state.load.spent = 0
  state.dueAt = 0
  return state
}

/** Fractions first, so that the engine gives these fields room for doubles. */
function createLoad(): KindLoad {
  const demand = new Float64Array(RANKS * (MAX_HALVINGS + 1))
  return {
    budget: 0.5,
    cost: 0.5,
    spent: 0.5,
    pressure: 0,
    share: 0.5,
    isNew: false,
    isUrgent: false,
    raisedRun: 0,
    isSwept: false,
    demand,
  }
}
