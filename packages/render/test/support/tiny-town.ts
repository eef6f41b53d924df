import { createWorld, setPosition, setTransform, spawn, Transform, type World } from '@sightline/core'
import { Bounds, LodRange, setBox, setLodRange, setPerspective, setupCulling, View } from '@sightline/culling'
import {
  createMaterial,
  createMesh,
  meshBounds,
  packTint,
  Renderable,
  type RenderOptions,
  setRenderable,
  setRenderView,
  setupRender,
} from '@sightline/render'
import { addComponent } from 'bitecs'
import { createRandom } from '../../../../test/support/random.js'
import { addBlock, addCone, addGable, addQuad, createShape, rgba, toMesh } from './shapes.js'

/** A small town square for tests: houses in rows, trees with two levels of detail, people, a pond, banners. */
export type TinyTown = {
  readonly world: World
  readonly camera: number
  readonly houses: number[]
  readonly trees: number[]
  readonly people: number[]
  readonly pond: number
  readonly tower: number
  readonly treeMeshes: readonly number[]
  readonly leaves: number
}

/** The camera's lens. */
export const TOWN_LENS = { fovY: 1, near: 0.2, far: 2000 }

const PLASTER = ['#E9DCC3', '#E2CDA8', '#D9B99B', '#CFC7B8', '#C9A27E'] as const
const CLOTH = ['#B23A48', '#2F6690', '#E0A458', '#3A7D44', '#7D5BA6', '#EFE7D3'] as const

export type TinyTownOptions = RenderOptions & {
  readonly seed?: number
  readonly fade?: number
  readonly houses?: number
}

export function createTinyTown(options: TinyTownOptions = {}): TinyTown {
  const random = createRandom(options.seed ?? 7)
  const world = createWorld({ capacity: 5000 })
  setupCulling(world)
  setupRender(world, options)
  const solid = createMaterial(world, { kind: 'opaque' })
  const leaves = createMaterial(world, { kind: 'opaque', wind: 0.02 })
  const cloth = createMaterial(world, { kind: 'opaque', wind: 0.06, doubleSided: true })
  const water = createMaterial(world, { kind: 'transparent', opacity: 0.75, reflection: 0.9 })

  const place = (
    mesh: number | readonly number[],
    material: number,
    x: number,
    y: number,
    z: number,
    yaw = 0,
    tint = 0xffffffff,
    scale = 1,
  ): number => {
    const eid = spawn(world, Transform, Bounds, Renderable)
    setTransform(world, eid, x, y, z, 0, Math.sin(yaw / 2), 0, Math.cos(yaw / 2), scale)
    const meshes = typeof mesh === 'number' ? [mesh] : mesh
    const [x0, y0, z0, x1, y1, z1] = meshBounds(world, meshes[0]!)
    // Wind moves the meshes within half a metre.
    setBox(world, eid, x0! - 0.5, y0!, z0! - 0.5, x1! + 0.5, y1!, z1! + 0.5)
    setRenderable(world, eid, { meshes, material, tint })
    return eid
  }

  const ground = createMesh(world, groundTile())
  for (let i = -4; i < 4; i++) for (let k = -4; k < 4; k++) place(ground, solid, i * 50, 0, k * 50)
  const houseMesh = createMesh(world, house())
  const treeMeshes = [createMesh(world, tree(9, 3)), createMesh(world, tree(5, 2))]
  const personMesh = createMesh(world, person())
  const towerMesh = createMesh(world, towerShape())
  const bannerMesh = createMesh(world, banner())
  const houses: number[] = []
  for (let i = 0; i < (options.houses ?? 60); i++) {
    const row = i % 2 === 0 ? -1 : 1
    const x = (Math.floor(i / 2) - 14) * 11 + random() * 2
    const tint = packTint(PLASTER[Math.floor(random() * 5)]!)
    houses.push(place(houseMesh, solid, x, 0, row * 13 + random(), row < 0 ? 0 : Math.PI, tint))
  }
  const trees = Array.from({ length: 60 }, () => {
    const side = random() < 0.5 ? -1 : 1
    const tint = packTint(random() < 0.1 ? '#C58B3A' : '#86A34C')
    const [x, z] = [random() * 300 - 150, side * (24 + random() * 70)]
    const eid = place(treeMeshes, leaves, x, 0, z, random() * 6, tint, 0.8 + random() * 0.6)
    if (options.fade !== undefined) {
      // A component of culling, not of drawing: which mesh is shown at which distance.
      addLod(world, eid, options.fade)
    }
    return eid
  })
  const people = Array.from({ length: 40 }, () =>
    place(
      personMesh,
      solid,
      random() * 120 - 70,
      0,
      random() * 8 - 4,
      random() * 6,
      packTint(CLOTH[Math.floor(random() * 6)]!),
    ),
  )
  for (let i = 0; i < 10; i++)
    place(bannerMesh, cloth, i * 14 - 60, 0, i % 2 ? 6.2 : -6.2, 0, packTint(CLOTH[i % 6]!))
  const pond = place(createMesh(world, pondShape()), water, -20, 0.05, 40)
  const tower = place(towerMesh, solid, 70, 0, 0)

  const camera = spawn(world, Transform, View)
  setPosition(world, camera, -30, 1.7, 2)
  setPerspective(world, camera, TOWN_LENS)
  setRenderView(world, camera)
  return { world, camera, houses, trees, people, pond, tower, treeMeshes, leaves }
}

