/**
 * Why an entity is not in a view's list. A reason is a number from 0 to 255, so that it fits beside an id; games define
 * their own for their own cull stages. Reasons are the same in all worlds, like component tokens.
 */
export type CullReason = number & { readonly isCullReason: true }

/** The reasons that the framework gives. */
export type BuiltInReasons = {
  /** Not culled. */
  readonly visible: CullReason
  /** Masked off: `Visibility` or `Layers`. */
  readonly filtered: CullReason
  /** Outside the view's volume. */
  readonly outside: CullReason
  /** Beyond `maxDistance`, or smaller than `minPixels`. */
  readonly far: CullReason
  /** Occluded. */
  readonly hidden: CullReason
  /** Destroyed, or it lost its bounds: only in `leftReasons`. */
  readonly removed: CullReason
}

const MAX_REASONS = 255
const names: string[] = []

/**
 * Makes a reason for a game's own cull stage, once, at module level: `const indoors = defineCullReason('indoors')`. The
 * same name gives the same reason. Throws a `TypeError` for an empty name, a `RangeError` beyond 255 reasons.
 */
export function defineCullReason(name: string): CullReason {
  if (typeof name !== 'string' || name === '') {
    throw new TypeError(`defineCullReason: name is ${JSON.stringify(name)}, expected some text`)
  }
  const known = names.indexOf(name)
  if (known !== -1) return known as CullReason
  if (names.length >= MAX_REASONS) {
    throw new RangeError(
      `defineCullReason: "${name}" would be reason ${names.length + 1}, expected at most ${MAX_REASONS}`,
    )
  }
  names.push(name)
  return (names.length - 1) as CullReason
}

/** The name of a reason. Throws a `RangeError` for a number that is none. */
export function cullReasonName(reason: CullReason): string {
  const name = names[reason]
  if (name === undefined) throw new RangeError(`cullReasonName: no reason has the number ${reason}`)
  return name
}

/** How many reasons are defined: valid numbers are below. */
export function cullReasonCount(): number {
  return names.length
}

/** The reasons that the framework gives. */
export const CullReasons: BuiltInReasons = {
  visible: defineCullReason('visible'),
  filtered: defineCullReason('filtered'),
  outside: defineCullReason('outside'),
  far: defineCullReason('far'),
  hidden: defineCullReason('hidden'),
  removed: defineCullReason('removed'),
}
