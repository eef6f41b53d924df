import type { Color } from '../color.js'
import type { ColorKey, CurveKey } from './curves.js'
import type { Burst } from './streams.js'

/** Least and most; each particle has a number of its own between them. One number is both. */
export type Span = number | readonly [least: number, most: number]

export type Vector = readonly [x: number, y: number, z: number]

/** Where particles are born, round the emitter, metres. Discs and rings lie level. */
export type EmissionShape =
  | { readonly kind: 'point' }
  | { readonly kind: 'sphere' | 'disc' | 'ring'; readonly radius: number }
  | { readonly kind: 'box'; readonly halfExtents: Vector }

/** What a particle shows: an image, or a sheet of equal cells, read row by row from the top. */
export type ParticleImage = {
  readonly width: number
  readonly height: number
  /** 4 bytes a pixel (sRGB and alpha), rows from the top. */
  readonly pixels: Uint8Array
  /** Cells of a sheet. Default 1 each. */
  readonly columns?: number
  readonly rows?: number
  /** Each particle has one cell, or goes through all of them in its life. Default 'random'. */
  readonly cells?: 'random' | 'over-life'
}

/** What the ground does to particles. */
export type GroundContact = {
  /**
   * Metres above 0 of the ground at a place in the world, as `heightAt` gives it. The same place must always
   * give the same height.
   */
  readonly height: (x: number, z: number) => number
  /**
   * When a particle comes down to it: nothing, it dies, it slides on till it rests, it jumps. Default 'die'.
   */
  readonly contact?: 'none' | 'die' | 'slide' | 'bounce'
  /** Share of the speed into the ground that comes back, 0 to 1. Default 0.5. */
  readonly bounciness?: number
  /** Jumps before it slides, 0 to 16. Default 3. */
  readonly bounces?: number
  /** How fast sliding ends: after 1 / friction seconds 37 % of the speed are left. Default 4. */
  readonly friction?: number
}

/**
 * What happens to an emitter that no view sees. Its particles are worked out in none of these cases but the
 * last.
 */
export type WhenHidden =
  /** Its time stands still: it goes on where it was left. */
  | 'pause'
  /** Its time goes on: it comes back as if it had been watched. */
  | 'clock'
  /** It is worked out in every frame all the same. */
  | 'keep'

/** A kind of particles: a fountain, smoke, rain. Everything but the lifetime has a default. */
export type EffectSettings = {
  /** Particles a second. Default 0. */
  readonly rate?: number
  /** Up to 4. Default none. */
  readonly bursts?: readonly Burst[]
  /** Seconds after which no more are born. Default Infinity. */
  readonly duration?: number
  /** Seconds for which an emitter seems to have run when it starts. Default 0. */
  readonly prewarm?: number
  /** Seconds. */
  readonly lifetime: Span
  /** Default a point. */
  readonly shape?: EmissionShape
  /** Where they fly at first, of any length, in the emitter's space. Default up, [0, 1, 0]. */
  readonly direction?: Vector
  /** Degrees by which they stray from it, 0 to 180. Default 0. */
  readonly spread?: number
  /** Metres a second. Default 0. */
  readonly speed?: Span
  /** Acceleration in the world, m/s². Default none; [0, -9.81, 0] is that of stones. */
  readonly gravity?: Vector
  /** Share of the speed against the air that is lost in a second, 0 to 1000. Default 0. */
  readonly drag?: number
  /** How the air moves in the world, m/s. Without drag it does nothing. Default none. */
  readonly wind?: Vector
  /** Particles stay where they are in the world, or move along with the emitter. Default 'world'. */
  readonly space?: 'world' | 'local'
  /** A move in one frame by more than so many metres is a jump: nothing is born on the way. Default 10. */
  readonly jump?: number
  /** Metres along a side. Default 0.2. */
  readonly size?: Span
  /** Factor of the size over life. Default 1. */
  readonly sizeOverLife?: readonly CurveKey[]
  /** Default white. */
  readonly color?: Color
  /** Instead of one colour. */
  readonly colorOverLife?: readonly ColorKey[]
  /** Degrees that a particle is turned at birth. Default 0. */
  readonly rotation?: Span
  /** Degrees a second, counterclockwise. Default 0. */
  readonly spin?: Span
  /** Drawn out along its flight by the way of so many seconds, as rain and sparks are. Default 0. */
  readonly stretch?: number
  /** Default a round soft spot. */
  readonly image?: ParticleImage
  /** Laid over what is behind, or added to it. Default 'alpha'. */
  readonly blending?: 'alpha' | 'additive'
  /** Factor of its light, 0 to 15. Default 1. */
  readonly glow?: number
  /** Sun and sky light it; otherwise it has its own colour. Default false. */
  readonly lit?: boolean
  /**
   * Fades where it comes close to the ground, if `ground` is given, 0 not, 1 within its half size. Default 1.
   */
  readonly softness?: number
  /** Only with space 'world'. */
  readonly ground?: GroundContact
  /** Default 'clock'. */
  readonly whenHidden?: WhenHidden
}

/** The settings that there are. */
export const EFFECT_FIELDS: Readonly<Record<keyof EffectSettings, true>> = {
  rate: true,
  bursts: true,
  duration: true,
  prewarm: true,
  lifetime: true,
  shape: true,
  direction: true,
  spread: true,
  speed: true,
  gravity: true,
  drag: true,
  wind: true,
  space: true,
  jump: true,
  size: true,
  sizeOverLife: true,
  color: true,
  colorOverLife: true,
  rotation: true,
  spin: true,
  stretch: true,
  image: true,
  blending: true,
  glow: true,
  lit: true,
  softness: true,
  ground: true,
  whenHidden: true,
}
