import { linearTrack } from './cubic-track.js'
import { createRootTrack, type RootTrack } from './root-track.js'
import { normalizeAt, PoseLayout, type Skeleton } from './skeleton.js'

/** What a track moves: a part of a joint, or the weights of the mesh's morph targets. */
export type TrackTarget = 'translation' | 'rotation' | 'scale' | 'morph'

/** One animated value, as in a glTF sampler. */
export type TrackData = {
  /** Number of the joint; not for morph weights. */
  readonly joint?: number
  readonly target: TrackTarget
  /** Seconds, ascending, at least one. */
  readonly times: ArrayLike<number>
  /**
   * 3 numbers a key for translation and scale, 4 for rotation, `MAX_MORPHS` at most for morph weights. With
   * 'cubic', three groups a key: tangent before, value, tangent after.
   */
  readonly values: ArrayLike<number>
  /** Default 'linear'; rotations are then turned along the shortest arc. */
  readonly interpolation?: 'step' | 'linear' | 'cubic'
}

/** Something that happens at a time of a clip: a foot meets the ground, a hammer the anvil. */
export type ClipEvent = { readonly name: string; readonly time: number }

/** A clip as a loader or a game gives it. */
export type ClipData = {
  readonly name: string
  readonly tracks: readonly TrackData[]
  /** Seconds. Default: the last key. */
  readonly duration?: number
  /** Begins anew at its end; otherwise its last pose stays. Default true. */
  readonly loop?: boolean
  readonly events?: readonly ClipEvent[]
  /**
   * A joint whose way along x and z of the model is given to the entity instead of the pose: it walks by
   * itself. It must hang from no joint that moves. Default: none.
   */
  readonly rootMotion?: number
}

/**
 * A clip as it is kept. Tracks that share their key times share a timeline, which is searched once a pose.
 */
export type Clip = {
  readonly name: string
  /** Seconds, above 0. */
  readonly duration: number
  readonly loop: boolean
  readonly timelines: readonly Float32Array[]
  readonly tracks: readonly Track[]
  /** Morph weights; undefined: all 0. */
  readonly morphs: Track | undefined
  /** In the order of their times. */
  readonly events: readonly ClipEvent[]
  readonly root: RootTrack | undefined
}

/** One animated value as it is kept. */
export type Track = {
  readonly timeline: number
  /** Floats from the start of a local pose; of morph weights 0. */
  readonly at: number
  readonly joint: number
  /** Floats of a key. */
  readonly width: number
  readonly rotates: boolean
  readonly steps: boolean
  readonly values: Float32Array
}

/** Morph targets that a mesh can have. */
export const MAX_MORPHS = 4

const WIDTHS: Readonly<Record<string, number>> = { translation: 3, rotation: 4, scale: 3, morph: MAX_MORPHS }
const SHORTEST = 1e-3

/**
 * Packs a clip for a skeleton. Tracks that never leave the pose at rest are dropped; cubic ones become
 * linear, fine enough for 1/240 s. Throws a `RangeError` or `TypeError` that names the track and field.
 */
export function createClip(skeleton: Skeleton, data: ClipData): Clip {
  const { name, loop = true } = data
  const fail = (what: string): never => {
    throw new RangeError(`createClip: ${what} (clip "${name}")`)
  }
  const timelines: Float32Array[] = []
  const tracks: Track[] = []
  let morphs: Track | undefined
  data.tracks.forEach((track, i) => {
    const made = packTrack(skeleton, track, timelines, `tracks[${i}]`, fail)
    if (track.target === 'morph') morphs = made
    else if (!restsAll(skeleton, made)) tracks.push(made)
  })
  const last = data.tracks.reduce((end, { times }) => Math.max(end, times[times.length - 1]!), SHORTEST)
  const duration = data.duration ?? last
  if (!(duration >= SHORTEST && duration < Infinity)) {
    fail(`duration is ${duration}, expected finite seconds of at least ${SHORTEST}`)
  }
  const events = [...(data.events ?? [])].sort((a, b) => a.time - b.time)
  for (const event of events) {
    if (!(event.time >= 0 && event.time <= duration)) {
      fail(`event "${event.name}" is at ${event.time}, expected 0 to ${duration}`)
    }
  }
  const root =
    data.rootMotion === undefined
      ? undefined
      : takeRoot(skeleton, data.rootMotion, timelines, tracks, duration, fail)
  return { name, duration, loop, timelines, tracks, morphs, events, root }
}

