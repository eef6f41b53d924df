import {
  createOctree,
  insert,
  insertMany,
  type Octree,
  queryBox,
  queryFrustum,
  queryNearest,
  queryRay,
  querySphere,
} from '@sightline/culling/spatial'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { randomCamera } from '../support/cameras.js'
import { createOracle, frustumVerdict, MAY, type Oracle, put, type Ray } from '../support/oracle.js'
import { edgeOf, randomBox, randomPoint, randomRay } from '../support/questions.js'
import '../support/trial.js'
import { boxAround, namedWorld } from '../support/worlds.js'

const COUNT = 1500
const KINDS = ['auto', 'typescript'] as const

/** Coordinates on a grid of 1/64, so that turns and offsets by powers of two are exact in float32. */
function gridWorld(world: string, seed: number): Float32Array {
  const { boxes } = namedWorld(world, createRandom(seed), COUNT)
  return boxes.map((value) => Math.round(value * 64) / 64)
}

function treeOf(kernels: (typeof KINDS)[number], boxes: Float32Array): Octree {
  const tree = createOctree({ capacity: COUNT, kernels })
  insertMany(
    tree,
    Uint32Array.from({ length: COUNT }, (_, i) => i),
    boxes,
    COUNT,
  )
  return tree
}

function oracleOf(boxes: Float32Array): Oracle {
  const oracle = createOracle(COUNT)
  for (let id = 0; id < COUNT; id++) put(oracle, id, boxes, id * 6)
  return oracle
}

const out = new Uint32Array(COUNT)
const distances = new Float32Array(COUNT)
const sorted = (count: number) => Array.from(out.subarray(0, count)).sort((a, b) => a - b)

/** A change of the whole scene: of points, of directions, and so of boxes and planes. */
type Change = {
  name: string
  axes: [number, number, number]
  signs: [number, number, number]
  offset: number[]
}

const changePoint = (c: Change, p: ArrayLike<number>) =>
  c.axes.map((axis, i) => p[axis]! * c.signs[i]! + c.offset[i]!)
const changeDirection = (c: Change, d: ArrayLike<number>) => c.axes.map((axis, i) => d[axis]! * c.signs[i]!)

function changeBox(c: Change, b: ArrayLike<number>): number[] {
  const [p, q] = [changePoint(c, [b[0]!, b[1]!, b[2]!]), changePoint(c, [b[3]!, b[4]!, b[5]!])]
  return [...p.map((value, i) => Math.min(value, q[i]!)), ...p.map((value, i) => Math.max(value, q[i]!))]
}

function changePlanes(c: Change, planes: Float32Array): Float32Array {
  const changed = new Float32Array(planes.length)
  for (let p = 0; p < planes.length; p += 4) {
    const normal = changeDirection(c, planes.subarray(p, p + 3))
    const shift = normal.reduce((sum, n, i) => sum + n * c.offset[i]!, 0)
    changed.set([...normal, planes[p + 3]! - shift], p)
  }
  return changed
}

const turned = (name: string, axes: [number, number, number], signs: [number, number, number]): Change => {
  return { name, axes, signs, offset: [0, 0, 0] }
}
const shifted = (x: number, y: number, z: number): Change => {
  return { name: `offset ${x} ${y} ${z}`, axes: [0, 1, 2], signs: [1, 1, 1], offset: [x, y, z] }
}

const CHANGES: Change[] = [
  turned('90° about y', [2, 1, 0], [1, 1, -1]),
  turned('180° about y', [0, 1, 2], [-1, 1, -1]),
  turned('270° about y', [2, 1, 0], [-1, 1, 1]),
  turned('90° about x', [0, 2, 1], [1, -1, 1]),
  turned('90° about z', [1, 0, 2], [-1, 1, 1]),
  turned('cyclic axes', [1, 2, 0], [1, 1, 1]),
  turned('mirrored', [0, 1, 2], [-1, -1, -1]),
  shifted(4096, 0, 0),
  shifted(-16384, 1024, 16384),
  shifted(0, 65536, -65536),
]

