/** The tone curve of `toneChunk` on this side, and back from it. */

/** Share of the curve that follows the brightest channel. The shader has the same number. */
const BY_PEAK = 0.2
/** The curve comes near 1 only for light without bounds. */
const BRIGHTEST = 0.96
const STEPS = 24

const shown = new Float64Array(3)

function curve(x: number): number {
  return (x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14)
}

/** Writes what the screen shows, linear 0 to 1, of light that is exposed already. */
export function applyTone(out: Float64Array, r: number, g: number, b: number): void {
  const peak = Math.max(r, g, b, 1e-4)
  const scale = curve(peak) / peak
  out[0] = Math.min(curve(r) * (1 - BY_PEAK) + r * scale * BY_PEAK, 1)
  out[1] = Math.min(curve(g) * (1 - BY_PEAK) + g * scale * BY_PEAK, 1)
  out[2] = Math.min(curve(b) * (1 - BY_PEAK) + b * scale * BY_PEAK, 1)
}

/**
 * Turns a linear colour that is to be seen, in place, into the exposed light that is shown as it. Each step scales the
 * channels by what they lack; the curve rises steadily, so it closes in.
 */
export function invertTone(color: Float32Array): void {
  const [r, g, b] = [0, 1, 2].map((i) => Math.min(Math.max(color[i]!, 0), BRIGHTEST)) as [
    number,
    number,
    number,
  ]
  const x = [r, g, b]
  for (let step = 0; step < STEPS; step++) {
    applyTone(shown, x[0]!, x[1]!, x[2]!)
    x[0] = (x[0]! * r) / Math.max(shown[0]!, 1e-6)
    x[1] = (x[1]! * g) / Math.max(shown[1]!, 1e-6)
    x[2] = (x[2]! * b) / Math.max(shown[2]!, 1e-6)
  }
  color.set(x)
}
