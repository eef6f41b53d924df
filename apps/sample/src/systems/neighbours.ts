import type { Point } from '../town/index.js'
import type { Walkers } from './walkers.js'

/**
 * Who stands near whom: bodies in square cells, found by hashing a cell's place. Bodies are the walkers in their order,
 * then those who stay, then the player.
 */
export type Neighbours = {
  readonly count: number
  /** First body of each bucket and the next one of each body, -1: none. */
  readonly heads: Int32Array
  readonly next: Int32Array
  readonly x: Float32Array
  readonly z: Float32Array
}

const BUCKETS = 16_384
const CELL = 1.6
/** Metres between the middles of two people who do not touch. */
const SPACE = 0.62
/** How far ahead one looks, and how wide. */
const AHEAD = 1.5
const WIDTH = 0.5
const ASIDE = 0.75
/** Metres a second for each metre that two people are too near. */
const PUSH = 5
const MAX_PUSH = 1.5

/** `x` and `z` are the places of those who stay. */
export function createNeighbours(walkers: number, x: readonly number[], z: readonly number[]): Neighbours {
  const count = walkers + x.length + 1
  const neighbours: Neighbours = {
    count,
    heads: new Int32Array(BUCKETS),
    next: new Int32Array(count),
    x: new Float32Array(count),
    z: new Float32Array(count),
  }
  neighbours.x.set(x, walkers)
  neighbours.z.set(z, walkers)
  return neighbours
}

function bucket(cellX: number, cellZ: number): number {
  return (Math.imul(cellX, 73_856_093) ^ Math.imul(cellZ, 19_349_663)) & (BUCKETS - 1)
}

/** Files everyone anew where they are now. */
export function fileBodies(n: Neighbours, w: Walkers, player: Readonly<Point>): void {
  n.x.set(w.x)
  n.z.set(w.z)
  n.x[n.count - 1] = player.x
  n.z[n.count - 1] = player.z
  n.heads.fill(-1)
  for (let i = 0; i < n.count; i++) {
    const at = bucket(Math.floor(n.x[i]! / CELL), Math.floor(n.z[i]! / CELL))
    n.next[i] = n.heads[at]!
    n.heads[at] = i
  }
}

/**
 * How walker `i`, on its way, makes room for others: writes its `slow`, `aside` and `push`. No number is passed on or
 * handed back, as the engine would put each into an object of its own.
 */
export function giveWay(n: Neighbours, w: Walkers, i: number): void {
  const x = w.x[i]!
  const z = w.z[i]!
  const dirX = w.dirX[i]!
  const dirZ = w.dirZ[i]!
  const cellX = Math.floor(x / CELL)
  const cellZ = Math.floor(z / CELL)
  let slow = 1
  let aside = 0
  let pushX = 0
  let pushZ = 0
  for (let cell = 0; cell < 9; cell++) {
    const at = bucket(cellX - 1 + (cell % 3), cellZ - 1 + ((cell / 3) | 0))
    for (let other = n.heads[at]!; other !== -1; other = n.next[other]!) {
      const dx = n.x[other]! - x
      const dz = n.z[other]! - z
      const square = dx * dx + dz * dz
      if (other === i || square > AHEAD * AHEAD) continue
      const distance = Math.sqrt(square)
      if (distance < SPACE && distance > 1e-3) {
        // Two who walk make half of the room each.
        const push = ((SPACE - distance) / distance) * PUSH * (other < w.count ? 1 : 2)
        pushX -= dx * push
        pushZ -= dz * push
      }
      const ahead = dx * dirX + dz * dirZ
      const right = dz * dirX - dx * dirZ
      if (ahead <= 0 || Math.abs(right) > WIDTH) continue
      slow = Math.min(slow, Math.max(0.15, (ahead - SPACE) / (AHEAD - SPACE)))
      // Past it on the side where it is not; of two who meet head on both go to their right.
      aside = right > 0.02 ? -ASIDE : ASIDE
    }
  }
  const push = Math.sqrt(pushX * pushX + pushZ * pushZ)
  const less = push > MAX_PUSH ? MAX_PUSH / push : 1
  w.slow[i] = slow
  w.aside[i] = aside
  w.pushX[i] = pushX * less
  w.pushZ[i] = pushZ * less
}