describe.each(CHANGES)('the scene and the question changed together: $name', (change) => {
  it.each(KINDS)('changes no answer (kernels: %s), seed 1', (kernels) => {
    const random = createRandom(1)
    const boxes = gridWorld('town', 1)
    const around = boxAround(boxes)
    const changedBoxes = new Float32Array(boxes.length)
    for (let i = 0; i < boxes.length; i += 6) changedBoxes.set(changeBox(change, boxes.subarray(i, i + 6)), i)
    const [tree, changed] = [treeOf(kernels, boxes), treeOf(kernels, changedBoxes)]
    const [oracle, changedOracle] = [oracleOf(boxes), oracleOf(changedBoxes)]
    const grid = (values: ArrayLike<number>) => Array.from(values, (value) => Math.round(value * 64) / 64)

    for (let i = 0; i < 30; i++) {
      const planes = randomCamera(random, around)
      const changedPlanes = changePlanes(change, planes)
      const before = sorted(queryFrustum(tree, planes, out))
      const after = sorted(queryFrustum(changed, changedPlanes, out))
      // Offset planes are rounded, so what lies in the rounding of either may differ; nothing else may.
      const nearPlane = (id: number) =>
        frustumVerdict(oracle, id, planes) === MAY || frustumVerdict(changedOracle, id, changedPlanes) === MAY
      const symmetric = before
        .filter((id) => !after.includes(id))
        .concat(after.filter((id) => !before.includes(id)))
      expect(symmetric.filter((id) => !nearPlane(id) && !straddles(oracle, id, planes))).toEqual([])

      const b = grid(randomBox(random, around)) as [number, number, number, number, number, number]
      const cb = changeBox(change, b) as typeof b
      expect(sorted(queryBox(changed, ...cb, out))).toEqual(sorted(queryBox(tree, ...b, out)))

      const point = grid(randomPoint(random, around)) as [number, number, number]
      const cp = changePoint(change, point) as typeof point
      const r = Math.fround(edgeOf(around) * random() ** 3)
      expect(sorted(querySphere(changed, ...cp, r, out))).toEqual(sorted(querySphere(tree, ...point, r, out)))

      const near = Array.from(distances.subarray(0, queryNearest(tree, ...point, 20, 1e9, out, distances)))
      const cnear = Array.from(distances.subarray(0, queryNearest(changed, ...cp, 20, 1e9, out, distances)))
      expect(cnear).toEqual(near)

      const ray = randomRay(random, around)
      const [origin, direction] = [grid(ray.slice(0, 3)), ray.slice(3)]
      const hits = sorted(
        queryRay(tree, ...([...origin, ...direction] as unknown as Ray), 1e9, out, distances),
      )
      const cray = [...changePoint(change, origin), ...changeDirection(change, direction)] as unknown as Ray
      expect(sorted(queryRay(changed, ...cray, 1e9, out, distances))).toEqual(hits)
    }
  })
})

/** Whether the box's answer hangs on a distance to a plane that rounding of an offset of 65,536 m can turn. */
function straddles(oracle: Oracle, id: number, planes: Float32Array): boolean {
  for (let p = 0; p < planes.length; p += 4) {
    let distance = planes[p + 3]!
    for (let axis = 0; axis < 3; axis++) {
      const n = planes[p + axis]!
      distance += n * oracle.boxes[id * 6 + axis + (n > 0 ? 3 : 0)]!
    }
    if (Math.abs(distance) < 0.02) return true
  }
  return false
}

describe('the order of insertion', () => {
  it.each(KINDS)('changes no answer (kernels: %s), seed 2', (kernels) => {
    const random = createRandom(2)
    for (const world of ['cube', 'town', 'all at one point, many sizes']) {
      const { boxes, around } = namedWorld(world, random, COUNT)
      const tree = treeOf(kernels, boxes)
      const order = Array.from({ length: COUNT }, (_, i) => i)
      for (let i = COUNT - 1; i > 0; i--) {
        const j = Math.floor(random() * (i + 1))
        const swap = order[i]!
        order[i] = order[j]!
        order[j] = swap
      }
      const shuffled = createOctree({ capacity: COUNT, kernels })
      for (const id of order) {
        const b = boxes.subarray(id * 6, id * 6 + 6)
        insert(shuffled, id, b[0]!, b[1]!, b[2]!, b[3]!, b[4]!, b[5]!)
      }
      for (let i = 0; i < 20; i++) {
        const planes = randomCamera(random, around)
        const b = randomBox(random, around)
        const [x, y, z] = randomPoint(random, around)
        const ray = randomRay(random, around)
        const answers = [tree, shuffled].map((o) => [
          sorted(queryFrustum(o, planes, out)),
          sorted(queryBox(o, ...b, out)),
          sorted(querySphere(o, x, y, z, 20, out)),
          sorted(queryRay(o, ...ray, Number.POSITIVE_INFINITY, out, distances)),
          Array.from(distances.subarray(0, queryNearest(o, x, y, z, 50, 1e9, out, distances))),
        ])
        expect(answers[1]).toEqual(answers[0])
      }
    }
  })

  it('and of equal edits gives equal trees: the same list in the same order', () => {
    const { boxes, around } = namedWorld('town', createRandom(3), COUNT)
    const [first, second] = [treeOf('auto', boxes), treeOf('auto', boxes)]
    const random = createRandom(4)
    for (let i = 0; i < 20; i++) {
      const planes = randomCamera(random, around)
      const list = Array.from(out.subarray(0, queryFrustum(first, planes, out)))
      expect(Array.from(out.subarray(0, queryFrustum(second, planes, out)))).toEqual(list)
    }
  })
})
