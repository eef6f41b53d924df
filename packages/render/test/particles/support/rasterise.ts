/** Squares that stand across the view, pixel by pixel: a reference that shares nothing with the shaders. */

export type Quad = {
  readonly position: readonly [number, number, number]
  /** Metres along a side; degrees counterclockwise. */
  readonly size: number
  readonly angle: number
  /** sRGB, 0 to 1. */
  readonly color: readonly [number, number, number]
  readonly opacity: number
  readonly additive: boolean
  readonly exposure: number
}

/** Pixels from an edge that are left to the GPU. */
const EDGE = 0.75

/**
 * Calls back for each pixel (rows from the bottom) whose middle is not close to any edge, with its colour in
 * bytes. Seen from the origin along -z; `background` in bytes.
 */
export function rasterise(
  quads: readonly Quad[],
  background: readonly number[],
  size: number,
  fov: number,
  pixel: (x: number, y: number, color: number[]) => void,
): void {
  const farFirst = [...quads].sort((a, b) => a.position[2] - b.position[2])
  const half = Math.tan(fov / 2)
  for (let py = 0; py < size; py++) {
    for (let px = 0; px < size; px++) {
      let color = [...background]
      let isEdge = false
      for (const quad of farFirst) {
        const depth = -quad.position[2]
        const dx = (((px + 0.5) / size) * 2 - 1) * half * depth - quad.position[0]
        const dy = (((py + 0.5) / size) * 2 - 1) * half * depth - quad.position[1]
        const turn = (quad.angle * Math.PI) / 180
        const u = Math.abs(dx * Math.cos(turn) + dy * Math.sin(turn))
        const v = Math.abs(dy * Math.cos(turn) - dx * Math.sin(turn))
        const room = (EDGE * 2 * half * depth) / size
        const outside = Math.max(u, v) - quad.size / 2
        if (Math.abs(outside) < room) isEdge = true
        if (outside > 0) continue
        const shown = screenColor(quad.color.map(fromSrgb) as [number, number, number], quad.exposure)
        color = color.map((value, k) =>
          Math.min(255, shown[k]! * quad.opacity + value * (quad.additive ? 1 : 1 - quad.opacity)),
        )
      }
      if (!isEdge) pixel(px, py, color)
    }
  }
}

function fromSrgb(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

/**
 * Light as the screen shows it, bytes: Narkowicz's curve, four fifths by channel and a fifth by the
 * brightest, then sRGB.
 */
export function screenColor(light: readonly [number, number, number], exposure: number): number[] {
  const film = (x: number): number => (x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14)
  const exposed = light.map((value) => value * exposure)
  const peak = Math.max(...exposed, 1e-4)
  return exposed.map((value) => {
    const linear = Math.min(1, 0.8 * film(value) + 0.2 * value * (film(peak) / peak))
    return 255 * (linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055)
  })
}
