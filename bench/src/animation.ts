// What animation costs on the main thread: resting against never resting, bytes for poses, and what a person
// costs whom nobody sees.
import { tickTo } from '@sightline/core'
import { loadKernels } from '@sightline/culling'
import { type AnimationStats, animate, animationStats, clipOf, readJoint } from '@sightline/render'
import { createThreeFigure, type ThreeFigure } from './animation-figure.js'
import { createStreet, type Manner, type Street, type StreetOptions } from './animation-street.js'
import { measureActions, median } from './measure.js'
import { figure, table } from './table.js'

const [FRAMES, WARM_UP] = [900, 180]
const SIZES = [3_000, 20_000]
const MANNERS: readonly Manner[] = ['everything', 'seen', 'resting']
/** Of three.js and of ours, posed in each frame. */
const FIGURES = 300
/** A clip that goes nowhere. */
const TALK = 1

export type CrowdRow = {
  people: number
  manner: Manner
  /** Milliseconds a frame: median and mean. */
  median: number
  mean: number
  /** Means a frame. */
  due: number
  poses: number
  poseBytes: number
  /** Bytes that these poses are, without any others beside them. */
  leastBytes: number
}

export type AnimationResult = {
  crowds: CrowdRow[]
  /**
   * Microseconds a person and frame at 20,000: seen with all joints, seen as far as it is, seen by nobody.
   */
  person: { near: number; seen: number; unseen: number }
  /**
   * Microseconds a person with all joints: three.js's mixer and skeleton, ours. Greatest difference of their
   * matrices.
   */
  peer: { three: number; ours: number; difference: number }
}

/** `seed` is that of the crowd. */
export async function benchAnimation(seed: number): Promise<AnimationResult> {
  await loadKernels()
  const crowds = SIZES.flatMap((people) => measureCrowd(people, seed))
  return { crowds, person: measurePerson(seed), peer: measurePeer(seed) }
}

type Sums = { times: number[]; due: number; poses: number; poseBytes: number }

/** The same walk in each of several streets, frame by frame in turns. */
function walk(streets: readonly Street[], frames: number): Sums[] {
  const sums = streets.map((): Sums => ({ times: [], due: 0, poses: 0, poseBytes: 0 }))
  for (let number = 0; number < frames; number++) {
    for (let k = 0; k < streets.length; k++) {
      const j = (k + number) % streets.length
      const time = streets[j]!.frame(number)
      if (number < WARM_UP) continue
      add(sums[j]!, time, animationStats(streets[j]!.world))
    }
  }
  return sums
}

function add(sums: Sums, time: number, { due, full, reduced, poseBytes }: AnimationStats): void {
  sums.times.push(time)
  sums.due += due
  sums.poses += full + reduced
  sums.poseBytes += poseBytes
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

function measureCrowd(people: number, seed: number): CrowdRow[] {
  const streets = MANNERS.map((manner) => createStreet({ people, seed, manner, look: 'walk' }))
  // The largest crowd without any rest takes a tenth of a second a frame.
  return walk(streets, people > 10_000 ? WARM_UP + 120 : FRAMES).map((sums, i) => {
    const { times } = sums
    return {
      people,
      manner: MANNERS[i]!,
      median: median(times),
      mean: mean(times),
      due: sums.due / times.length,
      poses: sums.poses / times.length,
      poseBytes: sums.poseBytes / times.length,
      leastBytes: (sums.poses / times.length) * streets[i]!.texels * 16,
    }
  })
}

function measurePerson(seed: number): AnimationResult['person'] {
  const people = 20_000
  const options: StreetOptions = { people, seed, manner: 'resting', look: 'all' }
  const streets = [
    createStreet({ ...options, manner: 'seen', fine: true }),
    createStreet({ ...options, manner: 'seen' }),
    createStreet({ ...options, look: 'none' }),
  ]
  const [near, seen, unseen] = walk(streets, WARM_UP + 60).map(({ times }) => (mean(times) * 1000) / people)
  return { near: near!, seen: seen!, unseen: unseen! }
}

/**
 * Each in turns poses `FIGURES` people who talk, at the same times. Throws an `Error` if they are not in the
 * same pose.
 */
function measurePeer(seed: number): AnimationResult['peer'] {
  const street = createStreet({ people: FIGURES, seed, manner: 'everything', look: 'walk', clip: TALK })
  const three = Array.from({ length: FIGURES }, () => createThreeFigure(street.figure, TALK))
  let number = 0
  street.frame(number)
  const difference = compare(street, three[0]!)
  const [ours, theirs] = measureActions(
    [
      { before: () => tickTo(street.world, ++number / 60), run: () => animate(street.world) },
      { run: () => updateAll(three, number / 60) },
    ],
    { seconds: 2, minRounds: 100, maxRounds: 2000 },
    50,
  )
  return { three: (theirs! * 1000) / FIGURES, ours: (ours! * 1000) / FIGURES, difference }
}

function updateAll(figures: readonly ThreeFigure[], now: number): void {
  for (let i = 0; i < figures.length; i++) figures[i]!.update((now + i / figures.length) % 1)
}

/** Greatest difference of a joint's matrix, of the first person. */
function compare({ world, people, figure: { rig } }: Street, { update, bones }: ThreeFigure): number {
  const out = new Float32Array(12)
  update(clipOf(world, people[0]!).seconds)
  let most = 0
  bones.forEach((bone, joint) => {
    readJoint(world, people[0]!, joint, out)
    for (let row = 0; row < 3; row++) {
      for (let k = 0; k < 4; k++)
        most = Math.max(most, Math.abs(out[row * 4 + k]! - bone.matrixWorld.elements[k * 4 + row]!))
    }
  })
  if (bones.length !== rig.joints.length || !(most < 1e-4))
    throw new Error(`benchAnimation: poses differ by ${most}`)
  return most
}

export function animationTables({ crowds, person, peer }: AnimationResult): string {
  const rows = crowds.map((row) => {
    const all = crowds.find(({ people, manner }) => people === row.people && manner === 'everything')!
    return [
      `${row.people} people, ${NAMES[row.manner]}`,
      figure(row.mean),
      figure(row.median),
      (row.mean / all.mean).toFixed(3),
      row.due.toFixed(0),
      row.poses.toFixed(0),
      (row.poseBytes / 1024).toFixed(0),
      (row.poseBytes / Math.max(row.leastBytes, 1)).toFixed(2),
    ]
  })
  return [
    table(
      [
        'a walk to the market, ms a frame',
        'mean',
        'median',
        'against everything',
        'turns',
        'poses',
        'kB of poses sent',
        'against these poses alone',
      ],
      rows,
    ),
    table(
      ['a person of 20,000, µs a frame', '', 'against near'],
      [
        ['seen, all joints in each frame', figure(person.near), '1.000'],
        ['seen as it is: 2 of 3 beyond 60 m', figure(person.seen), (person.seen / person.near).toFixed(3)],
        ['seen by nobody', figure(person.unseen), (person.unseen / person.near).toFixed(3)],
      ],
    ),
    table(
      ['a pose of 19 joints, µs', '', 'against three.js'],
      [
        ['three.js: AnimationMixer, updateMatrixWorld, Skeleton.update', figure(peer.three), '1.00'],
        ['animate', figure(peer.ours), (peer.ours / peer.three).toFixed(2)],
      ],
    ),
  ].join('\n\n')
}

const NAMES: Readonly<Record<Manner, string>> = {
  everything: 'everything runs: a pose of all joints for each in each frame',
  seen: 'a turn for each, poses for those who are seen',
  resting: 'resting by `AnimationUpdates`, scheduler included',
}
