import type { IdSet, World } from '@sightline/core'
import type { UpdateKind } from '@sightline/culling'
import type { EventList } from './event-list.js'
import type { Playback } from './playback.js'
import type { PoseStore } from './pose-store.js'
import type { Rig } from './rig.js'
import type { RootPlaces, Transforms } from './root-motion.js'

/** What render keeps of animation for one world. */
export type AnimationState = {
  /** By handle; 0 is "none". */
  readonly rigs: (Rig | undefined)[]
  /** Names of events by number. */
  readonly eventNames: string[]
  /** Of the last `animate`, and those that were caught up with since. */
  readonly events: EventList
  readonly caught: EventList
  readonly stats: AnimationStats
  /** Who is due; undefined: everyone. */
  source: AnimationSourceOf | UpdateKind | undefined
  /** Made when the first rig is; until then animation costs nothing. */
  crowd: Crowd | undefined
}

/** Columns of animated entities, by id. */
export type Crowd = {
  readonly members: IdSet
  readonly playback: Playback
  readonly places: RootPlaces
  readonly transforms: Transforms
  readonly poses: PoseStore
  /** Column `Animator.rig`. */
  readonly rigs: Uint16Array
  /** The world's clock in whole ticks, one number, and that at which each entity was advanced last. */
  readonly now: Float64Array
  readonly at: Float64Array
  /** Seconds by which it was advanced beyond its last turn: `catchUp`. NaN before its first turn. */
  readonly ahead: Float64Array
  /** 1: bounds hold more than it plays, since its last pose may still be drawn. */
  readonly wide: Uint8Array
  /** Bits of `Lacks`: components that it needs and that were taken from it. */
  readonly lacks: Uint8Array
  /** What hangs on joints, where anything does. */
  readonly attachments: Map<number, Attachment[]>
}

/** Components that an animator needs, as bits. */
export const Lacks: { readonly transform: 1; readonly bounds: 2 } = { transform: 1, bounds: 2 }

/** Something that hangs on a joint. */
export type Attachment = { readonly joint: number; readonly reach: number }

/**
 * Who is animated in a frame: the first `count` of `ids`, each once. `seconds` beside them says how long ago
 * each one's last turn was; without it, that is taken from the world's clock.
 */
export type AnimationSource = {
  readonly ids: ArrayLike<number>
  readonly count: number
  readonly seconds?: ArrayLike<number>
}

/** What the last frame did. The object stays the same. */
export type AnimationStats = {
  /** Entities with an `Animator`. */
  animated: number
  /** Of these, had a turn. */
  due: number
  /** Had a turn and were passed over, since they have no `Transform` or no `Bounds` any more. */
  incomplete: number
  /** Of these, got a pose of their own: of all joints, and of main joints alone. */
  full: number
  reduced: number
  /** Of these, share poses. */
  shared: number
  /** Of these, are seen by nobody: clock, place and events alone. */
  unseen: number
  /** Events that are not listed, since more than 256 lay in one's rest: the oldest. */
  eventsDropped: number
  /** Poses of their own that are held. */
  posesHeld: number
  /** Bytes of poses that were to be sent in the frame. */
  poseBytes: number
}

/** Nothing yet. */
export function createAnimationStats(): AnimationStats {
  return {
    animated: 0,
    due: 0,
    incomplete: 0,
    full: 0,
    reduced: 0,
    shared: 0,
    unseen: 0,
    eventsDropped: 0,
    posesHeld: 0,
    poseBytes: 0,
  }
}

/** Who says who is due. */
export type AnimationSourceOf = (world: World) => AnimationSource
