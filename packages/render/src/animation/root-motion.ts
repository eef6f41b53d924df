import type { Clip } from './clip.js'
import { LAYERS, type Playback, toSeconds } from './playback.js'
import { rootIntegralAt, rootWayAt } from './root-track.js'

/**
 * How far an entity's clips have carried it in its own space at `playback.moment`. The newest clip's way
 * counts by its share while it fades in, that of the one below by the rest: the integral of share times
 * velocity has a closed form, since shares are linear in time and ways are integrals already (by parts). So
 * the place depends on the clock alone, not on its steps.
 */
export function rootWay(out: Float64Array, playback: Playback, clips: readonly Clip[], id: number): void {
  const newest = id * LAYERS + playback.count[id]! - 1
  out[0] = 0
  out[1] = 0
  addShare(out, playback, clips, newest, newest, true)
  if (playback.count[id]! > 1) addShare(out, playback, clips, newest - 1, newest, false)
}

const at = new Float64Array(2)
const from = new Float64Array(2)
const to = new Float64Array(2)
const sumFrom = new Float64Array(2)
const sumTo = new Float64Array(2)

/** Adds a clip's way since the newest began: what of it came in with the newest's fade, or went with it. */
function addShare(
  out: Float64Array,
  playback: Playback,
  clips: readonly Clip[],
  row: number,
  newest: number,
  comesIn: boolean,
): void {
  const clip = clips[playback.clip[row]!]!
  if (clip.root === undefined) return
  const clock = playback.moment[0]!
  const begin = playback.start[newest]!
  const length = playback.fade[newest]!
  const end = Math.min(clock, begin + length)
  to[0] = end
  at[0] = clock
  wayAtClock(to, playback, clip, row)
  wayAtClock(at, playback, clip, row)
  if (length === 0) {
    // Nothing fades: all of the way since its beginning.
    for (let k = 0; k < 2; k++) out[k] = out[k]! + at[k]! - to[k]!
    return
  }
  from[0] = begin
  sumFrom[0] = begin
  sumTo[0] = end
  wayAtClock(from, playback, clip, row)
  sumAtClock(sumFrom, playback, clip, row)
  sumAtClock(sumTo, playback, clip, row)
  const share = (end - begin) / length
  for (let k = 0; k < 2; k++) {
    // Integral of share dWay over the fade: share(end) * way(end) - integral of way / length.
    const faded = share * to[k]! - (sumTo[k]! - sumFrom[k]!) / length
    out[k] = out[k]! + (comesIn ? faded + at[k]! - to[k]! : to[k]! - from[k]! - faded)
  }
}

/** Writes the way at the time of the clock that `out` begins with. */
function wayAtClock(out: Float64Array, playback: Playback, clip: Clip, row: number): void {
  toSeconds(out, playback, row)
  out[0] = Math.max(out[0]!, 0)
  rootWayAt(out, clip.root!, clip.loop)
}

/** Writes the integral of the way over the clock at the time that `out` begins with, up to a constant. */
function sumAtClock(out: Float64Array, playback: Playback, clip: Clip, row: number): void {
  const speed = playback.speed[row]!
  if (speed > 0) {
    toSeconds(out, playback, row)
    rootIntegralAt(out, clip.root!, clip.loop)
    for (let k = 0; k < 2; k++) out[k] = out[k]! / speed
  } else {
    const clock = out[0]!
    wayAtClock(out, playback, clip, row)
    for (let k = 0; k < 2; k++) out[k] = out[k]! * clock
  }
}

/** Whether any clip that plays carries its entity. */
export function walks({ count, clip }: Playback, clips: readonly Clip[], id: number): boolean {
  const first = id * LAYERS
  for (let row = first + count[id]! - 1; row >= first; row--)
    if (clips[clip[row]!]!.root !== undefined) return true
  return false
}

/** Where entities stand by their clips' ways, in double precision, and what the game had them at. */
export type RootPlaces = {
  /** Place, 3 an id, at the clock of `anchorClock`. */
  readonly anchor: Float64Array
  /** The clips' way there, x and z. */
  readonly anchorWay: Float64Array
  /** The place that was written last. */
  readonly place: Float64Array
  /** The clips' way there. */
  readonly placeWay: Float64Array
  /** Rotation and scale at the anchor: quaternion, x, y, z. */
  readonly aim: Float32Array
}

