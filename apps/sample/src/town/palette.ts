/** Colours of the town, sRGB 0..255. */
export type Rgb = readonly [number, number, number]

/** From #RRGGBB. */
export const rgb = (code: string): Rgb => [
  Number.parseInt(code.slice(1, 3), 16),
  Number.parseInt(code.slice(3, 5), 16),
  Number.parseInt(code.slice(5, 7), 16),
]
const list = (codes: string): readonly Rgb[] => codes.split(' ').map(rgb)

export const PLASTER = list('#E9DCC3 #E2CDA8 #D9B99B #CFC7B8 #C9A27E')
export const TIMBER = list('#5B4030 #6E4F3A')
export const STONE = list('#A79F92 #8F887D #BDB4A3')
export const TILES = list('#B5533C #A4452F #C06A48 #8C3B2E')
export const SLATE = rgb('#5C6670')
export const GRASS = list('#7E9A4E #94A85B #6B8446')
export const LEAVES = list('#4F7A3A #6A8F3F #86A34C')
export const AUTUMN = rgb('#C58B3A')
export const EARTH = rgb('#B9AB93')
export const COBBLE = rgb('#9C958A')
export const WATER_SHALLOW = rgb('#2F6F7E')
export const WATER_DEEP = rgb('#1C4A5C')
export const CLOTH = list('#B23A48 #2F6690 #E0A458 #3A7D44 #7D5BA6 #EFE7D3')
export const GLASS = rgb('#2C3A48')
export const GLOW = rgb('#FFC66B')
export const WHITE: Rgb = [255, 255, 255]
export const IRON = rgb('#3A3B3F')
export const STRAW = rgb('#D9B867')
export const SOIL = rgb('#8A6B4C')
export const WHEAT = rgb('#D8BC6A')
export const SKIN = list('#E3B48F #C98F68 #8A5A3C')
export const GOLD = rgb('#D8A94A')

/** 0xAABBGGRR, whose bytes in memory are r, g, b, a. */
export function packTint([r, g, b]: Rgb): number {
  return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0
}

export function mix(a: Rgb, b: Rgb, t: number): Rgb {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t]
}

export function shade(color: Rgb, factor: number): Rgb {
  const clamp = (v: number) => Math.min(255, v * factor)
  return [clamp(color[0]), clamp(color[1]), clamp(color[2])]
}
