import type { ShadowSettings } from '@sightline/render'
import type { Quality } from './town/index.js'

/** What a quality means for culling and drawing; how full the town is, the generator decides by the same name. */
export type QualityPreset = {
  /** Drawing pixels for each CSS pixel, at most; the screen's own ratio is never exceeded. */
  readonly maxPixelRatio: number
  readonly shadows: Partial<ShadowSettings> | false
  /** Cloud cover; 0 is the cheapest sky. */
  readonly clouds: number
  /** Distances count as so many times themselves: above 1 things end, and become coarse, nearer by. */
  readonly distanceScale: number
  /** What is smaller on the screen is left out, pixels. */
  readonly minPixels: number
  /** Width of the cross-fade between levels, as part of the limit. */
  readonly fade: number
  readonly antialias: boolean
}

export const QUALITY_PRESETS: Readonly<Record<Quality, QualityPreset>> = {
  low: {
    maxPixelRatio: 0.6,
    shadows: false,
    clouds: 0,
    distanceScale: 2.4,
    minPixels: 5,
    fade: 0,
    antialias: false,
  },
  medium: {
    maxPixelRatio: 1,
    shadows: { cascades: 2, distance: 180, resolution: 1024, softness: 1 },
    clouds: 0.45,
    distanceScale: 1.4,
    minPixels: 2.5,
    fade: 0,
    antialias: true,
  },
  high: {
    maxPixelRatio: 2,
    shadows: { cascades: 3, distance: 260, resolution: 2048, softness: 3 },
    clouds: 0.45,
    distanceScale: 1,
    minPixels: 1.5,
    fade: 0.12,
    antialias: true,
  },
}

const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i

/**
 * The quality for a machine: low where WebGL is computed by the processor, medium for screens that are touched, high
 * otherwise. `renderer` is what WebGL calls itself.
 */
export function chooseQuality(renderer: string, touch: boolean): Quality {
  if (SOFTWARE.test(renderer)) return 'low'
  return touch ? 'medium' : 'high'
}
