import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import {
  addPyramidPlanes,
  addRangePlanes,
  type LightPlace,
  litDepths,
  rangePoints,
  seenPoints,
  sweepToPoint,
  sweepTowards,
} from '../../src/lights/caster-volume.js'
import { mergeEyes } from '../../src/projection/merge-eyes.js'
import { placeVolumeAt } from '../../src/projection/place-planes.js'
import { createViewVolume, type ViewVolume } from '../../src/projection/view-volume.js'
import {
  check,
  type FrustumCase,
  identityAt,
  leastSide,
  type Planes,
  projectionOf,
  randomPointInside,
  randomWorld,
  seesBox,
  transform,
  type Vec3,
} from '../projection/helpers.js'

type Box = { min: Vec3; max: Vec3 }

/** Whether the line from `from` along `step`, up to `most` times it, meets the box: slab by slab, in doubles. */
function rayMeetsBox(from: Vec3, step: Vec3, most: number, { min, max }: Box): boolean {
  let enter = 0
  let leave = most
  for (let k = 0; k < 3; k++) {
    if (step[k] === 0) {
      if (from[k]! < min[k]! || from[k]! > max[k]!) return false
      continue
    }
    const a = (min[k]! - from[k]!) / step[k]!
    const b = (max[k]! - from[k]!) / step[k]!
    enter = Math.max(enter, Math.min(a, b))
    leave = Math.min(leave, Math.max(a, b))
  }
  return enter <= leave
}

function unit(random: () => number): Vec3 {
  const v: Vec3 = [random() - 0.5, random() - 0.5, random() - 0.5]
  const length = Math.hypot(...v) || 1
  return [v[0] / length, v[1] / length, v[2] / length]
}

function boxNear(random: () => number, middle: Vec3, spread: number, size: number): Box {
  const at = middle.map((v) => v + (random() - 0.5) * spread) as unknown as Vec3
  const half = [random() * size, random() * size, random() * size]
  return {
    min: at.map((v, k) => v - half[k]!) as unknown as Vec3,
    max: at.map((v, k) => v + half[k]!) as unknown as Vec3,
  }
}

function placedAt(volume: ViewVolume, world: ArrayLike<number>): Planes {
  const planes = new Float32Array(128)
  const kinds = new Uint8Array(32)
  return { planes, kinds, count: placeVolumeAt(volume, world[12]!, world[13]!, world[14]!, planes, kinds) }
}

/** A camera of any kind, its depths in metres. */
function randomCamera(random: () => number): FrustumCase {
  const near = 0.1 + random()
  const far = random() < 0.3 ? Number.POSITIVE_INFINITY : 50 + random() * 500
  if (random() < 0.7) {
    return {
      kind: 'perspective',
      verticalFovDegrees: 30 + random() * 70,
      aspect: 0.5 + random() * 1.5,
      near,
      far,
    }
  }
  const extents = {
    left: -5 - random() * 30,
    right: 5 + random() * 30,
    bottom: -5 - random() * 30,
    top: 5 + random() * 20,
  }
  return { kind: 'orthographic', ...extents, near: -random() * 20, far: 100 + random() * 200 }
}

const PLACES = [0, 1000, 45_000]

describe.each([1, 2, 3, 4])('casters of a directional light, seed %i', (seed) => {
  it('every box on the way from a seen point to the light is one', () => {
    const random = createRandom(seed)
    let hits = 0
    for (let n = 0; n < 45; n++) {
      const frustum = randomCamera(random)
      const world = randomWorld(random, PLACES[n % 3]!)
      const towards = n % 5 === 0 ? ([0, 1, 0] as Vec3) : unit(random)
      const near = frustum.near + random() * 30
      const far = near + 1 + random() * 60
      const volume = createViewVolume()
      expect(seenPoints(projectionOf(frustum).volume, world, near, far, volume)).toBe(true)
      sweepTowards(volume, ...towards, 0)
      const planes = placedAt(volume, world)
      expect(planes.count).toBeGreaterThanOrEqual(4)
      expect(planes.count).toBeLessThanOrEqual(16)
      for (let i = 0; i < 150; i++) {
        const local = randomPointInside(random, { ...frustum, far }, far)
        if (-local[2] < near) continue
        const seen = transform(world, local)
        const away = random() * 300
        const middle: Vec3 = [
          seen[0] + towards[0] * away,
          seen[1] + towards[1] * away,
          seen[2] + towards[2] * away,
        ]
        const box = boxNear(random, middle, 10, 6)
        if (!rayMeetsBox(seen, towards, Number.POSITIVE_INFINITY, box)) continue
        hits++
        const label = () =>
          `seed ${seed}, camera ${n}, ${JSON.stringify({ frustum, towards, near, far, local, box })}`
        check(seesBox(planes, box.min, box.max), label)
      }
    }
    expect(hits).toBeGreaterThan(1000)
  })

  it('and the planes lie close: a point is inside only if its shadow falls on the slice', () => {
    const random = createRandom(seed + 100)
    let inside = 0
    for (let n = 0; n < 20; n++) {
      const frustum: FrustumCase = {
        kind: 'perspective',
        verticalFovDegrees: 60,
        aspect: 1.6,
        near: 0.1,
        far: 500,
      }
      const world = randomWorld(random, 100)
      const towards = unit(random)
      const volume = createViewVolume()
      seenPoints(projectionOf(frustum).volume, world, 5, 40, volume)
      sweepTowards(volume, ...towards, 0)
      const planes = placedAt(volume, world)
      for (let i = 0; i < 300; i++) {
        const point = [12, 13, 14].map((k) => world[k]! + (random() - 0.5) * 120) as unknown as Vec3
        const side = leastSide(planes, point)
        if (Math.abs(side) < 1e-3) continue
        if (side > 0) inside++
        const label = () => `seed ${seed}, camera ${n}, ${JSON.stringify({ towards, point })}`
        check(side > 0 === shadowFallsOnSlice(frustum, world, 5, 40, point, towards), label)
      }
    }
    expect(inside).toBeGreaterThan(200)
  })
})

