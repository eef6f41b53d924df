/** The true solids seen through every pixel of a large picture, in doubles: how far each ray gets. */
import type { Camera } from './cameras.js'
import type { Solid } from './oracle.js'

export type ItemBuffer = {
  readonly width: number
  readonly height: number
  /** Per pixel the way along its ray (of forward length 1) to the first solid; −1 where nobody has asked yet. */
  readonly entry: Float64Array
  readonly camera: Camera
  readonly solids: readonly Solid[]
}

/** Rays through pixel middles, traced when they are asked for; only for perspective cameras. */
export function createItemBuffer(
  camera: Camera,
  solids: readonly Solid[],
  width: number,
  height: number,
): ItemBuffer {
  return { width, height, entry: new Float64Array(width * height).fill(-1), camera, solids }
}

/** Entries nearer than the near plane are cut away, as they are when drawn. */
function entryAt(
  { entry, camera, solids }: ItemBuffer,
  pixel: number,
  dx: number,
  dy: number,
  dz: number,
): number {
  if (entry[pixel]! >= 0) return entry[pixel]!
  const [ox, oy, oz] = camera.eye
  const square = dx * dx + dy * dy + dz * dz
  let nearest = Number.POSITIVE_INFINITY
  for (const { ball, entry: enter } of solids) {
    const [cx, cy, cz, r] = ball
    const t = Math.max(0, ((cx - ox) * dx + (cy - oy) * dy + (cz - oz) * dz) / square)
    if ((ox + t * dx - cx) ** 2 + (oy + t * dy - cy) ** 2 + (oz + t * dz - cz) ** 2 > r * r * 1.0001) continue
    const way = enter(ox, oy, oz, dx, dy, dz)
    if (way >= camera.near && way < nearest) nearest = way
  }
  entry[pixel] = nearest
  return nearest
}

/** A pixel through which a box is seen, or null. */
export function pixelOfBox(buffer: ItemBuffer, boxes: ArrayLike<number>, at: number): string | null {
  const { camera } = buffer
  const c = [0, 1, 2].map((k) => (boxes[at + k]! + boxes[at + 3 + k]!) / 2)
  const r = Math.hypot(...[0, 1, 2].map((k) => (boxes[at + 3 + k]! - boxes[at + k]!) / 2))
  let found: string | null = null
  forEachPixel(buffer, c[0]!, c[1]!, c[2]!, r, (pixel, dx, dy, dz) => {
    if (found) return
    let first = camera.near
    let last = Number.POSITIVE_INFINITY
    for (let k = 0; k < 3; k++) {
      const d = k === 0 ? dx : k === 1 ? dy : dz
      const a = (boxes[at + k]! - camera.eye[k]!) / d
      const b = (boxes[at + 3 + k]! - camera.eye[k]!) / d
      first = Math.max(first, Math.min(a, b))
      last = Math.min(last, Math.max(a, b))
    }
    if (first < last && first * (1 + 1e-9) < entryAt(buffer, pixel, dx, dy, dz))
      found = `pixel ${pixel % buffer.width}, ${Math.floor(pixel / buffer.width)}`
  })
  return found
}

function forEachPixel(
  { width, height, camera }: ItemBuffer,
  cx: number,
  cy: number,
  cz: number,
  r: number,
  visit: (at: number, dx: number, dy: number, dz: number) => void,
): void {
  const { eye, forward, right, up, sides } = camera
  const [l, rt, b, t] = sides
  const d = [cx - eye[0], cy - eye[1], cz - eye[2]] as const
  const w = d[0] * forward[0] + d[1] * forward[1] + d[2] * forward[2]
  if (w + r <= 0) return
  const x = d[0] * right[0] + d[1] * right[1] + d[2] * right[2]
  const y = d[0] * up[0] + d[1] * up[1] + d[2] * up[2]
  // A square round the ball; everything where the ball reaches the eye's plane.
  const near = w - r
  const whole = near <= 0
  const range = (v: number, low: number, high: number, size: number): [number, number] => {
    if (whole) return [0, size - 1]
    const a = Math.min((v - r) / near, (v - r) / (w + r))
    const c = Math.max((v + r) / near, (v + r) / (w + r))
    const scale = size / (high - low)
    return [Math.max(0, Math.floor((a - low) * scale)), Math.min(size - 1, Math.floor((c - low) * scale))]
  }
  const [x0, x1] = range(x, l, rt, width)
  const [y0, y1] = range(y, b, t, height)
  for (let j = y0; j <= y1; j++) {
    const v = b + ((j + 0.5) / height) * (t - b)
    for (let i = x0; i <= x1; i++) {
      const u = l + ((i + 0.5) / width) * (rt - l)
      visit(
        j * width + i,
        forward[0] + u * right[0] + v * up[0],
        forward[1] + u * right[1] + v * up[1],
        forward[2] + u * right[2] + v * up[2],
      )
    }
  }
}
