import { expect } from 'vitest'
import {
  type ClipDepth,
  orthographicMatrix,
  perspectiveMatrix,
  perspectiveOffCenterMatrix,
} from '../../src/projection/matrices.js'
import { placeVolume } from '../../src/projection/place-planes.js'
import { createProjection, type Projection, setProjection } from '../../src/projection/projection.js'
import { MAX_PLANES, type ViewVolume } from '../../src/projection/view-volume.js'

/** For inner loops: `expect` and its message only when it fails. */
export function check(condition: boolean, message: () => string): void {
  if (!condition) expect.fail(message())
}

export type Vec3 = readonly [number, number, number]

/** As in the shared data: a frustum at the origin that looks along −Z. */
export type FrustumCase = {
  kind: 'perspective' | 'perspectiveExtents' | 'orthographic'
  verticalFovDegrees?: number
  horizontalFovDegrees?: number
  aspect?: number
  left?: number
  right?: number
  bottom?: number
  top?: number
  near: number
  far: number
}

const radians = (degrees: number) => (degrees * Math.PI) / 180

export function matrixOf(frustum: FrustumCase, clipDepth: ClipDepth = 'minus-one-to-one', reversed = false) {
  const out = new Float64Array(16)
  const { near, far, aspect = 1 } = frustum
  if (frustum.kind === 'perspective') {
    const fovY =
      frustum.verticalFovDegrees !== undefined
        ? radians(frustum.verticalFovDegrees)
        : 2 * Math.atan(Math.tan(radians(frustum.horizontalFovDegrees!) / 2) / aspect)
    return perspectiveMatrix({ fovY, aspect, near, far, clipDepth, reversed }, out)
  }
  const extents = { left: frustum.left!, right: frustum.right!, bottom: frustum.bottom!, top: frustum.top! }
  const options = { ...extents, near, far, clipDepth, reversed }
  return frustum.kind === 'orthographic'
    ? orthographicMatrix(options, out)
    : perspectiveOffCenterMatrix(options, out)
}

export function projectionOf(
  frustum: FrustumCase,
  clipDepth: ClipDepth = 'minus-one-to-one',
  reversed = false,
) {
  const projection = createProjection()
  setProjection(projection, matrixOf(frustum, clipDepth, reversed), clipDepth)
  return projection
}

export function identityAt(x: number, y: number, z: number): Float32Array {
  return new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1])
}

/** A rotation matrix (with `scale`) at a place, as float32 like a WorldMatrix. Axes from a random quaternion. */
export function randomWorld(random: () => number, distance: number, scale = 1): Float32Array {
  const q = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5]
  const length = Math.hypot(...q)
  const [x, y, z, w] = q.map((v) => v / length) as [number, number, number, number]
  const at = () => (random() * 2 - 1) * distance
  const s = scale
  return new Float32Array([
    s * (1 - 2 * (y * y + z * z)),
    s * 2 * (x * y + w * z),
    s * 2 * (x * z - w * y),
    0,
    s * 2 * (x * y - w * z),
    s * (1 - 2 * (x * x + z * z)),
    s * 2 * (y * z + w * x),
    0,
    s * 2 * (x * z + w * y),
    s * 2 * (y * z - w * x),
    s * (1 - 2 * (x * x + y * y)),
    0,
    at(),
    at(),
    at(),
    1,
  ])
}

export function transform(m: ArrayLike<number>, [x, y, z]: Vec3): Vec3 {
  return [
    m[0]! * x + m[4]! * y + m[8]! * z + m[12]!,
    m[1]! * x + m[5]! * y + m[9]! * z + m[13]!,
    m[2]! * x + m[6]! * y + m[10]! * z + m[14]!,
  ]
}

export type Planes = { planes: Float32Array; count: number; kinds: Uint8Array }

export function placed(volume: ViewVolume, world: ArrayLike<number>): Planes {
  const planes = new Float32Array(MAX_PLANES * 4)
  const kinds = new Uint8Array(MAX_PLANES)
  return { planes, kinds, count: placeVolume(volume, world, 0, planes, kinds) }
}

