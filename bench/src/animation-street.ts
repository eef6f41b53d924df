// A crowd in streets: who rests, who is seen, and a camera that walks among them.
import {
  createWorld,
  propagateTransforms,
  setPosition,
  setTransform,
  spawn,
  Transform,
  tickTo,
  type World,
} from '@sightline/core'
import {
  Bounds,
  cullingSystems,
  Occluder,
  scheduleUpdates,
  setBox,
  setBoxOccluder,
  setPerspective,
  setUpdateRate,
  setupCulling,
  setView,
  UpdateRate,
  View,
} from '@sightline/culling'
import {
  AnimationUpdates,
  Animator,
  animate,
  buildDrawLists,
  createMaterial,
  createMesh,
  createRig,
  Renderable,
  setAnimationSource,
  setAnimator,
  setRenderable,
  setRenderView,
  setupRender,
  uploadInstances,
} from '@sightline/render'
import { type BenchFigure, createFigure } from './animation-figure.js'
import { createRandom } from './scene.js'

/**
 * Houses stand 22 m apart in a square, streets are 9 m wide; in the middle is a market with a fifth of the
 * people.
 */
const [BLOCK, HOUSE, HOUSES] = [22, 13, 18]
const SIDE = BLOCK * HOUSES
const MARKET = BLOCK * 4

/**
 * 'resting': turns by `AnimationUpdates`. 'seen': a turn for everyone in each frame, poses for those who are
 * seen. 'everything': nothing is culled, and everyone has a pose of all joints in each frame.
 */
export type Manner = 'resting' | 'seen' | 'everything'

export type Street = {
  readonly world: World
  /** Runs a frame; returns the milliseconds of scheduling and animating. */
  readonly frame: (number: number) => number
  readonly people: readonly number[]
  readonly figure: BenchFigure
  readonly texels: number
}

export type StreetOptions = {
  readonly people: number
  readonly seed: number
  readonly manner: Manner
  /** 'walk': through the streets. 'all': everyone counts as seen. 'none': looks out of the town. */
  readonly look: 'walk' | 'all' | 'none'
  /** Poses of all joints at every distance. */
  readonly fine?: boolean
  /** The clip that all of them play. Default: a third each. */
  readonly clip?: number
}

export function createStreet({ people, seed, manner, look, fine = false, clip }: StreetOptions): Street {
  const random = createRandom(seed)
  const world = createWorld({ capacity: people + HOUSES * HOUSES + 10 })
  setupCulling(world, { occlusion: { mode: 'inline' } })
  setupRender(world)
  const figure = createFigure(random)
  const exact = fine || manner === 'everything'
  const detail = exact ? { reduced: Infinity, shared: Infinity } : {}
  const rig = createRig(world, { ...figure.rig, detail })
  const mesh = createMesh(world, figure.mesh)
  const material = createMaterial(world, { kind: 'opaque' })
  buildHouses(world)
  const ids = Array.from({ length: people }, (_, i) => {
    const eid = spawn(world, Transform, Bounds, Renderable, Animator, UpdateRate)
    const [x, z] = i % 5 === 0 ? placeInMarket(random) : placeInStreet(random)
    setTransform(world, eid, x, 0, z, 0, Math.sin(i), 0, Math.cos(i))
    setRenderable(world, eid, { mesh, material })
    setAnimator(world, eid, { rig, clip: clip ?? i % 3, offset: random() })
    setUpdateRate(world, eid, AnimationUpdates)
    return eid
  })
  if (manner === 'resting') setAnimationSource(world, AnimationUpdates)
  const camera = spawn(world, Transform, View)
  setPerspective(world, camera, { fovY: 1, aspect: 16 / 9, near: 0.1, far: 400 })
  setRenderView(world, camera)
  if (manner === 'everything' || look === 'all') setView(world, camera, { frustum: false, occlusion: false })
  const before = cullingSystems.filter((system) => system !== scheduleUpdates)
  const frame = (number: number): number => {
    tickTo(world, number / 60)
    place(world, camera, look, number)
    propagateTransforms(world)
    for (const system of before) system(world)
    const start = performance.now()
    if (manner === 'resting') scheduleUpdates(world)
    animate(world)
    const end = performance.now()
    buildDrawLists(world)
    uploadInstances(world)
    return end - start
  }
  return { world, frame, people: ids, figure, texels: 1 + 3 * figure.rig.skin.length }
}

function placeInMarket(random: () => number): [number, number] {
  return [(random() - 0.5) * MARKET, (random() - 0.5) * MARKET]
}

function placeInStreet(random: () => number): [number, number] {
  const along = (random() - 0.5) * SIDE
  const across = (Math.floor(random() * HOUSES) - HOUSES / 2) * BLOCK
  const aside = (random() - 0.5) * (BLOCK - HOUSE - 1)
  return random() < 0.5 ? [along, across + aside] : [across + aside, along]
}

function buildHouses(world: World): void {
  for (let i = 0; i < HOUSES * HOUSES; i++) {
    const x = ((i % HOUSES) - HOUSES / 2 + 0.5) * BLOCK
    const z = (Math.floor(i / HOUSES) - HOUSES / 2 + 0.5) * BLOCK
    if (Math.max(Math.abs(x), Math.abs(z)) < MARKET / 2) continue
    const house = spawn(world, Transform, Bounds, Occluder)
    setPosition(world, house, x, 0, z)
    const half = HOUSE / 2
    setBox(world, house, -half, -1, -half, half, 10, half)
    setBoxOccluder(world, house, -half, -1, -half, half, 10, half)
  }
}

/** At 1.4 m a second along a street to the market, looking about; or over the roofs. */
function place(world: World, camera: number, look: StreetOptions['look'], number: number): void {
  if (look !== 'walk') {
    const back = look === 'none' ? 1 : 0
    setTransform(world, camera, 0, 60, SIDE * 0.75, 0, back, 0, 1 - back)
    return
  }
  const yaw = Math.sin(number / 90) * 0.9
  setTransform(world, camera, 0, 1.7, 60 - number * 0.0233, 0, Math.sin(yaw / 2), 0, Math.cos(yaw / 2))
}
