// Terrain: nodes and patches for one view against a plain loop over 20,000 boxes, worlds of several sizes, and heights for crowds.

import { createWorld, propagateTransforms, runSystems, setTransform, spawn, Transform } from '@sightline/core'
import { planesFromMatrix } from '@sightline/core/math'
import { cullingSystems, loadKernels, setPerspective, setupCulling, View } from '@sightline/culling'
import {
  createHeightfield,
  createPatchList,
  createTerrainTree,
  cullPatches,
  destroyTerrain,
  type Heightfield,
  type PatchList,
  sampleHeight,
  sampleHeights,
  selectNodes,
  setupTerrain,
  type TerrainTree,
  terrainPatches,
  terrainSystems,
} from '@sightline/terrain'
import { measureActions } from './measure.js'
import { figure, table } from './table.js'

/** Metres from sample to sample, and quads of half a metre from one to the next. */
const SPACING = 8
const QUADS = 16
const KILOMETRES = [5, 10, 40] as const
const BOXES = 20_000
const PLACES = 100_000
const POSES = 60
/** Metres of the far plane, and a nearer one with which the view never leaves the smallest world: the same ground in each. */
const FAR = 5000
const NEARER = 1000

export type TerrainResult = {
  readonly seed: number
  /** Microseconds a pose in the 10 km world: nodes, level map and patches, and the plain loop over boxes. */
  readonly view: number
  readonly loop: number
  /** By size of the world in km: microseconds a pose, and patches a pose. */
  readonly worlds: readonly { readonly km: number; readonly time: number; readonly patches: number }[]
  /** Milliseconds for 100,000 heights, and for as many bare look-ups. */
  readonly heights: number
  readonly lookUps: number
  /** Of all heights, and of the look-ups: metres. */
  readonly heightSum: number
  readonly lookUpSum: number
  /** Patches a pose along each route in the 10 km world, from 1.8 m height. */
  readonly routes: readonly RouteResult[]
}

export type RouteResult = {
  readonly route: string
  /** Nodes by distance alone; with the ground as an occluder; nodes by error too; with both. */
  readonly distance: number
  readonly behindRidges: number
  readonly error: number
  readonly both: number
}

type Pose = { readonly x: number; readonly y: number; readonly z: number; readonly yaw: number }

export async function benchTerrain(seed: number, seconds: number): Promise<TerrainResult> {
  await loadKernels()
  const fields = KILOMETRES.map((km) => createHills(km, seed))
  const views = fields.map((field) => createView(field, NEARER))
  const middle = createView(fields[KILOMETRES.indexOf(10)]!, FAR)
  const loop = createLoop(seed, middle)
  const pass = (action: (k: number) => void) => () => {
    for (let k = 0; k < POSES; k++) action(k)
  }
  const budget = { seconds: 3 * seconds, minRounds: 30, maxRounds: 2000 }
  const times = measureActions(
    [...views, middle].map((view) => ({ run: pass(view.run) })).concat({ run: pass(loop) }),
    budget,
    30,
  ).map((ms) => (1000 * ms) / POSES)
  const crowd = createCrowd(fields[KILOMETRES.indexOf(10)]!, seed)
  const [heights, lookUps] = measureActions([{ run: crowd.heights }, { run: crowd.lookUps }], budget, 20)
  return {
    seed,
    view: times[KILOMETRES.length]!,
    loop: times.at(-1)!,
    worlds: KILOMETRES.map((km, i) => ({ km, time: times[i]!, patches: views[i]!.patchesAPose() })),
    heights: heights!,
    lookUps: lookUps!,
    heightSum: crowd.sum(crowd.outHeights),
    lookUpSum: crowd.sum(crowd.outLookUps),
    routes: benchRoutes(fields[KILOMETRES.indexOf(10)]!),
  }
}

function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** Mountains, hills and small waves; the middle of the world is at 0, and looks the same in each size. */
function createHills(km: number, seed: number): Heightfield {
  const next = random(seed)
  const waves = Array.from({ length: 12 }, (_, k) => {
    const length = 2600 / 1.55 ** k
    const angle = next() * 2 * Math.PI
    return { u: Math.cos(angle) / length, v: Math.sin(angle) / length, shift: next() * 7, high: length / 9 }
  })
  const side = (km * 1024) / SPACING + 1
  const samples = new Uint16Array(side * side)
  for (let j = 0; j < side; j++) {
    for (let i = 0; i < side; i++) {
      const x = i * SPACING - km * 512
      const z = j * SPACING - km * 512
      let height = 600
      for (const { u, v, shift, high } of waves)
        height += high * Math.sin(u * x * 6.28 + v * z * 6.28 + shift)
      samples[j * side + i] = Math.min(65_535, Math.max(0, height * 40))
    }
  }
  const origin = -km * 512
  return createHeightfield({
    columns: side,
    rows: side,
    samples,
    heightScale: 1 / 40,
    spacingX: SPACING,
    originX: origin,
    originZ: origin,
  })
}

