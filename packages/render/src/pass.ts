import type { Framebuffer2D, Texture2D } from 'regl'
import type { GpuPoses } from './gpu-poses.js'

/**
 * What is the same for all draws of a pass: the uniforms' values, where the picture goes. Commands read it when they
 * run; `draw-views` writes it before. One object for each GPU, changed in place.
 */
export type Pass = {
  target: Framebuffer2D | null
  readonly viewport: { x: number; y: number; width: number; height: number }
  /** Relative world to clip space. */
  viewProjection: Float32Array
  /** See `ViewFrame`. */
  rays: Float32Array
  origin: Float32Array
  /** Depth along the view that shadows are for, of a relative position: dot with x, y, z, plus w. */
  readonly viewDepth: Float32Array
  time: number
  shadowMap: Texture2D | undefined
  /** Texels along a side of the texture, and one over that. */
  readonly shadowSize: Float32Array
  /** Shadow maps along a side of the texture. */
  maps: number
  lightRight: Float32Array
  lightUp: Float32Array
  /** Four floats for each cascade; see the shadow chunk. */
  readonly cascadePlace: Float32Array[]
  readonly cascadeDepth: Float32Array[]
  /** Where skinned meshes find their poses. */
  poses: GpuPoses | undefined
  /** Opacity of debug lines. */
  strength: number
}

/** The most cascades. */
export const MAX_CASCADES = 4

/** A pass in which nothing is set yet. */
export function createPass(): Pass {
  const vectors = (): Float32Array[] => Array.from({ length: MAX_CASCADES }, () => new Float32Array(4))
  return {
    target: null,
    viewport: { x: 0, y: 0, width: 0, height: 0 },
    viewProjection: new Float32Array(16),
    rays: new Float32Array(9),
    origin: new Float32Array(3),
    viewDepth: new Float32Array(4),
    time: 0,
    shadowMap: undefined,
    shadowSize: new Float32Array(2),
    maps: 1,
    lightRight: new Float32Array(3),
    lightUp: new Float32Array(3),
    cascadePlace: vectors(),
    cascadeDepth: vectors(),
    poses: undefined,
    strength: 1,
  }
}
