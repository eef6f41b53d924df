import { forEachNode, type Octree, octreeStats, queryFrustum } from '@sightline/culling/spatial'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { frustumPlanes, perspective } from '../support/cameras.js'
import { expectEveryQuery } from '../support/questions.js'
import {
  createTrial,
  expectFrustum,
  trialFill,
  trialFlush,
  trialMove,
  trialRemove,
} from '../support/trial.js'
import { boxAround, namedWorld } from '../support/worlds.js'

const COUNT = 3000

/** What a walk over the nodes adds up to; the bounds of every node must lie in those of the root. */
function walk(o: Octree) {
  const sum = { nodes: 0, leaves: 0, children: 0, boxes: 0, depth: 0 }
  const root: number[] = []
  forEachNode(o, ({ leaf, depth, count, minX, minY, minZ, maxX, maxY, maxZ }) => {
    const bounds = [minX, minY, minZ, maxX, maxY, maxZ]
    if (root.length === 0) {
      expect(depth, 'the root comes first').toBe(0)
      root.push(...bounds)
    }
    for (let i = 0; i < 3; i++) {
      expect(bounds[i]).toBeGreaterThanOrEqual(root[i]!)
      expect(bounds[i + 3]).toBeLessThanOrEqual(root[i + 3]!)
    }
    expect(count).toBeGreaterThan(0)
    sum.depth = Math.max(sum.depth, depth + 1)
    if (leaf) {
      sum.leaves++
      sum.boxes += count
    } else {
      sum.nodes++
      sum.children += count
    }
  })
  return { ...sum, root }
}

function expectCountsToAgree(o: Octree, boxes: Float32Array, objects: number): void {
  const [sum, stats] = [walk(o), octreeStats(o)]
  expect(stats.objects).toBe(objects)
  expect(sum.boxes + stats.loose).toBe(objects)
  expect(sum.nodes).toBe(stats.nodes)
  expect(sum.leaves).toBe(stats.leaves)
  expect(sum.depth).toBe(stats.depth)
  // Every node and leaf but the root is the child of one node.
  if (objects > 0) expect(sum.children).toBe(sum.nodes + sum.leaves - 1)
  if (objects > 0 && stats.loose === 0)
    expect(sum.root, 'the root is tight').toEqual(Array.from(boxAround(boxes)))
  expect(stats.bytes).toBeLessThanOrEqual(stats.bytesReserved)
}

describe.each(['cube', 'town', 'clusters', 'huge spread', 'all at one point, one size'])(
  'counts in "%s"',
  (world) => {
    it('add up, built, moved and taken apart, seed 1', () => {
      const random = createRandom(1)
      const { boxes } = namedWorld(world, random, COUNT)
      const trial = createTrial(`${world}, seed 1`, { capacity: COUNT })
      for (const tree of trial.trees) expectCountsToAgree(tree, boxes, 0)
      trialFill(trial, boxes)
      for (const tree of trial.trees) expectCountsToAgree(tree, boxes, COUNT)
      for (let id = 0; id < COUNT; id += 2) trialMove(trial, id, namedWorld(world, random, 1).boxes)
      trialFlush(trial)
      for (const tree of trial.trees)
        expectCountsToAgree(tree, trial.oracle.boxes.subarray(0, COUNT * 6), COUNT)
      for (let id = 0; id < COUNT - 10; id++) trialRemove(trial, id)
      for (const tree of trial.trees)
        expectCountsToAgree(tree, trial.oracle.boxes.slice((COUNT - 10) * 6, COUNT * 6), 10)
      for (let id = COUNT - 10; id < COUNT; id++) trialRemove(trial, id)
      for (const tree of trial.trees) {
        expectCountsToAgree(tree, boxes, 0)
        expect(octreeStats(tree)).toMatchObject({ nodes: 0, leaves: 0, depth: 0, loose: 0, waiting: 0 })
      }
    })
  },
)

describe('the work of a query', () => {
  it('is counted, never more than there is, and the same in both kernels', () => {
    const random = createRandom(2)
    const { boxes } = namedWorld('town', random, COUNT)
    const trial = createTrial('town, seed 2', { capacity: COUNT })
    trialFill(trial, boxes)
    for (let yaw = 0; yaw < 20; yaw++) {
      const pose = { x: yaw * 10 - 100, y: 2, z: 0, yaw, pitch: 0, roll: 0 }
      const count = expectFrustum(trial, frustumPlanes(perspective(1, 1.5, 0.1, 60), pose))
      const [twin, wasm] = trial.trees.map((tree) => ({ ...octreeStats(tree) }))
      expect(wasm).toEqual(twin)
      expect(twin!.results).toBe(count)
      expect(twin!.nodesTested).toBeLessThanOrEqual(twin!.nodes)
      expect(twin!.leavesTested + twin!.leavesCopied).toBeLessThanOrEqual(twin!.leaves)
      expect(twin!.leavesTested, 'a view of 60 m in a town of 600 m').toBeLessThan(twin!.leaves / 3)
    }
  })

  it('is next to nothing when all is outside, and when all is inside', () => {
    const { boxes } = namedWorld('cube', createRandom(3), COUNT)
    const trial = createTrial('cube, seed 3', { capacity: COUNT })
    trialFill(trial, boxes)
    const out = new Uint32Array(COUNT)
    for (const tree of trial.trees) {
      expect(queryFrustum(tree, new Float32Array([0, 1, 0, -1000]), out)).toBe(0)
      const outside = octreeStats(tree)
      expect(outside.nodesTested + outside.leavesTested + outside.blocksTested).toBeLessThanOrEqual(2)
      expect(queryFrustum(tree, new Float32Array([0, 1, 0, 1000]), out)).toBe(COUNT)
      expect(octreeStats(tree).blocksTested).toBe(0)
    }
  })
})

describe('refitBudget', () => {
  it('spreads the filing over flushes, and no answer shows it, seed 4', () => {
    const random = createRandom(4)
    const { boxes, around } = namedWorld('town', random, 1500)
    const trial = createTrial('budget of 20, seed 4', { capacity: 1500, refitBudget: 20 })
    trialFill(trial, boxes)
    let waited = 0
    for (let round = 0; round < 12; round++) {
      const next = namedWorld('town', random, 1500).boxes
      for (let id = round % 5; id < 1500; id += 5) {
        if (trial.oracle.present[id]) trialMove(trial, id, next, id * 6)
      }
      // What waits may move again, be removed, and lose its numbers.
      for (let id = round; id < 1500; id += 97) {
        if (trial.oracle.present[id] && round % 3 === 0) trialRemove(trial, id)
        else if (trial.oracle.present[id]) trialMove(trial, id, [Number.NaN, 0, 0, 1, 1, 1])
      }
      for (let i = 0; i < 3; i++) expectEveryQuery(trial, random, around)
      for (const tree of trial.trees) waited += octreeStats(tree).waiting
      for (let id = 0; id < 1500; id++) {
        if (!trial.oracle.present[id]) continue
        if (Number.isNaN(trial.oracle.boxes[id * 6]!)) trialMove(trial, id, next, id * 6)
      }
    }
    expect(waited, 'something had to wait').toBeGreaterThan(0)
    for (let i = 0; i < 200; i++) trialFlush(trial)
    for (const tree of trial.trees) expect(octreeStats(tree).waiting).toBe(0)
    expectEveryQuery(trial, random, around)
  })
})
