import { setCounter, type World, warnOnce } from '@sightline/core'
import { observe, onAdd, onRemove, query } from 'bitecs'
import { DEFAULT_LAYERS } from './layers.js'
import { perspectiveMatrix } from './projection/matrices.js'
import { createProjection, setProjection } from './projection/projection.js'
import { MAX_PLANES } from './projection/view-volume.js'
import type { CullReason } from './reasons.js'
import { type CullingState, NEVER, type ViewList, type ViewState } from './state.js'
import { VIEW_DEFAULTS, View } from './view.js'

const FIRST_ROOM = 256
const NO_IDS = new Uint32Array(0)
const NO_BYTES = new Uint8Array(0)
const NO_FLOATS = new Float32Array(0)

/** A view's state without an entity: small things are there for good, what grows with the world comes with the entity. */
export function createViewState(slot: number): ViewState {
  const projection = createProjection()
  const planes = new Float32Array(MAX_PLANES * 4)
  const view: Omit<ViewState, 'lens'> & { lens: ViewState | null } = {
    slot,
    eid: 0,
    projection,
    volume: projection.volume,
    perspective: null,
    aspectBroken: false,
    kind: 'camera',
    eyeReach: 0.5,
    layers: DEFAULT_LAYERS,
    // Fractions, so that the engine makes these fields doubles from the start and boxes no later value.
    distanceScale: 0.5,
    minPixels: 0.5,
    viewportWidth: 0.5,
    viewportHeight: 0.5,
    refresh: 'every-frame',
    occlusion: true,
    frustum: true,
    settingsChanged: true,
    settingsRevision: 0,
    cameraRevision: 0,
    noArea: false,
    ready: false,
    empty: false,
    camera: new Float64Array(16),
    viewMatrix: new Float64Array(16),
    viewProjection: new Float64Array(16),
    eye: new Float64Array(3),
    lens: null,
    planes,
    planeKinds: new Uint8Array(MAX_PLANES),
    planeCount: 0,
    activePlanes: planes.subarray(0, 0),
    changed: true,
    settingsDue: true,
    cameraDue: true,
    queried: false,
    queries: 0,
    queriedAt: -Infinity,
    queriedFrame: -1,
    unpublished: false,
    foundLeft: false,
    candidates: {
      ids: NO_IDS,
      distances: NO_FLOATS,
      reasons: NO_BYTES,
      reasonWords: NO_IDS,
      count: 0,
      sound: 0,
      turnedAway: 0,
      end: 0,
    },
    reasonCounts: new Uint32Array(256),
    version: 0,
    visible: emptyList(),
    spare: NO_IDS,
    distances: NO_FLOATS,
    entered: emptyList(),
    left: emptyList(),
    leftReasons: NO_BYTES,
    levels: NO_BYTES,
    fades: NO_FLOATS,
    marks: NO_IDS,
    stamp: 0,
    rangeMemory: NO_BYTES,
    lodMemory: NO_BYTES,
    removedCount: 0,
  }
  view.lens = view as ViewState
  return view.lens
}

function emptyList(): ViewList {
  return { ids: NO_IDS, count: 0 }
}

/** Gives a slot to an entity, with everything as at first. */
function takeSlot(state: CullingState, view: ViewState, eid: number): void {
  view.eid = eid
  state.viewSlots[eid] = view.slot + 1
  resetSettings(view)
  view.settingsRevision++
  view.cameraRevision++
  view.ready = false
  view.noArea = false
  view.empty = false
  view.changed = true
  view.settingsDue = true
  view.cameraDue = true
  view.queried = false
  view.queriedAt = -Infinity
  view.queriedFrame = -1
  view.unpublished = false
  view.foundLeft = false
  view.version = 0
  view.stamp = 0
  view.removedCount = 0
  view.planeCount = 0
  view.activePlanes = view.planes.subarray(0, 0)
  view.reasonCounts.fill(0)
  const rows = state.capacity + 1
  view.marks = new Uint32Array(rows).fill(NEVER)
  view.rangeMemory = new Uint8Array(rows)
  growResults(view, FIRST_ROOM)
  growCandidates(view, FIRST_ROOM)
}