/** Sixty places of a walk, the head swinging. */
function createWalk(field: Heightfield): Pose[] {
  return Array.from({ length: POSES }, (_, k) => {
    const x = -1000 + k * 31
    const z = 900 - k * 29
    return { x, y: sampleHeight(field, x, z) + 1.8, z, yaw: k * 0.23 }
  })
}

/** Perspective, one radian high, 16:9, seen from a pose. */
function writePlanes({ x, y, z, yaw }: Pose, far: number, planes: Float32Array): void {
  const t = 1 / Math.tan(0.5)
  const near = 0.1
  const a = (far + near) / (near - far)
  const b = (2 * far * near) / (near - far)
  const [s, c] = [Math.sin(yaw), Math.cos(yaw)]
  const rows = [
    [(c * t * 9) / 16, 0, (-s * t * 9) / 16, 0],
    [0, t, 0, 0],
    [s * a, 0, c * a, b],
    [-s, 0, -c, 0],
  ]
  for (const row of rows) row[3] = row[3]! - row[0]! * x - row[1]! * y - row[2]! * z
  const matrix = Float64Array.from({ length: 16 }, (_, i) => rows[i % 4]![Math.floor(i / 4)]!)
  planesFromMatrix(matrix, 0, 'minus-one-to-one', planes, 0)
}

function createView(field: Heightfield, far: number) {
  const tree: TerrainTree = createTerrainTree(field, { quadsPerSample: QUADS })
  const list: PatchList = createPatchList()
  const poses = createWalk(field)
  const eyes = poses.map(({ x, y, z }) => Float64Array.of(x, y, z, 0))
  const planes = poses.map((pose) => {
    const out = new Float32Array(24)
    writePlanes(pose, far, out)
    return out
  })
  const views = poses.map((_, k) => ({
    planes: planes[k]!,
    eye: eyes[k]!,
    maxDistance: far,
    occlusion: null,
  }))
  const run = (k: number): number => {
    selectNodes(tree.selection, eyes[k]!, 1)
    return cullPatches(tree.selection, views[k]!, list)
  }
  return {
    tree,
    planes,
    run,
    patchesAPose: () => poses.reduce((sum, _, k) => sum + run(k), 0) / POSES,
  }
}

/** The plainest loop: 20,000 boxes against six planes, until one of them has a box outside. */
function createLoop(seed: number, { planes }: { planes: Float32Array[] }): (k: number) => number {
  const next = random(seed + 1)
  const boxes = new Float32Array(6 * BOXES)
  for (let k = 0; k < BOXES; k++) {
    const [x, y, z, size] = [next() * 10_240 - 5120, next() * 600 + 300, next() * 10_240 - 5120, next() * 30]
    boxes.set([x, y, z, x + size, y + size, z + size], 6 * k)
  }
  const out = new Uint32Array(BOXES)
  return (k) => {
    const p = planes[k]!
    let count = 0
    for (let i = 0; i < BOXES; i++) {
      const at = 6 * i
      let isIn = true
      for (let q = 0; q < 24 && isIn; q += 4) {
        const x = p[q]!
        const y = p[q + 1]!
        const z = p[q + 2]!
        isIn =
          x * boxes[x > 0 ? at + 3 : at]! +
            y * boxes[y > 0 ? at + 4 : at + 1]! +
            z * boxes[z > 0 ? at + 5 : at + 2]! +
            p[q + 3]! >=
          0
      }
      if (isIn) out[count++] = i
    }
    return count
  }
}

/** Heights of 100,000 places, and a bare bilinear look-up in a flat array of the same heights. */
function createCrowd(field: Heightfield, seed: number) {
  const next = random(seed + 2)
  const places = new Float64Array(2 * PLACES)
  // A crowd stands together: within a square kilometre.
  for (let i = 0; i < places.length; i++) places[i] = next() * 1000 - 500
  const flat = Float32Array.from(field.samples, (value) => value * field.heightScale)
  const { columns, originX, originZ } = field
  const outHeights = new Float64Array(PLACES)
  const outLookUps = new Float64Array(PLACES)
  return {
    outHeights,
    outLookUps,
    heights: () => sampleHeights(field, places, PLACES, outHeights),
    lookUps: () => {
      for (let k = 0; k < PLACES; k++) {
        const u = (places[2 * k]! - originX) / SPACING
        const v = (places[2 * k + 1]! - originZ) / SPACING
        const i = u | 0
        const j = v | 0
        const s = u - i
        const t = v - j
        const at = j * columns + i
        const top = flat[at]! + s * (flat[at + 1]! - flat[at]!)
        const low = flat[at + columns]! + s * (flat[at + columns + 1]! - flat[at + columns]!)
        outLookUps[k] = top + t * (low - top)
      }
    },
    sum: (heights: Float64Array) => heights.reduce((sum, height) => sum + height, 0),
  }
}

