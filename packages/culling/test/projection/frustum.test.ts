import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { hasSharedData, readSharedJson } from '../../../../test/support/shared-data.js'
import { frustumCorners, invert, sliceFrustum } from '../../src/projection/frustum.js'
import { createViewVolume, PLANE_NAMES } from '../../src/projection/view-volume.js'
import {
  check,
  type FrustumCase,
  leastSide,
  matrixOf,
  planesAt,
  projectionOf,
  randomLens,
  randomPointInside,
  seesBox,
  seesPoint,
  seesSphere,
  type Vec3,
} from './helpers.js'

const INFINITE = Number.POSITIVE_INFINITY
const SQUARE_60: FrustumCase = { kind: 'perspective', verticalFovDegrees: 60, aspect: 1, near: 1, far: 100 }

describe('cases from the field', () => {
  it('1: a sphere of local radius 0.5 under scale −13 beside the right plane is seen', () => {
    const planes = planesAt(projectionOf({ ...SQUARE_60, near: 0.1, far: 1000 }))
    expect(seesSphere(planes, [10, 0, -10], 6.5)).toBe(true)
    expect(seesSphere(planes, [10, 0, -10], 3.6)).toBe(false)
  })
  it('17: a big box outside may be seen, and a box that every plane sees but one is not', () => {
    const planes = planesAt(projectionOf(SQUARE_60))
    expect(seesBox(planes, [60, -100, -300], [100, 100, 0])).toBe(true)
    expect(seesBox(planes, [60, -100, -99], [100, 100, 0])).toBe(false)
  })
  it('19: a box that crosses the frustum with no corner in it', () => {
    expect(seesBox(planesAt(projectionOf(SQUARE_60)), [-100, -0.5, -11], [100, 0.5, -10])).toBe(true)
  })
  it('20: a tall tile in front with all eight corners outside', () => {
    const planes = planesAt(projectionOf({ ...SQUARE_60, far: 2000 }), [0, 2500, 600])
    expect(seesBox(planes, [-500, 0, -500], [500, 5000, 500])).toBe(true)
  })
  it('22: each clip depth puts the near plane at near', () => {
    const lens: FrustumCase = { ...SQUARE_60, near: 1, far: 1000 }
    for (const reversed of [false, true]) {
      for (const clipDepth of ['minus-one-to-one', 'zero-to-one'] as const) {
        const planes = planesAt(projectionOf(lens, clipDepth, reversed))
        expect(seesBox(planes, [-0.1, -0.1, -1.9], [0.1, 0.1, -1.2]), clipDepth).toBe(true)
        expect(seesBox(planes, [-0.1, -0.1, -0.9], [0.1, 0.1, -0.6]), clipDepth).toBe(false)
        expect(seesBox(planes, [-1, -1, -999.9], [1, 1, -999]), clipDepth).toBe(true)
        expect(seesBox(planes, [-1, -1, -1002], [1, 1, -1001]), clipDepth).toBe(false)
      }
    }
  })
  it('23: an infinite far plane is left out, with normal and reversed depth', () => {
    const lens: FrustumCase = { ...SQUARE_60, near: 0.1, far: INFINITE }
    for (const reversed of [false, true]) {
      for (const clipDepth of ['minus-one-to-one', 'zero-to-one'] as const) {
        const projection = projectionOf(lens, clipDepth, reversed)
        const planes = planesAt(projection)
        expect(planes.count).toBe(5)
        expect(projection.far).toBe(INFINITE)
        expect(Array.from(planes.planes).every(Number.isFinite)).toBe(true)
        expect(seesBox(planes, [-1, -1, -1000001], [1, 1, -999999])).toBe(true)
        expect(seesBox(planes, [-1, -1, 5], [1, 1, 7])).toBe(false)
      }
    }
  })
  it('26: an off-centre projection is not culled as if centred', () => {
    const extents = { left: -0.05, right: 0.15, bottom: -0.1, top: 0.1 }
    for (const far of [100, INFINITE]) {
      const planes = planesAt(projectionOf({ kind: 'perspectiveExtents', ...extents, near: 0.1, far }))
      expect(seesSphere(planes, [13, 0, -10], 0.5)).toBe(true)
      expect(seesSphere(planes, [-7, 0, -10], 0.5)).toBe(false)
    }
  })
  it('27: the near plane of an orthographic projection may lie behind the camera', () => {
    const extents = { left: -5, right: 5, bottom: -5, top: 5 }
    for (const clipDepth of ['minus-one-to-one', 'zero-to-one'] as const) {
      const planes = planesAt(
        projectionOf({ kind: 'orthographic', ...extents, near: -500, far: 1000 }, clipDepth),
      )
      expect(seesBox(planes, [-1, -1, 99], [1, 1, 101])).toBe(true)
      expect(seesBox(planes, [-1, -1, 501], [1, 1, 502])).toBe(false)
    }
  })
})

