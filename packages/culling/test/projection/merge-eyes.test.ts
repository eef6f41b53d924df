import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { mergeEyes } from '../../src/projection/merge-eyes.js'
import type { Projection } from '../../src/projection/projection.js'
import { createViewVolume, type ViewVolume } from '../../src/projection/view-volume.js'
import {
  check,
  type FrustumCase,
  identityAt,
  leastSide,
  placed,
  projectionOf,
  randomPointInside,
  randomWorld,
  seesBox,
  transform,
  type Vec3,
} from './helpers.js'

const INFINITE = Number.POSITIVE_INFINITY

function merged(projections: Projection[], toHead: ArrayLike<number>[], limit?: number): ViewVolume {
  const out = createViewVolume()
  const matrices = Float64Array.from(toHead.flatMap((m) => Array.from(m)))
  mergeEyes(projections, matrices, projections.length, out, limit)
  return out
}

/** A headset's eye: more outward than inward field of view. */
function eyeLens(outer: number, inner: number, left: boolean, far: number): FrustumCase {
  const near = 0.1
  const extents = left
    ? { left: -outer * near, right: inner * near }
    : { left: -inner * near, right: outer * near }
  return { kind: 'perspectiveExtents', ...extents, bottom: -1.1 * near, top: 0.9 * near, near, far }
}

/** Turned about Y by `angle`, at x = `x`. */
function cantedEye(angle: number, x: number): Float32Array {
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  return new Float32Array([c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, x, 0, 0, 1])
}

describe('two parallel eyes', () => {
  const lenses = [eyeLens(1, 0.8, true, 1000), eyeLens(1, 0.8, false, 1000)]
  const volume = merged(
    lenses.map((lens) => projectionOf(lens)),
    [identityAt(-0.032, 0, 0), identityAt(0.032, 0, 0)],
  )

  it('have few planes', () => {
    expect(volume.planeCount).toBeLessThanOrEqual(8)
  })

  // Case 25, after case 24: what the eye farther to the left sees must not depend on where the head is.
  it.each([
    [0, 0, 0],
    [-300, 0, 50],
    [45_000, 0, -45_000],
  ] as Vec3[])('see the box at head + (−4.8, 0, −5) from head (%i, %i, %i)', (x, y, z) => {
    const planes = placed(volume, identityAt(x, y, z))
    const at: Vec3 = [x - 4.8, y, z - 5]
    expect(seesBox(planes, [at[0] - 0.1, -0.1, at[2] - 0.1], [at[0] + 0.1, 0.1, at[2] + 0.1])).toBe(true)
    expect(seesBox(planes, [x - 6, -0.1, z - 5], [x - 5.5, 0.1, z - 4.9])).toBe(false)
    expect(seesBox(planes, [x - 0.1, -0.1, z + 1], [x + 0.1, 0.1, z + 2])).toBe(false)
  })

  it('are little larger than the two frusta: 5 cm wider at any distance', () => {
    const planes = placed(volume, identityAt(0, 0, 0))
    for (const depth of [0.2, 1, 10, 900]) {
      expect(leastSide(planes, [-0.032 - depth - 0.05, 0, -depth])).toBeLessThan(0)
      expect(leastSide(planes, [0.032 + depth + 0.05, 0, -depth])).toBeLessThan(0)
      expect(leastSide(planes, [0, 0.9 * depth + 0.05, -depth])).toBeLessThan(0)
    }
  })
})

