import {
  addId,
  capacity,
  columns,
  createIdSet,
  defineResource,
  hasResource,
  type IdSet,
  type MovedReader,
  type Resource,
  removeId,
  resource,
  setResource,
  type World,
} from '@sightline/core'
import { observe, onAdd, onRemove, query } from 'bitecs'
import { culling, type ViewList } from '../state.js'
import { View } from '../view.js'
import { Light } from './light-component.js'
import { createLightIndex, type LightIndex, unfileLight } from './light-index.js'

/** What a light view collects casters for. Ids come with their generation, so that a reused id is not mistaken. */
export type CasterSettings = {
  kind: 'cascade' | 'cube' | 'spot'
  /** 0 for a cascade that was given a direction. */
  light: number
  lightGeneration: number
  /** 0 for none. */
  camera: number
  cameraGeneration: number
  /** Depths along the camera's view direction, of a cascade. */
  near: number
  far: number
  margin: number
  /** Side of the shadow cube, 0 to 5: +X, −X, +Y, −Y, +Z, −Z. */
  face: number
  /** Unit vector TOWARDS the light, of a cascade without `light`. */
  readonly towards: Float64Array
  /** The planes written last, so that a change can be told. */
  readonly lastPlanes: Float32Array
  lastCount: number
  /** Nothing was lit in the last frame, or the picture had no area. */
  lastEmpty: boolean
  /** Revisions of the camera's settings and place that were swept last; -1 for none. */
  settingsRevision: number
  cameraRevision: number
}

/** Lights of one world: which there are, where, what each view found, what each light view collects. */
export type LightsState = {
  readonly lights: IdSet
  /** Lights that are new, or whose settings changed since the last `updateLights`. */
  readonly touched: IdSet
  /** Made by the first `updateLights`: all lights there are until then are in `touched`. */
  moves: MovedReader | null
  /** Directional lights: in every view. */
  readonly everywhere: IdSet
  /** All others, by their boxes. */
  readonly index: LightIndex
  /** By view entity: what `cullLights` found last. */
  readonly found: Map<number, ViewList>
  /** By view entity. */
  readonly casters: Map<number, CasterSettings>
}

const LightsOfWorld: Resource<LightsState> = defineResource('Lights', 'setupCulling(world)')

/** The lights of this world. Throws a clear error when `setupCulling` was not called. */
export function lightsState(world: World): LightsState {
  return resource(world, LightsOfWorld)
}

/** Follows which entities have `Light`. Part of `setupCulling`; a second call changes nothing. */
export function setupLights(world: World): void {
  if (hasResource(world, LightsOfWorld)) return
  const rows = capacity(world)
  const state: LightsState = {
    lights: createIdSet(rows),
    touched: createIdSet(rows),
    moves: null,
    everywhere: createIdSet(rows),
    index: createLightIndex(rows, culling(world).options.kernels),
    found: new Map(),
    casters: new Map(),
  }
  setResource(world, LightsOfWorld, state)
  const { kind } = columns(world, Light)
  const added = (eid: number): void => {
    addId(state.lights, eid)
    addId(state.touched, eid)
  }
  observe(world, onAdd(Light), added)
  observe(world, onRemove(Light), (eid) => {
    removeId(state.lights, eid)
    removeId(state.touched, eid)
    removeId(state.everywhere, eid)
    unfileLight(state.index, eid)
    kind[eid] = 0
  })
  observe(world, onRemove(View), (eid) => {
    state.found.delete(eid)
    state.casters.delete(eid)
  })
  for (const eid of query(world, [Light])) added(eid)
}