describe('planes', () => {
  it('are named in order, point inwards and have length 1', () => {
    const { volume } = projectionOf(SQUARE_60)
    const names = Array.from(volume.kinds.subarray(0, volume.planeCount), (kind) => PLANE_NAMES[kind])
    expect(names).toEqual(['left', 'right', 'bottom', 'top', 'near', 'far'])
    for (let i = 0; i < 24; i += 4) {
      const [x, y, z] = volume.planes.subarray(i, i + 3)
      expect(Math.hypot(x!, y!, z!)).toBeCloseTo(1, 14)
      expect(volume.planes[i]! * 0 + volume.planes[i + 2]! * -50 + volume.planes[i + 3]!).toBeGreaterThan(0)
    }
  })
  it('name near and far rightly with reversed depth', () => {
    const { volume } = projectionOf(SQUARE_60, 'zero-to-one', true)
    expect(Array.from(volume.planes.subarray(16, 20))).toEqual([0, 0, -1, expect.closeTo(-1, 12)].map(near))
    expect(volume.planes[23]).toBeCloseTo(100, 10)
  })
  const near = (v: unknown) =>
    v === 0 ? expect.closeTo(0, 12) : typeof v === 'number' ? expect.closeTo(v, 12) : v
})

/** What the matrix keeps, by dividing nothing: the definition of clip space. */
function keeps(m: Float64Array, clipDepth: string, [x, y, z]: Vec3): number {
  const row = (r: number) => m[r]! * x + m[r + 4]! * y + m[r + 8]! * z + m[r + 12]!
  const [cx, cy, cz, cw] = [row(0), row(1), row(2), row(3)]
  const low = clipDepth === 'zero-to-one' ? cz : cw + cz
  return Math.min(cw + cx, cw - cx, cw + cy, cw - cy, low, cw - cz)
}

describe.each([1, 2, 3, 4])('random lenses, seed %i', (seed) => {
  it('planes agree with the definition of clip space', () => {
    const random = createRandom(seed)
    for (let lens = 0; lens < 100; lens++) {
      const { frustum, clipDepth, reversed } = randomLens(random)
      const matrix = matrixOf(frustum, clipDepth, reversed)
      const { volume } = projectionOf(frustum, clipDepth, reversed)
      for (let i = 0; i < 50; i++) {
        const size = 10 ** (random() * 4)
        const point: Vec3 = [(random() - 0.5) * size, (random() - 0.5) * size, (random() - 0.7) * size]
        const clip = keeps(matrix, clipDepth, point)
        const side = leastSide(
          { planes: volume.planes as never, count: volume.planeCount, kinds: volume.kinds },
          point,
        )
        if (Math.abs(side) < 1e-6 * size) continue
        check(
          side > 0 === clip > 0,
          () => `seed ${seed}, ${JSON.stringify({ frustum, clipDepth, reversed, point })}`,
        )
      }
    }
  })

  it('corners span every inner point, slices every inner point between their depths', () => {
    const random = createRandom(seed + 100)
    for (let lens = 0; lens < 60; lens++) {
      const { frustum, clipDepth, reversed } = randomLens(random)
      const { volume } = projectionOf(frustum, clipDepth, reversed)
      expect(volume.pointCount).toBe(8)
      const reach = Math.min(frustum.far, 1e4)
      const cuts = [random(), random()]
        .map((u) => frustum.near + u * (reach - frustum.near))
        .sort((a, b) => a - b)
      const slice = createViewVolume()
      expect(sliceFrustum(volume.corners, cuts[0]!, cuts[1]!, slice)).toBe(true)
      expect(slice.pointCount).toBe(8)
      for (let i = 0; i < 20; i++) {
        const point = randomPointInside(random, frustum, reach)
        const depth = -point[2]
        const label = () => `seed ${seed}, ${JSON.stringify({ frustum, clipDepth, reversed, point, cuts })}`
        check(spans(volume.points, 8, point), label)
        if (depth >= cuts[0]! && depth <= cuts[1]!) check(spans(slice.points, 8, point), label)
      }
    }
  })
})

