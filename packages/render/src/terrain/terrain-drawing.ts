import type { World } from '@sightline/core'
import { expectOptions } from '@sightline/core/checks'
import type { GridRect } from '@sightline/terrain/heightfield'
import type { PatchList, TerrainTree } from '@sightline/terrain/quadtree'
import type { Drawable } from '../drawable.js'
import type { TextureData } from '../material.js'
import { type RenderView, renderState } from '../state.js'
import { createDrawable } from './draw-ground.js'
import { createGroundFrame, type GroundFrame } from './ground-frame.js'
import { destroyGroundGpu, type GroundGpu } from './ground-gpu.js'
import { createGroundLayers, type GroundLayer, type Layers, readLayers } from './ground-layers.js'
import { addEdit, createHeightEdits, type HeightEdits } from './height-texture.js'
import type { PatchBuffer } from './patch-buffer.js'
import { TERRAIN_DEBUG_DEFAULTS, type TerrainDebug } from './terrain-debug.js'

export type TerrainDrawingOptions = {
  /**
   * The patches that a view may see, culled for it in this frame. Asked for each drawn view and for each view of its shadows
   * (`shadowViews`); undefined draws none. The lists may be the same objects in every frame.
   */
  readonly patches: (view: number) => PatchList | undefined
  /** From the lowest to the uppermost, at most `MAX_LAYERS`. Default: `createGroundLayers()`. */
  readonly layers?: readonly GroundLayer[]
  /** Laid over the whole field; its channels put layers where they say so. Default: none. */
  readonly control?: TextureData
  /**
   * Levels flow into each other with distance: nothing jumps when they change, for some detail less. For levels that are chosen by
   * distance. Default false.
   */
  readonly geomorph?: boolean
  /** What item buffers and `pickEntity` name where they see ground. Default 0, "none". */
  readonly entity?: number
  /** False: heights come with the vertices, as in browsers that read no textures there. For tests. Default true. */
  readonly vertexTextures?: boolean
}

const KNOWN_OPTIONS: Readonly<Record<keyof TerrainDrawingOptions, true>> = {
  patches: true,
  layers: true,
  control: true,
  geomorph: true,
  entity: true,
  vertexTextures: true,
}

/** A terrain that is drawn. Change it with the functions of this module only. */
export type TerrainDrawing = {
  readonly tree: TerrainTree
  readonly patches: (view: number) => PatchList | undefined
  readonly layers: Layers
  /** Octaves of levels that flow into each other, 0 for none. */
  readonly morph: number
  readonly vertexTextures: boolean
  /** The entity's id as a colour. */
  readonly itemColor: readonly number[]
  readonly frame: GroundFrame
  readonly edits: HeightEdits
  readonly views: WeakMap<RenderView, ViewPatches>
  /** How the stages of drawing know it; undefined once it is destroyed. */
  drawable: Drawable | undefined
  readonly stats: TerrainDrawingStats
  debug: TerrainDebug
  /** On the GPU of the present context; made when something is drawn first. */
  ground: GroundGpu | undefined
  /** Bytes that were sent and are in no statistics yet. */
  unreported: number
}

/** What one view shows of the ground. */
export type ViewPatches = { readonly picture: PatchBuffer; readonly casters: PatchBuffer }

/** What was drawn of a terrain. Always the same object. */
export type TerrainDrawingStats = {
  /** Patches of the view that was drawn last, and those in its shadow maps. */
  patches: number
  casters: number
  /** Where vertices have their heights from: 'nothing' before anything is drawn. */
  heights: 'nothing' | 'texture' | 'buffers'
  /** Bytes of heights that were sent since the drawing was made, by edits or for new patches. */
  heightBytes: number
}

/**
 * Draws a terrain in every drawn view of a world: after opaque entities, before the sky, with sun, haze and the views' shadows, into which
 * it is drawn as well. In a world without a canvas patches are packed and nothing is drawn.
 * Throws a `RangeError` or `TypeError` that names the option; nothing is changed then.
 */
export function createTerrainDrawing(
  world: World,
  tree: TerrainTree,
  options: TerrainDrawingOptions,
): TerrainDrawing {
  const caller = 'createTerrainDrawing'
  const { drawables } = renderState(world)
  expectOptions(caller, options, KNOWN_OPTIONS)
  const { patches, layers, control, geomorph = false, entity = 0, vertexTextures = true } = options
  if (typeof patches !== 'function')
    throw new TypeError(`${caller}: patches is ${typeof patches}, expected a function of a view`)
  if (!(Number.isInteger(entity) && entity >= 0 && entity < 2 ** 32))
    throw new RangeError(`${caller}: entity is ${entity}, expected an entity's id or 0`)
  const read = readLayers(layers ?? createGroundLayers(), control, caller)
  const morph = geomorph ? morphOctaves(tree, caller) : 0
  const drawing: TerrainDrawing = {
    tree,
    patches,
    layers: read,
    morph,
    vertexTextures,
    itemColor: [0, 8, 16, 24].map((shift) => ((entity >>> shift) & 255) / 255),
    frame: createGroundFrame(tree, read.textures.length),
    edits: createHeightEdits(),
    views: new WeakMap(),
    drawable: undefined,
    stats: { patches: 0, casters: 0, heights: 'nothing', heightBytes: 0 },
    debug: TERRAIN_DEBUG_DEFAULTS,
    ground: undefined,
    unreported: 0,
  }
  drawing.drawable = createDrawable(world, drawing)
  drawables.push(drawing.drawable)
  return drawing
}

/**
 * A vertex may lie between corners of quads that are as large as a patch and no larger, or it would leave the patch's box. Edges that are
 * snapped begin that much higher.
 */
function morphOctaves({ grid, selection }: TerrainTree, caller: string): number {
  const octaves = Math.log2(grid.quadsPerPatch) - Math.min(selection.maxLevelDifference, grid.levels - 1)
  if (octaves >= 1) return octaves
  throw new RangeError(
    `${caller}: geomorph is true and maxLevelDifference ${selection.maxLevelDifference}, expected less than log2(quadsPerPatch), ${Math.log2(grid.quadsPerPatch)}`,
  )
}

/**
 * Says that a rectangle of samples, or of cells, was edited: call it once after each edit of the field, and only the rectangle is sent. After
 * an edit that nobody told of, all is sent.
 */
export function updateTerrainDrawing({ edits }: TerrainDrawing, rect: GridRect): void {
  addEdit(edits, rect)
}

/** Chooses debug views. What is not given stays. */
export function setTerrainDebug(drawing: TerrainDrawing, settings: Partial<TerrainDebug>): void {
  expectOptions('setTerrainDebug', settings, TERRAIN_DEBUG_DEFAULTS)
  drawing.debug = { ...drawing.debug, ...settings }
}

/** What was drawn last. */
export function terrainDrawingStats({ stats }: TerrainDrawing): Readonly<TerrainDrawingStats> {
  return stats
}

/** Draws the terrain no longer, and frees what it holds on the GPU. */
export function destroyTerrainDrawing(world: World, drawing: TerrainDrawing): void {
  const { drawables, device } = renderState(world)
  const at = drawing.drawable === undefined ? -1 : drawables.indexOf(drawing.drawable)
  if (at >= 0) drawables.splice(at, 1)
  drawing.drawable = undefined
  if (drawing.ground !== undefined && drawing.ground.gpu === device?.gpu) destroyGroundGpu(drawing.ground)
  drawing.ground = undefined
}
