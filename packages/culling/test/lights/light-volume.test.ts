import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { coneTouches, sphereTouches } from '../../src/lights/light-volume.js'
import {
  check,
  leastSide,
  placed,
  projectionOf,
  randomLens,
  randomWorld,
  type Vec3,
} from '../projection/helpers.js'

type Cone = { apex: Vec3; axis: Vec3; range: number; angle: number }

function randomDirection(random: () => number): Vec3 {
  for (;;) {
    const v: Vec3 = [random() * 2 - 1, random() * 2 - 1, random() * 2 - 1]
    const length = Math.hypot(...v)
    if (length > 0.1 && length < 1) return [v[0] / length, v[1] / length, v[2] / length]
  }
}

/** A point of the lit volume, found by throwing points into the ball and keeping those in the cone; many on its edge. */
function pointInCone(random: () => number, { apex, axis, range, angle }: Cone): Vec3 {
  for (;;) {
    const direction = randomDirection(random)
    const cos = direction[0] * axis[0] + direction[1] * axis[1] + direction[2] * axis[2]
    if (cos < Math.cos(angle)) continue
    const r = range * (random() < 0.4 ? 1 : random())
    return [apex[0] + direction[0] * r, apex[1] + direction[1] * r, apex[2] + direction[2] * r]
  }
}

/** The farthest that the cone reaches along `n`, by walking round its rim, its cap and its apex. */
function sampledReach({ axis, range, angle }: Cone, n: Vec3): number {
  const helper: Vec3 = Math.abs(axis[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]
  const cross = (a: Vec3, b: Vec3): Vec3 => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ]
  const u = cross(axis, helper)
  const length = Math.hypot(...u)
  const v = cross(axis, u)
  let most = 0
  for (let i = 0; i <= 60; i++) {
    const theta = (i / 60) * angle
    for (let j = 0; j < 240; j++) {
      const phi = (j / 240) * 2 * Math.PI
      let along = 0
      for (let k = 0; k < 3; k++) {
        const across = (u[k]! * Math.cos(phi) + v[k]! * Math.sin(phi)) / length
        along += n[k]! * (axis[k]! * Math.cos(theta) + across * Math.sin(theta))
      }
      most = Math.max(most, along * range)
    }
  }
  return most
}

const touches = (planes: Float32Array, count: number, { apex, axis, range, angle }: Cone) =>
  coneTouches(planes, count, ...apex, ...axis, range, Math.cos(angle), Math.sin(angle))

function randomCone(random: () => number, size: number): Cone {
  return {
    apex: [(random() - 0.5) * size, (random() - 0.5) * size, (random() - 0.5) * size],
    axis: randomDirection(random),
    range: size * (0.02 + random() * 0.5),
    angle: random() < 0.15 ? Math.PI / 2 : 0.02 + random() * 1.5,
  }
}

describe.each([1, 2, 3])('lights against random frusta, seed %i', (seed) => {
  it('a light with any lit point inside is found', () => {
    const random = createRandom(seed)
    let found = 0
    for (let n = 0; n < 60; n++) {
      const { frustum, clipDepth, reversed } = randomLens(random)
      const planes = placed(projectionOf(frustum, clipDepth, reversed).volume, randomWorld(random, 50))
      for (let i = 0; i < 30; i++) {
        const cone = randomCone(random, 100)
        const label = () => `seed ${seed}, camera ${n}, ${JSON.stringify({ frustum, cone })}`
        for (let k = 0; k < 15; k++) {
          if (leastSide(planes, pointInCone(random, cone)) < 0) continue
          check(touches(planes.planes, planes.count, cone), label)
          check(sphereTouches(planes.planes, planes.count, ...cone.apex, cone.range), label)
          found++
        }
      }
    }
    expect(found).toBeGreaterThan(500)
  })

  it('against one plane the cone is exact', () => {
    const random = createRandom(seed + 10)
    for (let n = 0; n < 60; n++) {
      const cone = randomCone(random, 10)
      const normal = randomDirection(random)
      const reach = sampledReach(cone, normal)
      const atApex = normal[0] * cone.apex[0] + normal[1] * cone.apex[1] + normal[2] * cone.apex[2]
      const plane = (gap: number) => new Float32Array([...normal, -atApex - reach + gap])
      const label = () => `seed ${seed}, ${JSON.stringify({ cone, normal })}`
      // Walking round in steps of 1.5° misses up to 0.04 % of the range.
      check(touches(plane(1e-4 * cone.range), 1, cone), label)
      check(!touches(plane(-1e-3 * cone.range), 1, cone), label)
    }
  })

  it('planes need no length of 1', () => {
    const random = createRandom(seed + 20)
    for (let n = 0; n < 200; n++) {
      const cone = randomCone(random, 10)
      const plane = new Float32Array([...randomDirection(random), (random() - 0.5) * 10])
      const scaled = plane.map((v) => v * 8)
      expect(touches(scaled, 1, cone)).toBe(touches(plane, 1, cone))
      expect(sphereTouches(scaled, 1, ...cone.apex, 2)).toBe(sphereTouches(plane, 1, ...cone.apex, 2))
    }
  })
})

describe('in numbers', () => {
  // Inside is x >= 0.
  const plane = new Float32Array([1, 0, 0, 0])
  it('a spot that shines away from the view is left out, one that shines into it is not', () => {
    const spot = (axis: Vec3, angle: number, x: number): Cone => ({ apex: [x, 0, 0], axis, range: 5, angle })
    expect(touches(plane, 1, spot([-1, 0, 0], 0.5, -1))).toBe(false)
    expect(touches(plane, 1, spot([-1, 0, 0], 0.5, 0.1))).toBe(true)
    expect(touches(plane, 1, spot([1, 0, 0], 0.5, -4.9))).toBe(true)
    expect(touches(plane, 1, spot([1, 0, 0], 0.5, -5.1))).toBe(false)
    // Straight up, with a half angle of 30°: the rim reaches 5 · sin 30° to the side.
    expect(touches(plane, 1, spot([0, 1, 0], Math.PI / 6, -2.49))).toBe(true)
    expect(touches(plane, 1, spot([0, 1, 0], Math.PI / 6, -2.51))).toBe(false)
  })
  it('no planes: everything is lit', () => {
    expect(sphereTouches(plane, 0, -100, 0, 0, 1)).toBe(true)
  })
})
