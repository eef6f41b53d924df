/** A canvas of a given size in the page. */
export function createCanvas(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.style.cssText = `display: block; width: ${width}px; height: ${height}px`
  document.body.append(canvas)
  return canvas
}

/** What stands on the canvas now: read in the same task as the drawing. */
export function readPixels(canvas: HTMLCanvasElement): Uint8Array {
  const gl = canvas.getContext('webgl')!
  const pixels = new Uint8Array(canvas.width * canvas.height * 4)
  gl.bindFramebuffer(gl.FRAMEBUFFER, null)
  gl.readPixels(0, 0, canvas.width, canvas.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels)
  return pixels
}

/** How many pixels differ in a channel by more than `tolerance`. */
export function countDifferent(a: Uint8Array, b: Uint8Array, tolerance = 0): number {
  if (a.length !== b.length) throw new Error(`pictures have ${a.length} and ${b.length} bytes`)
  let different = 0
  for (let i = 0; i < a.length; i += 4) {
    for (let k = 0; k < 4; k++) {
      if (Math.abs(a[i + k]! - b[i + k]!) > tolerance) {
        different++
        break
      }
    }
  }
  return different
}

/** How many different colours there are: a picture that shows something has many. */
export function countColors(pixels: Uint8Array): number {
  return new Set(new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4)).size
}
