/**
 * Where a moving emitter has been, as far back as particles live that were born there: places in time,
 * between which it went straight. So a particle's birth is known also if nobody worked it out then, and the
 * box of all that may be alive is known without them.
 *
 * The newest sample is where the emitter is. It moves along until it is `spacing` after the one before; then
 * the next begins. Its sweep is the box of what may have been born since the one before: also on the ways to
 * places that it has left again, if births were worked out there.
 */

/** Samples of a trail: so many places of a life. */
export const SAMPLES = 64
/** The three columns of a pose, and the place. */
export const POSE = 12

export type Trail = {
  /** Seconds of the emitter's clock; by place in the ring. */
  readonly times: Float64Array
  readonly poses: Float32Array
  /** How far particles reach that are born in the pose, metres round its place, as `writeReach`. */
  readonly reaches: Float64Array
  /** Metres in the world. */
  readonly sweeps: Float64Array
  /** 1: it did not go there but was put there, from where the sample before has it. */
  readonly jumps: Uint8Array
  /** The oldest, and how many. */
  first: number
  count: number
  /** Turns of the emitter when the newest was placed. */
  turns: number
  /** The newest's sweep without its present place. */
  readonly kept: Float64Array
  /** Box of samples that there was no room for, and until when it counts. */
  readonly spilled: Float64Array
  /** [0]: seconds of the clock. */
  readonly spilledUntil: Float64Array
}

export function createTrail(): Trail {
  const trail: Trail = {
    times: new Float64Array(SAMPLES),
    poses: new Float32Array(SAMPLES * POSE),
    reaches: new Float64Array(SAMPLES * 6),
    sweeps: new Float64Array(SAMPLES * 6),
    jumps: new Uint8Array(SAMPLES),
    first: 0,
    count: 0,
    turns: 0,
    kept: new Float64Array(6),
    spilled: new Float64Array(6),
    spilledUntil: new Float64Array(1),
  }
  clearTrail(trail)
  return trail
}

export function clearTrail(trail: Trail): void {
  trail.first = 0
  trail.count = 0
  trail.turns = -1
  emptyBox(trail.kept, 0)
  emptyBox(trail.spilled, 0)
  trail.spilledUntil[0] = -Infinity
}

/** Ring place of a sample; 0 is the oldest. */
export function sampleAt({ first }: Trail, index: number): number {
  return (first + index) % SAMPLES
}

/**
 * What a sample is made of: the clock, the pose, the reach round it; and what decides whether it is a new
 * one.
 */
export type Placement = {
  /**
   * [0]: seconds of the clock; [1]: the least between two samples; [2]: how long particles live; [3]: the
   * clock at which those were worked out that may be drawn.
   */
  readonly times: Float64Array
  readonly pose: Float32Array
  readonly reach: Float64Array
  jump: boolean
  turns: number
}

export function createPlacement(): Placement {
  return {
    times: new Float64Array(4),
    pose: new Float32Array(POSE),
    reach: new Float64Array(6),
    jump: false,
    turns: 0,
  }
}

const current = new Float64Array(6)

/** Notes that the emitter is at a place now. Times do not go back. */
export function placeSample(trail: Trail, placement: Placement): void {
  const { times, poses, sweeps, jumps, kept } = trail
  const { pose, turns } = placement
  const newest = trail.count === 0 ? -1 : sampleAt(trail, trail.count - 1)
  const before = trail.count < 2 ? -1 : sampleAt(trail, trail.count - 2)
  const now = newest < 0 ? placement.times[0]! : Math.max(placement.times[0]!, times[newest]!)
  const isNew =
    before < 0 ||
    placement.jump ||
    jumps[newest] === 1 ||
    times[newest]! - times[before]! >= placement.times[1]!
  if (isNew) {
    emptyBox(kept, 0)
    if (trail.count === SAMPLES) spillOldest(trail, placement)
    trail.count++
  } else if (turns !== trail.turns) {
    // Births may have been worked out on the way to where it was.
    for (let k = 0; k < 6; k++) kept[k] = sweeps[newest * 6 + k]!
  }
  const at = isNew ? sampleAt(trail, trail.count - 1) : newest
  const from = isNew ? newest : before
  trail.turns = turns
  times[at] = now
  jumps[at] = placement.jump ? 1 : 0
  poses.set(pose, at * POSE)
  trail.reaches.set(placement.reach, at * 6)
  writeSweep(trail, placement, from)
  for (let k = 0; k < 3; k++) {
    sweeps[at * 6 + k] = Math.min(kept[k]!, current[k]!)
    sweeps[at * 6 + 3 + k] = Math.max(kept[k + 3]!, current[k + 3]!)
  }
}

/**
 * Writes to `current` the box of what is born on the way from a sample to a placement. A pose between two is
 * a mix of them, and so is where it sends a particle: within the boxes of both.
 */
