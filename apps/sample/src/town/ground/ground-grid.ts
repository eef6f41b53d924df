import { createFeeler, FEEL, type Feeler } from '../feeler.js'
import { pointToRect, type Rect } from '../plan/geometry.js'
import { smoothstep } from '../random.js'
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
      inner[j * INNER_SIDE + i] = coarseHeight(grid, along, border)
      inner[i * INNER_SIDE + j] = coarseHeight(grid, border, along)
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

/** Metres over which levelled ground goes over into the slope round it. */
const BLEND = 30

/** Makes the ground under a footprint level. Corners that `taken` has already stay as they are. */
export function levelUnder({ inner }: GroundGrid, rect: Rect, height: number, taken: Set<number>): void {
  const reach = INNER_STEP * Math.SQRT2
  const half = Math.hypot(rect.halfX, rect.halfZ) + reach + BLEND
  const first = (v: number) => Math.max(0, Math.ceil((v - half + INNER_HALF) / INNER_STEP))
  const last = (v: number) => Math.min(INNER_SIDE - 1, Math.floor((v + half + INNER_HALF) / INNER_STEP))
  for (let j = first(rect.z); j <= last(rect.z); j++) {
    for (let i = first(rect.x); i <= last(rect.x); i++) {
      const corner = j * INNER_SIDE + i
      if (taken.has(corner)) continue
      const away = pointToRect(i * INNER_STEP - INNER_HALF, j * INNER_STEP - INNER_HALF, rect)
      if (away <= reach) taken.add(corner)
      const own = smoothstep(reach, reach + BLEND, away)
      inner[corner] = height + (inner[corner]! - height) * own
    }
  }
}

/** Cells are cut from their (-x, -z) to their (+x, +z) corner. */
function interpolate(heights: Float32Array, half: number, step: number, side: number, at: Feeler): void {
  const u = Math.min(side - 1, Math.max(0, (at[FEEL.x]! + half) / step))
  const v = Math.min(side - 1, Math.max(0, (at[FEEL.z]! + half) / step))
  const i = Math.min(side - 2, Math.floor(u))
  const j = Math.min(side - 2, Math.floor(v))
  const fx = u - i
  const fz = v - j
  const corner = j * side + i
  const a = heights[corner]!
  const d = heights[corner + side + 1]!
  at[FEEL.ground] =
    fx > fz
      ? a + (heights[corner + 1]! - a) * fx + (d - heights[corner + 1]!) * fz
      : a + (heights[corner + side]! - a) * fz + (d - heights[corner + side]!) * fx
}

export const isInner = (x: number, z: number): boolean =>
  x >= -INNER_HALF && x <= INNER_HALF && z >= -INNER_HALF && z <= INNER_HALF

/** Height of the bare ground's triangles under a feeler. */
export function feelGrid({ inner, outer }: GroundGrid, at: Feeler): void {
  if (isInner(at[FEEL.x]!, at[FEEL.z]!)) interpolate(inner, INNER_HALF, INNER_STEP, INNER_SIDE, at)
  else interpolate(outer, OUTER_HALF, OUTER_STEP, OUTER_SIDE, at)
}

const own = createFeeler()

/** Height of the bare ground's triangles. */
export function gridHeight(grid: GroundGrid, x: number, z: number): number {
  own[FEEL.x] = x
  own[FEEL.z] = z
  feelGrid(grid, own)
  return own[FEEL.ground]!
}

function coarseHeight({ outer }: GroundGrid, x: number, z: number): number {
  own[FEEL.x] = x
  own[FEEL.z] = z
  interpolate(outer, OUTER_HALF, OUTER_STEP, OUTER_SIDE, own)
  return own[FEEL.ground]!
}
