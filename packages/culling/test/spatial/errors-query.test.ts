import {
  type Octree,
  queryBox,
  queryFrustum,
  queryNearest,
  queryRay,
  querySphere,
} from '@sightline/culling/spatial'
import { expect, it } from 'vitest'
import { distances, expectRefusals, out, type Refusal, smallTown } from '../support/refusals.js'

const NAN = Number.NaN
const END = Number.POSITIVE_INFINITY

const floats = (values: unknown) => values as Float32Array
const words = (values: unknown) => values as Uint32Array
const planes = (count: number) => new Float32Array(count)

type Ray = [ox: number, oy: number, oz: number, dx: number, dy: number, dz: number]
const ray = (o: Octree, r: Ray, max = 9) => queryRay(o, ...r, max, out, distances)
const nearest = (o: Octree, x: number, k: number, max = 9) => queryNearest(o, x, 0, 0, k, max, out, distances)

const FRUSTUM: Refusal[] = [
  ['queryFrustum: 33 planes', 'RangeError planes 33|132 32', (o) => queryFrustum(o, planes(132), out)],
  ['queryFrustum: half a plane', 'RangeError planes 6 4', (o) => queryFrustum(o, planes(6), out)],
  [
    'queryFrustum: a list',
    'TypeError planes Float32Array',
    (o) => queryFrustum(o, floats([1, 0, 0, 1]), out),
  ],
  [
    'queryFrustum: doubles',
    'TypeError planes Float32Array',
    (o) => queryFrustum(o, floats(new Float64Array(4)), out),
  ],
  ['queryFrustum: out a list', 'TypeError out Uint32Array', (o) => queryFrustum(o, planes(0), words([]))],
  [
    'queryFrustum: out floats',
    'TypeError out Uint32Array',
    (o) => queryFrustum(o, planes(0), words(distances)),
  ],
  ['queryFrustum: no out', 'TypeError out Uint32Array', (o) => queryFrustum(o, planes(0), words(undefined))],
]

const VOLUMES: Refusal[] = [
  ['queryBox: minX > maxX', 'RangeError minX 3 maxX 2', (o) => queryBox(o, 3, 0, 0, 2, 1, 1, out)],
  ['queryBox: minY > maxY', 'RangeError minY 3 maxY 2', (o) => queryBox(o, 0, 3, 0, 1, 2, 1, out)],
  ['queryBox: minZ > maxZ', 'RangeError minZ 3 maxZ 2', (o) => queryBox(o, 0, 0, 3, 1, 1, 2, out)],
  ['queryBox: NaN', 'RangeError minY NaN', (o) => queryBox(o, 0, NAN, 0, 1, 2, 1, out)],
  ['queryBox: NaN above', 'RangeError maxZ NaN', (o) => queryBox(o, 0, 0, 0, 1, 2, NAN, out)],
  ['queryBox: out a list', 'TypeError out Uint32Array', (o) => queryBox(o, 0, 0, 0, 1, 1, 1, words([]))],
  ['querySphere: r below 0', 'RangeError r|radius -2', (o) => querySphere(o, 0, 0, 0, -2, out)],
  ['querySphere: r NaN', 'RangeError r|radius NaN', (o) => querySphere(o, 0, 0, 0, NAN, out)],
  ['querySphere: centre NaN', 'RangeError y NaN', (o) => querySphere(o, 0, NAN, 0, 1, out)],
  ['querySphere: out a list', 'TypeError out Uint32Array', (o) => querySphere(o, 0, 0, 0, 1, words([]))],
]

const RAYS: Refusal[] = [
  ['queryRay: no direction', 'RangeError direction|dx 0', (o) => ray(o, [0, 0, 0, 0, 0, 0])],
  ['queryRay: direction of minus 0', 'RangeError direction|dx', (o) => ray(o, [0, 0, 0, -0, 0, -0])],
  ['queryRay: direction NaN', 'RangeError direction|dy NaN', (o) => ray(o, [0, 0, 0, 0, NAN, 1])],
  ['queryRay: direction endless', 'RangeError direction|dy Infinity', (o) => ray(o, [0, 0, 0, 0, END, 1])],
  ['queryRay: origin NaN', 'RangeError origin|oz NaN', (o) => ray(o, [0, 0, NAN, 0, 0, 1])],
  ['queryRay: maxDistance below 0', 'RangeError maxDistance -9', (o) => ray(o, [0, 0, 0, 0, 0, 1], -9)],
  ['queryRay: maxDistance NaN', 'RangeError maxDistance NaN', (o) => ray(o, [0, 0, 0, 0, 0, 1], NAN)],
  [
    'queryRay: outIds a list',
    'TypeError outIds Uint32Array',
    (o) => queryRay(o, 0, 0, 0, 0, 0, 1, 9, words([]), distances),
  ],
  [
    'queryRay: outDistances of words',
    'TypeError outDistances Float32Array',
    (o) => queryRay(o, 0, 0, 0, 0, 0, 1, 9, out, floats(out)),
  ],
]

const NEAREST: Refusal[] = [
  ['queryNearest: k below 0', 'RangeError k -1', (o) => nearest(o, 0, -1)],
  ['queryNearest: k with a fraction', 'RangeError k 1.5', (o) => nearest(o, 0, 1.5)],
  ['queryNearest: k NaN', 'RangeError k NaN', (o) => nearest(o, 0, NAN)],
  ['queryNearest: point NaN', 'RangeError x NaN', (o) => nearest(o, NAN, 1)],
  ['queryNearest: maxDistance below 0', 'RangeError maxDistance -9', (o) => nearest(o, 0, 1, -9)],
  ['queryNearest: maxDistance NaN', 'RangeError maxDistance NaN', (o) => nearest(o, 0, 1, NAN)],
  [
    'queryNearest: outIds a list',
    'TypeError outIds Uint32Array',
    (o) => queryNearest(o, 0, 0, 0, 1, 9, words([]), distances),
  ],
  [
    'queryNearest: outDistances a list',
    'TypeError outDistances Float32Array',
    (o) => queryNearest(o, 0, 0, 0, 1, 9, out, floats([])),
  ],
]

expectRefusals([...FRUSTUM, ...VOLUMES, ...RAYS, ...NEAREST])

it('k of 0, k of more than there is and a limit without end are no errors', () => {
  const tree = smallTown()
  expect(nearest(tree, 0, 0, END)).toBe(0)
  expect(nearest(tree, 0, 200, END)).toBe(100)
  expect(ray(tree, [0, 1, 0, 1, 0, 0], END)).toBeGreaterThan(0)
})
