import type { Clip } from './clip.js'
import type { Influences } from './influence.js'
import { createMatrices, MATRIX_FLOATS, writeModelMatrices } from './model-matrices.js'
import { sampleClip } from './sample-pose.js'
import { PoseLayout, type Skeleton } from './skeleton.js'
import { createPoseSet, createStrays, findStrays, growByJoint, type PoseSet } from './stray.js'

/** What a clip can fill, in the model's space. */
export type ClipBounds = {
  /** Of all vertices at all times: min x, y, z, max x, y, z. */
  readonly box: Float32Array
  /** The same of each joint's own place, 6 a joint: for what hangs on it. */
  readonly jointBoxes: Float32Array
  /** The most that each joint's matrix lengthens anything. */
  readonly jointScales: Float32Array
}

/** Longest stretch that is bounded at once, in seconds: shorter is tighter, and takes longer at load. */
const STRETCH = 1 / 60
/** Ends of stretches are sampled so much before, since steps belong to the next. */
const BEFORE_END = 1 - 1e-6
/** What single precision may lose, as a share of the box and in metres. */
const ROUNDING = 1e-5
const NONE = new Float32Array(6)

/** An empty box: min above max. */
export function emptyBox(): Float64Array {
  return Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity)
}

/**
 * Bounds a clip at all times, also between its keys. Vertices are means of where their joints carry them, so
 * the union of the joints' boxes holds them. `masks` are the sets of joints that levels of detail sample; the
 * others rest in them.
 */
export function boundClip(
  skeleton: Skeleton,
  clip: Clip,
  influences: Influences,
  masks: readonly (Uint8Array | undefined)[],
): ClipBounds {
  const box = emptyBox()
  const places = Array.from({ length: skeleton.count }, emptyBox)
  const jointScales = new Float32Array(skeleton.count)
  const set = createPoseSet(skeleton)
  const strays = createStrays(skeleton)
  const matrices = createMatrices(skeleton.count)
  const ends = [new Float32Array(set.middle.length), new Float32Array(set.middle.length)] as const
  const knots = stretchesOf(clip)
  for (const mask of masks) {
    for (let i = 0; i < knots.length; i++) {
      const from = knots[i]!
      const to = knots[i + 1] ?? from
      sampleClip(ends[0], skeleton, clip, from, mask)
      sampleClip(ends[1], skeleton, clip, from + (to - from) * BEFORE_END, mask)
      sampleClip(set.middle, skeleton, clip, (from + to) / 2, mask)
      encloseEnds(set, skeleton, ends)
      writeModelMatrices(matrices, skeleton, set.middle)
      findStrays(strays, skeleton, set)
      growByAll(box, matrices, influences, strays)
      places.forEach((place, joint) => {
        growByJoint(place, matrices, joint, NONE, 0, 0, strays)
        jointScales[joint] = Math.max(jointScales[joint]!, strays.scale[joint]!)
      })
    }
  }
  return toBounds(box, places, jointScales)
}

function toBounds(box: Float64Array, places: readonly Float64Array[], jointScales: Float32Array): ClipBounds {
  const jointBoxes = new Float32Array(places.length * 6)
  places.forEach((place, joint) => {
    jointBoxes.set(outward(place), joint * 6)
  })
  return { box: outward(box), jointBoxes, jointScales }
}

function growByAll(
  box: Float64Array,
  matrices: Float32Array,
  { joints, boxes, reaches }: Influences,
  strays: ReturnType<typeof createStrays>,
): void {
  for (let entry = 0; entry < joints.length; entry++) {
    if (boxes[entry * 6]! > boxes[entry * 6 + 3]!) continue
    growByJoint(box, matrices, joints[entry]!, boxes, entry * 6, reaches[entry]!, strays)
  }
}

/** Times between which every track is straight. */
function stretchesOf({ timelines, duration }: Clip): number[] {
  const knots = new Set<number>([0, duration])
  for (const times of timelines) for (const time of times) if (time < duration) knots.add(time)
  const sorted = [...knots].sort((a, b) => a - b)
  return sorted.flatMap((from, i) => {
    const length = (sorted[i + 1] ?? from) - from
    const parts = Math.max(1, Math.ceil(length / STRETCH))
    return Array.from({ length: parts }, (_, part) => from + (length * part) / parts)
  })
}

/**
 * Lets a set reach from its middle to both ends; what moves straight or along an arc between them lies in it.
 */
function encloseEnds(set: PoseSet, { count }: Skeleton, ends: readonly [Float32Array, Float32Array]): void {
  set.moves.fill(0)
  set.turns.fill(0)
  set.scales.fill(0)
  for (const end of ends)
    for (let joint = 0; joint < count; joint++) encloseAt(set, joint, end, joint * PoseLayout.floats)
}

/** Lets a set reach as far as one joint of another pose. */
function encloseAt(
  { middle, moves, turns, scales }: PoseSet,
  joint: number,
  pose: Float32Array,
  at: number,
): void {
  const m = joint * PoseLayout.floats
  const move = Math.hypot(
    middle[m]! - pose[at]!,
    middle[m + 1]! - pose[at + 1]!,
    middle[m + 2]! - pose[at + 2]!,
  )
  moves[joint] = Math.max(moves[joint]!, move * (1 + ROUNDING))
  turns[joint] = Math.max(turns[joint]!, angleBetween(middle, m + 3, pose, at + 3) * (1 + ROUNDING))
  for (let k = 7; k < 10; k++) {
    scales[joint] = Math.max(scales[joint]!, Math.abs(middle[m + k]! - pose[at + k]!) * (1 + ROUNDING))
  }
}

