/** Labels of a world: settings, what is shown, what happened. */
import { capacity, columns, createIdSet, type World } from '@sightline/core'
import { clearUpdateRate, UpdateRate, WorldBounds } from '@sightline/culling'
import { observe, onRemove } from 'bitecs'
import type { Drawable } from '../drawable.js'
import { type RenderView, renderState } from '../state.js'
import { createAtlas } from './atlas.js'
import { createCanvasText } from './canvas-text.js'
import { createLabelGrid } from './label-grid.js'
import { createLabels } from './labels.js'
import { Nameplate } from './nameplate-component.js'
import { drawQuads, fillWhite, nameplateBytes, syncNameplateGpu } from './nameplate-gpu.js'
import { type NameplateOptions, readOptions } from './nameplate-options.js'
import {
  Clock,
  createMemory,
  createNameplateStats,
  type NameplateState,
  type NameplateStats,
  PlateFlag,
  PlateRow,
  type ShownLabels,
  type ViewPlates,
} from './nameplate-state.js'
import { NameplateUpdates } from './nameplate-updates.js'
import { createFonts } from './plate.js'
import { createQuadBuffer } from './quad-buffer.js'
import { leave, nameplatesOf } from './set-nameplate.js'
import { createTextStore } from './text-store.js'

/**
 * Adds labels to a world that render is set up for: `layOutNameplates`, one of `renderSystems`, does nothing
 * until then. They are drawn over the picture of each drawn view. Throws an `Error` when called twice, a
 * `TypeError` or `RangeError` that names the option.
 */
export function setupNameplates(world: World, options: NameplateOptions = {}): void {
  const render = renderState(world)
  if (render.nameplates !== undefined)
    throw new Error('setupNameplates: labels are already set up for this world')
  const settings = readOptions('setupNameplates', options)
  const source = options.textSource ?? createCanvasText()
  const size = atlasSize(world, settings.atlasSize)
  const rows = capacity(world) + 1
  const sheet = source.createSheet?.(size)
  if (sheet !== undefined) fillWhite(sheet)
  const state: NameplateState = {
    settings,
    fonts: createFonts(settings.fontFamily),
    members: createIdSet(rows - 1),
    joined: 0,
    plates: new Array(rows).fill(undefined),
    rows: {
      floats: new Float32Array(rows * PlateRow.count),
      flags: new Uint8Array(rows),
      speechEnd: new Float64Array(rows).fill(Infinity),
      turned: new Uint32Array(rows),
    },
    speakers: new Set(),
    matrices: render.matrices,
    boxes: columns(world, WorldBounds).box,
    texts: createTextStore(source),
    fontVersion: source.version,
    atlas: createAtlas(size),
    sheet,
    unsent: [],
    views: new Map(),
    clock: new Float64Array(Clock.count),
    frame: 1,
    pixelRatio: 1,
    labels: createLabels(),
    grid: createLabelGrid(),
    mirrors: [],
    stats: createNameplateStats(),
    gpu: undefined,
  }
  render.nameplates = state
  render.drawables.push(createDrawable(state))
  observe(world, onRemove(Nameplate), (eid) => {
    leave(state, eid)
    clearUpdateRate(world, eid, NameplateUpdates)
  })
  observe(world, onRemove(UpdateRate), (eid) => {
    // Nobody gives it turns any more.
    state.rows.flags[eid] = state.rows.flags[eid]! | PlateFlag.always
  })
}

/** A GPU's textures have a greatest size. */
function atlasSize(world: World, wanted: number): number {
  const { device } = renderState(world)
  if (device === undefined) return wanted
  return Math.min(wanted, device.gl.getParameter(device.gl.MAX_TEXTURE_SIZE))
}

function createDrawable(state: NameplateState): Drawable {
  const nothing = (): number => 0
  return {
    pack() {},
    drawPicture: nothing,
    drawShadow: nothing,
    drawItems() {},
    drawBlended: nothing,
    drawOver(gpu, view, tally) {
      const quads = state.views.get(view)?.quads
      if (state.sheet === undefined || quads === undefined || quads.count === 0) return 0
      const sent = syncNameplateGpu(state, gpu, state.sheet)
      tally.drawCalls++
      tally.instances += quads.count
      tally.triangles += quads.count * 2
      return sent + drawQuads(state.gpu!, quads)
    },
    bytesHeld: (gpu) => (state.gpu?.gpu === gpu ? nameplateBytes(state.gpu, state.atlas.size) : 0),
  }
}

/** What is kept for a view, made on first use. */
export function viewPlates({ views, members }: NameplateState, view: RenderView): ViewPlates {
  const known = views.get(view)
  if (known !== undefined) return known
  const rows = members.position.length
  const made: ViewPlates = {
    candidates: createIdSet(rows - 1),
    version: -1,
    joined: -1,
    memory: createMemory(rows),
    shown: {
      ids: new Uint32Array(0),
      rects: new Float32Array(0),
      scales: new Float32Array(0),
      alphas: new Float32Array(0),
      count: 0,
    },
    quads: createQuadBuffer(),
  }
  views.set(view, made)
  return made
}

/** Nothing is shown in a view that has not been laid out. */
const NOTHING: ShownLabels = {
  ids: new Uint32Array(0),
  rects: new Float32Array(0),
  scales: new Float32Array(0),
  alphas: new Float32Array(0),
  count: 0,
}

/**
 * The labels that are drawn in a view, the most significant first, those that fade out last. Valid until the
 * next `layOutNameplates`; do not write. Throws an `Error` if there are no labels in this world.
 */
export function shownNameplates(world: World, view: number): Readonly<ShownLabels> {
  const { views } = nameplatesOf(world, 'shownNameplates')
  for (const [renderView, { shown }] of views) if (renderView.view === view) return shown
  return NOTHING
}

/** What the last frame did. Always the same object. */
export function nameplateStats(world: World): Readonly<NameplateStats> {
  return nameplatesOf(world, 'nameplateStats').stats
}
