/** Seeded random numbers: the same seed gives the same town on every machine. */
export type Random = {
  /** [0, 1) */
  next(): number
  /** [low, high) */
  range(low: number, high: number): number
  /** whole number in [low, high] */
  whole(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
}

/** Mulberry32 (public domain, T. Ettinger). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    range: (low, high) => low + (high - low) * next(),
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)]!,
  }
}

/** A seed of its own for each part of the town, so that a change in one part leaves the others as they are. */
export function subSeed(seed: number, part: string): number {
  let hash = (seed ^ 0x9e3779b9) >>> 0
  for (let i = 0; i < part.length; i++) hash = Math.imul(hash ^ part.charCodeAt(i), 0x01000193) >>> 0
  return hash
}

function lattice(seed: number, x: number, z: number): number {
  let h = Math.imul(x, 0x27d4eb2d) ^ Math.imul(z, 0x165667b1) ^ seed
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}

/** Smooth value noise in -1..1 with features of about one unit. */
export function noise(seed: number, x: number, z: number): number {
  const ix = Math.floor(x)
  const iz = Math.floor(z)
  const fx = x - ix
  const fz = z - iz
  const u = fx * fx * (3 - 2 * fx)
  const v = fz * fz * (3 - 2 * fz)
  const a = lattice(seed, ix, iz)
  const b = lattice(seed, ix + 1, iz)
  const c = lattice(seed, ix, iz + 1)
  const d = lattice(seed, ix + 1, iz + 1)
  return (a + (b - a) * u + (c - a) * v + (a - b - c + d) * u * v) * 2 - 1
}

export function smoothstep(low: number, high: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - low) / (high - low)))
  return t * t * (3 - 2 * t)
}
