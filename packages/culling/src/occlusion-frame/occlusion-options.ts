/** What a game chooses for occlusion. */
import { expectOptions } from '@sightline/core/checks'

/** Where the buffer is worked out. */
export type OcclusionMode =
  /** In a worker where there is one, else on this thread. */
  | 'auto'
  /** On this thread, when `requestOcclusion` runs. */
  | 'inline'
  /** In a worker, or not at all. */
  | 'worker'
  /** Not at all: by the frustum alone. */
  | 'off'

/** How much a machine can afford; see `OCCLUSION_TIERS`. */
export type OcclusionTier = 'low' | 'medium' | 'high'

export type TierSettings = {
  /** Pixels of the buffer, multiples of 8 up to 1024 by 512. */
  readonly width: number
  readonly height: number
  /** Solids that are drawn at most, in one view. */
  readonly maxOccluders: number
  /** Milliseconds that `applyOcclusion` waits at most, for all views together. */
  readonly deadline: number
  /** What was visible is tested again every so many frames. */
  readonly retestVisible: number
}

export const OCCLUSION_TIERS: { readonly [tier in OcclusionTier]: TierSettings } = {
  low: { width: 128, height: 64, maxOccluders: 48, deadline: 0.5, retestVisible: 4 },
  medium: { width: 256, height: 128, maxOccluders: 100, deadline: 1, retestVisible: 2 },
  high: { width: 512, height: 256, maxOccluders: 200, deadline: 2, retestVisible: 1 },
}

/** The part of a `Worker` that is used. */
export type WorkerLike = {
  postMessage(message: unknown, transfer?: Transferable[]): void
  addEventListener(type: string, listener: (event: Event) => void): void
  removeEventListener(type: string, listener: (event: Event) => void): void
  terminate(): void
}

/** Each has a default in `OCCLUSION_DEFAULTS`; `setOcclusion` changes them at any time. */
export type OcclusionOptions = {
  mode?: OcclusionMode
  tier?: OcclusionTier
  /** Of the tier, where they are to differ. */
  width?: number
  height?: number
  maxOccluders?: number
  deadline?: number
  retestVisible?: number
  /** Metres beyond which nothing is chosen as an occluder. */
  range?: number
  /**
   * Metres that the eye may move before an answer that comes late is dropped, at most 4: every occluder is
   * shrunk by as much as the eye's speed asks for, up to this.
   */
  maxErosion?: number
  /** Boxes that are tested in one view; what is beyond stays visible. */
  maxCandidates?: number
  /** Frames after which an answer is not used any more, even if nothing moved. */
  maxAge?: number
  /**
   * Whether a view in which occlusion costs more than it saves goes without it, and tries again now and then.
   */
  payOff?: 'auto' | 'always'
  /** Microseconds that one hidden entity saves the game: drawing, animation and all. */
  entityWorth?: number
  /**
   * Milliseconds without an answer after which a worker is given up, and another one started; to start it has
   * five times as long.
   */
  workerTimeout?: number
  /**
   * Makes the worker, for page policies and bundlers that need their own way. Default: `new Worker` beside
   * this module.
   */
  createWorker?: (() => WorkerLike) | null
}

export const OCCLUSION_DEFAULTS: Required<Omit<OcclusionOptions, keyof TierSettings>> = {
  mode: 'auto',
  tier: 'medium',
  range: Infinity,
  maxErosion: 4,
  maxCandidates: 16_384,
  maxAge: 120,
  payOff: 'auto',
  entityWorth: 2,
  workerTimeout: 2000,
  createWorker: null,
}

/** Options with nothing left open. */
export type ChosenOptions = Required<OcclusionOptions>

/**
 * Fills in what is left open. Throws a `RangeError` or `TypeError` that names the option; `caller` names the
 * function.
 */
export function chooseOptions(
  before: ChosenOptions | null,
  given: OcclusionOptions,
  caller: string,
): ChosenOptions {
  expectOptions(caller, given, KNOWN)
  const tier = given.tier ?? before?.tier ?? OCCLUSION_DEFAULTS.tier
  if (!Object.hasOwn(OCCLUSION_TIERS, tier)) {
    throw new TypeError(`${caller}: tier is ${JSON.stringify(tier)}, expected 'low', 'medium' or 'high'`)
  }
  // Another tier brings its own settings, but for what is given beside it.
  const base = before === null || given.tier !== undefined ? OCCLUSION_TIERS[tier] : {}
  const chosen = { ...OCCLUSION_DEFAULTS, ...before, ...base, ...withoutUndefined(given) } as ChosenOptions
  check(chosen, caller)
  return chosen
}

function withoutUndefined(given: OcclusionOptions): OcclusionOptions {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

const KNOWN = { ...OCCLUSION_DEFAULTS, ...OCCLUSION_TIERS.low }

function check(options: ChosenOptions, caller: string): void {
  const { mode, payOff, createWorker } = options
  if (!['auto', 'inline', 'worker', 'off'].includes(mode)) {
    throw new TypeError(
      `${caller}: mode is ${JSON.stringify(mode)}, expected 'auto', 'inline', 'worker' or 'off'`,
    )
  }
  if (payOff !== 'auto' && payOff !== 'always') {
    throw new TypeError(`${caller}: payOff is ${JSON.stringify(payOff)}, expected 'auto' or 'always'`)
  }
  if (createWorker !== null && typeof createWorker !== 'function') {
    throw new TypeError(`${caller}: createWorker is ${String(createWorker)}, expected a function or null`)
  }
  expectSize(caller, 'width', options.width, 1024)
  expectSize(caller, 'height', options.height, 512)
  expectWhole(caller, 'maxOccluders', options.maxOccluders, 0, 1024)
  expectWhole(caller, 'retestVisible', options.retestVisible, 1, 60)
  expectWhole(caller, 'maxCandidates', options.maxCandidates, 1, 2 ** 20)
  expectWhole(caller, 'maxAge', options.maxAge, 1, 2 ** 30)
  expectRange(caller, 'deadline', options.deadline, 0, 1000)
  expectRange(caller, 'range', options.range, 0, Infinity)
  expectRange(caller, 'maxErosion', options.maxErosion, 0, 4)
  expectRange(caller, 'entityWorth', options.entityWorth, 0, Infinity)
  expectRange(caller, 'workerTimeout', options.workerTimeout, 1, Infinity)
}

function expectSize(caller: string, field: string, value: number, most: number): void {
  if (!(Number.isInteger(value) && value >= 8 && value <= most && value % 8 === 0)) {
    throw new RangeError(`${caller}: ${field} is ${value}, expected a multiple of 8 from 8 to ${most}`)
  }
}

function expectWhole(caller: string, field: string, value: number, least: number, most: number): void {
  if (!(Number.isInteger(value) && value >= least && value <= most)) {
    throw new RangeError(`${caller}: ${field} is ${value}, expected a whole number from ${least} to ${most}`)
  }
}

function expectRange(caller: string, field: string, value: number, least: number, most: number): void {
  if (!(typeof value === 'number' && value >= least && value <= most)) {
    throw new RangeError(`${caller}: ${field} is ${value}, expected a number from ${least} to ${most}`)
  }
}
