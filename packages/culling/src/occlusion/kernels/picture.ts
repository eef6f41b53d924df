/**
 * What the twins work on: a buffer's state, read from the arena once a call, and float32 arithmetic that gives the very bits of the
 * WebAssembly kernels: every operation is rounded on its own, minima and maxima keep their first argument where neither is smaller.
 */

import type { Arena } from '@sightline/core/memory'
import { type OcclusionMemory, occlusionMemory } from '../memory.js'
import * as layout from './layout.js'

const { fround } = Math

export const U: number = 2 ** -24

/** Indices are those of 4-byte words. */
export type Picture = OcclusionMemory & {
  state: number
  /** Word index of the state. */
  s: number
  /** Word index of the constants. */
  constants: number
  width: number
  height: number
  tilesX: number
  tilesY: number
  stride: number
  tiles: number
  tileDepth: number
  empty: number
  layerDepth: number
  layerMask: number
  /** Byte offset of the work area of walks over an octree. */
  walk: number
  orthographic: boolean
  wholeBox: boolean
  halfWidth: number
  halfHeight: number
  near: number
  clearance: number
  erosion: number
  edgeMargin: number
  planeMargin: number
  depthBase: number
  extraReach: number
  cornerPixels: number
  frontLimit: number
}

/** A picture of no buffer yet. */
export function createPicture(arena: Arena): Picture {
  const { f32, f64, i32, u32, u8 } = occlusionMemory(arena)
  return {
    f32,
    f64,
    i32,
    u32,
    u8,
    state: 0,
    s: 0,
    constants: 0,
    width: 0,
    height: 0,
    tilesX: 0,
    tilesY: 0,
    stride: 0,
    tiles: 0,
    tileDepth: 0,
    empty: 0,
    layerDepth: 0,
    layerMask: 0,
    walk: 0,
    orthographic: false,
    wholeBox: false,
    halfWidth: 0,
    halfHeight: 0,
    near: 0,
    clearance: 0,
    erosion: 0,
    edgeMargin: 0,
    planeMargin: 0,
    depthBase: 0,
    extraReach: 0,
    cornerPixels: 0,
    frontLimit: 0,
  }
}

/** Reads the state at a byte offset. */
export function bind(p: Picture, state: number): Picture {
  const { f32, u32 } = p
  const s = state >>> 2
  p.state = state
  p.s = s
  p.constants = s + (layout.CONSTANTS >>> 2)
  p.width = u32[s + (layout.WIDTH >>> 2)]!
  p.height = u32[s + (layout.HEIGHT >>> 2)]!
  p.tilesX = u32[s + (layout.TILES_X >>> 2)]!
  p.tilesY = u32[s + (layout.TILES_Y >>> 2)]!
  p.stride = u32[s + (layout.STRIDE >>> 2)]!
  p.tiles = u32[s + (layout.TILES >>> 2)]!
  p.tileDepth = u32[s + (layout.AT_TILE_DEPTH >>> 2)]! >>> 2
  p.empty = u32[s + (layout.AT_EMPTY >>> 2)]! >>> 2
  p.layerDepth = u32[s + (layout.AT_LAYER_DEPTH >>> 2)]! >>> 2
  p.layerMask = u32[s + (layout.AT_LAYER_MASK >>> 2)]! >>> 2
  p.walk = u32[s + (layout.AT_WALK >>> 2)]!
  p.orthographic = u32[s + (layout.ORTHOGRAPHIC >>> 2)] !== 0
  p.wholeBox = u32[s + (layout.WHOLE_BOX >>> 2)] !== 0
  p.halfWidth = f32[s + (layout.HALF_WIDTH >>> 2)]!
  p.halfHeight = f32[s + (layout.HALF_HEIGHT >>> 2)]!
  p.near = f32[s + (layout.NEAR >>> 2)]!
  p.clearance = f32[s + (layout.CLEARANCE >>> 2)]!
  p.erosion = f32[s + (layout.EROSION >>> 2)]!
  p.edgeMargin = f32[s + (layout.EDGE_MARGIN >>> 2)]!
  p.planeMargin = f32[s + (layout.PLANE_MARGIN >>> 2)]!
  p.depthBase = f32[s + (layout.DEPTH_BASE >>> 2)]!
  p.extraReach = f32[s + (layout.EXTRA_REACH >>> 2)]!
  p.cornerPixels = f32[s + (layout.CORNER_PIXELS >>> 2)]!
  p.frontLimit = f32[s + (layout.FRONT_LIMIT >>> 2)]!
  return p
}

/** Constant `k` of the view (`K_…` in the layout). */
export function constant(p: Picture, k: number): number {
  return p.f32[p.constants + 4 * k]!
}

/** Dot product with the row or column that begins at constant `k`. */
export function along(p: Picture, k: number, x: number, y: number, z: number): number {
  const { f32, constants } = p
  const at = constants + 4 * k
  return fround(fround(x * f32[at]!) + fround(fround(y * f32[at + 4]!) + fround(z * f32[at + 8]!)))
}

/** a·b of three components. */
export function dot3(ax: number, ay: number, az: number, bx: number, by: number, bz: number): number {
  return fround(fround(ax * bx) + fround(fround(ay * by) + fround(az * bz)))
}

/** `b` where it is smaller, else `a` (also where one is NaN). */
export function lesser(a: number, b: number): number {
  // biome-ignore lint/complexity/useMathMinMax: NaN and zeros must come out as the WebAssembly kernels have them.
  return b < a ? b : a
}

/** `b` where it is larger, else `a` (also where one is NaN). */
export function larger(a: number, b: number): number {
  // biome-ignore lint/complexity/useMathMinMax: NaN and zeros must come out as the WebAssembly kernels have them.
  return a < b ? b : a
}
