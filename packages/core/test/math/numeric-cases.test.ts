import { describe, expect, it } from 'vitest'
import { hasSharedData, readSharedJson } from '../../../../test/support/shared-data.js'
import * as math from '../../src/math/index.js'
import type { FrustumSpec } from '../support/projections.js'
import { projectionMatrix } from '../support/projections.js'

type Vector = [number, number, number]
type Range = [Vector, Vector]
// biome-ignore lint/suspicious/noExplicitAny: each group of cases has fields of its own
type Case = any
type Group = { cases: Case[]; frustum?: FrustumSpec; tolerance?: number }
type Groups = { groups: Record<string, Group> }

function box([min, max]: Range): Float64Array {
  return Float64Array.of(...min, 0, ...max, 0)
}

function boxAround(center: Vector, half: Vector): Float64Array {
  return box([center.map((c, i) => c - half[i]!) as Vector, center.map((c, i) => c + half[i]!) as Vector])
}

function range(a: Float64Array): number[][] {
  return [
    [a[0]!, a[1]!, a[2]!],
    [a[4]!, a[5]!, a[6]!],
  ]
}

function expectNumbers(got: ArrayLike<number>, want: number[], digits = 9): void {
  for (let i = 0; i < want.length; i++) expect(got[i], `number ${i}`).toBeCloseTo(want[i]!, digits)
}

function planesOf(spec: FrustumSpec): Float64Array {
  const planes = new Float64Array(24)
  math.planesFromMatrix(projectionMatrix(spec), 0, 'minus-one-to-one', planes, 0)
  return planes
}

function eachCase(group: Group | undefined, check: (value: Case, message: string) => void): void {
  expect(group, 'the group exists').toBeDefined()
  for (const value of group!.cases) if (!value.boundary) check(value, JSON.stringify(value))
}

const load = (name: string): Record<string, Group> =>
  hasSharedData ? readSharedJson<Groups>(`culling/${name}.json`).groups : {}

