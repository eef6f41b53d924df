/** The twin of `assembly/occlusion/staircase.ts`, with the decision of when a step is added at all. */
import { LAYERS, MASK_BYTES } from './layout.js'
import type { Picture } from './picture.js'

const { fround } = Math
const MASK_WORDS = MASK_BYTES >>> 2

const depths = new Float32Array(LAYERS + 2)
const lows = new Int32Array(LAYERS + 2)
const highs = new Int32Array(LAYERS + 2)

/** Adds pixels (64 bits in two words) at a depth to a tile; returns 1 if any pixel got nearer. */
export function addStep(p: Picture, tile: number, depth: number, low: number, high: number): number {
  const { f32, i32 } = p
  const steps = p.layerDepth + LAYERS * tile
  const masks = p.layerMask + MASK_WORDS * tile
  const whole = f32[p.tileDepth + tile]!
  let place = 0
  let live = 0
  for (let k = 0; k < LAYERS; k++) {
    if (f32[steps + k]! >= depth) place++
    if (f32[steps + k]! > whole) live++
  }
  const nearLow = i32[masks + 2 * place]!
  const nearHigh = i32[masks + 2 * place + 1]!
  const coverLow = nearLow | low
  const coverHigh = nearHigh | high
  if ((coverLow === nearLow && coverHigh === nearHigh) || !(depth > whole)) return 0
  if ((coverLow & coverHigh) === -1) {
    f32[p.tileDepth + tile] = depth
  } else if (place === live && place < LAYERS) {
    f32[steps + place] = depth
    i32[masks + 2 * place + 2] = coverLow
    i32[masks + 2 * place + 3] = coverHigh
  } else insertStep(p, tile, place, live, depth, coverLow, coverHigh, low, high)
  return 1
}

function insertStep(
  p: Picture,
  tile: number,
  place: number,
  live: number,
  depth: number,
  coverLow: number,
  coverHigh: number,
  low: number,
  high: number,
): void {
  const { f32, i32 } = p
  const steps = p.layerDepth + LAYERS * tile
  const masks = p.layerMask + MASK_WORDS * tile + 2
  let whole = f32[p.tileDepth + tile]!
  // Stage 1: nearer steps stay, then the new one, then the farther ones with its pixels added; those that add nothing go.
  for (let k = 0; k < place; k++) keep(k, f32[steps + k]!, i32[masks + 2 * k]!, i32[masks + 2 * k + 1]!)
  keep(place, depth, coverLow, coverHigh)
  let n = place + 1
  for (let i = place; i < live; i++) {
    const nextLow = i32[masks + 2 * i]! | low
    const nextHigh = i32[masks + 2 * i + 1]! | high
    if (nextLow === lows[n - 1] && nextHigh === highs[n - 1]) continue
    if ((nextLow & nextHigh) === -1) {
      whole = f32[steps + i]!
      f32[p.tileDepth + tile] = whole
      break
    }
    keep(n, f32[steps + i]!, nextLow, nextHigh)
    n++
  }
  // Stage 2: if there are too many, the one whose loss costs least goes.
  if (n > LAYERS) {
    depths[n] = whole
    const worst = cheapest(n)
    for (let i = worst; i + 1 < n; i++) keep(i, depths[i + 1]!, lows[i + 1]!, highs[i + 1]!)
    n--
  }
  // Stage 3: back into the tile; depth 0 marks a free step.
  for (let i = 0; i < LAYERS; i++) {
    f32[steps + i] = i < n ? depths[i]! : 0
    if (i >= n) continue
    i32[masks + 2 * i] = lows[i]!
    i32[masks + 2 * i + 1] = highs[i]!
  }
}

function keep(k: number, depth: number, low: number, high: number): void {
  depths[k] = depth
  lows[k] = low
  highs[k] = high
}

/** The step with the smallest product of its own pixels and its relative depth above the next. */
function cheapest(n: number): number {
  let best = Number.POSITIVE_INFINITY
  let worst = 0
  let beforeLow = 0
  let beforeHigh = 0
  for (let i = 0; i < n; i++) {
    const own = bitCount(lows[i]! & ~beforeLow) + bitCount(highs[i]! & ~beforeHigh)
    const cost = fround(fround(own * fround(depths[i]! - depths[i + 1]!)) / depths[i]!)
    if (cost < best) {
      best = cost
      worst = i
    }
    beforeLow = lows[i]!
    beforeHigh = highs[i]!
  }
  return worst
}

function bitCount(v: number): number {
  let n = v - ((v >>> 1) & 0x55555555)
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333)
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
