import { addId, setPosition, Transform, time, type World } from '@sightline/core'
import { expectNumber, expectOptions } from '@sightline/core/checks'
import { Bounds } from '@sightline/culling'
import { hasComponent } from 'bitecs'
import { renderState } from '../state.js'
import { Advanced, advance } from './advance.js'
import { crowdOf, dropPose, type RigHandle, rigAt } from './animation.js'
import { type Crowd, Lacks } from './animation-state.js'
import { fitBounds, widenBounds } from './animator-bounds.js'
import { Animator } from './animator-component.js'
import type { EventList } from './event-list.js'
import { MATRIX_FLOATS } from './model-matrices.js'
import { beginClip, newestRow, secondsOf, toTicks } from './playback.js'
import { clipNumber, type Rig } from './rig.js'
import { anchorRoot, followRoot } from './root-motion.js'
import { clipSeconds } from './sample-pose.js'
import { writeJoint } from './write-pose.js'

const MAX_SPEED = 1000

/** How a clip is begun. */
export type PlayOptions = {
  /** Seconds into the clip at which it begins; beyond its end, in a later lap. Default 0. */
  readonly offset?: number
  /** 0 to 1000: 1 is as it was made, 0 stands still. Default 1. */
  readonly speed?: number
}

export type AnimatorSettings = PlayOptions & {
  readonly rig: RigHandle
  /** Name or number. Default 0, the first. */
  readonly clip?: string | number
}

const PLAY_OPTIONS: Readonly<Record<keyof PlayOptions, true>> = { offset: true, speed: true }
const ANIMATOR_OPTIONS: Readonly<Record<keyof AnimatorSettings, true>> = {
  ...PLAY_OPTIONS,
  rig: true,
  clip: true,
}

/**
 * Gives an entity a rig and lets it play a clip. Throws an `Error` if it has no `Animator`, `Transform` or
 * `Bounds`, a `TypeError` for an option that there is none of or of the wrong type, a `RangeError` for a rig,
 * clip or number that does not exist.
 */
export function setAnimator(world: World, eid: number, settings: AnimatorSettings): void {
  const { animation } = renderState(world)
  for (const component of [Animator, Transform, Bounds]) {
    if (hasComponent(world, eid, component)) continue
    throw new Error(`setAnimator: entity ${eid} has no ${component.name}: add the component first`)
  }
  expectOptions('setAnimator', settings, ANIMATOR_OPTIONS)
  expectNumber('setAnimator', 'rig', settings.rig)
  const rig = rigAt(animation, settings.rig, 'setAnimator')
  const clip = clipNumber(rig, settings.clip ?? 0, 'setAnimator')
  const { offset, speed } = readOptions(settings, 'setAnimator')
  const crowd = crowdOf(world)
  dropPose(animation, crowd, eid)
  addId(crowd.members, eid)
  crowd.rigs[eid] = settings.rig
  crowd.playback.sum[eid] = 0
  crowd.playback.clock[eid] = 0
  crowd.playback.count[eid] = 0
  crowd.at[eid] = toTicks(time(world).now)
  crowd.ahead[eid] = Number.NaN
  crowd.wide[eid] = 0
  crowd.lacks[eid] = 0
  crowd.attachments.delete(eid)
  begin(crowd, rig, eid, clip, 0, offset, speed)
  fitBounds(world, crowd, rig, eid)
}

/**
 * Begins a clip at once. Throws an `Error` if the entity has no animator, `Transform` or `Bounds`, a
 * `RangeError` for what does not exist.
 */
export function setClip(world: World, eid: number, clip: string | number, options: PlayOptions = {}): void {
  play(world, eid, clip, 0, options, 'setClip')
}

/**
 * Begins a clip that fades in over `seconds`, above 0, while what plays fades out. Call it before culling, so
 * that the bounds hold the mix when it is first drawn.
 */
export function crossFade(
  world: World,
  eid: number,
  clip: string | number,
  seconds: number,
  options: PlayOptions = {},
): void {
  if (!(seconds > 0 && seconds < Infinity)) {
    throw new RangeError(`crossFade: seconds is ${seconds}, expected a finite number above 0`)
  }
  play(world, eid, clip, seconds, options, 'crossFade')
}

function play(
  world: World,
  eid: number,
  clip: string | number,
  fade: number,
  options: PlayOptions,
  caller: string,
): void {
  const { crowd, rig } = wholeAnimatorOf(world, eid, caller)
  expectOptions(caller, options, PLAY_OPTIONS)
  const number = clipNumber(rig, clip, caller)
  const { offset, speed } = readOptions(options, caller)
  catchUp(world, eid)
  if (fade === 0) widenBounds(world, crowd, rig, eid, number)
  begin(crowd, rig, eid, number, fade, offset, speed)
  if (fade > 0) widenBounds(world, crowd, rig, eid, number)
}

function begin(
  { playback, places, transforms }: Crowd,
  rig: Rig,
  eid: number,
  clip: number,
  fade: number,
  offset: number,
  speed: number,
): void {
  beginClip(playback, eid, rig.clips, clip, fade, offset, speed)
  playback.moment[0] = playback.clock[eid]!
  anchorRoot(places, playback, rig.clips, eid)
  followRoot(places, playback, rig.clips, eid, transforms)
}

/**
 * Brings an entity that rests to the present moment: its clock, its place and its events, which are listed
 * with those of the next `animate`. Call it before turning one that walks by root motion, so that it has
 * walked the old way until now.
 */
