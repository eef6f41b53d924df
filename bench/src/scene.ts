// The workload: a seeded town of boxes on a plane and a camera that walks through it.
import { Matrix4, PerspectiveCamera } from 'three'

/** One box is 8 floats: min xyz, unused, max xyz, unused. */
export const BOX_STRIDE = 8

export type Scene = {
  readonly count: number
  /** Edge of the square world in metres: √count × 10. */
  readonly side: number
  readonly boxes: Float32Array
  /** A tenth of the ids, in random order: the boxes that move. */
  readonly movers: Uint32Array
}

export type Pose = {
  /** Column-major view projection. */
  readonly matrix: number[]
  /** Six inward planes, 4 numbers each, in float32. */
  readonly planes: Float32Array
  /** The same numbers in a plain double array, which JavaScript peers read faster. */
  readonly planes64: Float64Array
  readonly camera: CameraPlace
}

/** Where the camera stands, and the quaternion x y z w that turns it from looking along -Z. */
export type CameraPlace = { readonly position: number[]; readonly rotation: number[] }

export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high)

/** Three quarters of the boxes stand in clusters of about 200, edges are 0.5 to 30 m, tops below 60 m. */
export function createScene(count: number, seed: number): Scene {
  const random = createRandom(seed)
  const side = Math.sqrt(count) * 10
  const bell = () => {
    let sum = 0
    for (let i = 0; i < 6; i++) sum += random()
    return (sum - 3) * Math.SQRT2
  }
  const clusters = Array.from({ length: Math.max(4, Math.round(count / 200)) }, () => ({
    x: random() * side,
    z: random() * side,
    spread: 20 + 40 * random(),
  }))

  const boxes = new Float32Array(count * BOX_STRIDE)
  for (let id = 0; id < count; id++) {
    const base = 0.5 * 60 ** random()
    const sizeX = clamp(base * (0.5 + random()), 0.5, 30)
    const sizeY = clamp(base * (0.5 + 1.5 * random()), 0.5, 30)
    const sizeZ = clamp(base * (0.5 + random()), 0.5, 30)
    let x = random() * side
    let z = random() * side
    if (random() < 0.75) {
      const cluster = clusters[Math.floor(random() * clusters.length)]!
      x = clamp(cluster.x + bell() * cluster.spread, 0, side)
      z = clamp(cluster.z + bell() * cluster.spread, 0, side)
    }
    const y = random() < 0.8 ? 0 : random() * (60 - sizeY)
    const at = id * BOX_STRIDE
    boxes.set([x - sizeX / 2, y, z - sizeZ / 2, 0, x + sizeX / 2, y + sizeY, z + sizeZ / 2, 0], at)
  }
  return { count, side, boxes, movers: chooseMovers(count, Math.floor(count / 10), random) }
}

/** The first entries of a Fisher-Yates shuffle. */
function chooseMovers(count: number, wanted: number, random: () => number): Uint32Array {
  const ids = Uint32Array.from({ length: count }, (_, id) => id)
  for (let i = 0; i < wanted; i++) {
    const j = i + Math.floor(random() * (count - i))
    const other = ids[j]!
    ids[j] = ids[i]!
    ids[i] = other
  }
  return ids.slice(0, wanted)
}

/** Moves every mover by one metre; 64 steps lead round a circle and back. */
export function stepMovers({ movers, boxes }: Scene, step: number): void {
  for (const id of movers) {
    const heading = (((id * 7 + step) & 63) / 32) * Math.PI
    const dx = Math.cos(heading)
    const dz = Math.sin(heading)
    const at = id * BOX_STRIDE
    boxes[at]! += dx
    boxes[at + 4]! += dx
    boxes[at + 2]! += dz
    boxes[at + 6]! += dz
  }
}

/** Poses of a walk: eye height 2 to 10 m, 60 degrees, 16:9, near 0.1 m. */
export function createWalk(side: number, far: number, count = 60): Pose[] {
  const eye = (t: number): [number, number, number] => [
    side * (0.5 + 0.35 * Math.sin(2 * Math.PI * t)),
    6 + 4 * Math.sin(6 * Math.PI * t),
    side * (0.5 + 0.35 * Math.sin(4 * Math.PI * t + 0.6)),
  ]
  return Array.from({ length: count }, (_, i) => {
    const t = i / count
    const [x, y, z] = eye(t)
    const [aheadX, , aheadZ] = eye(t + 1e-4)
    const yaw = Math.atan2(aheadX - x, aheadZ - z) + 0.5 * Math.sin(10 * Math.PI * t)
    const pitch = -0.08 + 0.1 * Math.sin(6 * Math.PI * t + 1)
    const camera = new PerspectiveCamera(60, 16 / 9, 0.1, far)
    camera.position.set(x, y, z)
    camera.lookAt(
      x + Math.sin(yaw) * Math.cos(pitch),
      y + Math.sin(pitch),
      z + Math.cos(yaw) * Math.cos(pitch),
    )
    camera.updateProjectionMatrix()
    camera.updateMatrixWorld(true)
    const matrix = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse).elements
    const planes = planesOf(matrix)
    return {
      matrix: [...matrix],
      planes,
      planes64: Float64Array.from(planes),
      camera: { position: camera.position.toArray(), rotation: camera.quaternion.toArray() },
    }
  })
}

/** Gribb and Hartmann: rows of the matrix added to and taken from the last one. Order: left right far near top bottom. */
function planesOf(m: ArrayLike<number>): Float32Array {
  const planes = new Float32Array(24)
  const rows: [number, number][] = [
    [0, 1],
    [0, -1],
    [2, -1],
    [2, 1],
    [1, -1],
    [1, 1],
  ]
  rows.forEach(([row, sign], k) => {
    const [a, b, c, d] = [0, 4, 8, 12].map((column) => m[column + 3]! + sign * m[column + row]!)
    const scale = 1 / Math.hypot(a!, b!, c!)
    planes.set([a! * scale, b! * scale, c! * scale, d! * scale], k * 4)
  })
  return planes
}