function writeSweep({ poses, reaches }: Trail, { pose, reach, jump }: Placement, from: number): void {
  for (let k = 0; k < 6; k++) current[k] = pose[9 + (k % 3)]! + reach[k]!
  if (from < 0 || jump) return
  for (let k = 0; k < 3; k++) {
    const start = poses[from * POSE + 9 + k]!
    current[k] = Math.min(current[k]!, start + reaches[from * 6 + k]!)
    current[k + 3] = Math.max(current[k + 3]!, start + reaches[from * 6 + 3 + k]!)
  }
}

/** The oldest sample makes room; what was born there still counts as long as it may live. */
function spillOldest(trail: Trail, { times: given }: Placement): void {
  const { times, sweeps, spilled, spilledUntil } = trail
  if (spilledUntil[0]! <= given[3]!) emptyBox(spilled, 0)
  growBox(spilled, 0, sweeps, trail.first * 6)
  spilledUntil[0] = Math.max(spilledUntil[0]!, times[trail.first]! + given[2]!)
  trail.first = (trail.first + 1) % SAMPLES
  trail.count--
}

/**
 * Drops samples that nothing alive was born at. `oldest[0]` is the birth of the oldest that may be alive.
 * True if all that is left is where the emitter stands.
 */
export function expireTrail(trail: Trail, oldest: Float64Array): boolean {
  const { times } = trail
  // The one before the first that counts stays, since the way to that begins there.
  while (trail.count > 1 && times[sampleAt(trail, 1)]! <= oldest[0]!) {
    trail.first = (trail.first + 1) % SAMPLES
    trail.count--
  }
  return trail.count === 1 && times[trail.first]! <= oldest[0]!
}

/**
 * Writes the box of all that may be alive, metres in the world: of what was born after `oldest[0]`, and lives
 * for `oldest[1]` seconds at most.
 */
export function writeTrailBox(out: Float64Array, trail: Trail, oldest: Float64Array): void {
  const { times, sweeps, spilled, spilledUntil } = trail
  emptyBox(out, 0)
  for (let i = trail.count - 1; i >= 0; i--) {
    const at = sampleAt(trail, i)
    if (i < trail.count - 1 && times[at]! <= oldest[0]!) break
    growBox(out, 0, sweeps, at * 6)
  }
  if (spilledUntil[0]! > oldest[0]! + oldest[1]!) growBox(out, 0, spilled, 0)
}

/**
 * Writes the pose in which something was born at `time[0]`: a mix of those of the samples before and after.
 * Before the oldest it is the oldest's, after the newest the newest's. What is born in the moment of a jump
 * is born where that goes.
 */
export function writeBirthPose(out: Float32Array, trail: Trail, time: Float64Array): void {
  const { times, poses, jumps } = trail
  let index = trail.count - 1
  while (index > 0 && times[sampleAt(trail, index - 1)]! > time[0]!) index--
  let at = sampleAt(trail, index)
  const before = index === 0 ? at : sampleAt(trail, index - 1)
  const onTheWay = time[0]! < times[at]!
  if (onTheWay && jumps[at] === 1) at = before
  for (let k = 0; k < POSE; k++) out[k] = poses[at * POSE + k]!
  if (!onTheWay || at === before) return
  const share = (time[0]! - times[before]!) / (times[at]! - times[before]!)
  for (let k = 0; k < POSE; k++) {
    const start = poses[before * POSE + k]!
    out[k] = start + (poses[at * POSE + k]! - start) * share
  }
}

/**
 * Time stood still since a moment: what was placed after it becomes one jump at that moment, `time[0]`, to
 * where the emitter is now. What may have been born on the way until then still counts.
 */
export function holdTrail(trail: Trail, time: Float64Array, reach: Float64Array): void {
  const { times, poses, jumps, sweeps, kept } = trail
  const newest = sampleAt(trail, trail.count - 1)
  if (!(times[newest]! > time[0]!)) return
  emptyBox(kept, 0)
  let count = trail.count
  while (count > 0 && times[sampleAt(trail, count - 1)]! > time[0]!) {
    count--
    growBox(kept, 0, sweeps, sampleAt(trail, count) * 6)
  }
  const at = sampleAt(trail, count)
  poses.copyWithin(at * POSE, newest * POSE, newest * POSE + POSE)
  trail.reaches.set(reach, at * 6)
  times[at] = time[0]!
  jumps[at] = 1
  for (let k = 0; k < 3; k++) {
    const place = poses[at * POSE + 9 + k]!
    sweeps[at * 6 + k] = Math.min(kept[k]!, place + reach[k]!)
    sweeps[at * 6 + 3 + k] = Math.max(kept[k + 3]!, place + reach[k + 3]!)
  }
  emptyBox(kept, 0)
  trail.count = count + 1
}

function emptyBox(box: Float64Array, at: number): void {
  box.fill(Infinity, at, at + 3)
  box.fill(-Infinity, at + 3, at + 6)
}

function growBox(box: Float64Array, at: number, other: Float64Array, from: number): void {
  for (let k = 0; k < 3; k++) {
    box[at + k] = Math.min(box[at + k]!, other[from + k]!)
    box[at + 3 + k] = Math.max(box[at + 3 + k]!, other[from + 3 + k]!)
  }
}
