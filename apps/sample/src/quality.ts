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
  /** Houses that are a few pixels high are boxes with roofs; more draw calls, fewer triangles. */
  readonly blocks: boolean
  /** Width of the cross-fade between levels, as part of the limit. */
  readonly fade: number
  /** Ground is coarser by a level beyond this many times the size of a node. */
  readonly groundSplit: number
  /** Milliseconds a frame for the animation of people. */
  readonly animationBudget: number
  /** Shares of the emitters, and of the particles of each. */
  readonly emitters: number
  readonly particles: number
  /** Labels at once. */
  readonly labels: number
  /** Height of the letters of names, CSS pixels: 10 of the picture's own at least, or nobody can read them. */
  readonly nameSize: number
  /** Whether guilds stand below names, in smaller letters. */
  readonly guilds: boolean
  readonly antialias: boolean
  /** Where light and haze are worked out, as in `createMaterial`. */
  readonly shading: 'pixel' | 'vertex'
}

export const QUALITY_PRESETS: Readonly<Record<Quality, QualityPreset>> = {
  low: {
    maxPixelRatio: 0.6,
    shadows: false,
    clouds: 0,
    distanceScale: 2.4,
    minPixels: 5,
    blocks: true,
    fade: 0,
    groundSplit: 0.6,
    animationBudget: 1.5,
    emitters: 0.4,
    particles: 0.35,
    labels: 16,
    nameSize: 17,
    guilds: false,
    antialias: false,
    shading: 'vertex',
  },
  medium: {
    maxPixelRatio: 1,
    shadows: { cascades: 2, distance: 180, resolution: 1024, softness: 1 },
    clouds: 0.45,
    distanceScale: 1.4,
    minPixels: 2.5,
    blocks: true,
    fade: 0,
    groundSplit: 1,
    animationBudget: 1.5,
    emitters: 1,
    particles: 0.7,
    labels: 32,
    nameSize: 12,
    guilds: true,
    antialias: true,
    shading: 'pixel',
  },
  high: {
    maxPixelRatio: 2,
    shadows: { cascades: 3, distance: 260, resolution: 2048, softness: 3 },
    clouds: 0.45,
    distanceScale: 1,
    minPixels: 1.5,
    blocks: false,
    fade: 0,
    groundSplit: 1.3,
    animationBudget: 2,
    emitters: 1,
    particles: 1,
    labels: 48,
    nameSize: 12,
    guilds: true,
    antialias: true,
    shading: 'pixel',
  },
}

const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i

/** Whether the processor does the work of a GPU; `renderer` is what WebGL calls itself. */
export function isSoftware(renderer: string): boolean {
  return SOFTWARE.test(renderer)
}

/** The quality for a machine: low without a GPU, medium for screens that are touched, high otherwise. */
export function chooseQuality(software: boolean, touch: boolean): Quality {
  if (software) return 'low'
  return touch ? 'medium' : 'high'
}