/**
 * Whether `point` lies in the hull of the points: in no random direction does it reach farther than they all do. One
 * sided, like any test by sampling; directions without end count as reaching for ever.
 */
function spans(points: Float64Array, count: number, [x, y, z]: Vec3): boolean {
  const random = createRandom(1)
  for (let t = 0; t < 60; t++) {
    const [nx, ny, nz] = [random() - 0.5, random() - 0.5, random() - 0.5]
    let most = Number.NEGATIVE_INFINITY
    let size = Math.abs(x) + Math.abs(y) + Math.abs(z)
    for (let i = 0; i < count * 4; i += 4) {
      const along = nx * points[i]! + ny * points[i + 1]! + nz * points[i + 2]!
      if (points[i + 3] === 0) most = along > 0 ? Number.POSITIVE_INFINITY : most
      else {
        most = Math.max(most, along)
        size = Math.max(size, Math.abs(points[i]!) + Math.abs(points[i + 1]!) + Math.abs(points[i + 2]!))
      }
    }
    if (nx * x + ny * y + nz * z > most + 1e-7 * size) return false
  }
  return true
}

describe('tilted near planes', () => {
  // Lengyel's oblique clipping: the near plane replaced by the plane of a mirror. Row z = plane · 2/(plane·q) − row w.
  function oblique(frustum: FrustumCase, plane: [number, number, number, number]): Float64Array {
    const m = matrixOf(frustum)
    const q = [
      (Math.sign(plane[0]) + m[8]!) / m[0]!,
      (Math.sign(plane[1]) + m[9]!) / m[5]!,
      -1,
      (1 + m[10]!) / m[14]!,
    ]
    const scale = 2 / (plane[0] * q[0]! + plane[1] * q[1]! + plane[2] * q[2]! + plane[3] * q[3]!)
    m[2] = plane[0] * scale
    m[6] = plane[1] * scale
    m[10] = plane[2] * scale + 1
    m[14] = plane[3] * scale
    return m
  }

  it('slices hold every point between their depths, seeds 1 to 40', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = createRandom(seed)
      const normal: Vec3 = [random() - 0.5, random() - 0.5, -0.3 - random()]
      const length = Math.hypot(...normal)
      const plane: [number, number, number, number] = [
        normal[0] / length,
        normal[1] / length,
        normal[2] / length,
        -3,
      ]
      const frustum: FrustumCase = {
        kind: 'perspective',
        verticalFovDegrees: 70,
        aspect: 1.3,
        near: 0.1,
        far: 200,
      }
      const m = oblique(frustum, plane)
      const corners = new Float64Array(32)
      expect(frustumCorners(m, 'minus-one-to-one', false, corners)).toBe(true)
      const slice = createViewVolume()
      expect(sliceFrustum(corners, 2, 12, slice)).toBe(true)
      let tested = 0
      for (let i = 0; i < 400; i++) {
        const point = randomPointInside(random, { ...frustum, near: 2, far: 12 })
        if (keeps(m, 'minus-one-to-one', point) < 0) continue
        tested++
        check(spans(slice.points, slice.pointCount, point), () => `seed ${seed}, point ${point}`)
      }
      expect(tested).toBeGreaterThan(20)
    }
  })
})

describe('invert', () => {
  it('times the matrix is the identity, seed 5', () => {
    const random = createRandom(5)
    const inverse = new Float64Array(16)
    for (let n = 0; n < 100; n++) {
      const m = Float64Array.from({ length: 16 }, () => random() * 2 - 1)
      expect(invert(m, inverse)).toBe(true)
      for (let r = 0; r < 4; r++) {
        for (let c = 0; c < 4; c++) {
          let sum = 0
          for (let k = 0; k < 4; k++) sum += m[k * 4 + r]! * inverse[c * 4 + k]!
          expect(sum).toBeCloseTo(r === c ? 1 : 0, 8)
        }
      }
    }
    expect(invert(new Float64Array(16), inverse)).toBe(false)
  })
})

type PointCase = { point: Vec3; inside: boolean; boundary?: boolean }
type SphereCase = { center: Vec3; radius: number; intersects: boolean; boundary?: boolean }
type Group<T> = { frustum: FrustumCase; cases: T[] }

