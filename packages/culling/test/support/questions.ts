import { randomCamera, randomPlanes } from './cameras.js'
import type { Box, Oracle, Ray } from './oracle.js'
import { expectBox, expectFrustum, expectNearest, expectRay, expectSphere, type Trial } from './trial.js'

/** The largest edge of a box, at least a millimetre. */
export function edgeOf(around: Box): number {
  return Math.max(around[3] - around[0], around[4] - around[1], around[5] - around[2], 1e-3)
}

/** A point in or a little beside the box, as float32, so that the question reaches the kernels unrounded. */
export function randomPoint(random: () => number, around: Box): [number, number, number] {
  return [0, 1, 2].map((axis) =>
    Math.fround(around[axis]! + (random() * 1.2 - 0.1) * (around[axis + 3]! - around[axis]!)),
  ) as [number, number, number]
}

/** A box of a random size up to the world's, sometimes a point. */
export function randomBox(random: () => number, around: Box): Box {
  const [x, y, z] = randomPoint(random, around)
  if (random() < 0.1) return [x, y, z, x, y, z]
  const size = edgeOf(around) * random() ** 3
  const half = () => size * random() * 0.5
  const [hx, hy, hz] = [half(), half(), half()]
  return [x - hx, y - hy, z - hz, x + hx, y + hy, z + hz].map(Math.fround) as unknown as Box
}

/** A ray of any direction and length; a third run along an axis or in a plane of two axes. */
export function randomRay(random: () => number, around: Box): Ray {
  const direction = [0, 1, 2].map(() => Math.fround((random() - 0.5) * 4))
  if (random() < 0.33) {
    const axis = Math.floor(random() * 3)
    for (let i = 0; i < 3; i++) if (random() < 0.6 && i !== axis) direction[i] = random() < 0.5 ? 0 : -0
  }
  return [...randomPoint(random, around), ...direction] as unknown as Ray
}

/** A ray from anywhere to a point of some box, which it must hit: random rays mostly miss everything. */
export function aimedRay(random: () => number, around: Box, { boxes, present, capacity }: Oracle): Ray {
  const origin = randomPoint(random, around)
  const first = Math.floor(random() * (capacity + 1))
  for (let i = 0; i <= capacity; i++) {
    const id = (first + i) % (capacity + 1)
    const b = boxes.subarray(id * 6, id * 6 + 6)
    if (!present[id] || !b.every(Number.isFinite)) continue
    const direction = [0, 1, 2].map((a) => Math.fround(b[a]! + random() * (b[a + 3]! - b[a]!) - origin[a]!))
    if (direction.some((value) => value !== 0)) return [...origin, ...direction] as unknown as Ray
  }
  return [...origin, 1, 0, 0]
}

/** One question of every kind at random places. Returns how many ids came back in all. */
export function expectEveryQuery(t: Trial, random: () => number, around: Box): number {
  const edge = edgeOf(around)
  const limit = () => (random() < 0.3 ? Number.POSITIVE_INFINITY : Math.fround(edge * random()))
  let answered = expectFrustum(t, randomCamera(random, around))
  answered += expectFrustum(t, randomPlanes(random, around, Math.floor(random() * 33)))
  answered += expectBox(t, randomBox(random, around))
  answered += expectSphere(t, ...randomPoint(random, around), Math.fround(edge * random() ** 2 * 0.6))
  answered += expectRay(t, randomRay(random, around), limit())
  answered += expectRay(t, aimedRay(random, around, t.oracle), limit())
  answered += expectNearest(t, ...randomPoint(random, around), 1 + Math.floor(random() ** 3 * 100), limit())
  return answered
}