/** Whether the line from `point` away from the light meets the slice: clipped, in the camera's space, by its six sides. */
function shadowFallsOnSlice(
  { verticalFovDegrees, aspect }: FrustumCase,
  world: ArrayLike<number>,
  near: number,
  far: number,
  point: Vec3,
  towards: Vec3,
): boolean {
  const local = ([x, y, z]: Vec3) =>
    [0, 4, 8].map((c) => world[c]! * x + world[c + 1]! * y + world[c + 2]! * z)
  const from = local([point[0] - world[12]!, point[1] - world[13]!, point[2] - world[14]!])
  const step = local([-towards[0], -towards[1], -towards[2]])
  const top = Math.tan((verticalFovDegrees! * Math.PI) / 360)
  const right = top * aspect!
  const sides = [
    [1, 0, -right, 0],
    [-1, 0, -right, 0],
    [0, 1, -top, 0],
    [0, -1, -top, 0],
    [0, 0, -1, -near],
    [0, 0, 1, far],
  ]
  let enter = 0
  let leave = Number.POSITIVE_INFINITY
  for (const [a, b, c, d] of sides) {
    const start = a! * from[0]! + b! * from[1]! + c! * from[2]! + d!
    const slope = a! * step[0]! + b! * step[1]! + c! * step[2]!
    if (slope > 0) enter = Math.max(enter, -start / slope)
    else if (slope < 0) leave = Math.min(leave, -start / slope)
    else if (start < 0) return false
  }
  return enter <= leave
}

/** Even over the picture and the depth. */
function pointInSlice(
  random: () => number,
  { verticalFovDegrees, aspect }: FrustumCase,
  near: number,
  far: number,
): Vec3 {
  const edge = () => (random() < 0.3 ? Math.round(random()) : random()) * 2 - 1
  const depth = near + (random() < 0.3 ? Math.round(random()) : random()) * (far - near)
  const top = Math.tan((verticalFovDegrees! * Math.PI) / 360) * depth
  return [edge() * top * aspect!, edge() * top, -depth]
}

describe('margin', () => {
  it('adds that many metres on all sides, seed 5', () => {
    const random = createRandom(5)
    const frustum: FrustumCase = {
      kind: 'perspective',
      verticalFovDegrees: 60,
      aspect: 1.6,
      near: 0.1,
      far: 500,
    }
    for (let n = 0; n < 20; n++) {
      const world = randomWorld(random, 1000)
      const towards = unit(random)
      const [plain, wide] = [0, 3].map((margin) => {
        const volume = createViewVolume()
        seenPoints(projectionOf(frustum).volume, world, 5, 40, volume)
        sweepTowards(volume, ...towards, margin)
        return placedAt(volume, world)
      }) as [Planes, Planes]
      for (let i = 0; i < 50; i++) {
        const seen = transform(world, pointInSlice(random, frustum, 5, 40))
        const off = unit(random)
        const beside: Vec3 = [seen[0] + off[0] * 3, seen[1] + off[1] * 3, seen[2] + off[2] * 3]
        expect(leastSide(plain, seen)).toBeGreaterThanOrEqual(0)
        check(leastSide(wide, beside) >= 0, () => `seed 5, camera ${n}, ${seen} ${off}`)
        expect(leastSide(wide, seen) - leastSide(plain, seen)).toBeLessThan(3.01)
      }
    }
  })
})

const FACES: Vec3[] = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
]
const COS_45 = Math.SQRT1_2

/** The volume of one side of a shadow cube, as sweepCasters builds it; null where nothing that is seen is lit. */
function cubeFace(
  eyes: ViewVolume | null,
  world: ArrayLike<number>,
  place: LightPlace,
  face: number,
): ViewVolume | null {
  const volume = createViewVolume()
  if (eyes === null) rangePoints(volume, place)
  else {
    const depths = new Float64Array(2)
    litDepths(world, place, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, depths)
    if (!seenPoints(eyes, world, depths[0]!, depths[1]!, volume)) return null
  }
  addRangePlanes(volume, place)
  const main = face >> 1
  const axes = [0, 1, 2].map((k) => [0, 1, 2].map((i) => (i === (main + k) % 3 ? 1 : 0)))
  addPyramidPlanes(volume, place, FACES[face]!, axes[1]!, axes[2]!, COS_45, COS_45, 0)
  if (eyes !== null) sweepToPoint(volume, place, 0)
  return volume
}