describe.skipIf(!hasSharedData)('numeric cases of three.js', () => {
  const groups = load('threejs')

  it.each(['pointOrthographic', 'pointPerspective'])('%s', (name) => {
    const planes = planesOf(groups[name]!.frustum!)
    eachCase(groups[name], ({ point, inside }, message) => {
      expect(math.pointInPlanes(planes, 0, 6, ...(point as Vector)), message).toBe(inside)
    })
  })

  it('spheres and boxes in a frustum', () => {
    eachCase(groups.spherePerspective, ({ center, radius, intersects }, message) => {
      const planes = planesOf(groups.spherePerspective!.frustum!)
      const where = math.sphereInPlanes(planes, 0, 6, ...(center as Vector), radius)
      expect(where !== math.Containment.outside, message).toBe(intersects)
    })
    eachCase(groups.boxPerspective, ({ min, max, intersects }, message) => {
      const planes = planesOf(groups.boxPerspective!.frustum!)
      expect(math.boxInPlanes(planes, 0, 6, box([min, max]), 0) !== 0, message).toBe(intersects)
    })
  })

  it('boxes with points, boxes, spheres and planes', () => {
    eachCase(groups.boxContainsPoint, ({ min, max, point, inside }, message) => {
      expect(math.boxContainsPointAt(box([min, max]), 0, ...(point as Vector)), message).toBe(inside)
    })
    eachCase(groups.boxContainsBox, ({ a, b, contains }, message) => {
      expect(math.boxContainsBoxAt(box(a), 0, box(b), 0), message).toBe(contains)
    })
    eachCase(groups.boxIntersectsBox, ({ a, b, intersects }, message) => {
      expect(math.boxesIntersectAt(box(a), 0, box(b), 0), message).toBe(intersects)
    })
    eachCase(groups.boxIntersectsSphere, ({ min, max, center, radius, intersects }, message) => {
      expect(math.boxIntersectsSphereAt(box([min, max]), 0, ...(center as Vector), radius), message).toBe(
        intersects,
      )
    })
    eachCase(groups.boxIntersectsPlane, ({ min, max, normal, constant, intersects }, message) => {
      const plane = Float64Array.of(...normal, constant)
      expect(math.boxIntersectsPlaneAt(box([min, max]), 0, plane, 0), message).toBe(intersects)
    })
  })

  it('box arithmetic', () => {
    const out = new Float64Array(8)
    eachCase(groups.boxClampPoint, ({ min, max, point, result }) => {
      math.closestPointInBoxAt(out, 0, box([min, max]), 0, ...(point as Vector))
      expectNumbers(out, result)
    })
    eachCase(groups.boxDistanceToPoint, ({ min, max, point, distance }) => {
      const squared = math.boxDistanceSquaredAt(box([min, max]), 0, ...(point as Vector))
      expect(Math.sqrt(squared)).toBeCloseTo(distance, 9)
    })
    eachCase(groups.boxUnion, ({ a, b, result }) => {
      math.unionBoxesAt(out, 0, box(a), 0, box(b), 0)
      expect(range(out)).toEqual(result)
    })
    eachCase(groups.boxIntersection, ({ a, b, result }) => {
      expect(math.intersectBoxesAt(out, 0, box(a), 0, box(b), 0)).toBe(true)
      expect(range(out)).toEqual(result)
    })
    eachCase(groups.boxBoundingSphere, ({ min, max, center, radius }) => {
      math.sphereOfBoxAt(out, 0, box([min, max]), 0)
      expectNumbers(out, [...center, radius])
    })
  })

  it('transformed boxes', () => {
    const out = new Float64Array(8)
    const matrix = new Float64Array(16)
    const half = (r: Range): Float64Array => Float64Array.from([0, 1, 2], (i) => (r[1][i]! - r[0][i]!) / 2)
    const middle = (r: Range): Float64Array => Float64Array.from([0, 1, 2], (i) => (r[1][i]! + r[0][i]!) / 2)
    const [one, none] = [Float64Array.of(1, 1, 1), Float64Array.of(0, 0, 0, 1)]
    const translation = (groups.boxTranslatedByMatrix as unknown as { translation: number[] }).translation
    math.composeAt(matrix, 0, Float64Array.from(translation), 0, none, 0, one, 0)
    eachCase(groups.boxTranslatedByMatrix, ({ a, result }) => {
      math.transformBoxAt(out, 0, matrix, 0, middle(a), 0, half(a), 0)
      expectNumbers(range(out).flat(), result.flat(), 6)
    })
    eachCase(groups.boxOfRotatedSphereMesh, ({ localMin, localMax, rotateZDegrees, looseMin, looseMax }) => {
      const angle = (rotateZDegrees * Math.PI) / 360
      const turn = Float64Array.of(0, 0, Math.sin(angle), Math.cos(angle))
      math.composeAt(matrix, 0, none, 0, turn, 0, one, 0)
      const local: Range = [localMin, localMax]
      math.transformBoxAt(out, 0, matrix, 0, middle(local), 0, half(local), 0)
      expectNumbers(range(out).flat(), [...looseMin, ...looseMax], 6)
    })
  })

  it('spheres', () => {
    const out = new Float64Array(8)
    const sphere = ([center, radius]: [Vector, number]): Float64Array => Float64Array.of(...center, radius)
    eachCase(groups.sphereContainsPoint, ({ center, radius, point, inside }) => {
      expect(math.sphereContainsPointAt(sphere([center, radius]), 0, ...(point as Vector))).toBe(inside)
    })
    eachCase(groups.sphereDistanceToPoint, ({ center, radius, point, distance }) => {
      const got = math.sphereDistanceAt(sphere([center, radius]), 0, ...(point as Vector))
      expect(got).toBeCloseTo(distance, 9)
    })
    eachCase(groups.sphereIntersectsSphere, ({ a, b, intersects }) => {
      expect(math.spheresIntersectAt(sphere(a), 0, sphere(b), 0)).toBe(intersects)
    })
    eachCase(groups.sphereIntersectsPlane, ({ center, radius, normal, constant, intersects }) => {
      const plane = Float64Array.of(...normal, constant)
      expect(math.sphereIntersectsPlaneAt(sphere([center, radius]), 0, plane, 0)).toBe(intersects)
    })
    eachCase(groups.sphereExpandByPoint, ({ center, radius, point, resultCenter, resultRadius }) => {
      math.unionSpheresAt(out, 0, sphere([center, radius]), 0, sphere([point, 0]), 0)
      expectNumbers(out, [...resultCenter, resultRadius])
    })
    eachCase(groups.sphereUnion, ({ a, b, result }) => {
      math.unionSpheresAt(out, 0, sphere(a), 0, sphere(b), 0)
      expectNumbers(out, result.flat())
    })
    eachCase(groups.sphereBoundingBox, ({ center, radius, min, max }) => {
      math.boxOfSphereAt(out, 0, sphere([center, radius]), 0)
      expect(range(out)).toEqual([min, max])
    })
    eachCase(groups.sphereOfPoints, ({ points, center, radius }) => {
      if (center === undefined) return
      math.sphereOfPointsAt(out, 0, Float64Array.from(points.flat()), 0, points.length)
      expectNumbers(out, [...center, radius])
    })
  })
})

