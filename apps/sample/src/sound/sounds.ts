/** What is heard in the town: sources as entities, and which of them have a voice. */
import {
  defineResource,
  type Resource,
  resource,
  setPosition,
  setResource,
  spawn,
  Transform,
  type World,
} from '@sightline/core'
import {
  Bounds,
  CullRange,
  defineUpdateKind,
  due,
  explainUpdate,
  setCullRange,
  setSphere,
  setUpdateRate,
  type UpdateKind,
  UpdateRate,
} from '@sightline/culling'
import { ENTITY_KINDS, type Game, rig } from '../game.js'
import { type Source, soundSources } from './sources.js'
import { chooseVoices, MOST_VOICES } from './voices.js'

/** One is listened to ten times a second, whether it is seen or not, and not at all beyond its reach. */
export const SoundUpdates: UpdateKind = defineUpdateKind('sounds', {
  near: 6,
  far: 6,
  hidden: 6,
  outside: 6,
  beyond: 'stop',
})

export type Sounds = {
  readonly sources: readonly Source[]
  readonly eids: Uint32Array
  /** Source of an entity; by id. */
  readonly sourceOf: Int32Array
  /** By source: how loud it is, and 1 if something stands in between. */
  readonly loud: Float32Array
  readonly muffled: Uint8Array
  /** Source of each voice, -1: none. */
  readonly voices: Int32Array
}

export const SoundsOfWorld: Resource<Sounds> = defineResource('Sounds', 'createGame')

export function setupSounds(world: World, game: Game): void {
  const sources = soundSources(game.town)
  const sourceOf = new Int32Array(game.kinds.length).fill(-1)
  const eids = Uint32Array.from(sources, ({ place, reach }, source) => {
    const eid = spawn(world, Transform, Bounds, CullRange, UpdateRate)
    setPosition(world, eid, ...place)
    setSphere(world, eid, 1)
    // Qualities that draw less far hear as far.
    setCullRange(world, eid, { maxDistance: reach * game.preset.distanceScale })
    setUpdateRate(world, eid, SoundUpdates)
    sourceOf[eid] = source
    game.kinds[eid] = ENTITY_KINDS.indexOf('sound')
    game.entityCount++
    return eid
  })
  setResource(world, SoundsOfWorld, {
    sources,
    eids,
    sourceOf,
    loud: new Float32Array(sources.length),
    muffled: new Uint8Array(sources.length),
    voices: new Int32Array(MOST_VOICES).fill(-1),
  })
}

/**
 * Listens to the sources whose turn it is, and gives voices to the loudest. What the picture's occlusion hides is muffled.
 * Reads: CameraRig, who is due. Writes: Sounds.
 */
export function listen(world: World): void {
  const sounds = resource(world, SoundsOfWorld)
  const { ids, count } = due(world, SoundUpdates)
  if (count === 0) return
  for (let i = 0; i < count; i++) hear(world, sounds, sounds.sourceOf[ids[i]!]!)
  for (let voice = 0; voice < MOST_VOICES; voice++) {
    const source = sounds.voices[voice]!
    // Beyond its reach it has no more turns in which it could fall silent.
    if (source >= 0) hear(world, sounds, source)
  }
  chooseVoices(sounds.loud, sounds.voices)
  for (const source of sounds.voices) {
    if (source < 0) continue
    sounds.muffled[source] =
      explainUpdate(world, SoundUpdates, sounds.eids[source]!)?.band === 'hidden' ? 1 : 0
  }
}

function hear(world: World, { sources, loud }: Sounds, source: number): void {
  const { place, reach, gain } = sources[source]!
  const { x, y, z } = rig(world)
  const distance = Math.hypot(place[0] - x, place[1] - y, place[2] - z)
  loud[source] = gain * Math.max(0, 1 - distance / reach) ** 2
}