export function catchUp(world: World, eid: number): void {
  const { crowd, rig } = wholeAnimatorOf(world, eid, 'catchUp')
  crowd.now[0] = toTicks(time(world).now)
  const elapsed = Math.max(crowd.now[0]! - crowd.at[eid]!, 0)
  crowd.ahead[eid] = crowd.ahead[eid]! + elapsed
  const { caught } = renderState(world).animation
  crowd.playback.step[0] = elapsed
  if ((advanceTo(world, crowd, rig, eid, caught) & Advanced.covered) !== 0) crowd.wide[eid] = 1
}

/**
 * Plays an entity's clips on by `playback.step` to `crowd.now`, and moves it along. Returns bits of
 * `Advanced`.
 */
export function advanceTo(world: World, crowd: Crowd, rig: Rig, eid: number, events: EventList): number {
  const { playback, places, transforms } = crowd
  crowd.at[eid] = crowd.now[0]!
  const result = advance(playback, places, rig, eid, transforms, events)
  if ((result & Advanced.moved) !== 0) placeEntity(world, crowd, eid)
  return result
}

function placeEntity(world: World, { places: { place } }: Crowd, eid: number): void {
  setPosition(world, eid, place[eid * 3]!, place[eid * 3 + 1]!, place[eid * 3 + 2]!)
}

/**
 * What an entity plays: the newest clip's number, and how far into it, in seconds. Of the last turn, if it
 * rests.
 */
export function clipOf(world: World, eid: number): { clip: string; seconds: number } {
  const { crowd, rig } = animatorOf(world, eid, 'clipOf')
  const row = newestRow(crowd.playback, eid)
  const clip = rig.clips[crowd.playback.clip[row]!]!
  return {
    clip: clip.name,
    seconds: clipSeconds(clip, secondsOf(crowd.playback, row, crowd.playback.clock[eid]!)),
  }
}

/**
 * Writes where a joint is in the entity's own space, 12 numbers: three rows of a matrix, the fourth of each
 * the place. Works the pose out anew, so it costs as much as drawing the entity does: for the few who carry
 * something. Throws a `RangeError` for a joint that does not exist or an array that is too short.
 */
export function readJoint(
  world: World,
  eid: number,
  joint: string | number,
  out: Float32Array,
): Float32Array {
  const { crowd, rig } = animatorOf(world, eid, 'readJoint')
  const number = jointNumber(rig, joint, 'readJoint')
  if (!(out?.length >= MATRIX_FLOATS)) {
    throw new RangeError(
      `readJoint: out has ${out?.length} numbers, expected an array of ${MATRIX_FLOATS} or more`,
    )
  }
  writeJoint(out, rig, crowd.playback, eid, number)
  return out
}

/**
 * Says that something hangs on a joint and reaches so many metres of the model's space from it: bounds grow
 * by what it can fill. 0 takes it away. Throws a `RangeError` for a joint or reach that cannot be.
 */
export function setAttachment(world: World, eid: number, joint: string | number, reach: number): void {
  const { crowd, rig } = wholeAnimatorOf(world, eid, 'setAttachment')
  const number = jointNumber(rig, joint, 'setAttachment')
  if (!(reach >= 0 && reach < Infinity)) {
    throw new RangeError(`setAttachment: reach is ${reach}, expected finite metres of 0 or more`)
  }
  const others = (crowd.attachments.get(eid) ?? []).filter((one) => one.joint !== number)
  crowd.attachments.set(eid, reach > 0 ? [...others, { joint: number, reach }] : others)
  fitBounds(world, crowd, rig, eid)
}

function jointNumber({ skeleton }: Rig, joint: string | number, caller: string): number {
  const number = typeof joint === 'number' ? joint : skeleton.names.indexOf(joint)
  if (Number.isInteger(number) && number >= 0 && number < skeleton.count) return number
  const names = skeleton.names.join(', ')
  throw new RangeError(`${caller}: joint is ${JSON.stringify(joint)}, expected one of ${names}`)
}

function readOptions(
  { offset = 0, speed = 1 }: PlayOptions,
  caller: string,
): { offset: number; speed: number } {
  expectNumber(caller, 'offset', offset)
  expectNumber(caller, 'speed', speed)
  if (!(offset >= 0 && offset < Infinity)) {
    throw new RangeError(`${caller}: offset is ${offset}, expected finite seconds of 0 or more`)
  }
  if (!(speed >= 0 && speed <= MAX_SPEED)) {
    throw new RangeError(`${caller}: speed is ${speed}, expected 0 to ${MAX_SPEED}`)
  }
  return { offset, speed }
}

function animatorOf(world: World, eid: number, caller: string): { crowd: Crowd; rig: Rig } {
  const { animation } = renderState(world)
  const { crowd } = animation
  const rig = crowd === undefined ? undefined : animation.rigs[crowd.rigs[eid] ?? 0]
  if (crowd === undefined || rig === undefined) {
    throw new Error(`${caller}: entity ${eid} has no rig: call setAnimator first`)
  }
  return { crowd, rig }
}

/** Of one that has what it needs to go on. */
function wholeAnimatorOf(world: World, eid: number, caller: string): { crowd: Crowd; rig: Rig } {
  const own = animatorOf(world, eid, caller)
  const lacks = own.crowd.lacks[eid]!
  if (lacks === 0) return own
  const missing = (lacks & Lacks.transform) !== 0 ? Transform : Bounds
  throw new Error(`${caller}: entity ${eid} has no ${missing.name}: add the component first`)
}