/** Columns for ids from 0 to `maxId`. */
export function createRootPlaces(maxId: number): RootPlaces {
  const rows = maxId + 1
  return {
    anchor: new Float64Array(rows * 3),
    anchorWay: new Float64Array(rows * 2),
    place: new Float64Array(rows * 3),
    placeWay: new Float64Array(rows * 2),
    aim: new Float32Array(rows * 7),
  }
}

/** Columns of `Transform`. */
export type Transforms = {
  readonly position: Float32Array
  readonly rotation: Float32Array
  readonly scale: Float32Array
}

const way = new Float64Array(2)

/**
 * Takes the entity's place at `playback.moment` for the start of its clips' way; to be called when its clips
 * change.
 */
export function anchorRoot(places: RootPlaces, playback: Playback, clips: readonly Clip[], id: number): void {
  rootWay(way, playback, clips, id)
  for (let k = 0; k < 3; k++) places.anchor[id * 3 + k] = places.place[id * 3 + k]!
  for (let k = 0; k < 2; k++) {
    places.anchorWay[id * 2 + k] = way[k]!
    places.placeWay[id * 2 + k] = way[k]!
  }
}

/**
 * Works out where the entity's clips have carried it by now: `place`. Where the game has moved or turned it
 * since the last time, it goes on from there. False if it stands where it stood.
 */
export function followRoot(
  places: RootPlaces,
  playback: Playback,
  clips: readonly Clip[],
  id: number,
  transforms: Transforms,
): boolean {
  heedGame(places, id, transforms)
  playback.moment[0] = playback.clock[id]!
  return placeAt(places, playback, clips, id)
}

/** Writes `place` at `playback.moment`. */
export function placeAt(
  { anchor, anchorWay, place, placeWay, aim }: RootPlaces,
  playback: Playback,
  clips: readonly Clip[],
  id: number,
): boolean {
  rootWay(way, playback, clips, id)
  const moved = way[0] !== placeWay[id * 2] || way[1] !== placeWay[id * 2 + 1]
  placeWay[id * 2] = way[0]!
  placeWay[id * 2 + 1] = way[1]!
  const q = id * 7
  const x = aim[q]!
  const y = aim[q + 1]!
  const z = aim[q + 2]!
  const w = aim[q + 3]!
  const dx = (way[0]! - anchorWay[id * 2]!) * aim[q + 4]!
  const dz = (way[1]! - anchorWay[id * 2 + 1]!) * aim[q + 6]!
  place[id * 3] = anchor[id * 3]! + (1 - 2 * (y * y + z * z)) * dx + 2 * (x * z + y * w) * dz
  place[id * 3 + 1] = anchor[id * 3 + 1]! + 2 * (x * y + z * w) * dx + 2 * (y * z - x * w) * dz
  place[id * 3 + 2] = anchor[id * 3 + 2]! + 2 * (x * z - y * w) * dx + (1 - 2 * (x * x + y * y)) * dz
  return moved
}

/** Where position, rotation or scale are not what they were, the way goes on from what they are. */
function heedGame(
  { anchor, anchorWay, place, placeWay, aim }: RootPlaces,
  id: number,
  transforms: Transforms,
): void {
  const { position, rotation, scale } = transforms
  let same = true
  for (let k = 0; k < 3; k++) {
    if (position[id * 3 + k] !== Math.fround(place[id * 3 + k]!)) {
      place[id * 3 + k] = position[id * 3 + k]!
      same = false
    }
    if (scale[id * 3 + k] !== aim[id * 7 + 4 + k]) same = false
  }
  for (let k = 0; k < 4; k++) if (rotation[id * 4 + k] !== aim[id * 7 + k]) same = false
  if (same) return
  for (let k = 0; k < 3; k++) {
    anchor[id * 3 + k] = place[id * 3 + k]!
    aim[id * 7 + 4 + k] = scale[id * 3 + k]!
  }
  for (let k = 0; k < 2; k++) anchorWay[id * 2 + k] = placeWay[id * 2 + k]!
  for (let k = 0; k < 4; k++) aim[id * 7 + k] = rotation[id * 4 + k]!
}
