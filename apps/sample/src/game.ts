import { defineResource, type Resource, resource, type World } from '@sightline/core'
import type { ModelData } from '@sightline/render/gltf'
import type { QualityPreset } from './quality.js'
import { type Quality, THING_KINDS, type Town } from './town/index.js'

/** Who moves the camera. */
export type Mode = 'walk' | 'fly' | 'route'

/** Things of the town by what they are to the game, for layers, ranges and the words of the HUD. */
export const ENTITY_KINDS = [
  'nothing',
  'ground',
  'water',
  ...THING_KINDS,
  'person',
  'player',
  'cloth',
  'sound',
  'effect',
] as const
export type EntityKind = (typeof ENTITY_KINDS)[number]

/** The stages of culling that can be turned off, to see what each is worth. */
export type Switches = {
  /** Frustum test of the camera. */
  frustum: boolean
  /** What is behind houses and walls is left out. */
  occlusion: boolean
  /** Distance and size limits. */
  ranges: boolean
  /** Coarser meshes with distance. */
  lods: boolean
  /** Drawn shadows of the sun. */
  shadows: boolean
  /** Frustum test of shadow casters. */
  casters: boolean
  /** The view stays where it is while the camera flies on. */
  frozen: boolean
}

/** Lines over the picture. */
export type Overlays = { octree: boolean; bounds: boolean; frustum: boolean; casters: boolean }

/** What every part of the sample may want to know. */
export type Game = {
  readonly town: Town
  readonly quality: Quality
  readonly preset: QualityPreset
  /** What everyone looks like, instead of the town's own figures. */
  readonly figure: ModelData | undefined
  /** The entity with `View` whose visible list is drawn. */
  view: number
  /** The entity that `placeCamera` moves: the view, or while culling is frozen the eye through which it is seen. */
  eye: number
  mode: Mode
  readonly switches: Switches
  readonly overlays: Overlays
  /** Who is far has a simpler pose, or shares one. */
  readonly poseLevels: boolean
  /** Names stand over people's heads. */
  labels: boolean
  /** Bits of the layers that the view sees. */
  layers: number
  /** By id: index into ENTITY_KINDS. */
  readonly kinds: Uint8Array
  /** By id: index into `town.meshes`. */
  readonly meshes: Uint16Array
  /** By id: the distance limit that belongs to it, so that ranges can be switched off and on. */
  readonly maxDistances: Float32Array
  /** Entities of the town, people included. */
  entityCount: number
}

/** Where the camera stands and looks. Yaw 0 looks along -z, positive yaw turns left, positive pitch looks up; radians. */
export type CameraRig = { x: number; y: number; z: number; yaw: number; pitch: number }

export const GameOfWorld: Resource<Game> = defineResource('Game', 'createGame')
export const RigOfWorld: Resource<CameraRig> = defineResource('CameraRig', 'createGame')

export function game(world: World): Game {
  return resource(world, GameOfWorld)
}

export function rig(world: World): CameraRig {
  return resource(world, RigOfWorld)
}
