/** Rigs of a world, who is due, and what happened: the part of animation that is no component. */
import { capacity, columns, createIdSet, onLeave, Transform, type World, warnOnce } from '@sightline/core'
import { quoted } from '@sightline/core/checks'
import { due, type UpdateKind } from '@sightline/culling'
import { canPose } from '../gpu-poses.js'
import { type RenderState, renderState } from '../state.js'
import type { AnimationSourceOf, AnimationState, AnimationStats, Crowd } from './animation-state.js'
import { createAnimationStats } from './animation-state.js'
import { fitBounds } from './animator-bounds.js'
import { Animator, followAnimators } from './animator-component.js'
import { createEventList, type EventList } from './event-list.js'
import { createPlayback } from './playback.js'
import { createPoseStore, type PoseStore, releasePose, takeShared } from './pose-store.js'
import { packRig, type Rig, type RigData } from './rig.js'
import { createRootPlaces } from './root-motion.js'
import { writeClipPose } from './write-pose.js'

/** A rig that was handed over with `createRig`. Positive; 0 is "none". */
export type RigHandle = number

const MAX_RIGS = 60_000
const MAX_EVENT_NAMES = 65_535
/** Without a GPU. */
const MOST_ROWS = 8192

/** No rigs: nothing is made until there is one. */
export function createAnimationState(): AnimationState {
  return {
    rigs: [undefined],
    eventNames: [],
    events: createEventList(),
    caught: createEventList(),
    stats: createAnimationStats(),
    source: undefined,
    crowd: undefined,
  }
}

/**
 * Takes over a model that can be animated: works out the bounds of all its clips and the poses that are
 * shared far away. Takes a few milliseconds a clip: do it when loading. Throws a `RangeError` or `TypeError`
 * that names the field.
 */
export function createRig(world: World, data: RigData): RigHandle {
  const { animation } = renderState(world)
  const handle = animation.rigs.length
  if (handle > MAX_RIGS) throw new RangeError(`createRig: more than ${MAX_RIGS} rigs`)
  const rig = packRig(data, handle, (name) => numberOfEvent(animation, name), !posesAreDrawn(world))
  const { poses } = crowdOf(world)
  animation.rigs.push(rig)
  makeSharedPoses(poses, rig)
  return handle
}

/** Whether the GPU can pose meshes, if there is one. */
function posesAreDrawn(world: World): boolean {
  const gpu = renderState(world).device?.gpu
  if (gpu === undefined || canPose(gpu.regl)) return true
  warnOnce(
    world,
    'render.skinning',
    'vertex shaders cannot read textures of floats here (OES_texture_float is missing): ' +
      'skinned meshes are drawn as they were modelled, and stand still',
  )
  return false
}

/** Works out poses of each clip that entities far away share. */
function makeSharedPoses(poses: PoseStore, rig: Rig): void {
  rig.clips.forEach((clip, number) => {
    // One more than the clip is long, so that there is a next one to mix with everywhere.
    const count = Math.max(1, Math.ceil(clip.duration * rig.detail.sharedRate)) + 1
    rig.shared[number] = takeShared(poses, rig.pool, count)
    rig.shared[number].forEach((texel, i) => {
      writeClipPose(poses.floats, texel, rig, number, (clip.duration * i) / (count - 1))
    })
  })
}

function numberOfEvent({ eventNames }: AnimationState, name: string): number {
  const known = eventNames.indexOf(name)
  if (known >= 0) return known
  if (eventNames.length > MAX_EVENT_NAMES)
    throw new RangeError(`createRig: more than ${MAX_EVENT_NAMES} event names`)
  return eventNames.push(name) - 1
}

/** The rig of a handle. Throws a `RangeError` that begins with `caller`. */
export function rigAt({ rigs }: AnimationState, handle: RigHandle, caller: string): Rig {
  const rig = rigs[handle]
  if (rig === undefined) throw new RangeError(`${caller}: rig ${handle} does not exist`)
  return rig
}

