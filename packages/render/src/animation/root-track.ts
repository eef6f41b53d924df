import type { Track } from './clip.js'
import { composeLocal, createMatrices, writeModelMatrices } from './model-matrices.js'
import type { Skeleton } from './skeleton.js'

/**
 * The way of a clip's root in the model's space, along x and z: linear between keys, and its integral over
 * time, so that a way that fades in or out has a closed form. Positions count from the first key.
 */
export type RootTrack = {
  /** Seconds; the first is 0 and the last the clip's duration. */
  readonly times: Float64Array
  /** x, z of each key. */
  readonly way: Float64Array
  /** Integral of x, z from 0 to each key. */
  readonly integral: Float64Array
}

/** Takes the way out of a joint's translation track, which then stays above its first key, and keeps it. */
export function createRootTrack(
  skeleton: Skeleton,
  joint: number,
  times: Float32Array,
  track: Track,
  duration: number,
): RootTrack {
  const parent = skeleton.parents[joint]!
  const matrices = createMatrices(skeleton.count)
  writeModelMatrices(matrices, skeleton, skeleton.rest)
  // Rows of the parent's matrix, or of no turn.
  const m =
    parent < 0
      ? composeLocal(new Float32Array(12), 0, IDENTITY_POSE, 0)
      : matrices.slice(parent * 12, parent * 12 + 12)
  const { values } = track
  const first = values.slice(0, 3)
  const keys: [number, number, number][] = []
  for (let i = 0; i < times.length; i++) {
    const move = [0, 1, 2].map((k) => values[i * 3 + k]! - first[k]!)
    const inModel = (row: number): number =>
      m[row * 4]! * move[0]! + m[row * 4 + 1]! * move[1]! + m[row * 4 + 2]! * move[2]!
    keys.push([times[i]!, inModel(0), inModel(2)])
    keepHeight(values, i * 3, first, m, inModel(1))
  }
  return fromKeys(
    keys.filter(([time]) => time <= duration),
    duration,
  )
}

const IDENTITY_POSE = new Float32Array([0, 0, 0, 0, 0, 0, 1, 1, 1, 1])

/** Leaves only the part of a move that goes up in the model's space. */
function keepHeight(
  values: Float32Array,
  at: number,
  first: Float32Array,
  m: Float32Array,
  up: number,
): void {
  // The parent's matrix turns and scales evenly: its inverse is its transpose over the square of the scale.
  const square = m[4]! * m[4]! + m[5]! * m[5]! + m[6]! * m[6]!
  for (let k = 0; k < 3; k++) values[at + k] = first[k]! + (m[4 + k]! * up) / square
}

function fromKeys(keys: [number, number, number][], duration: number): RootTrack {
  if (keys.length === 0) keys.push([0, 0, 0])
  const [, startX, startZ] = keys[0]!
  if (keys[0]![0] > 0) keys.unshift([0, startX, startZ])
  const [lastTime, lastX, lastZ] = keys[keys.length - 1]!
  if (lastTime < duration) keys.push([duration, lastX, lastZ])
  const times = Float64Array.from(keys, ([time]) => time)
  times[times.length - 1] = duration
  const way = Float64Array.from(keys.flatMap(([, x, z]) => [x - startX, z - startZ]))
  const integral = new Float64Array(way.length)
  for (let i = 1; i < times.length; i++) {
    const span = times[i]! - times[i - 1]!
    for (let k = 0; k < 2; k++) {
      integral[i * 2 + k] = integral[i * 2 - 2 + k]! + ((way[i * 2 - 2 + k]! + way[i * 2 + k]!) / 2) * span
    }
  }
  return { times, way, integral }
}

/**
 * Writes x, z of the way after so many seconds of the clip as `out` begins with, 0 or more; looped ways go on
 * from where they ended. (A number that is handed over by itself may become an object on the heap.)
 */
export function rootWayAt(out: Float64Array, root: RootTrack, loop: boolean): void {
  const time = out[0]!
  const { times, way } = root
  const last = times.length - 1
  const duration = times[last]!
  const laps = loop ? Math.floor(time / duration) : 0
  const within = Math.min(time - laps * duration, duration)
  out[0] = within
  const i = pieceAt(times, out)
  const share = (within - times[i]!) / (times[i + 1]! - times[i]!)
  for (let k = 0; k < 2; k++) {
    const from = way[i * 2 + k]!
    out[k] = laps * way[last * 2 + k]! + from + (way[i * 2 + 2 + k]! - from) * share
  }
}

/** Writes the integral of the way from 0 to the seconds that `out` begins with, in metre seconds. */
export function rootIntegralAt(out: Float64Array, root: RootTrack, loop: boolean): void {
  const time = out[0]!
  const { times, way, integral } = root
  const last = times.length - 1
  const duration = times[last]!
  const laps = loop ? Math.floor(time / duration) : 0
  const rest = time - laps * duration
  const within = Math.min(rest, duration)
  out[0] = within
  const i = pieceAt(times, out)
  const span = within - times[i]!
  const slope = 1 / (times[i + 1]! - times[i]!)
  for (let k = 0; k < 2; k++) {
    const from = way[i * 2 + k]!
    const piece = from * span + ((way[i * 2 + 2 + k]! - from) * slope * span * span) / 2
    const lap = way[last * 2 + k]!
    const before =
      laps * integral[last * 2 + k]! + (lap * duration * laps * (laps - 1)) / 2 + laps * lap * rest
    out[k] = before + integral[i * 2 + k]! + piece + lap * (loop ? 0 : rest - within)
  }
}

/** The piece between two keys in which the time lies that `at` begins with. */
function pieceAt(times: Float64Array, at: Float64Array): number {
  const time = at[0]!
  let low = 0
  let high = times.length - 2
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (times[middle]! <= time) low = middle
    else high = middle - 1
  }
  return low
}
