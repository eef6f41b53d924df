import { type Heightfield, heightfieldFromMetres } from '@sightline/terrain/heightfield'
import { createFeeler, FEEL, type Feeler } from '../feeler.js'
import { pointToRect, type Rect } from '../plan/geometry.js'
import { smoothstep } from '../random.js'
import type { Land } from './land.js'
import { SIDE, STEP, sampleWorld, WORLD_HALF } from './world-grid.js'

/** Heights of the land at the corners of the ground's triangles, metres. */
export function sampleLand(land: Land): Float32Array {
  return sampleWorld({ side: SIDE, first: -WORLD_HALF, step: STEP }, 1, (x, z, out) => {
    out[0] = land.heightAt(x, z)
  })
}

/** The bare ground: what drawing, walking and rays agree on. */
export function createGroundField(heights: Float32Array): Heightfield {
  const place = { spacingX: STEP, originX: -WORLD_HALF, originZ: -WORLD_HALF }
  return heightfieldFromMetres(heights, SIDE, SIDE, place)
}

/** Metres over which levelled ground goes over into the slope round it. */
const BLEND = 30

/** Makes the ground under a footprint level. Corners that `taken` has already stay as they are. */
export function levelUnder(heights: Float32Array, rect: Rect, height: number, taken: Set<number>): void {
  const reach = STEP * Math.SQRT2
  const half = Math.hypot(rect.halfX, rect.halfZ) + reach + BLEND
  const first = (v: number) => Math.max(0, Math.ceil((v - half + WORLD_HALF) / STEP))
  const metres = (index: number): number => index * STEP - WORLD_HALF
  const last = (v: number) => Math.min(SIDE - 1, Math.floor((v + half + WORLD_HALF) / STEP))
  for (let j = first(rect.z); j <= last(rect.z); j++) {
    for (let i = first(rect.x); i <= last(rect.x); i++) {
      const corner = j * SIDE + i
      if (taken.has(corner)) continue
      const away = pointToRect(metres(i), metres(j), rect)
      if (away <= reach) taken.add(corner)
      const own = smoothstep(reach, reach + BLEND, away)
      heights[corner] = height + (heights[corner]! - height) * own
    }
  }
}

/**
 * Height of the bare ground's triangles under a feeler, as `sampleHeight` has it: written to the feeler, so that thousands of
 * walkers make no garbage.
 */
export function feelGrid({ samples, heightScale, heightOffset }: Heightfield, at: Feeler): void {
  const u = Math.min(SIDE - 1, Math.max(0, (at[FEEL.x]! + WORLD_HALF) / STEP))
  const v = Math.min(SIDE - 1, Math.max(0, (at[FEEL.z]! + WORLD_HALF) / STEP))
  const i = Math.min(SIDE - 2, Math.floor(u))
  const j = Math.min(SIDE - 2, Math.floor(v))
  const fx = u - i
  const fz = v - j
  const corner = j * SIDE + i
  const a = samples[corner]!
  const d = samples[corner + SIDE + 1]!
  const side = samples[fx >= fz ? corner + 1 : corner + SIDE]!
  const sample = fx >= fz ? a + (side - a) * fx + (d - side) * fz : a + (side - a) * fz + (d - side) * fx
  at[FEEL.ground] = heightOffset + heightScale * sample
}

const own = createFeeler()

/** Height of the bare ground's triangles. */
export function gridHeight(field: Heightfield, x: number, z: number): number {
  own[FEEL.x] = x
  own[FEEL.z] = z
  feelGrid(field, own)
  return own[FEEL.ground]!
}
