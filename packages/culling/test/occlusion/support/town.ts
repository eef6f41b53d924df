/** Seeded towns of turned boxes in blocks, and things that stand in their streets. */
import { between, pick, type Random } from './cameras.js'

export type Town = {
  /** Column-major matrices of unit cubes. */
  readonly houses: Float32Array[]
  /** World boxes of things and of the houses, 6 floats each. */
  readonly boxes: Float32Array
  readonly extent: number
}

/** Column-major matrix of a unit cube turned by yaw, pitch and roll. */
export function boxMatrix(
  centre: readonly [number, number, number],
  size: readonly [number, number, number],
  yaw: number,
  pitch = 0,
  roll = 0,
): Float32Array {
  const [cy, sy, cp, sp, cr, sr] = [
    Math.cos(yaw),
    Math.sin(yaw),
    Math.cos(pitch),
    Math.sin(pitch),
    Math.cos(roll),
    Math.sin(roll),
  ]
  const x = [cy * cr + sy * sp * sr, cp * sr, cy * sp * sr - sy * cr]
  const y = [sy * sp * cr - cy * sr, cp * cr, sy * sr + cy * sp * cr]
  const z = [sy * cp, -sp, cy * cp]
  const m = new Float32Array(16)
  for (let k = 0; k < 3; k++) {
    m[k] = x[k]! * size[0]
    m[4 + k] = y[k]! * size[1]
    m[8 + k] = z[k]! * size[2]
    m[12 + k] = centre[k]!
  }
  m[15] = 1
  return m
}

export function worldBox(m: Float32Array): number[] {
  const out: number[] = []
  for (const sign of [-1, 1]) {
    for (let k = 0; k < 3; k++) {
      out.push(m[12 + k]! + (sign * (Math.abs(m[k]!) + Math.abs(m[4 + k]!) + Math.abs(m[8 + k]!))) / 2)
    }
  }
  return out
}

/** `at`: where the middle of the town lies. */
export function randomTown(random: Random, at: readonly [number, number, number], things: number): Town {
  const blocks = 4
  const lot = between(random, 9, 16)
  const pitch = 4 * lot + between(random, 5, 14)
  const extent = (blocks * pitch) / 2
  const houses: Float32Array[] = []
  const boxes: number[] = []
  for (let i = 0; i < blocks * 4; i++) {
    for (let j = 0; j < blocks * 2; j++) {
      if (random() < 0.12) continue
      const height = 4 + 14 * random() ** 2 + (random() < 0.05 ? 15 : 0)
      const turned = random() < 0.2
      const touch = random() < 0.5
      const w = touch ? lot : between(random, 0.6, 0.95) * lot
      const d = turned ? w : lot * 1.4
      const x = at[0] - extent + Math.floor(i / 4) * pitch + (i % 4) * lot
      const z = at[2] - extent + Math.floor(j / 2) * (2.8 * lot + 8) + (j % 2) * lot * 1.4
      const m = boxMatrix(
        [x, at[1] + height / 2 - 0.5, z],
        [w, height + 1, d],
        turned ? between(random, -0.7, 0.7) : 0,
      )
      houses.push(m)
      boxes.push(...worldBox(m))
    }
  }
  for (let i = 0; i < things; i++) {
    const size = pick(random, [0.3, 0.6, 0.6, 1.2, 3])
    const x = at[0] + between(random, -extent, extent)
    const z = at[2] + between(random, -extent, extent)
    const y = at[1] + (random() < 0.8 ? 0 : between(random, 0, 25))
    const h = size * between(random, 0.3, 3)
    boxes.push(x - size / 2, y, z - size / 2, x + size / 2, y + h, z + size * between(random, 0, 0.6))
  }
  return { houses, boxes: Float32Array.from(boxes), extent }
}
