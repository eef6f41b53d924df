import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { addHullPlanes } from '../../src/projection/hull.js'
import {
  addDirection,
  addPoint,
  createViewVolume,
  type ViewVolume,
} from '../../src/projection/view-volume.js'

function leastSide({ planes, planeCount }: ViewVolume, x: number, y: number, z: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < planeCount * 4; i += 4) {
    least = Math.min(least, planes[i]! * x + planes[i + 1]! * y + planes[i + 2]! * z + planes[i + 3]!)
  }
  return least
}

function cloud(random: () => number, points: number, directions: number, size: number): ViewVolume {
  const volume = createViewVolume()
  const axis = () => random() * 2 - 1
  for (let i = 0; i < points; i++) addPoint(volume, axis() * size, axis() * size, axis() * size)
  // All directions lean upwards, so that they have a middle.
  for (let i = 0; i < directions; i++) addDirection(volume, axis() * 0.6, 1, axis() * 0.6)
  return volume
}

import { check } from './helpers.js'

describe.each([1, 2, 3, 4, 5])('random clouds, seed %i', (seed) => {
  it('holds what it spans, and nothing that a direction separates from it', () => {
    const random = createRandom(seed)
    for (let n = 0; n < 40; n++) {
      const size = 10 ** (random() * 6 - 2)
      const volume = cloud(random, 4 + Math.floor(random() * 8), Math.floor(random() * 4), size)
      addHullPlanes(volume)
      const label = () => `seed ${seed}, cloud ${n}`
      check(volume.planeCount > 2, label)
      checkHolds(volume, random, size, label)
      checkTight(volume, random, size, label)
    }
  })
})

function checkHolds(volume: ViewVolume, random: () => number, size: number, label: () => string): void {
  const { points, pointCount } = volume
  for (let t = 0; t < 40; t++) {
    const mix = [0, 0, 0, 0]
    for (let i = 0; i < pointCount; i++) {
      const end = points[i * 4 + 3] === 0
      const weight = random() ** 4 * (end ? size * 3 : 1)
      for (let k = 0; k < 3; k++) mix[k] = mix[k]! + weight * points[i * 4 + k]!
      if (!end) mix[3] = mix[3]! + weight
    }
    // Directions are added to the mean of the points.
    const [x, y, z] = [0, 1, 2].map((k) => mix[k]! / mix[3]!)
    check(leastSide(volume, x!, y!, z!) > -1e-9 * size, label)
  }
}

function checkTight(volume: ViewVolume, random: () => number, size: number, label: () => string): void {
  const { points, pointCount } = volume
  for (let t = 0; t < 100; t++) {
    const n = [random() - 0.5, random() - 0.5, random() - 0.5]
    const length = Math.hypot(...n)
    let most = Number.NEGATIVE_INFINITY
    for (let i = 0; i < pointCount; i++) {
      const along =
        (n[0]! * points[i * 4]! + n[1]! * points[i * 4 + 1]! + n[2]! * points[i * 4 + 2]!) / length
      if (points[i * 4 + 3] === 0 && along > 0) most = Number.POSITIVE_INFINITY
      else if (points[i * 4 + 3] !== 0) most = Math.max(most, along)
    }
    if (most === Number.POSITIVE_INFINITY) continue
    // A point anywhere beyond the farthest of them along n is outside.
    const beyond = most + size * (1e-3 + random())
    const across = [random() - 0.5, random() - 0.5, random() - 0.5].map((v) => v * size)
    const along = (n[0]! * across[0]! + n[1]! * across[1]! + n[2]! * across[2]!) / length
    const [x, y, z] = [0, 1, 2].map((k) => across[k]! + ((beyond - along) * n[k]!) / length)
    check(leastSide(volume, x!, y!, z!) < 0, label)
  }
}

describe('special shapes', () => {
  it('a box has six planes, however often its corners are repeated', () => {
    const volume = createViewVolume()
    for (let repeat = 0; repeat < 3; repeat++) {
      for (let i = 0; i < 8; i++) addPoint(volume, i & 1, (i >> 1) & 1, i >> 2)
    }
    addHullPlanes(volume)
    expect(volume.planeCount).toBe(6)
  })
  it('a flat shape is held between two planes', () => {
    const volume = createViewVolume()
    for (let i = 0; i < 5; i++) addPoint(volume, Math.cos(i), 3, Math.sin(i))
    addHullPlanes(volume)
    expect(volume.planeCount).toBe(2)
    expect(leastSide(volume, 0.2, 3, 0.2)).toBeGreaterThanOrEqual(0)
    expect(leastSide(volume, 0, 3.1, 0)).toBeLessThan(0)
  })
  it('a line, a point and nothing have no planes, which keeps everything', () => {
    const volume = createViewVolume()
    addHullPlanes(volume)
    addPoint(volume, 1, 2, 3)
    addHullPlanes(volume)
    addPoint(volume, 2, 3, 4)
    addPoint(volume, 3, 4, 5)
    addHullPlanes(volume)
    expect(volume.planeCount).toBe(0)
  })
  it('directions only have no planes', () => {
    const volume = createViewVolume()
    addDirection(volume, 1, 0, 0)
    addDirection(volume, 0, 1, 0)
    addDirection(volume, 0, 0, 1)
    addHullPlanes(volume)
    expect(volume.planeCount).toBe(0)
  })
  it('fewer planes than faces hold all points still, and lie around them, seed 8', () => {
    const random = createRandom(8)
    for (let n = 0; n < 30; n++) {
      const full = cloud(random, 20, 0, 10)
      const volume = createViewVolume()
      volume.points.set(full.points)
      volume.pointCount = full.pointCount
      addHullPlanes(full)
      addHullPlanes(volume, 8)
      expect(full.planeCount).toBeGreaterThan(8)
      expect(volume.planeCount).toBe(8)
      for (let i = 0; i < 20; i++) {
        const [x, y, z] = volume.points.subarray(i * 4, i * 4 + 3)
        expect(leastSide(volume, x!, y!, z!)).toBeGreaterThan(-1e-12)
      }
      for (const [x, y, z] of [
        [1, 0, 0],
        [-1, 0, 0],
        [0, 1, 0],
        [0, -1, 0],
        [0, 0, 1],
        [0, 0, -1],
      ] as const) {
        expect(leastSide(volume, x * 100, y * 100, z * 100), `cloud ${n}`).toBeLessThan(0)
      }
    }
  })
})