/** Angle of the turn between two unit quaternions, by the chord: exact where they are close. */
function angleBetween(a: Float32Array, i: number, b: Float32Array, k: number): number {
  let minus = 0
  let plus = 0
  for (let n = 0; n < 4; n++) {
    minus += (a[i + n]! - b[k + n]!) ** 2
    plus += (a[i + n]! + b[k + n]!) ** 2
  }
  return 4 * Math.asin(Math.min(Math.sqrt(Math.min(minus, plus)) / 2, 1))
}

/** Beyond this angle from the middle the short way between two rotations may leave the cap. */
const WIDEST_CAP = Math.PI / 2

/**
 * Bounds all mixes of some clips, each at any time. Rotations are mixed straight and brought back to unit
 * length, which stays in every cap of the sphere of quaternions that is narrower than a right angle and holds
 * them; where a joint turns farther, it may turn anyhow. The pose at rest is among them, for levels of
 * detail. The union of the clips' boxes would not do: an arm on its way from up to down points sideways.
 */
export function boundMixes(skeleton: Skeleton, clips: readonly Clip[], influences: Influences): ClipBounds {
  const set = createPoseSet(skeleton)
  const poses = [skeleton.rest, ...clips.flatMap((clip) => keyPoses(skeleton, clip))]
  for (let at = 0; at < set.middle.length; at += PoseLayout.floats) writeMiddle(set.middle, poses, at)
  for (const pose of poses) {
    for (let joint = 0; joint < skeleton.count; joint++)
      encloseAt(set, joint, pose, joint * PoseLayout.floats)
  }
  for (let joint = 0; joint < skeleton.count; joint++) {
    if (set.turns[joint]! >= WIDEST_CAP) set.turns[joint] = Math.PI
  }
  const matrices = new Float32Array(skeleton.count * MATRIX_FLOATS)
  writeModelMatrices(matrices, skeleton, set.middle)
  const strays = createStrays(skeleton)
  findStrays(strays, skeleton, set)
  const box = emptyBox()
  const places = Array.from({ length: skeleton.count }, emptyBox)
  growByAll(box, matrices, influences, strays)
  places.forEach((place, joint) => {
    growByJoint(place, matrices, joint, NONE, 0, 0, strays)
  })
  return toBounds(box, places, Float32Array.from(strays.scale))
}

/** Bounds that hold all of these. */
export function uniteBounds(all: readonly ClipBounds[]): ClipBounds {
  const [first, ...others] = all.map(({ box, jointBoxes, jointScales }) => ({
    box: box.slice(),
    jointBoxes: jointBoxes.slice(),
    jointScales: jointScales.slice(),
  }))
  for (const { box, jointBoxes, jointScales } of others) {
    uniteBoxes(first!.box, box)
    uniteBoxes(first!.jointBoxes, jointBoxes)
    for (let i = 0; i < jointScales.length; i++) {
      first!.jointScales[i] = Math.max(first!.jointScales[i]!, jointScales[i]!)
    }
  }
  return first!
}

/** Grows a box by points, x, y, z each. */
export function growBox(box: Float32Array, points: Float32Array): void {
  for (let i = 0; i < points.length; i++) {
    box[i % 3] = Math.min(box[i % 3]!, points[i]!)
    box[3 + (i % 3)] = Math.max(box[3 + (i % 3)]!, points[i]!)
  }
}

function uniteBoxes(boxes: Float32Array, others: Float32Array): void {
  for (let i = 0; i < boxes.length; i++) {
    boxes[i] = i % 6 < 3 ? Math.min(boxes[i]!, others[i]!) : Math.max(boxes[i]!, others[i]!)
  }
}

/** The pose at every key: what lies between two keys lies between their values. */
function keyPoses(skeleton: Skeleton, clip: Clip): Float32Array[] {
  const times = new Set<number>([0])
  for (const timeline of clip.timelines) for (const time of timeline) times.add(time)
  return [...times].map((time) => {
    const pose = new Float32Array(skeleton.rest.length)
    sampleClip(pose, skeleton, clip, time, undefined)
    return pose
  })
}

/** The middle between the least and the most of translations and scales; the mean of rotations. */
function writeMiddle(middle: Float32Array, poses: readonly Float32Array[], at: number): void {
  for (const k of [0, 1, 2, 7, 8, 9]) {
    let low = Infinity
    let high = -Infinity
    for (const pose of poses) {
      low = Math.min(low, pose[at + k]!)
      high = Math.max(high, pose[at + k]!)
    }
    middle[at + k] = (low + high) / 2
  }
  const sum = [0, 0, 0, 0]
  const first = poses[0]!
  for (const pose of poses) {
    let dot = 0
    for (let k = 3; k < 7; k++) dot += pose[at + k]! * first[at + k]!
    for (let k = 0; k < 4; k++) sum[k] = sum[k]! + (dot < 0 ? -1 : 1) * pose[at + 3 + k]!
  }
  const length = Math.hypot(...sum)
  for (let k = 0; k < 4; k++) middle[at + 3 + k] = length > 1e-6 ? sum[k]! / length : first[at + 3 + k]!
}

/** In single precision, never smaller. An empty box becomes the origin. */
function outward(box: Float64Array): Float32Array {
  if (!(box[0]! <= box[3]!)) return new Float32Array(6)
  let size = 0
  for (let k = 0; k < 3; k++) size = Math.max(size, Math.abs(box[k]!), Math.abs(box[k + 3]!))
  return Float32Array.from(box, (value, i) => value + (i < 3 ? -1 : 1) * size * ROUNDING)
}
