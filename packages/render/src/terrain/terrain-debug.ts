/** What is drawn over the ground, to see what the quadtree does. */
import type { PatchList } from '@sightline/terrain/quadtree'
import { packTint } from '../color.js'
import { addBox, type LineBuffer } from '../line-buffer.js'

export type TerrainDebug = {
  /** The triangles' edges. */
  readonly wireframe: boolean
  /** Patches in the colour of their level. */
  readonly levels: boolean
  /** The box of each patch, in the colour of its level. */
  readonly boxes: boolean
}

/** Nothing is drawn over. */
export const TERRAIN_DEBUG_DEFAULTS: TerrainDebug = { wireframe: false, levels: false, boxes: false }

/** Turns from one level's hue to the next: levels side by side differ most. */
export const HUE_STEP = 0.381966

const TINTS = Array.from({ length: 16 }, (_, k) => packTint(levelColor(k), 0.8))

/** sRGB of quads of 2^k finest quads: fully saturated. The picture's shader computes the same. */
function levelColor(k: number): readonly [number, number, number] {
  const channel = (turn: number): number => {
    const x = k * HUE_STEP + turn
    return Math.min(Math.max(Math.abs((x - Math.floor(x)) * 6 - 3) - 1, 0.05), 1)
  }
  return [channel(0), channel(2 / 3), channel(1 / 3)]
}

/** Adds the boxes of a list's patches. */
export function addPatchBoxes(lines: LineBuffer, { boxes, instances, count }: PatchList): void {
  for (let k = 0; k < count; k++) {
    const b = 6 * k
    const color = TINTS[Math.log2(instances[4 * k + 2]!)]!
    addBox(lines, boxes[b]!, boxes[b + 1]!, boxes[b + 2]!, boxes[b + 3]!, boxes[b + 4]!, boxes[b + 5]!, color)
  }
}
