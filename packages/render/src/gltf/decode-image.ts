import type { TextureData } from '../material.js'

/** Decodes an image with the browser's own means; undefined where there are none, as in Node. */
export async function decodeImage(
  bytes: Uint8Array<ArrayBuffer>,
  mimeType: string,
): Promise<TextureData | undefined> {
  if (typeof createImageBitmap !== 'function' || typeof OffscreenCanvas !== 'function') return undefined
  const bitmap = await createImageBitmap(new Blob([bytes], { type: mimeType }), { premultiplyAlpha: 'none' })
  const { width, height } = bitmap
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (context === null) return undefined
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  const { data } = context.getImageData(0, 0, width, height)
  return { width, height, pixels: new Uint8Array(data.buffer) }
}
