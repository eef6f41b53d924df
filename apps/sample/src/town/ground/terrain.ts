import { type WallLine, wallRadiusTowards } from '../plan/wall-line.js'
import { noise, smoothstep, subSeed } from '../random.js'
import type { Point } from '../types.js'

/** height of the market over the foot of the wall */
const RISE = 17
export const WATER_LEVEL = -3.6
export const RIVER_BED = -6.2

/** Shape of the land as a smooth function; the ground's triangles take their corners from it. */
export type Terrain = {
  readonly seed: number
  heightAt(x: number, z: number): number
  riverZ(x: number): number
  riverHalf(x: number): number
}

/** A low hill with the market on top, flat under the wall, fields, a river in the south, hills all round. */
export function createTerrain(seed: number, wall: WallLine, center: Point): Terrain {
  const land = subSeed(seed, 'land')
  const bend = (land % 628) / 100
  const riverZ = (x: number) => 468 + 22 * Math.sin(x / 150 + bend) + 0.00007 * x * x
  const riverHalf = (x: number) => 9 + 14 * smoothstep(480, 800, Math.abs(x))

  function heightAt(x: number, z: number): number {
    const r = Math.hypot(x, z)
    const q = r / wallRadiusTowards(wall, x, z)
    if (q < 1.06) return insideTown(x, z, q)
    const field = smoothstep(1.06, 1.35, q)
    let h = noise(land + 1, x / 130, z / 130) * 2.6 * field
    h += noise(land + 2, x / 340, z / 340) * 7 * smoothstep(1.4, 2.2, q)
    const hill = smoothstep(560, 1260, r) * (1 - 0.45 * smoothstep(1350, 1700, r))
    h += hill * (98 + 52 * noise(land + 3, x / 420, z / 420) + 16 * noise(land + 4, x / 130, z / 130))
    return Math.min(h, riverProfile(x, z))
  }

  function insideTown(x: number, z: number, q: number): number {
    const fromMarket = Math.hypot(x - center.x, z - center.z) / 360
    const rise = RISE * (1 - smoothstep(0.17, 0.9, fromMarket * 0.5 + q * 0.5))
    const rough = smoothstep(0.2, 0.42, q) * (1 - smoothstep(0.72, 0.93, q))
    return rise + noise(land, x / 75, z / 75) * 1.5 * rough
  }

  /** No ground along the river is higher than this. */
  function riverProfile(x: number, z: number): number {
    const d = Math.abs(z - riverZ(x))
    const half = riverHalf(x)
    const bank = (-0.9 - RIVER_BED) * smoothstep(half - 4, half + 8, d)
    return RIVER_BED + bank + 0.09 * Math.max(0, d - half - 8) + 0.25 * Math.max(0, d - half - 60)
  }

  return { seed: land, heightAt, riverZ, riverHalf }
}
