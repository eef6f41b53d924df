// The buffer that the current call works on. Every exported function binds it first, so one instance serves
// many buffers.
import {
  AT_EMPTY, AT_IDS, AT_LAYER_DEPTH, AT_LAYER_MASK, AT_OCCLUDER_RECTS, AT_PENDING, AT_RECTS, AT_RESULTS, AT_SLOW, AT_TILE_DEPTH, AT_WALK,
  CLEARANCE, CONSTANTS, CORNER_PIXELS, DEPTH_BASE, EDGE_MARGIN, EROSION, EXTRA_REACH, FRONT_LIMIT, HALF_HEIGHT, HALF_WIDTH, HEIGHT, NEAR,
  ORTHOGRAPHIC, PLANE_MARGIN, STRIDE, TILES, TILES_X, TILES_Y, WHOLE_BOX, WIDTH,
} from './layout'

export const U: f32 = 5.9604645e-8 // 2^-24, the rounding unit of float32

export let state: usize = 0
export let width: i32 = 0
export let height: i32 = 0
export let tilesX: i32 = 0
export let tilesY: i32 = 0
export let stride: i32 = 0
export let tiles: i32 = 0
export let tileDepth: usize = 0
export let empty: usize = 0
export let layerDepth: usize = 0
export let layerMask: usize = 0
export let rects: usize = 0
export let pending: usize = 0
export let slow: usize = 0
export let idsChunk: usize = 0
export let results: usize = 0
export let occluderRects: usize = 0
export let walk: usize = 0
export let orthographic: i32 = 0
export let wholeBox: i32 = 0
export let halfWidth: f32 = 0
export let halfHeight: f32 = 0
export let near: f32 = 0
export let clearance: f32 = 0
export let erosion: f32 = 0
export let edgeMargin: f32 = 0
export let planeMargin: f32 = 0
export let depthBase: f32 = 0
export let extraReach: f32 = 0
export let cornerPixels: f32 = 0
export let frontLimit: f32 = 0

export function bind(s: usize): void {
  state = s
  width = load<i32>(s, WIDTH)
  height = load<i32>(s, HEIGHT)
  tilesX = load<i32>(s, TILES_X)
  tilesY = load<i32>(s, TILES_Y)
  stride = load<i32>(s, STRIDE)
  tiles = load<i32>(s, TILES)
  tileDepth = load<u32>(s, AT_TILE_DEPTH)
  empty = load<u32>(s, AT_EMPTY)
  layerDepth = load<u32>(s, AT_LAYER_DEPTH)
  layerMask = load<u32>(s, AT_LAYER_MASK)
  rects = load<u32>(s, AT_RECTS)
  pending = load<u32>(s, AT_PENDING)
  slow = load<u32>(s, AT_SLOW)
  idsChunk = load<u32>(s, AT_IDS)
  results = load<u32>(s, AT_RESULTS)
  occluderRects = load<u32>(s, AT_OCCLUDER_RECTS)
  walk = load<u32>(s, AT_WALK)
  orthographic = load<i32>(s, ORTHOGRAPHIC)
  wholeBox = load<i32>(s, WHOLE_BOX)
  halfWidth = load<f32>(s, HALF_WIDTH)
  halfHeight = load<f32>(s, HALF_HEIGHT)
  near = load<f32>(s, NEAR)
  clearance = load<f32>(s, CLEARANCE)
  erosion = load<f32>(s, EROSION)
  edgeMargin = load<f32>(s, EDGE_MARGIN)
  planeMargin = load<f32>(s, PLANE_MARGIN)
  depthBase = load<f32>(s, DEPTH_BASE)
  extraReach = load<f32>(s, EXTRA_REACH)
  cornerPixels = load<f32>(s, CORNER_PIXELS)
  frontLimit = load<f32>(s, FRONT_LIMIT)
}

// The ids of the chunk that is worked on, and where their results go; until the next `bind`.
export function useChunk(ids: usize, to: usize): void {
  idsChunk = ids
  results = to
}

// Constant k of the view, already in all four lanes: V8 builds them anew at every use otherwise.
// @ts-ignore: decorator
@inline
export function constant(k: usize): v128 {
  return v128.load(state + CONSTANTS + (k << 4))
}

// Numbers of the constants: rows m, n, f of the projection, ix, iy, o of its inverse, then one each.
export const M: usize = 0
export const N: usize = 3
export const F: usize = 6
export const IX: usize = 9
export const IY: usize = 12
export const ORIGIN: usize = 15
export const ABS_F: usize = 18
export const EYE_HIGH: usize = 21
export const EYE_LOW_TWICE: usize = 24
export const LEFT_OF: usize = 27
export const RIGHT_OF: usize = 28
export const BELOW: usize = 29
export const ABOVE: usize = 30
export const FIRST_PIXEL: usize = 31
export const LAST_X: usize = 32
export const LAST_Y: usize = 33
export const TO_INDEX: usize = 34
export const DEPTH_FACTOR: usize = 35
export const NEAR_TWICE: usize = 36
export const EXTENT_LIMIT: usize = 37
export const RATIO: usize = 38
export const ONE: usize = 39
export const ENDLESS: usize = 40
export const LOW_HALF: usize = 41
export const STRIDE_LANES: usize = 42
export const TILES_LANES: usize = 43
export const NO_SIGN: usize = 44
export const INT_1: usize = 45
export const INT_3: usize = 46
export const INT_8: usize = 47
export const ABS_M: usize = 48
export const ABS_N: usize = 51
export const PIXELS: usize = 54 // margin of a rectangle, pixels
export const RIGHT_BORDER: usize = 55
export const TOP_BORDER: usize = 56
export const LEFT_BORDER: usize = 57