function addLod(world: World, eid: number, fade: number): void {
  addComponent(world, eid, LodRange)
  setLodRange(world, eid, { distances: [40], fade })
}

function groundTile() {
  const shape = createShape()
  addQuad(shape, [0, 0, 50], [50, 0, 50], [50, 0, 0], [0, 0, 0], rgba('#94A85B', 0))
  addQuad(shape, [0, 0.01, 5], [50, 0.01, 5], [50, 0.01, 0], [0, 0.01, 0], rgba('#B9AB93', 0))
  addQuad(shape, [0, 0.01, 50], [50, 0.01, 50], [50, 0.01, 45], [0, 0.01, 45], rgba('#B9AB93', 0))
  return toMesh(shape)
}

function house() {
  const shape = createShape()
  const wall = rgba('#FFFFFF')
  addBlock(shape, [-5, 0, -5], [5, 6, 5], wall)
  addGable(shape, [-5.6, 5.8, -5.8], [5.6, 9.5, 5.8], rgba('#B5533C', 0), rgba('#6E4F3A', 0))
  for (const x of [-3, 0, 3]) {
    addBlock(
      shape,
      [x - 0.6, 3.6, 4.9],
      [x + 0.6, 5, 5.05],
      rgba(x === 0 ? '#FFC878' : '#39424E', 0),
      x === 0 ? 160 : 0,
    )
    addBlock(shape, [x - 0.8, 3.4, 4.9], [x + 0.8, 3.6, 5.2], rgba('#6E4F3A', 0))
  }
  addBlock(shape, [-0.7, 0, 4.9], [0.7, 2.3, 5.1], rgba('#5B4030', 0))
  addBlock(shape, [2.5, 7, -1], [3.4, 10.6, 0], rgba('#8F887D', 0))
  return toMesh(shape)
}

function tree(sides: number, layers: number) {
  const shape = createShape()
  addCone(shape, 0, 0.35, 2.5, 0.25, sides, rgba('#5B4030', 0))
  for (let i = 0; i < layers; i++) {
    const y = 2 + (i * 4.5) / layers
    addCone(shape, y, 2.4 - i * 0.5, y + 6 / layers + 0.6, 0, sides, rgba('#FFFFFF'))
  }
  return toMesh(shape)
}

function person() {
  const shape = createShape()
  addCone(shape, 0, 0.28, 1.45, 0.2, 7, rgba('#FFFFFF'))
  addCone(shape, 1.45, 0.14, 1.75, 0.1, 7, rgba('#E0B48C', 0))
  return toMesh(shape)
}

function banner() {
  const shape = createShape()
  addCone(shape, 0, 0.06, 5, 0.06, 5, rgba('#5B4030', 0))
  addQuad(shape, [0, 2.6, 0], [1.2, 2.6, 0], [1.2, 4.8, 0], [0, 4.8, 0], rgba('#FFFFFF'))
  return toMesh(shape)
}

function towerShape() {
  const shape = createShape()
  addCone(shape, 0, 5, 24, 4.4, 10, rgba('#A79F92', 0))
  addCone(shape, 23.5, 5.4, 34, 0, 10, rgba('#5C6670', 0))
  return toMesh(shape)
}

function pondShape() {
  const shape = createShape()
  addQuad(shape, [-14, 0, 10], [14, 0, 10], [14, 0, -10], [-14, 0, -10], rgba('#2F6F7E', 0))
  return toMesh(shape)
}
