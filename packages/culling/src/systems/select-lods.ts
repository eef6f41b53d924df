import { columns, type World } from '@sightline/core'
import { LOD_REFERENCE_FOV, LodRange, type LodState, lodState } from '../lod.js'
import { chooseLevel, fadeWeight, MAX_LEVELS, NO_LEVEL } from '../lod-choice.js'
import { type CullingState, culling, type ViewState } from '../state.js'

const MAX_LIMITS = MAX_LEVELS - 1

/** `scaleY` of a projection with the reference field of view. */
const REFERENCE_SCALE = 1 / Math.tan(LOD_REFERENCE_FOV / 2)

/**
 * Chooses a level of detail and a cross-fade weight for each visible entity of each view. A light view takes
 * the levels of the camera it measures by, so that a thing and its shadow have the same shape. Reads: visible
 * lists, distances, WorldBounds, LodRange. Writes: levels and fades beside the lists, each view's memory.
 */
export function selectLods(world: World): void {
  const lods = lodState(world)
  if (lods.kindCount === 1) return
  const state = culling(world)
  const range = columns(world, LodRange)
  for (let pass = 0; pass < 2; pass++) {
    // Cameras first: light views read their memory.
    for (let slot = 0; slot < state.views.length; slot++) {
      const view = state.views[slot]!
      if (view.eid === 0 || (view.lens === view) !== (pass === 0)) continue
      forget(state, lods, view)
      selectInView(state, lods, view, range.kind, range.forced)
    }
  }
}

/**
 * Drops the memory of whatever left with the newest publication. After a publication that was missed nobody
 * knows who left: all of it goes. Stored levels are plus 1; 0 is none.
 */
function forget(state: CullingState, lods: LodState, view: ViewState): void {
  const missed = view.version - lods.versions[view.slot]!
  lods.versions[view.slot] = view.version
  if (view.lodMemory.length === 0) {
    view.lodMemory = new Uint8Array(state.capacity + 1)
    return
  }
  if (missed === 0) return
  const { left, lodMemory } = view
  if (missed === 1) for (let i = 0; i < left.count; i++) lodMemory[left.ids[i]!] = 0
  else lodMemory.fill(0)
}

function selectInView(
  state: CullingState,
  lods: LodState,
  view: ViewState,
  kinds: Uint16Array,
  forced: Uint8Array,
): void {
  const { visible, levels, fades, lodMemory } = view
  const { limits, limitCounts, hysteresis, fade } = lods
  const { ids, count: visibleCount } = visible
  const borrowed = view.lens === view || view.lens.lodMemory.length === 0 ? lodMemory : view.lens.lodMemory
  measureVisible(state, lods, view, kinds)
  for (let i = 0; i < visibleCount; i++) {
    const id = ids[i]!
    const kind = kinds[id]!
    if (kind === 0) {
      levels[i] = 0
      fades[i] = 1
      continue
    }
    const count = limitCounts[kind]!
    if (forced[id] !== 0) {
      const level = Math.min(forced[id]! - 1, count)
      levels[i] = level
      fades[i] = 1
      lodMemory[id] = level + 1
      continue
    }
    const at = kind * MAX_LIMITS
    const measure = fades[i]!
    const remembered = borrowed[id]! || lodMemory[id]!
    const previous = remembered === 0 ? NO_LEVEL : remembered - 1
    const level = chooseLevel(limits, at, count, measure, hysteresis[kind]!, previous)
    levels[i] = level
    fades[i] = fadeWeight(limits, at, count, measure, hysteresis[kind]!, fade[kind]!, level)
    lodMemory[id] = level + 1
  }
}

/**
 * Writes the measure of each visible entity with levels where its fade will stand: a scaled distance in
 * metres, or 1 / (part of the viewport's height), 0 from within and NaN for a broken box.
 */
function measureVisible(
  { boxes }: CullingState,
  { bySize, quality }: LodState,
  { visible, distances, fades, lens }: ViewState,
  kinds: Uint16Array,
): void {
  const { ids, count } = visible
  const { scaleY, perspective } = lens.projection
  const eyeX = 2 * lens.eye[0]!
  const eyeY = 2 * lens.eye[1]!
  const eyeZ = 2 * lens.eye[2]!
  const scale = lens.distanceScale / quality
  // What a metre counts for under this field of view, and 1 / size for a ball that is as far away as it is
  // thick.
  const metres = (scale * REFERENCE_SCALE) / scaleY
  const balls = scale / scaleY
  for (let i = 0; i < count; i++) {
    const kind = kinds[ids[i]!]!
    if (kind === 0) continue
    if (bySize[kind] === 0) {
      // Parallel rays show everything as the reference camera does at one distance.
      fades[i] = perspective ? distances[i]! * metres : metres
      continue
    }
    // The size of the ball round the box as in `screenFraction`, with all lengths doubled.
    const at = ids[i]! * 8
    const width = boxes[at + 4]! - boxes[at]!
    const height = boxes[at + 5]! - boxes[at + 1]!
    const depth = boxes[at + 6]! - boxes[at + 2]!
    const thick = width * width + height * height + depth * depth
    if (!perspective) {
      fades[i] = (2 * balls) / Math.sqrt(thick)
      continue
    }
    const x = boxes[at + 4]! + boxes[at]! - eyeX
    const y = boxes[at + 5]! + boxes[at + 1]! - eyeY
    const z = boxes[at + 6]! + boxes[at + 2]! - eyeZ
    const beyond = x * x + y * y + z * z - thick
    fades[i] = beyond > 0 ? balls * Math.sqrt(beyond / thick) : 0 * beyond
  }
}