function packTrack(
  skeleton: Skeleton,
  data: TrackData,
  timelines: Float32Array[],
  field: string,
  fail: (what: string) => never,
): Track {
  const { joint = 0, target, interpolation = 'linear' } = data
  const width = WIDTHS[target]
  if (width === undefined)
    return fail(`${field}.target is "${target}", expected ${Object.keys(WIDTHS).join(', ')}`)
  if (!(Number.isInteger(joint) && joint >= 0 && joint < skeleton.count)) {
    fail(`${field}.joint is ${joint}, expected 0 to ${skeleton.count - 1}`)
  }
  if (!['step', 'linear', 'cubic'].includes(interpolation)) {
    fail(`${field}.interpolation is "${interpolation}", expected "step", "linear" or "cubic"`)
  }
  const times = Float32Array.from(data.times)
  if (times.length === 0) fail(`${field}.times is empty, expected at least one key`)
  for (let i = 0; i < times.length; i++) {
    if (!(times[i]! >= 0 && times[i]! < Infinity && (i === 0 || times[i]! > times[i - 1]!))) {
      fail(`${field}.times[${i}] is ${times[i]}, expected finite seconds above those before`)
    }
  }
  const groups = times.length * (interpolation === 'cubic' ? 3 : 1)
  const given = data.values.length / groups
  const fits = target === 'morph' ? Number.isInteger(given) && given >= 1 && given <= width : given === width
  if (!fits) fail(`${field}.values has ${data.values.length} numbers, expected ${groups} times ${width}`)
  const values = widened(data.values, groups, given, width)
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i]!)) fail(`${field}.values[${i}] is ${values[i]}, expected a finite number`)
  }
  const rotates = target === 'rotation'
  const linear = interpolation === 'cubic' ? linearTrack(times, values, width) : { times, values }
  if (rotates) alignRotations(linear.values)
  const at = target === 'morph' ? 0 : joint * PoseLayout.floats + PoseLayout[target]
  const timeline = timelineOf(timelines, linear.times)
  return { timeline, at, joint, width, rotates, steps: interpolation === 'step', values: linear.values }
}

/** Morph weights that are not given are 0. */
function widened(values: ArrayLike<number>, groups: number, given: number, width: number): Float32Array {
  if (given === width) return Float32Array.from(values)
  const out = new Float32Array(groups * width)
  for (let g = 0; g < groups; g++) for (let k = 0; k < given; k++) out[g * width + k] = values[g * given + k]!
  return out
}

/** Unit length, and each on the side of the one before, so that mixing goes the short way. */
function alignRotations(values: Float32Array): void {
  for (let at = 0; at < values.length; at += 4) {
    normalizeAt(values, at)
    if (at === 0) continue
    let dot = 0
    for (let k = 0; k < 4; k++) dot += values[at + k]! * values[at - 4 + k]!
    if (dot < 0) for (let k = 0; k < 4; k++) values[at + k] = -values[at + k]!
  }
}

function timelineOf(timelines: Float32Array[], times: Float32Array): number {
  const same = (other: Float32Array): boolean =>
    other.length === times.length && other.every((time, i) => time === times[i])
  const known = timelines.findIndex(same)
  return known >= 0 ? known : timelines.push(times) - 1
}

function restsAll(skeleton: Skeleton, track: Track): boolean {
  const { values, width, at } = track
  return values.every((value, i) => Math.abs(value - skeleton.rest[at + (i % width)]!) < 1e-6)
}

/** Takes the way along x and z out of a joint's translation. */
function takeRoot(
  skeleton: Skeleton,
  joint: number,
  timelines: readonly Float32Array[],
  tracks: Track[],
  duration: number,
  fail: (what: string) => never,
): RootTrack | undefined {
  if (!(Number.isInteger(joint) && joint >= 0 && joint < skeleton.count)) {
    return fail(`rootMotion is ${joint}, expected 0 to ${skeleton.count - 1}`)
  }
  for (let above = skeleton.parents[joint]!; above >= 0; above = skeleton.parents[above]!) {
    if (tracks.some((track) => track.joint === above)) {
      fail(
        `rootMotion is ${joint}, whose parent ${above} moves, expected a joint that hangs from none that moves`,
      )
    }
  }
  const at = joint * PoseLayout.floats + PoseLayout.translation
  const track = tracks.find((one) => one.at === at)
  if (track === undefined) return undefined
  return createRootTrack(skeleton, joint, timelines[track.timeline]!, track, duration)
}
