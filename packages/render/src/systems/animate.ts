import { isAlive, time, type World, warnOnce } from '@sightline/core'
import { cameraOf, due, isSeen, left, noteCost } from '@sightline/culling'
import { Advanced } from '../animation/advance.js'
import { dropPose } from '../animation/animation.js'
import type { AnimationSource, AnimationState, AnimationStats, Crowd } from '../animation/animation-state.js'
import { advanceTo } from '../animation/animator.js'
import { fitBounds } from '../animation/animator-bounds.js'
import { clearEvents, moveEvents } from '../animation/event-list.js'
import { toTicks } from '../animation/playback.js'
import { takePose } from '../animation/pose-store.js'
import type { Rig } from '../animation/rig.js'
import { writePose } from '../animation/write-pose.js'
import { type RenderState, renderState } from '../state.js'

/**
 * Plays the clips of those who are due: clocks, events, root motion; and for those that some view sees,
 * poses. Others rest and lose nothing: their next turn brings them to where they would be, and until then
 * they are drawn in the pose they were in, or in one that all share. Reads: the animation source, visible
 * lists, WorldMatrix. Writes: poses, events, Transform of those who walk by root motion, Bounds.
 */
export function animate(world: World): void {
  const state = renderState(world)
  const { animation } = state
  const { crowd, events, stats } = animation
  if (crowd === undefined) return
  clearEvents(events)
  moveEvents(events, animation.caught)
  resetStats(stats, crowd)
  dropUnseen(world, state, crowd)
  findEyes(world, state)
  crowd.now[0] = toTicks(time(world).now)
  const { source } = animation
  const start = performance.now()
  const { ids, count, seconds } = whoIsDue(world, crowd, source)
  for (let i = 0; i < count; i++) {
    const eid = ids[i]!
    // A kind counts from its first run on: of a first turn the entity itself knows more.
    const isFirst = seconds === undefined || Number.isNaN(crowd.ahead[eid]!)
    const elapsed = isFirst ? crowd.now[0]! - crowd.at[eid]! : seconds[i]! - crowd.ahead[eid]!
    // Time does not go back.
    crowd.playback.step[0] = Math.max(elapsed || 0, 0)
    turn(world, state, crowd, eid)
  }
  if (typeof source === 'object') noteCost(world, source, performance.now() - start)
  stats.eventsDropped = events.dropped
  stats.posesHeld = 0
  for (let i = 1; i < animation.rigs.length; i++) stats.posesHeld += animation.rigs[i]!.pool.live
}

/** Without a source it is everyone: a set of ids has the form of a source: ids, count, and no seconds. */
function whoIsDue(world: World, { members }: Crowd, source: AnimationState['source']): AnimationSource {
  if (source === undefined) return members
  if (typeof source !== 'function') return due(world, source)
  const given: AnimationSource | undefined = source(world)
  if (typeof given?.count === 'number' && given.ids !== undefined) return given
  warnOnce(
    world,
    'render.animation-source',
    'the function that was given to setAnimationSource returned no { ids, count }: everyone is animated',
  )
  return members
}

/** Poses of those who have left all views would take room until their next turn, which may never come. */
function dropUnseen(world: World, { animation, views }: RenderState, crowd: Crowd): void {
  for (let i = 0; i < views.length; i++) {
    const { view, shadows } = views[i]!
    dropLeft(world, animation, crowd, view)
    if (shadows === undefined) continue
    for (let k = 0; k < shadows.cascades.length; k++) {
      // Light views that the game has destroyed are forgotten by `buildDrawLists`.
      const cascade = shadows.cascades[k]!
      if (isAlive(world, cascade.handle)) dropLeft(world, animation, crowd, cascade.view)
    }
  }
}

function dropLeft(world: World, animation: AnimationState, crowd: Crowd, view: number): void {
  const { ids, count } = left(world, view)
  for (let i = 0; i < count; i++) {
    const eid = ids[i]!
    if (crowd.poses.texelOf[eid] !== 0 && !isSeen(world, eid)) dropPose(animation, crowd, eid)
  }
}

/** One entity's turn, by `playback.step`. Who has no rig, or lacks what it needs, is passed over. */
function turn(world: World, state: RenderState, crowd: Crowd, eid: number): void {
  const { animation } = state
  const rig = animation.rigs[crowd.rigs[eid] ?? 0]
  if (rig === undefined) return
  crowd.ahead[eid] = 0
  if (crowd.lacks[eid] !== 0) {
    passOver(world, animation, crowd, eid)
    return
  }
  const result = advanceTo(world, crowd, rig, eid, animation.events)
  if (crowd.wide[eid] === 1 || (result & Advanced.covered) !== 0) fitBounds(world, crowd, rig, eid)
  animation.stats.due++
  pose(world, state, crowd, rig, eid)
}

/** It stands still until it has what it lacks: the time until then is none of its clock's. */
function passOver(world: World, { stats }: AnimationState, crowd: Crowd, eid: number): void {
  crowd.at[eid] = crowd.now[0]!
  stats.incomplete++
  warnOnce(
    world,
    'render.animators',
    `entity ${eid} has an Animator, but no Transform or no Bounds any more: such entities stand still`,
  )
}

/**
 * Works out an entity's pose as finely as it is seen. Without one it is drawn in the pose that its clip's
 * others share.
 */
function pose(world: World, state: RenderState, crowd: Crowd, rig: Rig, eid: number): void {
  const { animation } = state
  const { stats } = animation
  const seen = isSeen(world, eid)
  if (seen) measureEye(state, eid)
  if (!seen || apart[0]! >= rig.detail.shared) {
    if (seen) stats.shared++
    else stats.unseen++
    dropPose(animation, crowd, eid)
    return
  }
  const texel = takePose(crowd.poses, rig.pool, eid)
  if (texel === 0) {
    stats.shared++
    warnOnce(world, 'render.poses', 'no room for more poses on this GPU: those without share one')
    return
  }
  const reduced = apart[0]! >= rig.detail.reduced
  if (reduced) stats.reduced++
  else stats.full++
  writePose(crowd.poses.floats, texel, rig, crowd.playback, eid, reduced ? rig.mask : undefined)
}

/** x, y, z of the eyes of all views that are drawn. */
let eyes = new Float64Array(3)

function findEyes(world: World, { views }: RenderState): void {
  if (eyes.length < views.length * 3) eyes = new Float64Array(views.length * 3)
  for (let i = 0; i < views.length; i++) eyes.set(cameraOf(world, views[i]!.view).eye, i * 3)
}

/** Metres to the nearest eye, in an array, since a number that a function returns may become an object. */
const apart = new Float64Array(1)

/** Finds the metres to the nearest of `eyes`; 0 where nothing is drawn. */
function measureEye({ views, matrices }: RenderState, eid: number): void {
  let nearest = views.length === 0 ? 0 : Infinity
  for (let i = 0; i < views.length; i++) {
    const dx = matrices[eid * 16 + 12]! - eyes[i * 3]!
    const dy = matrices[eid * 16 + 13]! - eyes[i * 3 + 1]!
    const dz = matrices[eid * 16 + 14]! - eyes[i * 3 + 2]!
    nearest = Math.min(nearest, dx * dx + dy * dy + dz * dz)
  }
  apart[0] = Math.sqrt(nearest)
}

function resetStats(stats: AnimationStats, { members }: Crowd): void {
  stats.animated = members.count
  stats.due = 0
  stats.incomplete = 0
  stats.full = 0
  stats.reduced = 0
  stats.shared = 0
  stats.unseen = 0
}
