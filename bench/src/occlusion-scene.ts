// What the occlusion benchmark draws and asks: houses in streets, things between them, poses of a walk.
import { createRandom } from './scene.js'

export type OcclusionPose = {
  /** Projection times view, column-major. */
  readonly matrix: Float32Array
  /** Houses to draw, nearest first. */
  readonly houses: Uint32Array
}

export type OcclusionScene = {
  readonly name: string
  /** Matrices of unit cubes, column-major; they reach below the ground. */
  readonly houses: readonly Float32Array[]
  /** 6 floats a box. */
  readonly boxes: Float32Array
  readonly poses: readonly OcclusionPose[]
}

const HOUSES = 400
const THINGS = 10_000
const POSES = 120
const DRAWN = 75

/** Blocks of houses along streets, things in the streets, and eyes among them. */
export function createOcclusionScene(seed: number): OcclusionScene {
  const random = createRandom(seed)
  const houses = Array.from({ length: HOUSES }, (_, i) => {
    const x = (i % 20) * 17 + Math.floor((i % 20) / 4) * 9
    const z = Math.floor(i / 20) * 15 + Math.floor(i / 40) * 8
    const height = 7 + 9 * random()
    const [w, d] = [13 - 2 * random(), 14 - 2 * random()]
    return Float32Array.of(w, 0, 0, 0, 0, height, 0, 0, 0, 0, d, 0, x, height / 2 - 1, z, 1)
  })
  const isInside = (x: number, z: number) =>
    houses.some((m) => Math.abs(x - m[12]!) < m[0]! / 2 + 0.6 && Math.abs(z - m[14]!) < m[10]! / 2 + 0.6)
  const freePlace = (): [number, number] => {
    for (;;) {
      const place: [number, number] = [380 * random(), 380 * random()]
      if (!isInside(...place)) return place
    }
  }
  const boxes = new Float32Array(6 * THINGS)
  for (let i = 0; i < THINGS; i++) {
    const s = 0.2 + random()
    const [x, z] = freePlace()
    boxes.set([x - s / 2, 0, z - s / 2, x + s / 2, 2 * s, z + s / 2], 6 * i)
  }
  const poses = Array.from({ length: POSES }, (): OcclusionPose => {
    const [x, z] = freePlace()
    const [y, yaw] = [1.7 + random(), 6.3 * random()]
    const order = houses
      .map((m, i) => [Math.hypot(m[12]! - x, m[14]! - z), i] as const)
      .sort((p, q) => p[0] - q[0])
    return {
      matrix: levelView(x, y, z, yaw),
      houses: Uint32Array.from(order.slice(0, DRAWN), ([, i]) => i),
    }
  })
  return { name: 'a seeded town', houses, boxes, poses }
}

/** 60 degrees high, 16:9, near 0.1, endless. */
function levelView(x: number, y: number, z: number, yaw: number): Float32Array {
  const [c, s, t] = [Math.cos(yaw), Math.sin(yaw), 1 / Math.tan(Math.PI / 6)]
  const row = (a: number, b: number, d: number) => [a, b, d, -(a * x + b * y + d * z)]
  const rows = [row((9 * c * t) / 16, 0, (-9 * s * t) / 16), row(0, t, 0), row(-s, 0, -c), row(-s, 0, -c)]
  rows[2]![3]! -= 0.2
  return Float32Array.from({ length: 16 }, (_, i) => rows[i & 3]![i >> 2]!)
}