/** A frustum at a place, not turned. */
export function planesAt(projection: Projection, [x, y, z]: Vec3 = [0, 0, 0]): Planes {
  return placed(projection.volume, identityAt(x, y, z))
}

/** The least of n·p + d over the planes, in doubles. */
export function leastSide({ planes, count }: Planes, [x, y, z]: Vec3): number {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < count * 4; i += 4) {
    least = Math.min(least, planes[i]! * x + planes[i + 1]! * y + planes[i + 2]! * z + planes[i + 3]!)
  }
  return least
}

export function seesPoint(planes: Planes, point: Vec3): boolean {
  return leastSide(planes, point) >= 0
}

export function seesSphere(planes: Planes, center: Vec3, radius: number): boolean {
  return leastSide(planes, center) >= -radius
}

/** The exact box-in-planes answer: the corner farthest along each normal. */
export function seesBox({ planes, count }: Planes, min: Vec3, max: Vec3): boolean {
  for (let i = 0; i < count * 4; i += 4) {
    let side = planes[i + 3]!
    for (let k = 0; k < 3; k++) side += planes[i + k]! * (planes[i + k]! > 0 ? max[k]! : min[k]!)
    if (side < 0) return false
  }
  return true
}

/** A random lens: perspective, off-centre or orthographic, with or without a far plane, every clip depth. */
export function randomLens(random: () => number): {
  frustum: FrustumCase
  clipDepth: ClipDepth
  reversed: boolean
} {
  const near = 10 ** (random() * 3 - 2)
  const far = random() < 0.3 ? Number.POSITIVE_INFINITY : near * 10 ** (0.3 + random() * 5)
  const clipDepth: ClipDepth = random() < 0.5 ? 'minus-one-to-one' : 'zero-to-one'
  const reversed = random() < 0.5
  const roll = random()
  if (roll < 0.4) {
    const verticalFovDegrees = 5 + random() * 150
    return {
      frustum: { kind: 'perspective', verticalFovDegrees, aspect: 0.3 + random() * 3, near, far },
      clipDepth,
      reversed,
    }
  }
  const left = (random() * 2 - 1) * 3
  const bottom = (random() * 2 - 1) * 3
  const extents = { left, right: left + 0.1 + random() * 4, bottom, top: bottom + 0.1 + random() * 4 }
  if (roll < 0.7) {
    const scaled = {
      left: extents.left * near,
      right: extents.right * near,
      bottom: extents.bottom * near,
      top: extents.top * near,
    }
    return { frustum: { kind: 'perspectiveExtents', ...scaled, near, far }, clipDepth, reversed }
  }
  const ortho = { ...extents, near: (random() * 2 - 1) * 100, far: 100 + random() * 1000 }
  return { frustum: { kind: 'orthographic', ...ortho }, clipDepth, reversed }
}

/**
 * A random point of the frustum in the camera's space, from the lens's own numbers and no matrix. Many lie on or near a
 * side or an edge. `reach` limits the depth where there is no far plane.
 */
export function randomPointInside(random: () => number, frustum: FrustumCase, reach = 1e5): Vec3 {
  const pick = () => (random() < 0.4 ? Math.round(random()) : random())
  const last = Math.min(frustum.far, reach)
  const depth =
    frustum.kind === 'orthographic' || random() < 0.5
      ? frustum.near + pick() * (last - frustum.near)
      : frustum.near * (last / frustum.near) ** pick()
  const inside = Math.min(Math.max(depth, frustum.near), last)
  const u = pick()
  const v = pick()
  if (frustum.kind === 'perspective') {
    const y = Math.tan(radians(frustum.verticalFovDegrees!) / 2) * inside
    return [(2 * u - 1) * y * frustum.aspect!, (2 * v - 1) * y, -inside]
  }
  const grow = frustum.kind === 'orthographic' ? 1 : inside / frustum.near
  return [
    (frustum.left! + u * (frustum.right! - frustum.left!)) * grow,
    (frustum.bottom! + v * (frustum.top! - frustum.bottom!)) * grow,
    -inside,
  ]
}
