import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { frustumPlanes, orthographic, perspective, randomCamera, randomPlanes } from '../support/cameras.js'
import { createTrial, expectFrustum, trialFill } from '../support/trial.js'
import { namedWorld } from '../support/worlds.js'

const COUNT = 3000

function filled(world: string, seed: number) {
  const random = createRandom(seed)
  const { boxes, around } = namedWorld(world, random, COUNT)
  const trial = createTrial(`${world}, seed ${seed}`, { capacity: COUNT })
  trialFill(trial, boxes)
  return { trial, random, around }
}

describe.each(['cube', 'town', 'clusters'])('queryFrustum against the oracle in the world "%s"', (world) => {
  it.each([1, 2])('cameras of every kind, seed %i', (seed) => {
    const { trial, random, around } = filled(world, seed)
    let answered = 0
    for (let i = 0; i < 60; i++) answered += expectFrustum(trial, randomCamera(random, around))
    expect(answered, 'the cameras should see something').toBeGreaterThan(COUNT / 10)
    expect(answered, 'the cameras should not see everything').toBeLessThan(60 * COUNT * 0.9)
  })

  it('0 to 32 planes of any direction, seed 3', () => {
    const { trial, random, around } = filled(world, 3)
    let answered = 0
    for (let planes = 0; planes <= 32; planes++) {
      answered += expectFrustum(trial, randomPlanes(random, around, planes))
      answered += expectFrustum(trial, randomPlanes(random, around, planes))
    }
    expect(answered).toBeGreaterThan(3 * COUNT)
  })
})

describe('queryFrustum and single planes', () => {
  it('no planes: everything', () => {
    const { trial } = filled('town', 4)
    expect(expectFrustum(trial, new Float32Array(0))).toBe(COUNT)
  })

  it('planes along the axes through faces of boxes: a touching box is in', () => {
    const { trial } = filled('cube', 5)
    const { boxes } = trial.oracle
    for (let id = 0; id < 60; id++) {
      for (let axis = 0; axis < 3; axis++) {
        // The plane lies on one face of the box, which is all that is left of it.
        for (const side of [0, 1]) {
          const sign = side ? 1 : -1
          const plane = new Float32Array(4)
          plane[axis] = sign
          plane[3] = -sign * boxes[id * 6 + axis + side * 3]!
          expectFrustum(trial, plane)
          expect(Array.from(trial.out)).toContain(id)
        }
      }
    }
  })

  it('minus zero in a normal is zero', () => {
    const { trial } = filled('cube', 6)
    const count = expectFrustum(trial, new Float32Array([1, 0, 0, 3]))
    expect(expectFrustum(trial, new Float32Array([1, -0, -0, 3]))).toBe(count)
  })

  it('a plane without a normal, or with NaN or infinity in it, hides nothing', () => {
    const { trial } = filled('town', 7)
    const camera = frustumPlanes(perspective(1, 1.5, 0.1, 200))
    const count = expectFrustum(trial, camera)
    for (const bad of [
      [0, 0, 0, 1],
      [0, 0, 0, -1],
      [0, 0, 0, 0],
      [Number.NaN, 0, 0, 1],
      [0, 1, 0, Number.NaN],
      [Number.NaN, Number.NaN, Number.NaN, Number.NaN],
      [Number.POSITIVE_INFINITY, 0, 0, 1],
      [0, 0, 1, Number.NEGATIVE_INFINITY],
    ]) {
      for (const planes of [
        [...camera, ...bad],
        [...bad, ...camera],
        [...camera.subarray(0, 8), ...bad, ...camera.subarray(8)],
      ]) {
        expect(expectFrustum(trial, new Float32Array(planes)), `with the plane ${bad}`).toBe(count)
      }
      expect(expectFrustum(trial, new Float32Array(bad))).toBe(COUNT)
    }
  })

  it('the length of a normal does not matter', () => {
    const { trial } = filled('town', 8)
    const camera = frustumPlanes(perspective(1.2, 1, 0.1, 150), {
      x: 5,
      y: 2,
      z: 9,
      yaw: 0.4,
      pitch: -0.1,
      roll: 0,
    })
    const count = expectFrustum(trial, camera)
    // Powers of two scale a plane without rounding.
    for (const scale of [2 ** -40, 2 ** -12, 0.5, 64, 2 ** 30]) {
      expect(
        expectFrustum(
          trial,
          camera.map((value) => value * scale),
        ),
      ).toBe(count)
    }
  })

  it('the same plane 32 times, and one that hides all in every place of 32', () => {
    const { trial } = filled('town', 9)
    const plane = [0.6, 0, 0.8, 20]
    const count = expectFrustum(trial, new Float32Array(plane))
    const many = Float32Array.from({ length: 128 }, (_, i) => plane[i % 4]!)
    expect(expectFrustum(trial, many)).toBe(count)
    for (let p = 0; p < 32; p++) {
      const hiding = many.slice()
      hiding.set([0, 1, 0, -1000], p * 4)
      expect(expectFrustum(trial, hiding)).toBe(0)
    }
  })

  it('a frustum turned inside out, a needle and a sheet', () => {
    const { trial } = filled('town', 10)
    const camera = frustumPlanes(perspective(1.2, 1, 0.1, 150), {
      x: 0,
      y: 2,
      z: 0,
      yaw: 2,
      pitch: 0,
      roll: 0,
    })
    expectFrustum(
      trial,
      camera.map((value) => -value),
    )
    expectFrustum(
      trial,
      frustumPlanes(perspective(1e-4, 1, 0.1, 500), { x: 0, y: 1, z: 0, yaw: 1, pitch: 0, roll: 0 }),
    )
    expectFrustum(trial, frustumPlanes(orthographic(400, 0, -500, 500)))
    expectFrustum(
      trial,
      frustumPlanes(orthographic(0, 0, -500, 500), { x: 3, y: 1, z: 0, yaw: 0.3, pitch: 0, roll: 1 }),
    )
  })
})

it('planes through corners of boxes: nothing is lost to rounding, seed 11', () => {
  for (const world of ['cube', 'at 45 km', 'at 1,000,000', 'huge spread']) {
    const { trial, random } = filled(world, 11)
    const { boxes } = trial.oracle
    for (let i = 0; i < 150; i++) {
      const id = Math.floor(random() * COUNT)
      const normal = [random() - 0.5, random() - 0.5, random() - 0.5].map(Math.fround)
      // The plane goes through the box's farthest corner, as exactly as float32 can say it.
      const d = -normal.reduce((sum, n, axis) => sum + n * boxes[id * 6 + axis + (n > 0 ? 3 : 0)]!, 0)
      expectFrustum(trial, new Float32Array([...normal, d]))
    }
  }
})
