/** Ground textures made in code: noise that repeats without a seam, between two colours. */
import { type Color, readColor } from '../color.js'
import type { TextureData } from '../material.js'

export type GroundTextureSettings = {
  /** Pixels along a side, a power of two from 16 to 1024. Default 128. */
  readonly size?: number
  /** Dark and bright spots. */
  readonly colors: readonly [Color, Color]
  /** Spots along a side: few are coarse. A power of two from 2 to half the size. Default 16. */
  readonly grain?: number
  /** How much longer spots are along x than along y, 1 to 8, as in rock layers. Default 1. */
  readonly stretch?: number
  /** Any whole number. Default 1. */
  readonly seed?: number
}

/**
 * Makes a texture of value noise in octaves (Perlin and Hoffert, "Hypertexture", 1989).
 * Throws a `RangeError` or `TypeError` that names the field.
 */
export function createGroundTexture(settings: GroundTextureSettings): TextureData {
  const { size = 128, grain = 16, stretch = 1, seed = 1, colors } = settings
  expectPower('size', size, 16, 1024)
  expectPower('grain', grain, 2, size / 2)
  expectPower('stretch', stretch, 1, 8)
  if (!Number.isInteger(seed))
    throw new RangeError(`createGroundTexture: seed is ${seed}, expected a whole number`)
  const dark = new Float32Array(3)
  const bright = new Float32Array(3)
  readColor(dark, colors[0], 'createGroundTexture')
  readColor(bright, colors[1], 'createGroundTexture')
  const pixels = new Uint8Array(4 * size * size)
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const share = fractal(x / size, y / size, grain, stretch, size, seed)
      const o = 4 * (y * size + x)
      for (let k = 0; k < 3; k++)
        pixels[o + k] = Math.round(255 * (dark[k]! + (bright[k]! - dark[k]!) * share))
      pixels[o + 3] = 255
    }
  }
  return { width: size, height: size, pixels }
}

/** Octaves from `grain` up, each half as strong, spread over 0 to 1. */
function fractal(u: number, v: number, grain: number, stretch: number, size: number, seed: number): number {
  let sum = 0
  let weight = 0
  for (let cells = grain, strength = 1; cells <= size / 2; cells *= 2, strength *= 0.6) {
    sum += strength * valueNoise(u, v, Math.max(cells / stretch, 1), cells, seed + cells)
    weight += strength
  }
  return Math.min(Math.max(0.5 + 1.6 * (sum / weight - 0.5), 0), 1)
}

function valueNoise(u: number, v: number, across: number, down: number, seed: number): number {
  const x = u * across
  const y = v * down
  const i = Math.floor(x)
  const j = Math.floor(y)
  const s = smooth(x - i)
  const t = smooth(y - j)
  const right = (i + 1) % across
  const below = (j + 1) % down
  const upper = mix(hash(i, j, seed), hash(right, j, seed), s)
  return mix(upper, mix(hash(i, below, seed), hash(right, below, seed), s), t)
}

function mix(a: number, b: number, share: number): number {
  return a + (b - a) * share
}

function smooth(t: number): number {
  return t * t * (3 - 2 * t)
}

/** 0 to 1 from three whole numbers, by the finaliser of MurmurHash3 (Appleby). */
function hash(x: number, y: number, seed: number): number {
  let h = (Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca77) ^ Math.imul(seed, 0xc2b2ae3d)) | 0
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}

function expectPower(field: string, value: number, least: number, most: number): void {
  if (!(value >= least && value <= most && Number.isInteger(Math.log2(value)))) {
    throw new RangeError(
      `createGroundTexture: ${field} is ${value}, expected a power of two from ${least} to ${most}`,
    )
  }
}
