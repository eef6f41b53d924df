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

  // What `giveWay` found.
  /** Share of the speed that is left. */
  slow: number
  /** Metres a second to the right. */
  aside: number
  /** Metres a second away from those who are too near. */
  pushX: number
  pushZ: number
}

const BUCKETS = 4096
const CELL = 1.6
/** Metres between the middles of two people who do not touch. */
const SPACE = 0.62
/** How far ahead one looks, and how wide. */
const AHEAD = 1.5
const WIDTH = 0.5
const ASIDE = 0.75
/** Metres a second for each metre that two are too near. */
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
    slow: 0.5,
    aside: 0.5,
    pushX: 0.5,
    pushZ: 0.5,
  }
  neighbours.x.set(x, walkers)
  neighbours.z.set(z, walkers)
  return neighbours
}

function bucket(cellX: number, cellZ: number): number {
  return (Math.imul(cellX, 73_856_093) ^ Math.imul(cellZ, 19_349_663)) & (BUCKETS - 1)
}

/** Files everyone anew where they are now. */
export function fileBodies(n: Neighbours, w: Walkers, playerX: number, playerZ: number): void {
  n.x.set(w.x)
  n.z.set(w.z)
  n.x[n.count - 1] = playerX
  n.z[n.count - 1] = playerZ
  n.heads.fill(-1)
  for (let i = 0; i < n.count; i++) {
    const at = bucket(Math.floor(n.x[i]! / CELL), Math.floor(n.z[i]! / CELL))
    n.next[i] = n.heads[at]!
    n.heads[at] = i
  }
}

/** How walker `i`, on its way in a direction of length 1, makes room for others: see the last fields of Neighbours. */
export function giveWay(n: Neighbours, w: Walkers, i: number, dirX: number, dirZ: number): void {
  n.slow = 1
  n.aside = 0
  n.pushX = 0
  n.pushZ = 0
  const x = w.x[i]!
  const z = w.z[i]!
  const cellX = Math.floor(x / CELL)
  const cellZ = Math.floor(z / CELL)
  for (let cz = cellZ - 1; cz <= cellZ + 1; cz++) {
    for (let cx = cellX - 1; cx <= cellX + 1; cx++) {
      for (let other = n.heads[bucket(cx, cz)]!; other !== -1; other = n.next[other]!) {
        if (other !== i) meet(n, n.x[other]! - x, n.z[other]! - z, dirX, dirZ, other < w.count)
      }
    }
  }
  const push = Math.hypot(n.pushX, n.pushZ)
  if (push > MAX_PUSH) {
    n.pushX *= MAX_PUSH / push
    n.pushZ *= MAX_PUSH / push
  }
}

/** Another one at (dx, dz) from here. */
function meet(n: Neighbours, dx: number, dz: number, dirX: number, dirZ: number, walks: boolean): void {
  const distance = Math.hypot(dx, dz)
  if (distance > AHEAD) return
  if (distance < SPACE && distance > 1e-3) {
    // Two who walk make half of the room each.
    const push = ((SPACE - distance) / distance) * PUSH * (walks ? 1 : 2)
    n.pushX -= dx * push
    n.pushZ -= dz * push
  }
  const ahead = dx * dirX + dz * dirZ
  const right = dz * dirX - dx * dirZ
  if (ahead <= 0 || Math.abs(right) > WIDTH) return
  n.slow = Math.min(n.slow, Math.max(0.15, (ahead - SPACE) / (AHEAD - SPACE)))
  // Past it on the side where it is not; of two who meet head on both go to their right.
  n.aside = right > 0.02 ? -ASIDE : ASIDE
}