describe.skipIf(!hasSharedData)('numeric cases of PlayCanvas', () => {
  const groups = load('playcanvas')

  it('points, spheres and boxes in a frustum', () => {
    eachCase(groups.point, ({ point, inside }, message) => {
      const planes = planesOf(groups.point!.frustum!)
      expect(math.pointInPlanes(planes, 0, 6, ...(point as Vector)), message).toBe(inside)
    })
    eachCase(groups.sphereThreeWay, ({ center, radius, code }, message) => {
      const planes = planesOf(groups.sphereThreeWay!.frustum!)
      expect(math.sphereInPlanes(planes, 0, 6, ...(center as Vector), radius), message).toBe(code)
    })
    eachCase(groups.box, ({ center, half, intersects }, message) => {
      const planes = planesOf(groups.box!.frustum!)
      expect(math.boxInPlanes(planes, 0, 6, boxAround(center, half), 0) !== 0, message).toBe(intersects)
    })
    eachCase(groups.sphereAroundThatThinBoxIsNotOutside, ({ center, radius, intersects }) => {
      const planes = planesOf(groups.sphereAroundThatThinBoxIsNotOutside!.frustum!)
      expect(math.sphereInPlanes(planes, 0, 6, ...(center as Vector), radius) !== 0).toBe(intersects)
    })
  })

  it('points in a moved frustum', () => {
    const [matrix, view] = [new Float64Array(16), new Float64Array(16)]
    const planes = new Float64Array(24)
    eachCase(groups.movedFrustumPoint, ({ frustum, eye, point, inside }, message) => {
      math.identityAt(view, 0)
      for (let i = 0; i < 3; i++) view[12 + i] = -eye[i]
      math.multiplyAt(matrix, 0, projectionMatrix(frustum), 0, view, 0)
      math.planesFromMatrix(matrix, 0, 'minus-one-to-one', planes, 0)
      expect(math.pointInPlanes(planes, 0, 6, ...(point as Vector)), message).toBe(inside)
    })
  })

  it('planes', () => {
    const planes = planesOf(groups.planes!.frustum!)
    const order: Record<string, number> = { left: 0, right: 1, bottom: 2, top: 3, near: 4, far: 5 }
    eachCase(groups.planes, ({ plane, normal, normalZ, distance, signOfNormalX }) => {
      const at = order[plane]! * 4
      if (normal) expectNumbers(planes.subarray(at), normal, 6)
      if (normalZ) expect(planes[at + 2]).toBeCloseTo(normalZ, 6)
      if (distance !== undefined) expect(planes[at + 3]).toBeCloseTo(distance, 6)
      if (signOfNormalX) expect(Math.sign(planes[at]!)).toBe(signOfNormalX)
      expect(Math.hypot(planes[at]!, planes[at + 1]!, planes[at + 2]!)).toBeCloseTo(1, 9)
    })
  })

  it('boxes with points', () => {
    const out = new Float64Array(3)
    eachCase(groups.boxContainsPoint, ({ center, half, point, inside }, message) => {
      expect(math.boxContainsPointAt(boxAround(center, half), 0, ...(point as Vector)), message).toBe(inside)
    })
    eachCase(groups.boxClosestPoint, ({ center, half, point, result }) => {
      math.closestPointInBoxAt(out, 0, boxAround(center, half), 0, ...(point as Vector))
      expectNumbers(out, result)
    })
  })

  it('no box is visible where the sphere round it is not, and the box test rejects more', () => {
    const law = groups.randomLaws!.cases[0]
    const planes = planesOf(law.frustum)
    let seed = law.seed as number
    const next = (): number => {
      seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff
      return seed / 0x7fffffff
    }
    let onlySphere = 0
    const wrong: number[] = []
    for (let i = 0; i < law.count; i++) {
      const center: Vector = [0, 0, 0].map(() => (2 * next() - 1) * 150) as Vector
      const half: Vector = [0.5 + 20 * next(), 0.5 + 4 * next(), 0.5 + 4 * next()]
      const sees = math.boxInPlanes(planes, 0, 6, boxAround(center, half), 0) !== 0
      const seesSphere = math.sphereInPlanes(planes, 0, 6, ...center, Math.hypot(...half)) !== 0
      if (sees && !seesSphere) wrong.push(i)
      if (seesSphere && !sees) onlySphere++
    }
    expect(wrong).toEqual([])
    expect(onlySphere).toBeGreaterThan(0)
  })
})

