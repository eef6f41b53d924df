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
  cameraOf,
  defineUpdateKind,
  due,
  isVisible,
  setCullRange,
  setSphere,
  setUpdateRate,
  type UpdateKind,
  UpdateRate,
} from '@sightline/culling'
import { ENTITY_KINDS, type Game, game, rig } from '../game.js'
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

/** Metres of a source that is heard so far: large enough not to be left out as too small. */
const radius = (reach: number): number => Math.max(1, reach / 40)

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

export function setupSounds(world: World, state: Game): void {
  const { town, preset, kinds } = state
  const sources = soundSources(town)
  const sourceOf = new Int32Array(kinds.length).fill(-1)
  const eids = Uint32Array.from(sources, ({ place, reach }, source) => {
    const eid = spawn(world, Transform, Bounds, CullRange, UpdateRate)
    setPosition(world, eid, ...place)
    setSphere(world, eid, radius(reach))
    // Qualities that draw less far hear as far.
    setCullRange(world, eid, { maxDistance: reach * preset.distanceScale })
    setUpdateRate(world, eid, SoundUpdates)
    sourceOf[eid] = source
    kinds[eid] = ENTITY_KINDS.indexOf('sound')
    state.entityCount++
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
  for (let voice = 0; voice < MOST_VOICES; voice++) {
    const source = sounds.voices[voice]!
    if (source >= 0) sounds.muffled[source] = isBehindSomething(world, sounds, source) ? 1 : 0
  }
}

/** Whether it lies in the view's volume and is in its list all the same not: of what is beside or behind the eye nobody knows. */
function isBehindSomething(world: World, { sources, eids }: Sounds, source: number): boolean {
  const { view } = game(world)
  if (isVisible(world, view, eids[source]!)) return false
  const { place, reach } = sources[source]!
  const { activePlanes: planes } = cameraOf(world, view)
  for (let p = 0; p < planes.length; p += 4) {
    const inside =
      planes[p]! * place[0] + planes[p + 1]! * place[1] + planes[p + 2]! * place[2] + planes[p + 3]!
    if (inside < -radius(reach)) return false
  }
  return true
}

function hear(world: World, { sources, loud }: Sounds, source: number): void {
  const { place, reach, gain } = sources[source]!
  const ear = rig(world)
  const dx = place[0] - ear.x
  const dy = place[1] - ear.y
  const dz = place[2] - ear.z
  // A square root of its own: the engine puts what `hypot` and `**` are given on the heap.
  const near = 1 - Math.sqrt(dx * dx + dy * dy + dz * dz) / reach
  loud[source] = near > 0 ? gain * near * near : 0
}
