import {
  createOctree,
  flush,
  insert,
  insertMany,
  kernelKind,
  loadKernels,
  move,
  type Octree,
  type OctreeOptions,
  queryBox,
  queryFrustum,
  queryNearest,
  queryRay,
  querySphere,
  remove,
  validateOctree,
} from '@sightline/culling/spatial'
import { expect } from 'vitest'
import { compareSets } from './compare-sets.js'
import {
  boxDistance,
  boxVerdict,
  createOracle,
  DISTANCE_ROUNDING,
  drop,
  frustumVerdict,
  HIDDEN,
  MUST,
  type Oracle,
  put,
  type Ray,
  rayDistance,
  sphereVerdict,
} from './oracle.js'

/**
 * One world held three times: an octree with the TypeScript kernels, one with the WASM kernels, and the oracle.
 * Every edit goes to all three; every `expect…` asks both trees, wants the same list in the same order from
 * both, and holds it against the oracle.
 */
export type Trial = {
  readonly label: string
  readonly trees: readonly [Octree, Octree]
  readonly oracle: Oracle
  readonly out: Uint32Array
  readonly distances: Float32Array
  readonly otherOut: Uint32Array
  readonly otherDistances: Float32Array
}

await loadKernels()

export function createTrial(label: string, options: OctreeOptions & { capacity: number }): Trial {
  // Without WASM every comparison of the two trees would be empty.
  expect(kernelKind()).toBe('wasm-simd')
  const rows = options.capacity + 1
  return {
    label,
    trees: [createOctree({ ...options, kernels: 'typescript' }), createOctree(options)],
    oracle: createOracle(options.capacity),
    out: new Uint32Array(rows),
    distances: new Float32Array(rows),
    otherOut: new Uint32Array(rows),
    otherDistances: new Float32Array(rows),
  }
}

/** Boxes go in as float32, so that trees and oracle hold the same numbers. */
export function trialInsert(t: Trial, id: number, b: ArrayLike<number>, at = 0): void {
  put(t.oracle, id, b, at)
  const [x, y, z, X, Y, Z] = t.oracle.boxes.subarray(id * 6, id * 6 + 6)
  for (const tree of t.trees) insert(tree, id, x!, y!, z!, X!, Y!, Z!)
}

export function trialMove(t: Trial, id: number, b: ArrayLike<number>, at = 0): void {
  put(t.oracle, id, b, at)
  const [x, y, z, X, Y, Z] = t.oracle.boxes.subarray(id * 6, id * 6 + 6)
  for (const tree of t.trees) move(tree, id, x!, y!, z!, X!, Y!, Z!)
}

export function trialRemove(t: Trial, id: number): void {
  const expected = t.oracle.present[id] === 1
  for (const tree of t.trees) {
    const removed = remove(tree, id)
    if (removed !== expected) expect.fail(`${t.label}: remove ${id} answers ${removed}`)
  }
  drop(t.oracle, id)
}

export function trialInsertMany(t: Trial, ids: Uint32Array, boxes: Float32Array, count: number): void {
  for (const tree of t.trees) insertMany(tree, ids, boxes, count)
  for (let i = 0; i < count; i++) put(t.oracle, ids[i]!, boxes, i * 6)
}

/** Bulk build with ids 0, 1, 2, … */
export function trialFill(t: Trial, boxes: Float32Array): void {
  const count = boxes.length / 6
  trialInsertMany(
    t,
    Uint32Array.from({ length: count }, (_, i) => i),
    boxes,
    count,
  )
}

export function trialFlush(t: Trial): void {
  for (const tree of t.trees) flush(tree)
}

export function trialValidate(t: Trial): void {
  for (const tree of t.trees) validateOctree(tree)
}

/** Runs a query on both trees: the same count and the same ids in the same order, or it fails. */
function askBoth(
  t: Trial,
  what: string,
  ask: (tree: Octree, out: Uint32Array, distances: Float32Array) => number,
) {
  const count = ask(t.trees[0], t.out, t.distances)
  const other = ask(t.trees[1], t.otherOut, t.otherDistances)
  if (count !== other) expect.fail(`${t.label}: ${what}: twin answers ${count} ids, WASM ${other}`)
  for (let i = 0; i < count; i++) {
    if (t.out[i] !== t.otherOut[i]) {
      expect.fail(`${t.label}: ${what}: entry ${i} is ${t.out[i]} from the twin, ${t.otherOut[i]} from WASM`)
    }
  }
  return count
}

