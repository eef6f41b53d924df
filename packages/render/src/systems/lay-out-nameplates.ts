import { hasId, setCounter, time, type World, warnOnce } from '@sightline/core'
import { cameraOf, due, noteCost } from '@sightline/culling'
import { clearAtlas } from '../nameplates/atlas.js'
import { followCandidates } from '../nameplates/candidates.js'
import { updateMirror } from '../nameplates/mirror.js'
import { Clock, type NameplateState, type NameplateStats } from '../nameplates/nameplate-state.js'
import { NameplateUpdates } from '../nameplates/nameplate-updates.js'
import { viewPlates } from '../nameplates/nameplates.js'
import { orderLabels } from '../nameplates/order-labels.js'
import { placeLabels } from '../nameplates/place-labels.js'
import { measurePlate } from '../nameplates/plate.js'
import { type LabelLens, projectLabels } from '../nameplates/project-labels.js'
import { hush, writeSize } from '../nameplates/set-nameplate.js'
import { turnPlate, turnSeconds } from '../nameplates/turn.js'
import { turnBack } from '../nameplates/turn-back.js'
import { writeQuads } from '../nameplates/write-quads.js'
import { type RenderState, type RenderView, renderState } from '../state.js'

/**
 * Gives those who are seen their names: turns of those who are due, then in each drawn view places on the
 * screen, opacity and pictures. Does nothing until `setupNameplates`.
 * Reads: visible lists, who is due, WorldBounds, WorldMatrix, cameras. Writes: labels of each view,
 * `nameplateStats`.
 */
export function layOutNameplates(world: World): void {
  const render = renderState(world)
  const state = render.nameplates
  if (state === undefined) return
  beginFrame(world, render, state)
  takeTurns(world, render, state)
  for (let i = 0; i < render.views.length; i++) layOutView(world, render, state, render.views[i]!)
  if (state.stats.unplaced > 0) {
    warnOnce(
      world,
      'nameplates.room',
      'no room for all texts that are shown: raise atlasSize in setupNameplates',
    )
  }
  for (let i = 0; i < state.mirrors.length; i++)
    updateMirror(state, state.mirrors[i]!, state.clock[Clock.now]!)
  finishStats(world, state)
}

function beginFrame(world: World, render: RenderState, state: NameplateState): void {
  const { clock, stats, views, speakers, rows } = state
  const { now } = time(world)
  if (now < clock[Clock.now]!) turnBack(state, now)
  clock[Clock.step] = now - clock[Clock.now]!
  clock[Clock.now] = now
  state.frame++
  resetStats(stats)
  if (views.size > render.views.length) forgetViews(render, state)
  if (speakers.size > 0) for (const eid of speakers) if (rows.speechEnd[eid]! <= now) hush(state, eid)
  followScreen(render, state)
}

/** Views that are drawn no longer. */
function forgetViews(render: RenderState, { views }: NameplateState): void {
  for (const view of views.keys()) if (!render.views.includes(view)) views.delete(view)
}

/** Texts are drawn anew when pixels have another size, and measured anew when a font has come. */
function followScreen({ device }: RenderState, state: NameplateState): void {
  const { members, atlas, texts, plates } = state
  const wide = device?.canvas.clientWidth ?? 0
  const ratio = device !== undefined && wide > 0 ? device.canvas.width / wide : 1
  const fonts = texts.source.version
  const isNew = fonts !== state.fontVersion
  // A canvas without size has no ratio: the last one stays.
  const isOther = ratio > 0 && Math.abs(ratio - state.pixelRatio) > 1e-3 * ratio
  if (isOther) state.pixelRatio = ratio
  if (!isNew && !isOther) return
  clearAtlas(atlas)
  state.unsent.length = 0
  if (!isNew) return
  state.fontVersion = fonts
  for (let i = 0; i < members.count; i++) {
    measurePlate(texts, plates[members.ids[i]!]!)
    writeSize(state, members.ids[i]!)
  }
}

/** Turns of those who were candidates. Who becomes one has a turn then, and what only lights see needs none. */
function takeTurns(world: World, { views }: RenderState, state: NameplateState): void {
  const start = performance.now()
  const { ids, seconds, count } = due(world, NameplateUpdates)
  for (let i = 0; i < count; i++) {
    if (!wasCandidate(state, views, ids[i]!)) continue
    turnSeconds[0] = seconds[i]!
    turnPlate(state, ids[i]!)
    state.stats.turns++
  }
  noteCost(world, NameplateUpdates, performance.now() - start)
}

function wasCandidate(state: NameplateState, views: readonly RenderView[], eid: number): boolean {
  for (let i = 0; i < views.length; i++) {
    if (hasId(viewPlates(state, views[i]!).candidates, eid)) return true
  }
  return false
}

const NOWHERE = new Float64Array(16)
const lens: LabelLens = { matrix: NOWHERE, eye: NOWHERE, size: new Float64Array(2) }

function layOutView(world: World, render: RenderState, state: NameplateState, view: RenderView): void {
  const plates = viewPlates(state, view)
  const camera = cameraOf(world, view.camera)
  lens.matrix = camera.viewProjection
  lens.eye = camera.eye
  measureScreen(render, view, camera)
  followCandidates(world, state, plates, view.view)
  state.stats.candidates += plates.candidates.count
  projectLabels(state, plates, lens)
  orderLabels(state.labels)
  placeLabels(state, plates, lens.size)
  writeQuads(state, plates)
}

/** Drawing pixels of a view: its part of the canvas; without one, what the view was told. */
function measureScreen(
  { device }: RenderState,
  { rect }: RenderView,
  camera: { readonly viewportHeight: number; readonly projection: { readonly matrix: Float64Array } },
): void {
  const { size } = lens
  if (device !== undefined) {
    size[0] = Math.round(rect[2]! * device.canvas.width)
    size[1] = Math.round(rect[3]! * device.canvas.height)
    return
  }
  const { matrix } = camera.projection
  size[1] = camera.viewportHeight
  size[0] = Math.round((size[1]! * matrix[5]!) / matrix[0]!)
}

function resetStats(stats: NameplateStats): void {
  stats.candidates = 0
  stats.shown = 0
  stats.fading = 0
  stats.outside = 0
  stats.far = 0
  stats.limited = 0
  stats.overlapped = 0
  stats.entered = 0
  stats.left = 0
  stats.turns = 0
  stats.drawnTexts = 0
  stats.unplaced = 0
}

function finishStats(world: World, { stats, members, atlas }: NameplateState): void {
  stats.members = members.count
  stats.atlasTexts = atlas.count
  stats.atlasEvicted = atlas.evicted
  stats.atlasUse = atlas.area / atlas.size ** 2
  setCounter(world, 'nameplates.candidates', stats.candidates)
  setCounter(world, 'nameplates.shown', stats.shown)
}