function resetSettings(view: ViewState): void {
  const { perspective, ...settings } = VIEW_DEFAULTS
  setProjection(view.projection, perspectiveMatrix(perspective, new Float64Array(16)), 'minus-one-to-one')
  view.volume = view.projection.volume
  view.perspective = perspective
  view.eyeReach = 0
  view.aspectBroken = false
  view.settingsChanged = true
  Object.assign(view, settings)
}

/** Frees a slot and what grows with the world. */
function freeSlot(state: CullingState, view: ViewState): void {
  state.viewSlots[view.eid] = 0
  view.eid = 0
  view.marks = NO_IDS
  view.rangeMemory = NO_BYTES
  view.lodMemory = NO_BYTES
  view.spare = NO_IDS
  view.distances = NO_FLOATS
  view.levels = NO_BYTES
  view.fades = NO_FLOATS
  view.leftReasons = NO_BYTES
  for (const list of [view.visible, view.entered, view.left]) {
    list.ids = NO_IDS
    list.count = 0
  }
  Object.assign(view.candidates, {
    ids: NO_IDS,
    distances: NO_FLOATS,
    reasons: NO_BYTES,
    reasonWords: NO_IDS,
    count: 0,
    sound: 0,
    turnedAway: 0,
    end: 0,
  })
}

/** Room for so many candidates. What was in them is lost: it is called before they are written. */
export function growCandidates(view: ViewState, count: number): void {
  const { candidates } = view
  if (candidates.ids.length >= count) return
  const room = roomFor(candidates.ids.length, count)
  candidates.ids = new Uint32Array(room)
  candidates.distances = new Float32Array(room)
  candidates.reasonWords = new Uint32Array((room + 3) >>> 2)
  candidates.reasons = new Uint8Array(candidates.reasonWords.buffer, 0, room)
}

/** Puts an entity behind the candidates, with the reason why it is none. */
export function turnAway(view: ViewState, eid: number, reason: CullReason): void {
  const { candidates, reasonCounts } = view
  const at = --candidates.turnedAway
  candidates.ids[at] = eid
  candidates.reasons[at] = reason
  reasonCounts[reason] = reasonCounts[reason]! + 1
}

/** Room for so many visible, entered and left ids each. What stands in `visible` and beside it is kept. */
export function growResults(view: ViewState, count: number): void {
  if (view.spare.length >= count) return
  const room = roomFor(view.spare.length, count)
  view.visible.ids = grown(new Uint32Array(room), view.visible.ids)
  view.spare = new Uint32Array(room)
  view.distances = grown(new Float32Array(room), view.distances)
  view.levels = grown(new Uint8Array(room), view.levels)
  view.fades = grown(new Float32Array(room).fill(1), view.fades)
  view.entered.ids = new Uint32Array(room)
  view.left.ids = new Uint32Array(room)
  view.leftReasons = new Uint8Array(room)
}

function roomFor(before: number, count: number): number {
  return Math.max(FIRST_ROOM, before * 2, count)
}

function grown<A extends Uint32Array | Float32Array | Uint8Array>(to: A, from: A): A {
  to.set(from)
  return to
}

/** Follows who has `View`: the first `maxViews` get a slot, others wait for one. Part of `setupCulling`. */
export function setupViewSlots(world: World, state: CullingState): void {
  const { views, viewSlots, waitingViews } = state
  const added = (eid: number): void => {
    if (viewSlots[eid] !== 0) return
    const free = views.find((view) => view.eid === 0)
    if (free !== undefined) {
      takeSlot(state, free, eid)
      return
    }
    waitingViews.push(eid)
    setCounter(world, 'culling.viewsWaiting', waitingViews.length)
    warnOnce(
      world,
      'culling.viewsWaiting',
      `entity ${eid} is one view more than maxViews, which is ${state.options.maxViews}: it sees nothing until one goes, and then begins with defaults`,
    )
  }
  observe(world, onAdd(View), added)
  observe(world, onRemove(View), (eid) => {
    const slot = viewSlots[eid] ?? 0
    if (slot !== 0) freeSlot(state, views[slot - 1]!)
    else waitingViews.splice(waitingViews.indexOf(eid), waitingViews.includes(eid) ? 1 : 0)
    if (slot !== 0 && waitingViews.length > 0) takeSlot(state, views[slot - 1]!, waitingViews.shift()!)
    setCounter(world, 'culling.viewsWaiting', waitingViews.length)
  })
  for (const eid of query(world, [View])) added(eid)
}
