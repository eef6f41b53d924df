import { expectNumber, expectOptions, quoted } from '@sightline/core/checks'

/**
 * How often something has its turn: in every frame; in every n-th, for n from 1 to 240; never, while its
 * clock runs on, so that its next turn gets all the seconds that passed ('clock'); or never, and those
 * seconds are lost to it ('stop').
 */
export type Rate = 'every-frame' | 'clock' | 'stop' | number

/** A rate for each band. All views together decide: what one of them sees is seen. */
export type UpdatePolicy = {
  /** Seen, and at least as large as the kind's `nearSize`. Default 'every-frame'. */
  near?: Rate
  /** Seen, and smaller. Default 2. */
  far?: Rate
  /**
   * In the volume of a view, but occluded, masked off, or taken out by the game's own cull stage. Default
   * 'clock'.
   */
  hidden?: Rate
  /** In no view's volume. Default 'clock'. */
  outside?: Rate
  /** In the volume of a view, but taken out by its `CullRange`. Default 'clock'. */
  beyond?: Rate
  /** Frames: the longest interval that a budget may slow it to, 1 to 240. Default 60. */
  slowest?: number
  /**
   * Frames: it has a turn at least so often, whatever its band and the budget say, 1 to 240. Default: no such
   * promise.
   */
  minimum?: number
}

/** What holds for all of a kind. */
export type UpdateKindOptions = UpdatePolicy & {
  /**
   * From which size on a thing is near: height of its bounding sphere's picture as part of the picture's.
   * Default 0.1.
   */
  nearSize?: number
  /** Seconds for which what is out of view keeps the rate that it had in view. Default 0.5. */
  grace?: number
  /** Milliseconds a frame for all turns of the kind in a world; see `setUpdateBudget`. Default Infinity. */
  budget?: number
}

/** A kind of work that may be done less often: animation, particles, names, a game's own. */
export type UpdateKind = {
  readonly name: string
  readonly options: Readonly<Required<UpdateKindOptions>>
}

/** What `defineUpdateKind` takes for options that are not given. `minimum` Infinity is "no such promise". */
export const UPDATE_DEFAULTS: Readonly<Required<UpdateKindOptions>> = {
  near: 'every-frame',
  far: 2,
  hidden: 'clock',
  outside: 'clock',
  beyond: 'clock',
  slowest: 60,
  minimum: Infinity,
  nearSize: 0.1,
  grace: 0.5,
  budget: Infinity,
}

/** The longest interval in frames. */
export const MAX_INTERVAL = 240

/** Fields of a policy that hold a rate. */
const RATES = ['near', 'far', 'hidden', 'outside', 'beyond'] as const
const INTERVALS = ['slowest', 'minimum'] as const

/** What an entity can have for itself. */
const POLICY: Readonly<Record<keyof UpdatePolicy, true>> = {
  near: true,
  far: true,
  hidden: true,
  outside: true,
  beyond: true,
  slowest: true,
  minimum: true,
}

/**
 * Makes a kind of update, once, at module level: `const Talk = defineUpdateKind('talk', { outside: 30 })`.
 * Kinds are the same in all worlds, what happens to them is per world. Throws a `TypeError` for an empty name
 * or a value of the wrong type, a `RangeError` that names the field for others.
 */
export function defineUpdateKind(name: string, options: UpdateKindOptions = {}): UpdateKind {
  const caller = 'defineUpdateKind'
  if (typeof name !== 'string' || name === '') {
    throw new TypeError(`${caller}: name is ${quoted(name)}, expected some text`)
  }
  expectOptions(caller, options, UPDATE_DEFAULTS)
  const chosen = withDefaults(options, UPDATE_DEFAULTS)
  checkPolicy(caller, chosen)
  expectNumber(caller, 'nearSize', chosen.nearSize)
  expectNumber(caller, 'grace', chosen.grace)
  if (!(chosen.nearSize >= 0)) {
    throw new RangeError(`${caller}: nearSize is ${chosen.nearSize}, expected a number of 0 or more`)
  }
  if (!(chosen.grace >= 0 && chosen.grace < Infinity)) {
    throw new RangeError(`${caller}: grace is ${chosen.grace}, expected finite seconds of 0 or more`)
  }
  expectBudget(caller, chosen.budget)
  return Object.freeze({ name, options: Object.freeze(chosen) })
}

/** An entity's own policy, over that of the kind. Throws as `defineUpdateKind`. */
export function ownPolicy(caller: string, kind: UpdateKind, own: UpdatePolicy): Required<UpdatePolicy> {
  expectOptions(caller, own, POLICY)
  const chosen = withDefaults<UpdatePolicy>(own, kind.options)
  checkPolicy(caller, chosen)
  return chosen
}

/** Throws unless it is a number of milliseconds above 0. */
export function expectBudget(caller: string, budget: number): void {
  expectNumber(caller, 'budget', budget)
  if (!(budget > 0)) {
    throw new RangeError(`${caller}: budget is ${budget}, expected milliseconds above 0`)
  }
}

/** An option that is there and undefined is one that is not given. */
function withDefaults<T extends UpdatePolicy>(options: T, defaults: Readonly<Required<T>>): Required<T> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  return { ...defaults, ...Object.fromEntries(given) }
}

function checkPolicy(caller: string, policy: Required<UpdatePolicy>): void {
  for (const field of RATES) {
    const rate = policy[field]
    if (rate === 'every-frame' || rate === 'clock' || rate === 'stop' || isInterval(rate)) continue
    const expected = `'every-frame', 'clock', 'stop' or a whole number from 1 to ${MAX_INTERVAL}`
    if (typeof rate === 'number') throw new RangeError(`${caller}: ${field} is ${rate}, expected ${expected}`)
    throw new TypeError(`${caller}: ${field} is ${quoted(rate)}, expected ${expected}`)
  }
  for (const field of INTERVALS) {
    const frames = policy[field]
    expectNumber(caller, field, frames)
    if (isInterval(frames) || (field === 'minimum' && frames === Infinity)) continue
    throw new RangeError(
      `${caller}: ${field} is ${frames}, expected a whole number of frames from 1 to ${MAX_INTERVAL}`,
    )
  }
}

function isInterval(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MAX_INTERVAL
}
