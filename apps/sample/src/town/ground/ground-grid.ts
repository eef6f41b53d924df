import type { Terrain } from './terrain.js'

/** The fine grid covers -INNER_HALF .. INNER_HALF, the coarse one the rest to OUTER_HALF; metres. */
export const INNER_HALF = 512
export const INNER_STEP = 8
export const OUTER_HALF = 1536
export const OUTER_STEP = 32

/** Heights at the corners of the ground's triangles. */
export type GroundGrid = { readonly inner: Float32Array; readonly outer: Float32Array }

const INNER_SIDE = (INNER_HALF * 2) / INNER_STEP + 1
const OUTER_SIDE = (OUTER_HALF * 2) / OUTER_STEP + 1

export function createGroundGrid(terrain: Terrain): GroundGrid {
  const inner = sample(terrain, INNER_HALF, INNER_STEP, INNER_SIDE)
  const outer = sample(terrain, OUTER_HALF, OUTER_STEP, OUTER_SIDE)
  const grid = { inner, outer }
  // The fine grid's border takes the coarse triangles' edges: no cracks.
  for (let i = 0; i < INNER_SIDE; i++) {
    for (const j of [0, INNER_SIDE - 1]) {
      const along = i * INNER_STEP - INNER_HALF
      const border = j * INNER_STEP - INNER_HALF
      inner[j * INNER_SIDE + i] = interpolate(outer, OUTER_HALF, OUTER_STEP, OUTER_SIDE, along, border)
      inner[i * INNER_SIDE + j] = interpolate(outer, OUTER_HALF, OUTER_STEP, OUTER_SIDE, border, along)
    }
  }
  return grid
}

function sample(terrain: Terrain, half: number, step: number, side: number): Float32Array {
  const heights = new Float32Array(side * side)
  for (let j = 0; j < side; j++) {
    for (let i = 0; i < side; i++) heights[j * side + i] = terrain.heightAt(i * step - half, j * step - half)
  }
  return heights
}

/** Cells are cut from their (-x, -z) to their (+x, +z) corner. */
function interpolate(
  heights: Float32Array,
  half: number,
  step: number,
  side: number,
  x: number,
  z: number,
): number {
  const u = Math.min(side - 1, Math.max(0, (x + half) / step))
  const v = Math.min(side - 1, Math.max(0, (z + half) / step))
  const i = Math.min(side - 2, Math.floor(u))
  const j = Math.min(side - 2, Math.floor(v))
  const fx = u - i
  const fz = v - j
  const at = j * side + i
  const a = heights[at]!
  const d = heights[at + side + 1]!
  return fx > fz
    ? a + (heights[at + 1]! - a) * fx + (d - heights[at + 1]!) * fz
    : a + (heights[at + side]! - a) * fz + (d - heights[at + side]!) * fx
}

export const isInner = (x: number, z: number): boolean =>
  x >= -INNER_HALF && x <= INNER_HALF && z >= -INNER_HALF && z <= INNER_HALF

/** Height of the bare ground's triangles. */
export function gridHeight({ inner, outer }: GroundGrid, x: number, z: number): number {
  return isInner(x, z)
    ? interpolate(inner, INNER_HALF, INNER_STEP, INNER_SIDE, x, z)
    : interpolate(outer, OUTER_HALF, OUTER_STEP, OUTER_SIDE, x, z)
}
