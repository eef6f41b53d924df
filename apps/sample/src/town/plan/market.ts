import { createRandom, subSeed } from '../random.js'
import type { Point } from '../types.js'
import { fromLocal, type Rect } from './geometry.js'

/** half sizes of the open square, to the fronts of the houses */
export const MARKET_HALF_X = 40
export const MARKET_HALF_Z = 30
/** width of the street that runs round the square, inside of it */
export const MARKET_STREET = 6

/** The square and what stands at it. `u` runs along its length (east), `v` across (south). */
export type Market = {
  readonly center: Point
  readonly yaw: number
  readonly rect: Rect
  readonly temple: Rect
  readonly hall: Rect
  readonly fountain: Point
  /** where the streets of the gates (north, east, south, west) reach the square */
  readonly entries: readonly Point[]
  /** north-east, south-east, south-west, north-west corners of the street round the square */
  readonly corners: readonly Point[]
}

export function createMarket(seed: number): Market {
  const random = createRandom(subSeed(seed, 'market'))
  const center = { x: random.range(-14, 14), z: random.range(-12, 12) }
  const yaw = random.range(-0.14, 0.14)
  const at = (u: number, v: number) => fromLocal(center, yaw, u, v)
  const rect = (u: number, v: number, halfX: number, halfZ: number, turn: number): Rect => ({
    ...at(u, v),
    halfX,
    halfZ,
    yaw: yaw + turn,
  })
  const x = MARKET_HALF_X - MARKET_STREET / 2
  const z = MARKET_HALF_Z - MARKET_STREET / 2
  return {
    center,
    yaw,
    rect: rect(0, 0, MARKET_HALF_X, MARKET_HALF_Z, 0),
    temple: rect(-6, -MARKET_HALF_Z - 24, 14, 23.5, 0),
    hall: rect(MARKET_HALF_X + 8.7, -7, 15.5, 8, -Math.PI / 2),
    fountain: at(4, 0),
    entries: [at(28, -z), at(x, 15), at(-13, z), at(-x, -12)],
    corners: [at(x, -z), at(x, z), at(-x, z), at(-x, -z)],
  }
}