/** Down a valley, along a ridge, and straight on: a pose every 40 m. */
const ROUTES = { valley: -1, ridge: 1, 'straight on': 0 } as const

function followRoute(field: Heightfield, kind: number): Pose[] {
  let [x, z, heading] = [-700, 500, 0.6]
  return Array.from({ length: POSES }, (_, k) => {
    let best = -Infinity
    let next = heading
    for (let turn = -0.9; turn <= 0.9; turn += 0.15) {
      const height = sampleHeight(field, x - Math.sin(heading + turn) * 40, z - Math.cos(heading + turn) * 40)
      const value = kind * height - Math.abs(turn) * (kind === 0 ? 1 : 1e-3)
      if (value > best) {
        best = value
        next = heading + turn
      }
    }
    heading = next
    x -= Math.sin(heading) * 40
    z -= Math.cos(heading) * 40
    return { x, y: sampleHeight(field, x, z) + 1.8, z, yaw: heading + Math.sin(k) * 0.8 }
  })
}

function benchRoutes(field: Heightfield): RouteResult[] {
  const counts = [
    { occluder: false, maxError: 0 },
    { occluder: true, maxError: 0 },
    { occluder: false, maxError: 2 },
    { occluder: true, maxError: 2 },
  ].map((options) => countPatches(field, options))
  return Object.keys(ROUTES).map((route, i) => ({
    route,
    distance: counts[0]![i]!,
    behindRidges: counts[1]![i]!,
    error: counts[2]![i]!,
    both: counts[3]![i]!,
  }))
}

/** Patches a pose on each route, in a world with all stages. */
function countPatches(field: Heightfield, options: { occluder: boolean; maxError: number }): number[] {
  const world = createWorld({ capacity: 4000 })
  setupCulling(world, { occlusion: { mode: 'inline', payOff: 'always' } })
  setupTerrain(world, { heightfield: field, quadsPerSample: QUADS, ...options })
  const view = spawn(world, Transform, View)
  setPerspective(world, view, { fovY: 1, aspect: 16 / 9, near: 0.1, far: 10_000 })
  const systems = [...terrainSystems, propagateTransforms, ...cullingSystems]
  const counts = Object.values(ROUTES).map((kind) => {
    let sum = 0
    for (const { x, y, z, yaw } of followRoute(field, kind)) {
      setTransform(world, view, x, y, z, 0, Math.sin(yaw / 2), 0, Math.cos(yaw / 2))
      runSystems(world, systems)
      sum += terrainPatches(world, view).count
    }
    return sum / POSES
  })
  destroyTerrain(world)
  return counts
}

export function terrainTables(result: TerrainResult): string {
  const { view, loop, worlds, heights, lookUps, routes } = result
  const first = worlds[0]!
  return [
    table(
      ['terrain', 'ours', 'plain JS', 'ours / plain JS'],
      [
        [
          'nodes, level map, patches for one view in 10 km, against 20,000 boxes and six planes, µs',
          figure(view),
          figure(loop),
          (view / loop).toFixed(2),
        ],
        [
          '100,000 heights, against bare bilinear look-ups, ms',
          figure(heights),
          figure(lookUps),
          (heights / lookUps).toFixed(2),
        ],
      ],
    ),
    table(
      ['a view 1 km deep in a world of', ...worlds.map(({ km }) => `${km} km`)],
      [
        ['µs', ...worlds.map(({ time }) => figure(time))],
        ['against the smallest', ...worlds.map(({ time }) => (time / first.time).toFixed(2))],
        ['patches, mean', ...worlds.map(({ patches }) => patches.toFixed(0))],
      ],
    ),
    table(
      [
        'patches from 1.8 m in 10 km, mean',
        'by distance',
        'less what ridges hide',
        'by `maxError` 2',
        'less what ridges hide',
      ],
      routes.map(({ route, distance, behindRidges, error, both }) => [
        route,
        ...[distance, behindRidges, error, both].map((count) => count.toFixed(0)),
      ]),
    ),
  ].join('\n\n')
}
