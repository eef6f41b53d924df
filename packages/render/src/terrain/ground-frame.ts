/** Uniforms of the ground that follow the eye: worked out in doubles, so that shaders see small numbers wherever the world is. */
import type { TerrainTree } from '@sightline/terrain/quadtree'
import type { Layers } from './ground-layers.js'

export type GroundFrame = {
  readonly lastQuad: Float32Array
  readonly eyeQuad: Float32Array
  readonly eyeRest: Float32Array
  readonly quadSize: Float32Array
  readonly heightSteps: Float32Array
  readonly morphEye: Float32Array
  /** Metres relative to the eye to texture coordinates over the whole field: scale, offset. */
  readonly fieldPlace: Float32Array
  /** One more than layers: the last is the wide copy. */
  readonly layerPlace: readonly Float32Array[]
  readonly texel: Float32Array
  eyeHeight: number
}

/** A wide copy of the first layer repeats every so many of its repeats. */
const WIDE = 23

export function createGroundFrame({ field, grid }: TerrainTree, layers: number): GroundFrame {
  return {
    lastQuad: Float32Array.of(grid.quadsX, grid.quadsZ),
    eyeQuad: new Float32Array(2),
    eyeRest: new Float32Array(2),
    quadSize: Float32Array.of(grid.quadSizeX, grid.quadSizeZ),
    heightSteps: new Float32Array(2),
    morphEye: new Float32Array(4),
    fieldPlace: new Float32Array(4),
    layerPlace: Array.from({ length: layers + 1 }, () => new Float32Array(4)),
    texel: Float32Array.of(1 / field.columns, 1 / field.rows),
    eyeHeight: 0,
  }
}

/** `origin` is what places are relative to; `eye` is the one that levels follow. */
export function writeGroundFrame(
  frame: GroundFrame,
  { field, grid, selection }: TerrainTree,
  layers: Layers,
  origin: Float32Array,
  eye: ArrayLike<number>,
): void {
  const x = origin[0]! - grid.originX
  const z = origin[2]! - grid.originZ
  const quadX = Math.floor(x / grid.quadSizeX)
  const quadZ = Math.floor(z / grid.quadSizeZ)
  frame.eyeQuad[0] = quadX
  frame.eyeQuad[1] = quadZ
  frame.eyeRest[0] = x - quadX * grid.quadSizeX
  frame.eyeRest[1] = z - quadZ * grid.quadSizeZ
  frame.heightSteps[0] = field.heightScale
  frame.heightSteps[1] = field.heightOffset - origin[1]!
  frame.eyeHeight = origin[1]!
  for (let axis = 0; axis < 3; axis++) frame.morphEye[axis] = eye[axis]! - origin[axis]!
  // A node is split nearer than splitDistance times its size: quads are of size 1 from that distance of the smallest node on.
  const finest = grid.sectorQuads * Math.max(grid.quadSizeX, grid.quadSizeZ)
  frame.morphEye[3] = 1 / (selection.splitDistance * finest)
  const wide = grid.quadsX * grid.quadSizeX
  const deep = grid.quadsZ * grid.quadSizeZ
  frame.fieldPlace[0] = 1 / wide
  frame.fieldPlace[1] = 1 / deep
  frame.fieldPlace[2] = x / wide
  frame.fieldPlace[3] = z / deep
  for (let k = 0; k < frame.layerPlace.length; k++) {
    const size = k < layers.sizes.length ? layers.sizes[k]! : layers.sizes[0]! * WIDE
    const out = frame.layerPlace[k]!
    out[0] = 1 / size
    out[1] = x / size - Math.floor(x / size)
    out[2] = z / size - Math.floor(z / size)
  }
}
