import { columns, setCounter, type World, WorldMatrix } from '@sightline/core'
import { Layers } from '../layers.js'
import { LIGHT_SPOT, Light } from '../lights/light-component.js'
import { findLights } from '../lights/light-index.js'
import { coneTouches, sphereTouches } from '../lights/light-volume.js'
import { type LightsState, lightsState } from '../lights/lights-state.js'
import { culling, EntityFlag, type ViewList, type ViewState, viewState } from '../state.js'

const FIRST_ROOM = 16
const NO_LIGHTS: ViewList = { ids: new Uint32Array(0), count: 0 }

/**
 * Finds the lights that reach into what a view sees, by their volumes: a ball for a point light, a cone for a
 * spot; directional lights always do. Hidden lights and those on other layers are left out. To be called
 * after `updateLights` and `updateViews`, for each view that wants to know; returns what `lights(world,
 * view)` gives from then on. Takes time by how many lights are near what the view sees, not by how many there
 * are. Reads: the index of lights, Light, WorldMatrix, Layers, Visibility, the view's planes. Writes: its
 * list of lights, and the counters `culling.lightsTested` and `culling.lightsFound` (of the newest call).
 * Throws an `Error` if the entity is not a view.
 */
export function cullLights(world: World, view: number): ViewList {
  const state = viewState(world, view, 'cullLights')
  const lights = lightsState(world)
  const list = listOf(lights, view)
  list.count = 0
  const tested = state.empty ? 0 : collect(world, state, lights, list)
  setCounter(world, 'culling.lightsTested', tested)
  setCounter(world, 'culling.lightsFound', list.count)
  return list
}

/**
 * The lights that the last `cullLights` found for this view; none before. Valid until the next. Throws an
 * `Error` if the entity is not a view.
 */
export function lights(world: World, view: number): ViewList {
  viewState(world, view, 'lights')
  return lightsState(world).found.get(view) ?? NO_LIGHTS
}

/** The view's list with room for every light there is. */
function listOf({ found, lights }: LightsState, view: number): ViewList {
  let list = found.get(view)
  if (list === undefined) {
    list = { ids: new Uint32Array(FIRST_ROOM), count: 0 }
    found.set(view, list)
  }
  if (list.ids.length < lights.count) list.ids = new Uint32Array(Math.max(lights.count, list.ids.length * 2))
  return list
}

function collect(world: World, view: ViewState, { index, everywhere }: LightsState, list: ViewList): number {
  const { layers, planes, planeCount, activePlanes } = view
  const { flags } = culling(world)
  const masks = columns(world, Layers).mask
  const { matrix } = columns(world, WorldMatrix)
  const { kind, range, cosOuter, sinOuter } = columns(world, Light)
  const near = findLights(index, activePlanes)
  for (let i = 0; i < near + everywhere.count; i++) {
    const id = i < near ? index.eidOf[index.found[i]!]! : everywhere.ids[i - near]!
    if ((flags[id]! & EntityFlag.hidden) !== 0 || (masks[id]! & layers) === 0) continue
    let reaches = true
    if (i < near) {
      const at = id * 16 + 12
      reaches = sphereTouches(planes, planeCount, matrix[at]!, matrix[at + 1]!, matrix[at + 2]!, range[id]!)
    }
    // The cone lies within the ball, so many spots are settled by now.
    if (reaches && kind[id] === LIGHT_SPOT) {
      reaches = spotReaches(view, matrix, id * 16, range[id]!, cosOuter[id]!, sinOuter[id]!)
    }
    if (reaches) list.ids[list.count++] = id
  }
  return near + everywhere.count
}

function spotReaches(
  { planes, planeCount }: ViewState,
  matrix: Float32Array,
  at: number,
  range: number,
  cos: number,
  sin: number,
): boolean {
  const backX = matrix[at + 8]!
  const backY = matrix[at + 9]!
  const backZ = matrix[at + 10]!
  const length = Math.sqrt(backX * backX + backY * backY + backZ * backZ)
  // Without a direction it may shine anywhere.
  if (!(length > 0)) return true
  const x = matrix[at + 12]!
  const y = matrix[at + 13]!
  const z = matrix[at + 14]!
  const s = -1 / length
  return coneTouches(planes, planeCount, x, y, z, s * backX, s * backY, s * backZ, range, cos, sin)
}
