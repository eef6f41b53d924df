import type { Heightfield } from '@sightline/terrain/heightfield'
import { createFeeler, FEEL } from '../feeler.js'
import type { TownPlan } from '../plan/town-plan.js'
import { wallRadiusTowards } from '../plan/wall-line.js'
import { noise, smoothstep } from '../random.js'
import { gridHeight } from './ground-grid.js'
import type { Land } from './land.js'
import { type Patches, patchAt } from './patches.js'
import { sampleWorld, WORLD_HALF } from './world-grid.js'

/** What covers the bare ground, bytes of shares for each square of the world: see `COVER`. */
export type GroundCover = { readonly width: number; readonly height: number; readonly pixels: Uint8Array }

/** Bytes of a square of the cover. */
export const COVER = { street: 0, forest: 1, meadow: 2 } as const

/** Metres along a side of a square. */
const SQUARE = 10

/** Streets of the town and banks of the river, forest, and meadows of a darker green; what is left is grass. */
export function paintCover(plan: TownPlan, land: Land, field: Heightfield, patches: Patches): GroundCover {
  const at = createFeeler()
  const street = (x: number, z: number): number => {
    const q = Math.hypot(x, z) / wallRadiusTowards(plan.wall, x, z)
    const river = Math.abs(z - land.riverZ(x)) - land.riverHalf(x)
    const bare = Math.max(1 - smoothstep(0.985, 1.03, q), 0.9 * (1 - smoothstep(1, 9, river)))
    if (q > 1) return bare
    at[FEEL.x] = x
    at[FEEL.z] = z
    return bare * (1 - (patchAt(patches, at)?.green?.(x, z) ?? 0))
  }
  const side = (WORLD_HALF * 2) / SQUARE
  const shares = sampleWorld({ side, first: SQUARE / 2 - WORLD_HALF, step: SQUARE }, 3, (x, z, out) => {
    const hills = smoothstep(620, 900, Math.hypot(x, z))
    out[COVER.street] = street(x, z)
    out[COVER.forest] = land.forestAt(x, z, gridHeight(field, x, z))
    out[COVER.meadow] = 0.35 + 0.3 * noise(land.seed + 9, x / 26, z / 26) + 0.3 * hills
  })
  const pixels = new Uint8ClampedArray(side * side * 4)
  for (let i = 0; i < side * side; i++) {
    for (let k = 0; k < 3; k++) pixels[i * 4 + k] = 255 * shares[i * 3 + k]!
    pixels[i * 4 + 3] = 255
  }
  return { width: side, height: side, pixels: new Uint8Array(pixels.buffer) }
}