const list = (values: ArrayLike<number>) => `[${Array.from(values).join(', ')}]`

/** Returns how many ids came back. */
export function expectFrustum(t: Trial, planes: Float32Array): number {
  const what = `queryFrustum ${list(planes)}`
  const count = askBoth(t, what, (tree, out) => queryFrustum(tree, planes, out))
  compareSets(`${t.label}: ${what}`, t.oracle, t.out, count, (id) => frustumVerdict(t.oracle, id, planes))
  return count
}

export function expectBox(t: Trial, b: ArrayLike<number>): number {
  const what = `queryBox ${list(b)}`
  const count = askBoth(t, what, (tree, out) => queryBox(tree, b[0]!, b[1]!, b[2]!, b[3]!, b[4]!, b[5]!, out))
  compareSets(`${t.label}: ${what}`, t.oracle, t.out, count, (id) => boxVerdict(t.oracle, id, b))
  return count
}

export function expectSphere(t: Trial, x: number, y: number, z: number, r: number): number {
  const what = `querySphere ${list([x, y, z, r])}`
  const count = askBoth(t, what, (tree, out) => querySphere(tree, x, y, z, r, out))
  compareSets(`${t.label}: ${what}`, t.oracle, t.out, count, (id) => sphereVerdict(t.oracle, id, x, y, z, r))
  return count
}

/** Distances must not fall, must be the same from both trees, and right to float32 rounding. */
function expectDistances(t: Trial, what: string, count: number, right: (id: number) => number): void {
  for (let i = 0; i < count; i++) {
    const [id, distance] = [t.out[i]!, t.distances[i]!]
    if (distance !== t.otherDistances[i]) {
      expect.fail(
        `${t.label}: ${what}: distance of ${id} is ${distance} by the twin, ${t.otherDistances[i]} by WASM`,
      )
    }
    if (i > 0 && distance < t.distances[i - 1]!) {
      expect.fail(`${t.label}: ${what}: entry ${i} at ${distance} comes after ${t.distances[i - 1]}`)
    }
    const wanted = right(id)
    if (!(Math.abs(distance - wanted) <= DISTANCE_ROUNDING * wanted)) {
      expect.fail(`${t.label}: ${what}: id ${id} at ${distance}, expected ${wanted}`)
    }
  }
}

export function expectRay(t: Trial, ray: Ray, maxDistance: number): number {
  const what = `queryRay ${list(ray)} up to ${maxDistance}`
  const count = askBoth(t, what, (tree, out, distances) =>
    queryRay(tree, ...ray, maxDistance, out, distances),
  )
  const right = (id: number) => rayDistance(t.oracle, id, ray)
  compareSets(`${t.label}: ${what}`, t.oracle, t.out, count, (id) => {
    const distance = right(id)
    return distance <= maxDistance && distance < Number.POSITIVE_INFINITY ? MUST : HIDDEN
  })
  expectDistances(t, what, count, right)
  return count
}

/** With equal distances any of the tied ids is right, so the sorted distances are compared. */
export function expectNearest(
  t: Trial,
  x: number,
  y: number,
  z: number,
  k: number,
  maxDistance: number,
): number {
  const what = `queryNearest ${list([x, y, z])} k ${k} up to ${maxDistance}`
  const count = askBoth(t, what, (tree, out, distances) =>
    queryNearest(tree, x, y, z, k, maxDistance, out, distances),
  )
  const all = new Float64Array(t.oracle.count)
  let within = 0
  for (let id = 0; id <= t.oracle.capacity; id++) {
    if (!t.oracle.present[id]) continue
    const distance = boxDistance(t.oracle, id, x, y, z)
    if (distance <= maxDistance) all[within++] = distance
  }
  const sorted = all.subarray(0, within).sort()
  if (count !== Math.min(k, within)) {
    expect.fail(`${t.label}: ${what}: ${count} ids, expected ${Math.min(k, within)}`)
  }
  compareSets(`${t.label}: ${what}`, t.oracle, t.out, count, () => 1)
  expectDistances(t, what, count, (id) => boxDistance(t.oracle, id, x, y, z))
  for (let i = 0; i < count; i++) {
    if (!(Math.abs(t.distances[i]! - sorted[i]!) <= DISTANCE_ROUNDING * sorted[i]!)) {
      expect.fail(
        `${t.label}: ${what}: the ${i + 1}th nearest is ${t.distances[i]} away, expected ${sorted[i]}`,
      )
    }
  }
  return count
}
