// The occlusion buffer through its public functions, on a seeded town: what a picture costs and what it hides.
// `node scripts/run.mjs bench` does not run it by itself; `benchOcclusion` is the entry.
import { createArena, float32Array, uint8Array, uint32Array } from '@sightline/core/memory'
import {
  addBoxOccluder,
  addHullOccluder,
  addOccluders,
  addPrismOccluder,
  beginOcclusion,
  createOccluderSet,
  createOcclusionBuffer,
  loadKernels,
  occlusionStats,
  setBoxOccluder,
  testBoxes,
  testBoxIds,
} from '@sightline/culling/occlusion'
import { median } from './measure.js'

const HOUSES = 400
const BOXES = 3000
const POSES = 120
const OCCLUDERS = 75
const CUBE = Uint32Array.of(
  ...[
    0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7,
    5,
  ],
)

export type OcclusionResult = {
  readonly width: number
  readonly height: number
  /** How the occluders are handed in. */
  readonly way: string
  /** Microseconds a picture: medians over the poses of the best round. */
  readonly begin: number
  readonly draw: number
  readonly test: number
  readonly hidden: number
}

type Town = {
  matrices: Float32Array[]
  footprints: Float32Array[]
  hulls: Float32Array[]
  boxes: Float32Array
}

function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Blocks of houses along streets, and things in them. */
function createTown(random: () => number): Town {
  const town: Town = { matrices: [], footprints: [], hulls: [], boxes: new Float32Array(6 * BOXES) }
  for (let i = 0; i < HOUSES; i++) {
    const x = (i % 20) * 17 + Math.floor((i % 20) / 4) * 9
    const z = Math.floor(i / 20) * 15 + Math.floor(i / 40) * 8
    const height = 6 + 9 * random() + 1
    const [w, d] = [13 - 2 * random(), 14 - 2 * random()]
    town.matrices.push(Float32Array.of(w, 0, 0, 0, 0, height, 0, 0, 0, 0, d, 0, x, height / 2 - 1, z, 1))
    town.footprints.push(
      Float32Array.of(x - w / 2, z - d / 2, x + w / 2, z - d / 2, x + w / 2, z + d / 2, x - w / 2, z + d / 2),
    )
    const corner = (v: number, k: number) =>
      [x, height / 2 - 1, z][k]! + ((v >> k) & 1 ? 0.5 : -0.5) * [w, height, d][k]!
    town.hulls.push(Float32Array.from({ length: 24 }, (_, k) => corner(Math.floor(k / 3), k % 3)))
  }
  for (let i = 0; i < BOXES; i++) {
    const s = 0.2 + random()
    const [x, z] = [380 * random(), 380 * random()]
    town.boxes.set([x - s / 2, 0, z - s / 2, x + s / 2, 2 * s, z + s / 2], 6 * i)
  }
  return town
}

/** Perspective matrices of a walk, and for each the nearest houses. */
function createPoses(
  random: () => number,
  { matrices }: Town,
): { matrix: Float32Array; nearest: Uint32Array }[] {
  return Array.from({ length: POSES }, () => {
    const [x, y, z, yaw] = [380 * random(), 1.7 + random(), 380 * random(), 6.3 * random()]
    const [c, s, t] = [Math.cos(yaw), Math.sin(yaw), 1 / Math.tan(Math.PI / 6)]
    const row = (a: number, b: number, d: number) => [a, b, d, -(a * x + b * y + d * z)]
    const rows = [row((c * t) / 1.78, 0, (-s * t) / 1.78), row(0, t, 0), row(-s, 0, -c), row(-s, 0, -c)]
    rows[2]![3]! -= 0.2
    const matrix = Float32Array.from({ length: 16 }, (_, i) => rows[i & 3]![i >> 2]!)
    const order = matrices
      .map((m, i) => [Math.hypot(m[12]! - x, m[14]! - z), i] as const)
      .sort((p, q) => p[0] - q[0])
    return { matrix, nearest: Uint32Array.from(order.slice(0, OCCLUDERS), ([, i]) => i) }
  })
}

/** Every way of handing occluders in, in turn within each round; at least seven rounds. */
export async function benchOcclusion(
  seed: number,
  width: number,
  height: number,
  rounds = 9,
): Promise<OcclusionResult[]> {
  await loadKernels()
  const random = createRandom(seed)
  const town = createTown(random)
  const poses = createPoses(random, town)
  const ways = createWays(town, width, height)
  const times = ways.map(() => [] as { begin: number; draw: number; test: number }[])
  const hidden = ways.map(() => 0)
  for (let round = 0; round < rounds; round++) {
    ways.forEach((way, w) => {
      const spent = poses.map(({ matrix, nearest }) => {
        const start = performance.now()
        way.begin(matrix)
        const begun = performance.now()
        way.draw(nearest)
        const drawn = performance.now()
        hidden[w]! += way.test()
        return { begin: begun - start, draw: drawn - begun, test: performance.now() - drawn }
      })
      const part = (key: 'begin' | 'draw' | 'test') => 1000 * median(spent.map((t) => t[key]))
      times[w]!.push({ begin: part('begin'), draw: part('draw'), test: part('test') })
    })
  }
  return ways.map(({ way }, w) => {
    const best = (key: 'begin' | 'draw' | 'test') => Math.min(...times[w]!.map((t) => t[key]))
    const share = hidden[w]! / (rounds * POSES * BOXES)
    return { width, height, way, begin: best('begin'), draw: best('draw'), test: best('test'), hidden: share }
  })
}

type Way = {
  way: string
  begin(matrix: Float32Array): void
  draw(nearest: Uint32Array): void
  test(): number
}

function createWays(town: Town, width: number, height: number): Way[] {
  const arena = createArena(16e6)
  const kept = createOcclusionBuffer({ width, height, arena })
  const set = createOccluderSet(arena, HOUSES)
  const rows = float32Array(arena, 8 * BOXES)
  const ids = uint32Array(arena, BOXES)
  const out = uint8Array(arena, BOXES)
  town.matrices.forEach((m, i) => {
    setBoxOccluder(set, i, m)
  })
  for (let i = 0; i < BOXES; i++) {
    ids[i] = i
    for (let k = 0; k < 6; k++) rows[8 * i + k + (k > 2 ? 1 : 0)] = town.boxes[6 * i + k]!
  }
  const b = createOcclusionBuffer({ width, height })
  const plain = new Uint8Array(BOXES)
  const loose = (way: string, add: (i: number) => void): Way => ({
    way,
    begin: (matrix) => beginOcclusion(b, matrix),
    draw: (nearest) => {
      for (let i = 0; i < nearest.length; i++) add(nearest[i]!)
      occlusionStats(b)
    },
    test: () => testBoxes(b, town.boxes, BOXES, plain),
  })
  return [
    {
      way: 'boxes kept in a set',
      begin: (matrix) => beginOcclusion(kept, matrix),
      draw: (nearest) => addOccluders(kept, set, nearest, nearest.length),
      test: () => testBoxIds(kept, rows, ids, BOXES, out),
    },
    loose('boxes', (i) => addBoxOccluder(b, town.matrices[i]!)),
    loose('prisms', (i) => {
      const m = town.matrices[i]!
      addPrismOccluder(b, town.footprints[i]!, m[13]! - m[5]! / 2, m[13]! + m[5]! / 2)
    }),
    loose('hulls', (i) => addHullOccluder(b, town.hulls[i]!, CUBE)),
  ]
}