describe.skipIf(!hasSharedData)('three.js', () => {
  const groups = () =>
    readSharedJson<{
      groups: {
        pointOrthographic: Group<PointCase>
        pointPerspective: Group<PointCase>
        spherePerspective: Group<SphereCase>
        boxPerspective: Group<{ min: Vec3; max: Vec3; intersects: boolean }>
      }
    }>('culling/threejs.json').groups
  const lensesOf = (frustum: FrustumCase) =>
    (['minus-one-to-one', 'zero-to-one'] as const).flatMap((clipDepth) =>
      [false, true].map((reversed) => planesAt(projectionOf(frustum, clipDepth, reversed))),
    )
  it('points', () => {
    for (const { frustum, cases } of [groups().pointOrthographic, groups().pointPerspective]) {
      for (const planes of lensesOf(frustum)) {
        for (const { point, inside, boundary } of cases) {
          // On a plane to the last bit either answer is rounding, and ours is "seen".
          if (boundary) continue
          expect(seesPoint(planes, point), `${frustum.kind} ${point}`).toBe(inside)
        }
      }
    }
  })
  it('spheres', () => {
    const { frustum, cases } = groups().spherePerspective
    for (const planes of lensesOf(frustum)) {
      for (const { center, radius, intersects, boundary } of cases) {
        if (boundary) continue
        expect(seesSphere(planes, center, radius), `${center} ${radius}`).toBe(intersects)
      }
    }
  })
  it('boxes', () => {
    const { frustum, cases } = groups().boxPerspective
    for (const planes of lensesOf(frustum)) {
      for (const { min, max, intersects } of cases)
        expect(seesBox(planes, min, max), `${min}`).toBe(intersects)
    }
  })
})

describe.skipIf(!hasSharedData)('PlayCanvas', () => {
  const groups = () =>
    readSharedJson<{
      groups: {
        point: Group<PointCase>
        sphereThreeWay: Group<{ center: Vec3; radius: number; code: number }>
        box: Group<{ center: Vec3; half: Vec3; intersects: boolean; boundary?: boolean }>
        sphereAroundThatThinBoxIsNotOutside: Group<SphereCase>
        movedFrustumPoint: { cases: (PointCase & { frustum: FrustumCase; eye: Vec3 })[] }
        planes: Group<{
          plane: string
          normal?: Vec3
          normalZ?: number
          distance?: number
          signOfNormalX?: number
        }>
        randomLaws: { cases: { frustum: FrustumCase; seed: number; count: number }[] }
      }
    }>('culling/playcanvas.json').groups
  const around = (c: Vec3, h: Vec3, sign: number): Vec3 => [
    c[0] + sign * h[0],
    c[1] + sign * h[1],
    c[2] + sign * h[2],
  ]

  it('points, also from a moved eye', () => {
    const { frustum, cases } = groups().point
    for (const { point, inside } of cases)
      expect(seesPoint(planesAt(projectionOf(frustum)), point)).toBe(inside)
    for (const { frustum: lens, eye, point, inside } of groups().movedFrustumPoint.cases) {
      expect(seesPoint(planesAt(projectionOf(lens), eye), point)).toBe(inside)
    }
  })
  it('spheres: outside, crossing, inside', () => {
    const { frustum, cases } = groups().sphereThreeWay
    for (const { center, radius, code } of cases) {
      const least = leastSide(planesAt(projectionOf(frustum)), center)
      expect(least < -radius ? 0 : least < radius ? 1 : 2).toBe(code)
    }
    const around = groups().sphereAroundThatThinBoxIsNotOutside
    for (const { center, radius, intersects } of around.cases) {
      expect(seesSphere(planesAt(projectionOf(around.frustum)), center, radius)).toBe(intersects)
    }
  })
  it('boxes', () => {
    const { frustum, cases } = groups().box
    for (const { center, half, intersects, boundary } of cases) {
      if (boundary) continue
      const seen = seesBox(planesAt(projectionOf(frustum)), around(center, half, -1), around(center, half, 1))
      expect(seen, `${center} ${half}`).toBe(intersects)
    }
  })
  it('planes', () => {
    const { frustum, cases } = groups().planes
    const { planes, kinds, count } = planesAt(projectionOf(frustum))
    for (const expected of cases) {
      const i = Array.from(kinds.subarray(0, count), (kind) => PLANE_NAMES[kind] as string).indexOf(
        expected.plane,
      )
      expect(i).toBeGreaterThanOrEqual(0)
      const [x, y, z, d] = planes.subarray(i * 4, i * 4 + 4) as unknown as [number, number, number, number]
      // Ours are pushed out by rounding's bound: 2.4e-7 of the reach.
      const margin = 1e-6
      if (expected.normal !== undefined) {
        expect(
          Math.hypot(x - expected.normal[0], y - expected.normal[1], z - expected.normal[2]),
        ).toBeLessThan(margin)
      }
      if (expected.normalZ !== undefined) expect(z).toBeCloseTo(expected.normalZ, 6)
      if (expected.distance !== undefined) expect(Math.abs(d - expected.distance)).toBeLessThan(200 * margin)
      if (expected.signOfNormalX !== undefined) expect(Math.sign(x)).toBe(expected.signOfNormalX)
    }
  })
  it('laws over 20,000 random boxes', () => {
    for (const { frustum, seed, count } of groups().randomLaws.cases) {
      const planes = planesAt(projectionOf(frustum))
      let state = seed
      const next = () => {
        state = Number((BigInt(state) * 1103515245n + 12345n) & 0x7fffffffn)
        return state / 0x7fffffff
      }
      let tighter = 0
      for (let i = 0; i < count; i++) {
        const center: Vec3 = [(2 * next() - 1) * 150, (2 * next() - 1) * 150, (2 * next() - 1) * 150]
        const half: Vec3 = [0.5 + 20 * next(), 0.5 + 4 * next(), 0.5 + 4 * next()]
        const box = seesBox(planes, around(center, half, -1), around(center, half, 1))
        const sphere = seesSphere(planes, center, Math.hypot(...half))
        if (box) expect(sphere, `box ${center} ${half}`).toBe(true)
        else if (sphere) tighter++
      }
      expect(tighter).toBeGreaterThan(0)
    }
  })
})

