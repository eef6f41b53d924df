import { type JointName, jointNamed, jointPlace, RIG_JOINTS } from './joints.js'

/** A clip as `createRig` takes it. */
export type PersonClip = {
  readonly name: ClipName
  readonly duration: number
  readonly tracks: readonly {
    readonly joint: number
    readonly target: 'rotation' | 'translation'
    readonly times: readonly number[]
    readonly values: readonly number[]
  }[]
}

export const CLIP_NAMES = ['idle', 'walk', 'run', 'talk', 'work', 'sit'] as const
export type ClipName = (typeof CLIP_NAMES)[number]

/** Seconds of one cycle of walking, two steps, and metres that a walker gets in it. */
const WALK_SECONDS = 1.05
const WALK_METRES = 1.4
/** How fast the clip plays for who walks so many metres a second. */
export const walkingSpeed = (metres: number): number => (metres * WALK_SECONDS) / WALK_METRES
/** Height of the seat above the feet of who sits. */
export const SEAT_HEIGHT = 0.5
/** Metres by which who sits is lower than when standing: hips lie a little over the seat. */
export const SITS_LOWER = jointPlace('left-thigh')[1] - SEAT_HEIGHT - 0.09

/**
 * Turns of joints about x (positive bends forward and down), y (left) and z (towards -x), radians; and how
 * the hips move, metres.
 */
type Pose = Partial<Record<JointName, readonly [number, number, number]>> & {
  readonly moves?: readonly [number, number, number]
}

/** Keys of a clip; what lies between is turned along the shortest way. */
const KEYS = 12

/** A pose at a phase of the clip, 0 to 1, which repeats. */
type Motion = (phase: number) => Pose

const wave = (phase: number, shift = 0): number => Math.sin(2 * Math.PI * (phase + shift))

/**
 * Two steps: legs and arms swing against each other, knees bend as the leg comes forward, the hips rise over
 * the standing leg.
 */
function stride(reach: number, knee: number, arms: number, lean: number, bob: number): Motion {
  return (phase) => {
    const left = wave(phase)
    const bend = (shift: number) => knee * Math.max(0, wave(phase, shift)) ** 1.5 + 0.06
    return {
      'left-thigh': [-reach * left, 0, 0],
      'right-thigh': [reach * left, 0, 0],
      'left-shin': [bend(0.3), 0, 0],
      'right-shin': [bend(0.8), 0, 0],
      'left-arm': [arms * left, 0, 0.05],
      'right-arm': [-arms * left, 0, -0.05],
      'left-hand': [-0.25 * arms, 0, 0],
      'right-hand': [-0.25 * arms, 0, 0],
      hips: [0, 0.06 * left, 0],
      chest: [lean, -0.12 * left, 0],
      head: [-lean * 0.8, 0.06 * left, 0],
      moves: [0, bob * (0.5 - Math.abs(left)), 0],
    }
  }
}

const idle: Motion = (phase) => ({
  chest: [0.015 * wave(phase * 2), 0.03 * wave(phase), 0.012 * wave(phase)],
  head: [0.03 * wave(phase, 0.3), 0.28 * wave(phase) ** 3, 0],
  'left-arm': [0.04 * wave(phase, 0.1), 0, 0.04],
  'right-arm': [0.03 * wave(phase, 0.6), 0, -0.04],
  'left-hand': [-0.12, 0, 0],
  'right-hand': [-0.1, 0, 0],
  moves: [0.008 * wave(phase), -0.004, 0],
})

const talk: Motion = (phase) => ({
  chest: [0.02, 0.07 * wave(phase), 0],
  head: [0.06 * wave(phase * 2), 0.12 * wave(phase, 0.2), 0.03 * wave(phase)],
  'left-arm': [-0.35 - 0.25 * wave(phase), 0, 0.16],
  'left-hand': [-0.7 - 0.45 * wave(phase * 2), 0, 0],
  'right-arm': [-0.2 - 0.22 * wave(phase, 0.4), 0, -0.14],
  'right-hand': [-0.5 - 0.5 * wave(phase * 3, 0.2), 0, 0],
})

/** Hands a thing up and lays it down. */
const work: Motion = (phase) => {
  const lift = 0.5 + 0.5 * wave(phase)
  return {
    chest: [0.3 - 0.24 * lift, 0.2 * wave(phase, 0.25), 0],
    head: [0.1 - 0.1 * lift, 0, 0],
    'left-arm': [-0.5 - 0.6 * lift, 0, 0.05],
    'left-hand': [-0.8 + 0.3 * lift, 0, 0],
    'right-arm': [-0.4 - 0.75 * lift, 0, -0.05],
    'right-hand': [-0.9 + 0.4 * lift, 0, 0],
  }
}

/** On a seat of `SEAT_HEIGHT`. */
const sit: Motion = (phase) => ({
  'left-thigh': [-1.5, 0.08, 0],
  'right-thigh': [-1.5, -0.08, 0],
  'left-shin': [1.42 + 0.1 * wave(phase), 0, 0],
  'right-shin': [1.42 + 0.1 * wave(phase, 0.4), 0, 0],
  chest: [-0.05 + 0.02 * wave(phase * 2), 0.05 * wave(phase), 0],
  head: [0.04, 0.3 * wave(phase) ** 3, 0],
  'left-arm': [-0.45, 0, 0.1],
  'left-hand': [-0.5, 0, 0],
  'right-arm': [-0.45, 0, -0.1],
  'right-hand': [-0.5, 0, 0],
  moves: [0, -SITS_LOWER, 0],
})

const AT_REST = [0, 0, 0] as const

/** Everything that people of the town can do, in the order of `CLIP_NAMES`. */
export function personClips(): PersonClip[] {
  return [
    makeClip('idle', 5, idle),
    makeClip('walk', WALK_SECONDS, stride(0.42, 0.75, 0.34, 0.03, 0.05)),
    makeClip('run', 0.68, stride(0.75, 1.35, 0.7, 0.16, 0.1)),
    makeClip('talk', 3.4, talk),
    makeClip('work', 2.2, work),
    makeClip('sit', 6, sit),
  ]
}

function makeClip(name: ClipName, duration: number, motion: Motion): PersonClip {
  const times = Array.from({ length: KEYS + 1 }, (_, key) => (duration * key) / KEYS)
  const poses = times.map((_, key) => motion(key / KEYS))
  const tracks: PersonClip['tracks'][number][] = []
  RIG_JOINTS.forEach(({ name: joint }, number) => {
    const turns = poses.map((pose) => pose[joint as JointName] ?? AT_REST)
    tracks.push({ joint: number, target: 'rotation', times, values: turns.flatMap(quaternion) })
  })
  const hips = jointNamed('hips')
  const rest = RIG_JOINTS[hips]!.translation
  const moves = poses.flatMap(({ moves: way = [0, 0, 0] }) => way.map((part, axis) => rest[axis]! + part))
  tracks.push({ joint: hips, target: 'translation', times, values: moves })
  return { name, duration, tracks }
}

/** About y first, then x, then z, as seen from the parent. */
function quaternion([x, y, z]: readonly [number, number, number]): number[] {
  const [cx, sx, cy, sy, cz, sz] = [x, y, z].flatMap((turn) => [Math.cos(turn / 2), Math.sin(turn / 2)]) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  return [
    cy * sx * cz + sy * cx * sz,
    sy * cx * cz - cy * sx * sz,
    cy * cx * sz - sy * sx * cz,
    cy * cx * cz + sy * sx * sz,
  ]
}
