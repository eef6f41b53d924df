/** What the ground looks like: layers of textures, and where each of them is. */
import type { TextureData } from '../material.js'
import { createGroundTexture } from './ground-textures.js'

/** A range with soft ends. */
export type Band = {
  /** Default: no lower end. */
  readonly from?: number
  /** Default: no upper end. */
  readonly to?: number
  /** Half the width over which an end fades, above 0. Default 0.1 for slopes, 10 for heights. */
  readonly fade?: number
}

/** A ground texture and where it covers the layers before it. */
export type GroundLayer = {
  /** Sides are powers of two: it repeats. */
  readonly texture: TextureData
  /** Metres of a repeat. Default 8. */
  readonly size?: number
  /** Metres of height in which it is. Default: all. */
  readonly height?: Band
  /** Slopes on which it is: 0 is level, 1 upright (1 minus the normal's y). Default: all. */
  readonly slope?: Band
  /**
   * Channel of the control map that puts it elsewhere too, 0 to 3. With `auto: false` it is only there.
   * Default: none.
   */
  readonly control?: number
  /** False: height and slope do not put it anywhere. Default true. */
  readonly auto?: boolean
}

/** The most layers: with the shadow map, control map and holes they fill the eight textures that every browser has. */
export const MAX_LAYERS = 5

/** Layers in the form that shaders take. */
export type Layers = {
  readonly textures: readonly TextureData[]
  readonly sizes: readonly number[]
  /** Begin, fade, end, fade. */
  readonly heights: readonly Float32Array[]
  readonly slopes: readonly Float32Array[]
  /** One channel is 1, or none. */
  readonly controls: readonly Float32Array[]
  readonly control: TextureData | undefined
}

/** Grass, earth on slopes, rock where it is steep, snow from `snowLine` metres up, a path where channel 0 is painted. */
export function createGroundLayers(seed = 1, snowLine = 1400): GroundLayer[] {
  const texture = (k: number, dark: string, bright: string, grain: number, stretch = 1): TextureData =>
    createGroundTexture({ colors: [dark, bright], grain, stretch, seed: seed * 16 + k })
  return [
    { texture: texture(0, '#66792F', '#9FAE5E', 16), size: 7 },
    { texture: texture(1, '#7A6038', '#A8935E', 8), size: 9, slope: { from: 0.13, fade: 0.06 } },
    { texture: texture(2, '#5E5A54', '#9A948A', 8, 4), size: 14, slope: { from: 0.26, fade: 0.07 } },
    {
      texture: texture(3, '#D5DEE8', '#FFFFFF', 8),
      size: 11,
      height: { from: snowLine, fade: 90 },
      slope: { to: 0.34, fade: 0.08 },
    },
    { texture: texture(4, '#8D7B60', '#BCA983', 32), size: 5, control: 0, auto: false },
  ]
}

const FAR = 1e9

/** Checks layers and brings them into form. Throws a `RangeError` or `TypeError` that names the field. */
export function readLayers(
  layers: readonly GroundLayer[],
  control: TextureData | undefined,
  caller: string,
): Layers {
  if (!(Array.isArray(layers) && layers.length >= 1 && layers.length <= MAX_LAYERS)) {
    throw new RangeError(`${caller}: layers has ${layers?.length} entries, expected 1 to ${MAX_LAYERS}`)
  }
  if (control !== undefined) expectTexture(caller, 'control', control, false)
  layers.forEach((layer, k) => {
    expectTexture(caller, `layers[${k}].texture`, layer.texture, true)
    expectAbove0(caller, `layers[${k}].size`, layer.size ?? 8)
    const channel = layer.control ?? 0
    if (!(Number.isInteger(channel) && channel >= 0 && channel <= 3))
      throw new RangeError(`${caller}: layers[${k}].control is ${channel}, expected 0 to 3`)
  })
  return {
    textures: layers.map((layer) => layer.texture),
    sizes: layers.map((layer) => layer.size ?? 8),
    heights: layers.map((layer, k) => readBand(caller, `layers[${k}].height`, layer.height, 10)),
    slopes: layers.map((layer, k) =>
      layer.auto === false ? NOWHERE : readBand(caller, `layers[${k}].slope`, layer.slope, 0.1),
    ),
    controls: layers.map(({ control: channel }) =>
      Float32Array.from([0, 1, 2, 3], (k) => (channel === k ? 1 : 0)),
    ),
    control,
  }
}

/** A band that no slope is in. */
const NOWHERE: Float32Array = Float32Array.of(FAR, 1, FAR, 1)

function readBand(caller: string, field: string, band: Band = {}, usual: number): Float32Array {
  const { from = -FAR, to = FAR, fade = usual } = band
  expectAbove0(caller, `${field}.fade`, fade)
  if (!(from < to)) throw new RangeError(`${caller}: ${field} is ${from} to ${to}, expected from below to`)
  return Float32Array.of(from, fade, to, fade)
}

function expectTexture(caller: string, field: string, texture: TextureData, repeats: boolean): void {
  const { width, height, pixels } = texture ?? {}
  const sides = [width, height]
  const good = sides.every(
    (side) => Number.isInteger(side) && side >= 1 && (!repeats || (side & (side - 1)) === 0),
  )
  if (good && pixels?.length === 4 * width * height) return
  const wanted = repeats ? 'sides that are powers of two and 4 bytes a pixel' : '4 bytes a pixel'
  throw new RangeError(
    `${caller}: ${field} is ${width} x ${height} with ${pixels?.length} bytes, expected ${wanted}`,
  )
}

function expectAbove0(caller: string, field: string, value: number): void {
  if (!(value > 0 && value < Infinity))
    throw new RangeError(`${caller}: ${field} is ${value}, expected a finite number above 0`)
}