describe.each([1, 2, 3])('casters of a point light, seed %i', (seed) => {
  it('every box between a lit, seen point and the light is in the list of its side of the cube', () => {
    const random = createRandom(seed)
    let hits = 0
    for (let n = 0; n < 60; n++) {
      const frustum = randomCamera(random)
      const world = randomWorld(random, PLACES[n % 3]!)
      // Some lights stand in the picture, some beside it, some behind the camera.
      const place = {
        x: (random() - 0.5) * 60,
        y: (random() - 0.5) * 60,
        z: (random() - 0.5) * 60,
        range: 10 + random() * 40,
      }
      const light: Vec3 = [world[12]! + place.x, world[13]! + place.y, world[14]! + place.z]
      const { volume } = projectionOf(frustum)
      const faces = FACES.map((_, face) => cubeFace(n % 10 === 9 ? null : volume, world, place, face))
      const planes = faces.map((face) => (face === null ? null : placedAt(face, world)))
      for (let i = 0; i < 200; i++) {
        const seen = transform(world, randomPointInside(random, frustum, 120))
        const to: Vec3 = [light[0] - seen[0], light[1] - seen[1], light[2] - seen[2]]
        if (Math.hypot(...to) > place.range) continue
        const share = random()
        const middle: Vec3 = [seen[0] + to[0] * share, seen[1] + to[1] * share, seen[2] + to[2] * share]
        const box = boxNear(random, middle, 4, 2)
        if (!rayMeetsBox(seen, to, 1, box)) continue
        hits++
        // The side of the cube through which the light reaches the point.
        const main = [0, 1, 2].reduce((a, b) => (Math.abs(to[b]!) > Math.abs(to[a]!) ? b : a))
        const face = main * 2 + (to[main]! > 0 ? 1 : 0)
        const label = () =>
          `seed ${seed}, camera ${n}, ${JSON.stringify({ frustum, place, seen, box, face })}`
        check(planes[face] !== null, label)
        check(seesBox(planes[face]!, box.min, box.max), label)
      }
    }
    expect(hits).toBeGreaterThan(300)
  })
})

describe('two eyes', () => {
  it('both eyes count, seed 6', () => {
    const random = createRandom(6)
    let hits = 0
    for (let n = 0; n < 20; n++) {
      const lens = (left: boolean): FrustumCase => {
        const extents = left ? { left: -0.12, right: 0.08 } : { left: -0.08, right: 0.12 }
        return { kind: 'perspectiveExtents', ...extents, bottom: -0.1, top: 0.1, near: 0.1, far: 300 }
      }
      const toHead = [-0.4, 0.4].map((x) => identityAt(x, 0, 0))
      const merged = createViewVolume()
      const matrices = Float64Array.from(toHead.flatMap((m) => Array.from(m)))
      mergeEyes([projectionOf(lens(true)), projectionOf(lens(false))], matrices, 2, merged)
      const world = randomWorld(random, 45_000)
      const towards = unit(random)
      const volume = createViewVolume()
      expect(seenPoints(merged, world, 1, 20, volume)).toBe(true)
      sweepTowards(volume, ...towards, 0)
      const planes = placedAt(volume, world)
      for (let i = 0; i < 100; i++) {
        const eye = i & 1
        const local = randomPointInside(random, { ...lens(eye === 0), far: 20 }, 20)
        if (-local[2] < 1) continue
        const seen = transform(world, transform(toHead[eye]!, local))
        const away = random() * 50
        const middle: Vec3 = [
          seen[0] + towards[0] * away,
          seen[1] + towards[1] * away,
          seen[2] + towards[2] * away,
        ]
        const box = boxNear(random, middle, 1, 1)
        if (!rayMeetsBox(seen, towards, Number.POSITIVE_INFINITY, box)) continue
        hits++
        check(seesBox(planes, box.min, box.max), () => `seed 6, head ${n}, eye ${eye}, ${local}`)
      }
    }
    expect(hits).toBeGreaterThan(200)
  })
})

describe('nothing to see', () => {
  const { volume } = projectionOf({
    kind: 'perspective',
    verticalFovDegrees: 60,
    aspect: 1,
    near: 1,
    far: 100,
  })
  const world = identityAt(0, 0, 0)
  it.each([
    ['beyond the far plane', 100.5, 200],
    ['before the near plane', -5, 0.5],
    ['upside down', 20, 10],
    ['NaN', Number.NaN, 10],
  ])('%s', (_, near, far) => {
    expect(seenPoints(volume, world, near, far, createViewVolume())).toBe(false)
  })
})