describe.each([1, 2, 3, 4, 5, 6])('random eyes, seed %i', (seed) => {
  it('every point that an eye sees is inside, wherever the head is', () => {
    const random = createRandom(seed)
    for (let n = 0; n < 30; n++) {
      const far = random() < 0.4 ? INFINITE : 10 ** (1 + random() * 3)
      const lenses = [true, false].map((left) => eyeLens(0.5 + random(), 0.3 + random(), left, far))
      const angle = random() < 0.5 ? 0 : random() * 0.3
      const offset = 0.02 + random() * 0.05
      const toHead = [cantedEye(angle, -offset), cantedEye(-angle, offset)]
      // Fewer planes must hold everything as well.
      const limit = random() < 0.3 ? 6 + Math.floor(random() * 6) : 32
      const clipDepth = random() < 0.5 ? 'minus-one-to-one' : 'zero-to-one'
      const projections = lenses.map((lens) => projectionOf(lens, clipDepth, random() < 0.5))
      const volume = merged(projections, toHead, limit)
      expect(volume.planeCount).toBeLessThanOrEqual(limit)
      const distance = [0, 300, 45_000][n % 3]!
      const world = randomWorld(random, distance)
      const planes = placed(volume, world)
      expect(planes.count).toBe(volume.planeCount)
      for (let i = 0; i < 100; i++) {
        const eye = i & 1
        const local = randomPointInside(random, lenses[eye]!, 1e4)
        const point = transform(world, transform(toHead[eye]!, local))
        const label = () =>
          `seed ${seed}, head ${n}, eye ${eye}, ${JSON.stringify({ lens: lenses[eye], angle, offset, local })}`
        check(leastSide(planes, point) >= -4e-16 * (distance + Math.hypot(...local)), label)
      }
    }
  })

  it('nothing far from what both see is inside', () => {
    const random = createRandom(seed + 50)
    for (let n = 0; n < 20; n++) {
      const lenses = [eyeLens(1, 0.8, true, 500), eyeLens(1, 0.8, false, 500)]
      const angle = random() * 0.2
      const toHead = [cantedEye(angle, -0.03), cantedEye(-angle, 0.03)]
      const planes = placed(
        merged(
          lenses.map((lens) => projectionOf(lens)),
          toHead,
        ),
        identityAt(0, 0, 0),
      )
      // Directions beyond the outermost ray of either eye, with a hundredth to spare.
      const outermost = Math.atan(1) + angle
      const turned = outermost + 0.01 + random() * (Math.PI / 2 - outermost)
      const depth = 5 + random() * 300
      expect(leastSide(planes, [-Math.tan(turned) * depth - 0.05, 0, -depth])).toBeLessThan(0)
      expect(leastSide(planes, [Math.tan(turned) * depth + 0.05, 0, -depth])).toBeLessThan(0)
      expect(leastSide(planes, [0, 1.2 * (depth + 1), -depth])).toBeLessThan(0)
      expect(leastSide(planes, [0, 0, 0.2])).toBeLessThan(0)
    }
  })
})

describe('numbers of eyes', () => {
  const lens = projectionOf(eyeLens(1, 0.8, true, INFINITE))
  const identity = identityAt(0, 0, 0)
  it('one eye is its own frustum', () => {
    const volume = merged([lens], [identity])
    expect(volume.planeCount).toBe(5)
    expect(volume.pointCount).toBe(8)
  })
  it('four eyes fit', () => {
    const volume = merged(
      [lens, lens, lens, lens],
      [identity, cantedEye(0.3, 0), cantedEye(-0.3, 0), cantedEye(0, 1)],
    )
    expect(volume.pointCount).toBe(32)
    expect(volume.planeCount).toBeGreaterThan(4)
  })
  it('bad input names itself, and the volume stays', () => {
    const out = createViewVolume()
    mergeEyes([lens], identity, 1, out)
    const before = Array.from(out.planes)
    expect(() => mergeEyes([], identity, 0, out, 32, 'setEyes')).toThrow(
      'setEyes: 0 eyes given, expected 1 to 4',
    )
    const broken = Float32Array.from(identity)
    broken[12] = Number.NaN
    expect(() => mergeEyes([lens], broken, 1, out, 32, 'setEyes')).toThrow(
      'setEyes: the matrix of eye 0 has NaN',
    )
    expect(Array.from(out.planes)).toEqual(before)
  })
})
