/** A world with nothing but ground and a camera. */
import { createWorld, propagateTransforms, spawn, Transform, tickTo, type World } from '@sightline/core'
import { cameraOf, cullingSystems, setPerspective, setupCulling, View } from '@sightline/culling'
import {
  destroyRender,
  fitCanvas,
  type RenderOptions,
  renderSystems,
  setFog,
  setRenderView,
  setSky,
  setupRender,
  shadowViews,
} from '@sightline/render'
import {
  createTerrainDrawing,
  type TerrainDrawing,
  type TerrainDrawingOptions,
} from '@sightline/render/terrain'
import type { Heightfield } from '@sightline/terrain/heightfield'
import {
  createPatchList,
  createTerrainTree,
  cullPatches,
  type PatchList,
  selectNodes,
  type TerrainTree,
  type TerrainTreeOptions,
} from '@sightline/terrain/quadtree'
import { createCanvas, readPixels } from '../../support/pixels.js'

export const WIDTH = 320
export const HEIGHT = 180

export type Ground = {
  readonly world: World
  readonly tree: TerrainTree
  readonly drawing: TerrainDrawing
  readonly camera: number
  readonly lists: Map<number, PatchList>
  readonly canvas: HTMLCanvasElement | undefined
}

export type GroundOptions = RenderOptions &
  Omit<Partial<TerrainDrawingOptions>, 'patches'> & {
    readonly field: Heightfield
    readonly tree?: TerrainTreeOptions
  }

export function createGround(options: GroundOptions): Ground {
  const { field, tree: treeOptions, layers, control, geomorph, entity, vertexTextures, ...render } = options
  const world = createWorld({ capacity: 100 })
  setupCulling(world)
  setupRender(world, render)
  const tree = createTerrainTree(field, treeOptions)
  const lists = new Map<number, PatchList>()
  const drawing = createTerrainDrawing(world, tree, {
    patches: (view) => lists.get(view),
    ...(layers && { layers }),
    ...(control && { control }),
    ...(geomorph !== undefined && { geomorph }),
    ...(entity !== undefined && { entity }),
    ...(vertexTextures !== undefined && { vertexTextures }),
  })
  const camera = spawn(world, Transform, View)
  setPerspective(world, camera, { fovY: 1, near: 0.5, far: 200_000 })
  setRenderView(world, camera)
  return { world, tree, drawing, camera, lists, canvas: render.canvas }
}

/** Chooses nodes for the camera and culls patches for it and for its shadows. */
export function cullGround({ world, tree, camera, lists }: Ground): void {
  const { eye } = cameraOf(world, camera)
  selectNodes(tree.selection, Float64Array.of(eye[0]!, eye[1]!, eye[2]!, 0), 1)
  for (const view of [camera, ...shadowViews(world, camera)]) {
    let list = lists.get(view)
    if (list === undefined) lists.set(view, (list = createPatchList()))
    const planes = cameraOf(world, view).activePlanes
    cullPatches(tree.selection, { planes, eye, maxDistance: Infinity, occlusion: null }, list)
  }
}

/** Everything before drawing. */
export function prepareFrame(ground: Ground): void {
  const { world } = ground
  tickTo(world, 0)
  fitCanvas(world)
  propagateTransforms(world)
  for (const system of cullingSystems) system(world)
  cullGround(ground)
}

export function groundFrame(ground: Ground): void {
  prepareFrame(ground)
  for (const system of renderSystems) system(ground.world)
}

const open: Ground[] = []

/** On a canvas in the page. */
export function openGround(options: GroundOptions): Ground & { readonly canvas: HTMLCanvasElement } {
  const canvas = createCanvas(WIDTH, HEIGHT)
  const ground = createGround({ canvas, antialias: false, pixelRatio: 1, ...options })
  open.push(ground)
  return { ...ground, canvas }
}

/** To be called after each test: browsers keep only a few contexts alive. */
export function closeGrounds(): void {
  for (const { world, canvas } of open.splice(0)) {
    destroyRender(world)
    canvas?.remove()
  }
}

/** What cannot be ground is magenta. */
export function paintSkyMagenta({ world }: Ground): void {
  setSky(world, { visible: false, horizon: '#FF00FF' })
  setFog(world, false)
}

export function groundPicture(ground: Ground & { readonly canvas: HTMLCanvasElement }): Uint8Array {
  groundFrame(ground)
  return readPixels(ground.canvas)
}

export function isMagenta(pixels: Uint8Array, at: number): boolean {
  return pixels[at]! > 190 && pixels[at + 1]! < 70 && pixels[at + 2]! > 190
}
