import { columns, destroy, spawn, Transform, type World } from '@sightline/core'
import { CullRange, LodRange, setPerspective, setView, View } from '@sightline/culling'
import { type ShadowSettings, setDebugDraw, setRenderView, setShadows } from '@sightline/render'
import { query } from 'bitecs'
import { game, type Overlays, type Switches } from './game.js'
import { KIND_LAYERS, type LayerName } from './layers.js'
import { LENS } from './lens.js'

/** For qualities that have no shadows of their own. */
const SMALL_SHADOWS: Partial<ShadowSettings> = { cascades: 1, distance: 60, resolution: 512, softness: 1 }
const NEVER = { seconds: 1e9 }

/** Turns a stage on or off. */
export function setSwitch(world: World, name: keyof Switches, on: boolean): void {
  const { switches } = game(world)
  if (switches[name] === on) return
  switches[name] = on
  SETTERS[name](world, on)
}

const SETTERS: Readonly<Record<keyof Switches, (world: World, on: boolean) => void>> = {
  frustum: (world, on) => setView(world, game(world).view, { frustum: on }),
  occlusion: (world, on) => setView(world, game(world).view, { occlusion: on }),
  casters: setCasterCulling,
  ranges: setRanges,
  lods: (world, on) => {
    const { forced } = columns(world, LodRange)
    for (const eid of query(world, [LodRange])) forced[eid] = on ? 0 : 1
  },
  shadows: (world, on) => {
    const { view, preset } = game(world)
    const settings = { ...(preset.shadows || SMALL_SHADOWS), layers: KIND_LAYERS.all }
    setShadows(world, view, on && settings)
    setCasterCulling(world, game(world).switches.casters)
  },
  frozen: freeze,
}

/** Turns everything that culls off, or on again, to compare. Levels of detail stay as they are. */
export function setCulling(world: World, on: boolean): void {
  setSwitch(world, 'frustum', on)
  setSwitch(world, 'occlusion', on)
  setSwitch(world, 'ranges', on)
  setSwitch(world, 'casters', on)
}

/** Whether everything culls that can. */
export function isCulling(world: World): boolean {
  const { frustum, occlusion, ranges, casters } = game(world).switches
  return frustum && occlusion && ranges && casters
}

/** Draws lines over the picture, or no longer. */
export function setOverlay(world: World, name: keyof Overlays, on: boolean): void {
  const { overlays, view } = game(world)
  overlays[name] = on
  setDebugDraw(world, view, { [name]: on })
}

/** Shows a layer of the town, or masks it off. */
export function setLayer(world: World, name: LayerName, on: boolean): void {
  const state = game(world)
  state.layers = on ? state.layers | KIND_LAYERS[name] : state.layers & ~KIND_LAYERS[name]
  setView(world, state.view, { layers: state.layers })
}

/** Shadows have views of their own, one a cascade: every view but the camera's. */
function setCasterCulling(world: World, on: boolean): void {
  const { view, eye } = game(world)
  for (const light of query(world, [View])) {
    if (light !== view && light !== eye) setView(world, light, { frustum: on })
  }
}

function setRanges(world: World, on: boolean): void {
  const { view, preset, maxDistances } = game(world)
  const { maxDistance } = columns(world, CullRange)
  for (const eid of query(world, [CullRange])) maxDistance[eid] = on ? maxDistances[eid]! : 0
  setView(world, view, { minPixels: on ? preset.minPixels : 0 })
}

/**
 * Frozen, the view stays where it is and goes on culling; a new eye flies on and sees what the view's list holds. The eye
 * itself asks for nothing.
 */
function freeze(world: World, on: boolean): void {
  const state = game(world)
  if (on) {
    state.eye = spawn(world, Transform, View)
    setPerspective(world, state.eye, LENS)
    setView(world, state.eye, { layers: 0, refresh: NEVER })
    setRenderView(world, state.view, { camera: state.eye })
    state.mode = 'fly'
  } else {
    setRenderView(world, state.view, { camera: 0 })
    destroy(world, state.eye)
    state.eye = state.view
  }
  setOverlay(world, 'frustum', on)
  setOverlay(world, 'bounds', on)
}