describe.skipIf(!hasSharedData)('numeric cases of Godot', () => {
  const groups = load('godot')

  it('boxes with boxes, planes, segments, rays and points', () => {
    eachCase(groups.boxIntersectsBox, ({ a, b, intersects }, message) => {
      expect(math.boxesIntersectAt(box(a), 0, box(b), 0), message).toBe(intersects)
    })
    eachCase(groups.boxIntersectsPlane, ({ box: range, normal, distance, intersects }, message) => {
      const plane = Float64Array.of(...normal, -distance)
      expect(math.boxIntersectsPlaneAt(box(range), 0, plane, 0), message).toBe(intersects)
    })
    eachCase(groups.boxIntersectsSegment, ({ box: range, a, b, intersects }, message) => {
      const along = (b as Vector).map((value, i) => value - a[i]) as Vector
      const distance = math.rayBoxDistanceAt(box(range), 0, ...(a as Vector), ...along, 1)
      expect(distance >= 0, message).toBe(intersects)
    })
    eachCase(groups.boxIntersectsRay, ({ box: range, origin, direction, intersects }, message) => {
      const ray = [...origin, ...direction] as [...Vector, ...Vector]
      expect(math.rayBoxDistanceAt(box(range), 0, ...ray, Infinity) >= 0, message).toBe(intersects)
    })
    eachCase(groups.boxEncloses, ({ a, b, contains }, message) => {
      expect(math.boxContainsBoxAt(box(a), 0, box(b), 0), message).toBe(contains)
    })
    eachCase(groups.boxContainsPoint, ({ box: range, point, inside }, message) => {
      expect(math.boxContainsPointAt(box(range), 0, ...(point as Vector)), message).toBe(inside)
    })
  })

  it('box arithmetic', () => {
    const out = new Float64Array(8)
    eachCase(groups.boxIntersection, ({ a, b, result }) => {
      expect(math.intersectBoxesAt(out, 0, box(a), 0, box(b), 0)).toBe(result !== null)
      if (result) expect(range(out)).toEqual(result)
    })
    eachCase(groups.boxMerge, ({ a, b, result }) => {
      math.unionBoxesAt(out, 0, box(a), 0, box(b), 0)
      expect(range(out)).toEqual(result)
    })
    eachCase(groups.boxExpandToPoint, ({ box: start, point, result }) => {
      out.set(box(start))
      math.expandBoxToPointAt(out, 0, ...(point as Vector))
      expect(range(out)).toEqual(result)
    })
    eachCase(groups.boxGrow, ({ box: start, by, result }) => {
      out.set(box(start))
      math.growBoxAt(out, 0, by)
      expect(range(out)).toEqual(result)
    })
    eachCase(groups.boxSupport, ({ box: start, direction, corner }) => {
      math.boxSupportAt(out, 0, box(start), 0, ...(direction as Vector))
      expectNumbers(out, corner)
    })
  })

  it('planes and corners of frusta', () => {
    const planes = planesOf(groups.frustumPlanes!.frustum!)
    const order: Record<string, number> = { left: 0, right: 1, bottom: 2, top: 3, near: 4, far: 5 }
    eachCase(groups.frustumPlanes, ({ plane, normal, distance }) => {
      // Theirs point outwards, with n·p = distance.
      expectNumbers(planes.subarray(order[plane]! * 4), [...normal.map((n: number) => -n), distance], 5)
    })
    const corners = new Float64Array(24)
    eachCase(groups.frustumCorners, ({ frustum, corners: theirs }) => {
      const matrix = projectionMatrix(frustum)
      expect(math.frustumCorners(matrix, 0, 'minus-one-to-one', corners, 0)).toBe(true)
      // Theirs: far then near; left top, left bottom, right top, right bottom.
      const ours = [6, 4, 7, 5, 2, 0, 3, 1].map((i) => [...corners.subarray(i * 3, i * 3 + 3)])
      expectNumbers(ours.flat(), theirs.flat(), 4)
    })
    eachCase(groups.projectionMatrix, ({ frustum, columns }) => {
      expectNumbers(projectionMatrix(frustum), columns.flat(), 5)
    })
  })
})
