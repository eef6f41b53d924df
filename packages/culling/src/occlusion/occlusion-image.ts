/** Looking at the buffer. */
import * as layout from './kernels/layout.js'
import { drawQueue, expectBuffer, type OcclusionBuffer, type OcclusionImage } from './occlusion-buffer.js'

/** The buffer as a picture, for debugging and tests. The array belongs to the buffer and is written anew by each call. */
export function occlusionImage(b: OcclusionBuffer): OcclusionImage {
  expectBuffer(b, 'occlusionImage')
  drawQueue(b)
  const { width, height, state, memory } = b
  const { f32, u32 } = memory
  b.image ??= { width, height, inverseDepth: new Float32Array(width * height) }
  const { inverseDepth } = b.image
  const s = state >>> 2
  const stride = u32[s + (layout.STRIDE >>> 2)]!
  const depths = u32[s + (layout.AT_TILE_DEPTH >>> 2)]! >>> 2
  const steps = u32[s + (layout.AT_LAYER_DEPTH >>> 2)]! >>> 2
  const masks = u32[s + (layout.AT_LAYER_MASK >>> 2)]! >>> 2
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const tile = ((y >>> 3) + 1) * stride + (x >>> 3) + 1
      const bit = (x & 7) + 8 * (y & 7)
      let value = f32[depths + tile]!
      for (let k = layout.LAYERS - 1; k >= 0; k--) {
        const depth = f32[steps + tile * layout.LAYERS + k]!
        const word = u32[masks + tile * (layout.MASK_BYTES >>> 2) + 2 * (k + 1) + (bit >>> 5)]!
        if (depth > value && (word >>> (bit & 31)) & 1) value = depth
      }
      inverseDepth[y * width + (b.view.mirrored ? width - 1 - x : x)] = value
    }
  }
  return b.image
}