/** The names of a rig's clips, in the order of their numbers. Makes a new array. */
export function clipNames(world: World, rig: RigHandle): string[] {
  return rigAt(renderState(world).animation, rig, 'clipNames').clips.map(({ name }) => name)
}

/**
 * Says who is due in each frame; `undefined`: everyone, always. Entities that are not due rest: their next
 * turn brings them to where they would be. A kind of update, such as `AnimationUpdates`, is asked by
 * `animate` for those of its members that are due, and told what they cost; who is no member of it rests for
 * good. A function is called once by each `animate`; it may return the same object every time. Throws a
 * `TypeError` for anything else. Where a function returns nothing, everyone is due, and that is said once.
 */
export function setAnimationSource(world: World, source: AnimationSourceOf | UpdateKind | undefined): void {
  const { animation } = renderState(world)
  if (source !== undefined && typeof source !== 'function') {
    if (typeof source?.name !== 'string' || source.options === undefined) {
      throw new TypeError(
        `setAnimationSource: source is ${quoted(source)}, expected a kind of update, a function or undefined`,
      )
    }
    // Refuses a kind that has no place in this world.
    due(world, source)
  }
  animation.source = source
}

/**
 * Events on the timelines that the last `animate` came past, or that were caught up with before it, for
 * each entity in their order. After a long rest only the newest 256 of an entity are listed; the others
 * are counted in `animationStats(world).eventsDropped`. Always the same object, valid until the next
 * `animate`.
 */
export function animationEvents(world: World): Readonly<EventList> {
  return renderState(world).animation.events
}

/**
 * The name of an event by its number in `animationEvents`. Throws a `RangeError` for one that does not exist.
 */
export function animationEventName(world: World, number: number): string {
  const name = renderState(world).animation.eventNames[number]
  if (name === undefined) throw new RangeError(`animationEventName: number ${number} does not exist`)
  return name
}

/** What the last frame did. Always the same object. */
export function animationStats(world: World): AnimationStats {
  return renderState(world).animation.stats
}

/** The columns of animated entities, made on first use. */
export function crowdOf(world: World): Crowd {
  const { animation } = renderState(world)
  if (animation.crowd !== undefined) return animation.crowd
  const maxId = capacity(world)
  const { position, rotation, scale } = columns(world, Transform)
  const crowd: Crowd = {
    members: createIdSet(maxId),
    playback: createPlayback(maxId),
    places: createRootPlaces(maxId),
    transforms: { position, rotation, scale },
    poses: createPoseStore(maxId, mostRows(renderState(world))),
    rigs: columns(world, Animator).rig,
    now: new Float64Array(1),
    at: new Float64Array(maxId + 1),
    ahead: new Float64Array(maxId + 1),
    wide: new Uint8Array(maxId + 1),
    lacks: new Uint8Array(maxId + 1),
    attachments: new Map(),
  }
  animation.crowd = crowd
  followAnimators(
    world,
    crowd,
    (eid) => dropPose(animation, crowd, eid),
    (eid) => {
      fitBounds(world, crowd, animation.rigs[crowd.rigs[eid]!]!, eid)
      // Once more at its next turn, whatever comes with the component.
      crowd.wide[eid] = 1
    },
  )
  onLeave(world, (eid) => crowd.attachments.delete(eid))
  return crowd
}

/** Rows that the texture of poses can have here. */
function mostRows({ device }: RenderState): number {
  return device === undefined ? MOST_ROWS : device.gl.getParameter(device.gl.MAX_TEXTURE_SIZE)
}

/** Gives up an entity's pose. */
export function dropPose({ rigs }: AnimationState, { poses, rigs: rigOf }: Crowd, eid: number): void {
  const rig = rigs[rigOf[eid]!]
  if (rig !== undefined) releasePose(poses, rig.pool, eid)
}
