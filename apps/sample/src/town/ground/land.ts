import { type WallLine, wallRadiusTowards } from '../plan/wall-line.js'
import { noise, smoothstep, subSeed } from '../random.js'
import type { Point } from '../types.js'

/** height of the market over the foot of the wall */
const RISE = 17
export const WATER_LEVEL = -3.6
export const RIVER_BED = -6.2

/** Heights of the country round the town, metres over the foot of the wall; the town lies at (0, 0). */
export type Relief = (x: number, z: number) => number

/** Shape of the land as a smooth function; the ground's triangles take their corners from it. */
export type Land = {
  readonly seed: number
  heightAt(x: number, z: number): number
  riverZ(x: number): number
  riverHalf(x: number): number
  /** How much of the ground at (x, z), which lies at `height`, is forest, 0 to 1. */
  forestAt(x: number, z: number, height: number): number
}

/**
 * A low hill with the market on top, flat under the wall, fields, a river in the south, hills all round and mountains behind
 * them. `relief` is another country for the hills and mountains.
 */
export function createLand(seed: number, wall: WallLine, center: Point, relief?: Relief): Land {
  const own = subSeed(seed, 'land')
  const bend = (own % 628) / 100
  const riverZ = (x: number) => 468 + 22 * Math.sin(x / 150 + bend) + 0.00007 * x * x
  const riverHalf = (x: number) => 9 + 14 * smoothstep(480, 800, Math.abs(x))
  const country = relief ?? ((x: number, z: number) => hills(own, x, z) + mountains(own, x, z))

  function heightAt(x: number, z: number): number {
    const r = Math.hypot(x, z)
    const q = r / wallRadiusTowards(wall, x, z)
    if (q < 1.06) return insideTown(x, z, q)
    const field = smoothstep(1.06, 1.35, q)
    let h = noise(own + 1, x / 130, z / 130) * 2.6 * field
    h += noise(own + 2, x / 340, z / 340) * 7 * smoothstep(1.4, 2.2, q)
    if (r > 560) h += country(x, z) * (relief ? smoothstep(560, 1260, r) : 1)
    return Math.min(h, riverProfile(x, z))
  }

  function insideTown(x: number, z: number, q: number): number {
    const fromMarket = Math.hypot(x - center.x, z - center.z) / 360
    const rise = RISE * (1 - smoothstep(0.17, 0.9, fromMarket * 0.5 + q * 0.5))
    const rough = smoothstep(0.2, 0.42, q) * (1 - smoothstep(0.72, 0.93, q))
    return rise + noise(own, x / 75, z / 75) * 1.5 * rough
  }

  /** No ground along the river is higher than this. */
  function riverProfile(x: number, z: number): number {
    const d = Math.abs(z - riverZ(x))
    const half = riverHalf(x)
    const bank = (-0.9 - RIVER_BED) * smoothstep(half - 4, half + 8, d)
    return RIVER_BED + bank + 0.09 * Math.max(0, d - half - 8) + 0.25 * Math.max(0, d - half - 60)
  }

  function forestAt(x: number, z: number, height: number): number {
    const wide = 0.9 * noise(own + 21, x / 170, z / 170) + smoothstep(620, 880, Math.hypot(x, z)) - 0.3
    return (
      smoothstep(0.1, 0.45, wide) * (1 - smoothstep(230, 330, height + 60 * noise(own + 7, x / 90, z / 90)))
    )
  }

  return { seed: own, heightAt, riverZ, riverHalf, forestAt }
}

/** A ring of wooded hills that closes the view from the town. */
function hills(seed: number, x: number, z: number): number {
  const r = Math.hypot(x, z)
  const ring = smoothstep(560, 1260, r) * (1 - 0.45 * smoothstep(1350, 1700, r))
  return ring * (98 + 52 * noise(seed + 3, x / 420, z / 420) + 16 * noise(seed + 4, x / 130, z / 130))
}

/** Octaves of ridges, each half as high and twice as fine. */
const RIDGES = 4

/** Ridges that rise behind the hills (ridged noise: Musgrave, "Texturing and Modeling", 1998). */
function mountains(seed: number, x: number, z: number): number {
  const rise = smoothstep(1300, 3600, Math.hypot(x, z))
  if (rise === 0) return 0
  let sum = 0
  let weight = 1
  let share = 0.55
  for (let octave = 0, size = 1700; octave < RIDGES; octave++, size /= 2) {
    const ridge = (1 - Math.abs(noise(seed + 40 + octave, x / size, z / size))) ** 2 * weight
    sum += share * ridge
    // Fine ridges stand on high ones, so valleys are smooth.
    weight = Math.min(1, ridge * 1.6)
    share /= 2
  }
  return rise * 640 * sum
}
