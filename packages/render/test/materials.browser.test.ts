import { createWorld, setPosition, spawn, Transform, type World } from '@sightline/core'
import { Bounds, loadKernels, setBox, setPerspective, setupCulling, View } from '@sightline/culling'
import {
  createMaterial,
  createMesh,
  destroyMesh,
  destroyRender,
  drawItemBuffer,
  type MaterialSettings,
  Renderable,
  renderStats,
  setFog,
  setRenderable,
  setRenderView,
  setShadows,
  setSky,
  setupRender,
} from '@sightline/render'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { runFrame } from './support/frame.js'
import { createCanvas, readPixels } from './support/pixels.js'
import { addQuad, createShape, rgba, toMesh } from './support/shapes.js'

const SIZE = 64

let world: World
let canvas: HTMLCanvasElement
let view: number
let mesh: number

beforeAll(loadKernels)

beforeEach(() => {
  canvas = createCanvas(SIZE, SIZE)
  world = createWorld({ capacity: 50 })
  setupCulling(world)
  setupRender(world, { canvas, antialias: false, pixelRatio: 1 })
  setFog(world, false)
  setSky(world, { visible: false })
  view = spawn(world, Transform, View)
  setPerspective(world, view, { fovY: 1, near: 0.1, far: 100 })
  setRenderView(world, view)
  const shape = createShape()
  addQuad(shape, [-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0], rgba('#FFFFFF'))
  const uvs = Float32Array.of(0, 1, 1, 1, 1, 0, 0, 1, 1, 0, 0, 0)
  mesh = createMesh(world, { ...toMesh(shape), uvs })
})

afterEach(() => {
  destroyRender(world)
  canvas.remove()
})

/** A square of two metres, so far before the camera. */
function addPane(settings: MaterialSettings, distance: number): number {
  const eid = spawn(world, Transform, Bounds, Renderable)
  setPosition(world, eid, 0, 0, -distance)
  setBox(world, eid, -1, -1, 0, 1, 1, 0)
  setRenderable(world, eid, { mesh, material: createMaterial(world, settings) })
  return eid
}

/** Colour at a point of the picture, -1 to 1, y upwards. */
function colorAt(x: number, y: number): number[] {
  const at = (Math.floor(((y + 1) / 2) * SIZE) * SIZE + Math.floor(((x + 1) / 2) * SIZE)) * 4
  return [...readPixels(canvas).subarray(at, at + 3)]
}

function itemAt(x: number, y: number): number {
  return drawItemBuffer(world, view)[
    Math.floor(((1 - y) / 2) * SIZE) * SIZE + Math.floor(((x + 1) / 2) * SIZE)
  ]!
}

const unlit = { lit: false } as const

it('alpha-tested materials have holes, in the picture, in item buffers and in shadow maps', () => {
  // Opaque on the left half, nothing on the right.
  const pixels = Uint8Array.of(255, 0, 0, 255, 255, 0, 0, 0)
  const leaf = addPane({ kind: 'alpha-test', texture: { width: 2, height: 1, pixels }, ...unlit }, 3)
  const wall = addPane({ kind: 'opaque', color: '#0000FF', ...unlit }, 4)
  setShadows(world, view, { resolution: 128 })
  runFrame(world)
  expect(colorAt(-0.3, 0)[0]).toBeGreaterThan(100)
  expect(colorAt(-0.3, 0)[2]).toBeLessThan(50)
  expect(colorAt(0.3, 0)[2]).toBeGreaterThan(100)
  expect(colorAt(0.3, 0)[0]).toBeLessThan(50)
  expect([itemAt(-0.3, 0), itemAt(0.3, 0)]).toEqual([leaf, wall])
  expect(canvas.getContext('webgl')!.getError()).toBe(0)
})

it('transparent materials are blended far to near, whatever comes first', () => {
  const near = { kind: 'transparent', color: '#FF0000', opacity: 0.5, ...unlit } as const
  const far = { kind: 'transparent', color: '#00FF00', opacity: 0.5, ...unlit } as const
  addPane({ kind: 'opaque', color: '#0000FF', ...unlit }, 5)
  const front = addPane(near, 3)
  addPane(far, 4)
  runFrame(world)
  const [r, g, b] = colorAt(0, 0) as [number, number, number]
  // Half of red over half of green over blue.
  expect(r).toBeGreaterThan(g * 1.5)
  expect(g).toBeGreaterThan(20)
  expect(b).toBeGreaterThan(20)
  expect(itemAt(0, 0)).toBe(front)
})

it('sky materials stand behind everything, however near they are', () => {
  addPane({ kind: 'sky', color: '#00FF00' }, 2)
  const wall = addPane({ kind: 'opaque', color: '#0000FF', ...unlit }, 50)
  runFrame(world)
  expect(colorAt(0, 0)[2]).toBeGreaterThan(colorAt(0, 0)[1]!)
  expect(colorAt(0.3, 0.3)[1]).toBeGreaterThan(colorAt(0.3, 0.3)[2]!)
  expect(itemAt(0, 0)).toBe(wall)
  expect(itemAt(0.3, 0.3)).toBe(0)
})

it('materials of one side are not seen from behind, double-sided ones are', () => {
  const turned = spawn(world, Transform, Bounds, Renderable)
  setPosition(world, turned, 0, 0, -3)
  setBox(world, turned, -1, -1, 0, 1, 1, 0)
  const shape = createShape()
  addQuad(shape, [1, -1, 0], [-1, -1, 0], [-1, 1, 0], [1, 1, 0], rgba('#FFFFFF'))
  const away = createMesh(world, toMesh(shape))
  setRenderable(world, turned, { mesh: away, material: createMaterial(world, { kind: 'opaque' }) })
  runFrame(world)
  expect(itemAt(0, 0)).toBe(0)
  setRenderable(world, turned, {
    mesh: away,
    material: createMaterial(world, { kind: 'opaque', doubleSided: true }),
  })
  runFrame(world)
  expect(itemAt(0, 0)).toBe(turned)
})

it('meshes that are gone are not drawn, and their place is given out again', () => {
  const pane = addPane({ kind: 'opaque', ...unlit }, 3)
  runFrame(world)
  expect(itemAt(0, 0)).toBe(pane)
  runFrame(world)
  const held = renderStats(world).bytesHeld
  destroyMesh(world, mesh)
  runFrame(world)
  expect(itemAt(0, 0)).toBe(0)
  expect(renderStats(world).drawCalls).toBe(0)
  expect(renderStats(world).bytesHeld).toBeLessThan(held)
})

it('works light and haze out at the vertices as at the pixels, where faces are small', () => {
  setFog(world, { near: { distance: 50, amount: 0.1 }, far: { distance: 150, amount: 0.4 } })
  const pane = addPane({ kind: 'opaque', color: '#4C86C6' }, 60)
  runFrame(world)
  const atPixels = colorAt(0, 0)
  const coarse = createMaterial(world, { kind: 'opaque', color: '#4C86C6', shading: 'vertex' })
  setRenderable(world, pane, { mesh, material: coarse })
  runFrame(world)
  const atVertices = colorAt(0, 0)
  for (let i = 0; i < 3; i++) expect(Math.abs(atVertices[i]! - atPixels[i]!)).toBeLessThanOrEqual(1)
  // Shadows are looked up at the pixels: there the form without them is not used.
  setShadows(world, view, { cascades: 1, distance: 80, resolution: 64 })
  expect(() => runFrame(world)).not.toThrow()
  for (let i = 0; i < 3; i++) expect(Math.abs(colorAt(0, 0)[i]! - atPixels[i]!)).toBeLessThanOrEqual(1)
})
