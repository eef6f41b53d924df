/** Light, sky and haze of the town, from a clear late afternoon to rain. */
import type { World } from '@sightline/core'
import { type Color, setAmbient, setFog, setSky, setSun } from '@sightline/render'
import { mix as mixColors, type Rgb, rgb } from '../town/palette.js'

/** What there is to see of a weather. */
type Look = {
  readonly sun: Rgb
  readonly sunlight: number
  readonly above: Rgb
  readonly below: Rgb
  readonly daylight: number
  readonly zenith: Rgb
  readonly horizon: Rgb
  readonly disc: Rgb
  /** The sun's diameter, degrees. */
  readonly discSize: number
  /** Metres at which a tenth and seven tenths of what is seen is haze. */
  readonly clearTo: number
  readonly hazyFrom: number
}

const CLEAR: Look = {
  sun: rgb('#FFE2B0'),
  sunlight: 3,
  above: rgb('#9EC3E8'),
  below: rgb('#8A7660'),
  daylight: 0.9,
  zenith: rgb('#4C86C6'),
  horizon: rgb('#F2D9B3'),
  disc: rgb('#FFE7B8'),
  discSize: 2.2,
  clearTo: 150,
  hazyFrom: 1500,
}

/** The sun is a lighter place in the clouds, so shadows are hardly there; what is far is lost in the rain. */
const RAINY: Look = {
  sun: rgb('#CFD8E0'),
  sunlight: 0.35,
  above: rgb('#A3B2C2'),
  below: rgb('#6E6C68'),
  daylight: 1.25,
  zenith: rgb('#76828E'),
  horizon: rgb('#A9B2B9'),
  disc: rgb('#B9C1C7'),
  discSize: 0.3,
  clearTo: 60,
  hazyFrom: 700,
}

/** Cover of a rainy sky, where clouds are drawn at all. */
const RAIN_CLOUDS = 0.95
const SUN = { elevation: 28, azimuth: 235 } as const

/**
 * Sets all light. `grey`: 0 is clear, 1 is rain. `clouds`: cover of a clear sky; 0 draws none in any weather.
 */
export function setLight(world: World, grey: number, clouds: number): void {
  const between = (key: { [K in keyof Look]: Look[K] extends number ? K : never }[keyof Look]): number =>
    CLEAR[key] + (RAINY[key] - CLEAR[key]) * grey
  const color = (key: { [K in keyof Look]: Look[K] extends Rgb ? K : never }[keyof Look]): Color => {
    const [r, g, b] = mixColors(CLEAR[key], RAINY[key], grey)
    return [r / 255, g / 255, b / 255]
  }
  setSun(world, { ...SUN, color: color('sun'), intensity: between('sunlight') })
  setAmbient(world, { above: color('above'), below: color('below'), intensity: between('daylight') })
  setSky(world, {
    zenith: color('zenith'),
    horizon: color('horizon'),
    sun: color('disc'),
    sunSize: between('discSize'),
    clouds: clouds === 0 ? 0 : clouds + (RAIN_CLOUDS - clouds) * grey,
  })
  setFog(world, {
    near: { distance: between('clearTo'), amount: 0.1 },
    far: { distance: between('hazyFrom'), amount: 0.7 },
  })
}
