import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { roundUp } from '../../src/projection/place-planes.js'
import {
  check,
  identityAt,
  leastSide,
  placed,
  projectionOf,
  randomLens,
  randomPointInside,
  randomWorld,
  transform,
  type Vec3,
} from './helpers.js'

describe.each([0, 100, 45_000, 1e7])('cameras up to %i m from the origin', (distance) => {
  it.each([1, 2, 3])('lose no point that they see, seed %i', (seed) => {
    const random = createRandom(seed * 1000 + distance)
    for (let n = 0; n < 150; n++) {
      const { frustum, clipDepth, reversed } = randomLens(random)
      const scale = random() < 0.2 ? 0.1 + random() * 5 : 1
      const world = randomWorld(random, distance, scale)
      const planes = placed(projectionOf(frustum, clipDepth, reversed).volume, world)
      expect(planes.count).toBe(frustum.far === Number.POSITIVE_INFINITY ? 5 : 6)
      for (let i = 0; i < 40; i++) {
        const local = randomPointInside(random, frustum, 1e6)
        const point = transform(world, local)
        // The place itself is reckoned in doubles: allow for its last bits.
        const doubt = 4e-16 * (Math.hypot(...local) * scale + distance)
        const label = () => `seed ${seed}, ${JSON.stringify({ frustum, clipDepth, reversed, local })}`
        check(leastSide(planes, point) >= -doubt, label)
      }
    }
  })

  it('let in no more than the stated margin, seed 9', () => {
    const random = createRandom(9 + distance)
    for (let n = 0; n < 100; n++) {
      const { frustum, clipDepth, reversed } = randomLens(random)
      const world = randomWorld(random, distance)
      const { volume } = projectionOf(frustum, clipDepth, reversed)
      const planes = placed(volume, world)
      for (let i = 0; i < 20; i++) {
        const local = randomPointInside(random, frustum, 1e4)
        for (let p = 0; p < volume.planeCount; p++) {
          const [nx, ny, nz, d] = volume.planes.subarray(p * 4, p * 4 + 4) as unknown as [
            number,
            number,
            number,
            number,
          ]
          const exact = nx * local[0] + ny * local[1] + nz * local[2] + d
          const [x, y, z] = transform(world, local)
          const at = p * 4
          const { planes: stored } = planes
          const side = stored[at]! * x + stored[at + 1]! * y + stored[at + 2]! * z + stored[at + 3]!
          const endless = frustum.far === Number.POSITIVE_INFINITY
          const reach = endless ? Math.hypot(...local) : reachOf(volume.points)
          // 4 u for the margin, 2 u for the roundings; without end the tilt is over the cosine of the half angle.
          const tilt = endless ? 30 : 1
          const bound = 6 * 2 ** -24 * tilt * reach + 2 ** -22 * distance + 1e-6
          check(side - exact < bound, () => `${side - exact} above ${bound}, ${JSON.stringify(frustum)}`)
        }
      }
    }
  })
})

function reachOf(points: Float64Array): number {
  let most = 0
  for (let i = 0; i < 32; i += 4)
    most = Math.max(most, Math.hypot(points[i]!, points[i + 1]!, points[i + 2]!))
  return most
}

describe('mirrored and sheared cameras', () => {
  it('lose no point, seed 4', () => {
    const random = createRandom(4)
    for (let n = 0; n < 200; n++) {
      const { frustum, clipDepth, reversed } = randomLens(random)
      const world = randomWorld(random, 1000)
      for (let i = 0; i < 12; i++) if (i % 4 !== 3) world[i] = world[i]! + (random() - 0.5) * 0.6
      if (random() < 0.5) for (let i = 0; i < 3; i++) world[i] = -world[i]!
      const planes = placed(projectionOf(frustum, clipDepth, reversed).volume, world)
      for (let i = 0; i < 30; i++) {
        const local = randomPointInside(random, frustum, 1e4)
        const point: Vec3 = transform(world, local)
        check(leastSide(planes, point) > -1e-10, () => `camera ${n}, ${JSON.stringify({ frustum, local })}`)
      }
    }
  })
})

describe('broken cameras see everything', () => {
  const { volume } = projectionOf({
    kind: 'perspective',
    verticalFovDegrees: 60,
    aspect: 1,
    near: 1,
    far: 100,
  })
  it.each([
    ['a NaN place', identityAt(Number.NaN, 0, 0)],
    ['an infinite place', identityAt(0, Number.POSITIVE_INFINITY, 0)],
    ['scale 0', new Float32Array([0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])],
    ['a NaN axis', new Float32Array([1, 0, 0, 0, 0, Number.NaN, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])],
  ])('%s', (_, world) => {
    expect(placed(volume, world).count).toBe(0)
  })
})

describe('roundUp', () => {
  it('is never below and within one step, seed 6', () => {
    const random = createRandom(6)
    for (let i = 0; i < 10_000; i++) {
      const value = (random() - 0.5) * 10 ** (random() * 77 - 40)
      const up = roundUp(value)
      expect(up).toBeGreaterThanOrEqual(value)
      expect(up).toBe(Math.fround(up))
      expect(up - value).toBeLessThanOrEqual(Math.abs(value) * 2 ** -22 + 2 ** -149)
    }
    expect([0, 1, -1, 1 + 2 ** -30, -1e-60, 1e-60].map(roundUp)).toEqual([
      0,
      1,
      -1,
      1 + 2 ** -23,
      -0,
      2 ** -149,
    ])
    expect(roundUp(1e39)).toBe(Number.POSITIVE_INFINITY)
  })
})
