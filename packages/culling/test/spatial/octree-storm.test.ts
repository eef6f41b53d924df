import { createArena } from '@sightline/core/memory'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  createOctree,
  flush,
  insert,
  insertMany,
  kernelKind,
  loadKernels,
  move,
  type Octree,
  octreeStats,
  queryFrustum,
  remove,
  validateOctree,
} from '../../src/spatial/index.js'
import { IDS_BYTES, KEYS_BYTES, LEAF_BYTES, NODE_BYTES } from '../../src/spatial/octree.js'
import { octreeBytes } from '../../src/spatial/octree-parts.js'

/** mulberry32 */
function random(seed: number): () => number {
  let a = seed >>> 0
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

type Box = number[]

type World = { size: number; height: number; origin: number; minNodeSize: number; maxObjectsPerNode: number }

const WORLDS: Record<string, World> = {
  flat: { size: 400, height: 50, origin: 0, minNodeSize: 0.5, maxObjectsPerNode: 64 },
  cube: { size: 400, height: 400, origin: 0, minNodeSize: 0.5, maxObjectsPerNode: 64 },
  tiny: { size: 3, height: 3, origin: 0, minNodeSize: 0.25, maxObjectsPerNode: 64 },
  far: { size: 400, height: 50, origin: 45_000, minNodeSize: 0.5, maxObjectsPerNode: 16 },
  'very far': { size: 400, height: 50, origin: 1_000_000, minNodeSize: 0.5, maxObjectsPerNode: 3 },
}

const CAPACITY = 3000

/** Two octrees that are fed alike, one with each kind of kernels, and the boxes they should hold. */
class Storm {
  readonly boxes: (Box | null)[] = new Array(CAPACITY + 1).fill(null)
  readonly live: number[] = []
  readonly place = new Map<number, number>()
  readonly trees: Octree[]
  readonly next: () => number
  readonly world: World
  readonly outs = [new Uint32Array(CAPACITY + 64), new Uint32Array(CAPACITY + 64)]

  constructor(world: World, seed: number, budget: number | undefined) {
    this.world = world
    this.next = random(seed)
    const { minNodeSize, maxObjectsPerNode } = world
    const options = {
      capacity: CAPACITY,
      minNodeSize,
      maxObjectsPerNode,
      ...(budget ? { refitBudget: budget } : {}),
    }
    this.trees = [createOctree(options), createOctree({ ...options, kernels: 'typescript' })]
  }

  /** Now and then far outside, coincident, huge, flat or broken. */
  randomBox(): Box {
    const { next } = this
    const { size, height, origin } = this.world
    const kind = next()
    let [x, y, z] = [origin + next() * size, next() * height, origin + next() * size]
    if (kind < 0.02) [x, y, z] = [(next() - 0.5) * 1e5, (next() - 0.5) * 3e3, (next() - 0.5) * 1e5]
    else if (kind < 0.15) [x, y, z] = [origin + size / 5, height / 9, origin + size / 5]
    else if (kind < 0.153) x = Number.NaN
    else if (kind < 0.156) y = Number.POSITIVE_INFINITY
    const half = kind > 0.99 ? 200 * next() : (size / 50) * next() * next()
    const low = kind < 0.2 ? 0 : half
    return [x - half, y - low, z - half, x + half, y + low, z + half].map(Math.fround)
  }

  insert(id: number, box: Box): void {
    this.boxes[id] = box
    this.place.set(id, this.live.length)
    this.live.push(id)
    const [a, b, c, d, e, f] = box as [number, number, number, number, number, number]
    for (const tree of this.trees) insert(tree, id, a, b, c, d, e, f)
  }

  remove(id: number): void {
    this.boxes[id] = null
    const index = this.place.get(id)!
    const last = this.live.pop()!
    if (last !== id) {
      this.live[index] = last
      this.place.set(last, index)
    }
    this.place.delete(id)
    for (const tree of this.trees) expect(remove(tree, id)).toBe(true)
  }

  move(id: number): void {
    const { next } = this
    const old = this.boxes[id]!
    let box = this.randomBox()
    if (next() < 0.9 && old.every(Number.isFinite)) {
      const by = [(next() - 0.5) * 4, next() - 0.5, (next() - 0.5) * 4]
      box = old.map((value, k) => Math.fround(value + by[k % 3]!))
    }
    this.boxes[id] = box
    const [a, b, c, d, e, f] = box as [number, number, number, number, number, number]
    for (const tree of this.trees) move(tree, id, a, b, c, d, e, f)
  }

  step(index: number): void {
    const { next, live } = this
    const phase = Math.floor(index / 400) % 3
    const inserting = [0.6, 0.1, 0.3][phase]!
    const removing = [0.1, 0.6, 0.3][phase]!
    const kind = next()
    const id = Math.floor(next() * (CAPACITY + 1))
    const some = live[Math.floor(next() * live.length)]
    if (kind < inserting) {
      if (this.boxes[id] === null) this.insert(id, this.randomBox())
    } else if (some === undefined) {
      for (const tree of this.trees) expect(remove(tree, id)).toBe(false)
    } else if (kind < inserting + removing) this.remove(some)
    else this.move(some)
    if (next() < 0.05) for (const tree of this.trees) flush(tree)
  }

  planes(): Float32Array {
    const { next } = this
    const { size, height, origin } = this.world
    const count = 1 + Math.floor(next() * (next() < 0.1 ? 32 : 7))
    const planes = new Float32Array(count * 4)
    const [x, y, z] = [origin + next() * size, next() * height, origin + next() * size]
    for (let k = 0; k < count; k++) {
      const normal = [
        next() - 0.5,
        (next() - 0.5) * (next() < 0.2 ? 0 : 1),
        (next() - 0.5) * (next() < 0.2 ? 0 : 1),
      ]
      const length = Math.hypot(...normal)
      const [a, b, c] = normal.map((value) => value / length) as [number, number, number]
      planes.set([a, b, c, -(a * x + b * y + c * z) + (next() * size) / 2], k * 4)
    }
    return planes
  }

  /** Both answers, in order; and what doubles say: nothing missing, nothing more than their own rounding outside. */
  compareQuery(): void {
    const planes = this.planes()
    const counts = this.trees.map((tree, i) => queryFrustum(tree, planes, this.outs[i]!))
    expect(counts[1]).toBe(counts[0])
    expect(this.outs[1]!.subarray(0, counts[1])).toEqual(this.outs[0]!.subarray(0, counts[0]))
    const found = new Set(this.outs[0]!.subarray(0, counts[0]))
    expect(found.size).toBe(counts[0])
    let missing = 0
    let extra = 0
    this.boxes.forEach((box, id) => {
      const depth = box === null ? Number.NEGATIVE_INFINITY : depthOf(box, planes)
      if (depth > this.slack() && !found.has(id)) missing++
      if (depth < -this.slack() && found.has(id)) extra++
    })
    expect({ missing, extra }).toEqual({ missing: 0, extra: 0 })
  }

  /** Structure and bounds of both, byte for byte. */
  compareBytes(): void {
    const [a, b] = this.trees as [Octree, Octree]
    const parts: [keyof Octree & ('nodes' | 'leaves' | 'ids' | 'places' | 'keys'), number][] = [
      ['nodes', a.nodeHigh * NODE_BYTES],
      ['keys', a.nodeHigh * KEYS_BYTES],
      ['leaves', a.leafHigh * LEAF_BYTES],
      ['ids', a.leafHigh * IDS_BYTES],
      ['places', (CAPACITY + 1) * 4],
    ]
    for (const [name, bytes] of parts) {
      const left = a.u8.subarray(a[name], a[name] + bytes)
      const right = b.u8.subarray(b[name], b[name] + bytes)
      expect(Buffer.compare(left, right), name).toBe(0)
    }
  }

  slack(): number {
    return (Math.abs(this.world.origin) * 3 + 3e5) * 1e-14
  }
}

/** How far the corner farthest along each normal lies inside, for the plane where that is least. */
function depthOf(box: Box, planes: Float32Array): number {
  if (!box.every(Number.isFinite)) return Number.POSITIVE_INFINITY
  let least = Number.POSITIVE_INFINITY
  for (let k = 0; k < planes.length; k += 4) {
    const [a, b, c, d] = planes.subarray(k, k + 4) as unknown as [number, number, number, number]
    const x = box[a > 0 ? 3 : 0]!
    const y = box[b > 0 ? 4 : 1]!
    const z = box[c > 0 ? 5 : 2]!
    least = Math.min(least, a * x + b * y + c * z + d)
  }
  return least
}

beforeAll(async () => {
  await loadKernels()
  expect(kernelKind()).toBe('wasm-simd')
})

describe('storms of insertions, moves and removals, both kernels alike', () => {
  for (const [name, world] of Object.entries(WORLDS)) {
    for (const [seed, budget] of [
      [1, undefined],
      [2, 3],
    ] as const) {
      test(`${name} world, seed ${seed}, budget ${budget}`, () => {
        const storm = new Storm(world, seed, budget)
        for (let index = 0; index < 10_000; index++) {
          storm.step(index)
          if (index % 25 === 0) storm.compareQuery()
          if (index % 100 !== 0) continue
          for (const tree of storm.trees) validateOctree(tree)
          storm.compareBytes()
        }
        while (storm.live.length > 0) storm.remove(storm.live[storm.live.length - 1]!)
        for (const tree of storm.trees) {
          validateOctree(tree)
          const { objects, nodes, leaves, loose } = octreeStats(tree)
          expect({ objects, nodes, leaves, loose }).toEqual({ objects: 0, nodes: 0, leaves: 0, loose: 0 })
        }
      })
    }
  }

  test('bulk builds of both kinds give the same bytes', () => {
    for (const count of [1, 2, 64, 65, 500, 2999]) {
      const storm = new Storm(WORLDS.flat!, count, undefined)
      const ids = Uint32Array.from({ length: count }, (_, i) => (i * 7) % 3001)
      const boxes = new Float32Array(count * 6)
      for (let i = 0; i < count; i++) {
        storm.boxes[ids[i]!] = storm.randomBox()
        boxes.set(storm.boxes[ids[i]!]!, i * 6)
      }
      for (const tree of storm.trees) {
        insertMany(tree, ids, boxes, count)
        validateOctree(tree)
      }
      storm.compareBytes()
      for (let i = 0; i < 20; i++) storm.compareQuery()
    }
  })

  test('two trees may share one arena', () => {
    const arena = createArena(2 * octreeBytes(1000, 64, true))
    const a = createOctree({ capacity: 1000, arena })
    const b = createOctree({ capacity: 1000, arena })
    insert(a, 1, 0, 0, 0, 1, 1, 1)
    insert(b, 2, 5, 0, 0, 6, 1, 1)
    const out = new Uint32Array(10)
    expect(queryFrustum(a, new Float32Array(0), out)).toBe(1)
    expect(out[0]).toBe(1)
    expect(queryFrustum(b, new Float32Array(0), out)).toBe(1)
    expect(out[0]).toBe(2)
  })
})
