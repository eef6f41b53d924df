import { quoted } from '@sightline/core/checks'

/** A colour as it stands in a design: `'#E9DCC3'`, or sRGB red, green, blue from 0 to 1. */
export type Color = string | readonly [number, number, number]

const HEX_COLOR = /^#([0-9a-f]{6})$/i

/** Writes sRGB components from 0 to 1. Throws a `TypeError` that begins with `caller` for anything else. */
export function readColor(out: Float32Array, color: Color, caller: string): void {
  if (typeof color === 'string') {
    const digits = HEX_COLOR.exec(color)?.[1]
    if (digits === undefined) throw new TypeError(`${caller}: colour is "${color}", expected "#RRGGBB"`)
    const value = Number.parseInt(digits, 16)
    out[0] = (value >> 16) / 255
    out[1] = ((value >> 8) & 255) / 255
    out[2] = (value & 255) / 255
    return
  }
  if (typeof color !== 'object' || color === null) {
    throw new TypeError(`${caller}: colour is ${quoted(color)}, expected "#RRGGBB" or three numbers`)
  }
  for (let i = 0; i < 3; i++) {
    const part = color[i]
    if (!(part !== undefined && part >= 0 && part <= 1)) {
      throw new TypeError(`${caller}: colour component ${i} is ${part}, expected 0 to 1`)
    }
    out[i] = part
  }
}

/** Writes linear components times `strength`: what shaders compute with. */
export function readLinearColor(out: Float32Array, color: Color, strength: number, caller: string): void {
  readColor(out, color, caller)
  for (let i = 0; i < 3; i++) out[i] = toLinear(out[i]!) * strength
}

/** The sRGB transfer curve (IEC 61966-2-1), from the encoded value to the amount of light; both 0 to 1. */
export function toLinear(encoded: number): number {
  return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4
}

/**
 * A colour and an opacity in four bytes, red in the lowest: the form of `Renderable.tint`. Seen as bytes
 * (`new Uint8Array(tints.buffer)`) it is r, g, b, a.
 */
export function packTint(color: Color, opacity: number = 1): number {
  const rgb = new Float32Array(3)
  readColor(rgb, color, 'packTint')
  if (!(opacity >= 0 && opacity <= 1))
    throw new RangeError(`packTint: opacity is ${opacity}, expected 0 to 1`)
  const byte = (value: number): number => Math.round(value * 255)
  return (byte(rgb[0]!) | (byte(rgb[1]!) << 8) | (byte(rgb[2]!) << 16) | (byte(opacity) << 24)) >>> 0
}

/** White, opaque: the tint that changes nothing. */
export const WHITE_TINT: number = 0xffffffff