describe.skipIf(!hasSharedData)('Godot', () => {
  type Cases = {
    groups: {
      frustumPlanes: Group<{ plane: string; normal: Vec3; distance: number }> & { tolerance: number }
      frustumCorners: { tolerance: number; cases: { frustum: FrustumCase; corners: Vec3[] }[] }
      lodMultiplier: { cases: { frustum: FrustumCase; value: number }[] }
    }
  }
  it('planes', () => {
    const { frustum, cases, tolerance } = readSharedJson<Cases>('culling/godot.json').groups.frustumPlanes
    const { volume } = projectionOf(frustum)
    const names = Array.from(
      volume.kinds.subarray(0, volume.planeCount),
      (kind) => PLANE_NAMES[kind] as string,
    )
    for (const { plane, normal, distance } of cases) {
      const i = names.indexOf(plane) * 4
      // Theirs point outwards, and normal · p = distance.
      for (let k = 0; k < 3; k++) expect(Math.abs(volume.planes[i + k]! + normal[k]!)).toBeLessThan(tolerance)
      expect(Math.abs(volume.planes[i + 3]! - distance)).toBeLessThan(tolerance)
    }
  })
  it('corners', () => {
    // far then near; each left-top, left-bottom, right-top, right-bottom
    const order = [6, 4, 7, 5, 2, 0, 3, 1]
    const { cases, tolerance } = readSharedJson<Cases>('culling/godot.json').groups.frustumCorners
    for (const { frustum, corners } of cases) {
      for (const clipDepth of ['minus-one-to-one', 'zero-to-one'] as const) {
        for (const reversed of [false, true]) {
          const ours = projectionOf(frustum, clipDepth, reversed).volume.corners
          corners.forEach((corner, n) => {
            const at = order[n]! * 4
            for (let k = 0; k < 3; k++) {
              expect(Math.abs(ours[at + k]! / ours[at + 3]! - corner[k]!)).toBeLessThan(tolerance)
            }
          })
        }
      }
    }
  })
  it('width for the distance, which sets sizes on the screen', () => {
    for (const { frustum, value } of readSharedJson<Cases>('culling/godot.json').groups.lodMultiplier.cases) {
      // The picture is 2 wide in clip space: width at distance 1, or the width itself.
      expect(2 / projectionOf(frustum).scaleX).toBeCloseTo(value, 5)
    }
  })
})
