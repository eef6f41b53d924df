/** The twin of `assembly/occlusion/prepare-box.ts`; also used when a box is registered. */
import type { OcclusionMemory } from '../memory.js'
import { KIND_BOX, RECORD_DATA, RECORD_KIND, RECORD_NEXT, RECORD_REACH } from './layout.js'

/**
 * A box as it was handed in (centre and three half axes) becomes a record: unit directions, unit normals, lengths, distances, all in
 * doubles before they are rounded. A box with a left-handed frame gets its first axis turned round, which is the same box.
 */
export function prepareBox(memory: OcclusionMemory, raw: number, out: number): void {
  const { f32, f64, u32 } = memory
  const data = (raw + RECORD_DATA) >>> 2
  let ax = f32[data]!
  let ay = f32[data + 1]!
  let az = f32[data + 2]!
  const bx = f32[data + 3]!
  const by = f32[data + 4]!
  const bz = f32[data + 5]!
  const cx = f32[data + 6]!
  const cy = f32[data + 7]!
  const cz = f32[data + 8]!
  const nx = by * cz - bz * cy
  const ny = bz * cx - bx * cz
  const nz = bx * cy - by * cx
  if (nx * ax + ny * ay + nz * az < 0) {
    ax = -ax
    ay = -ay
    az = -az
  }
  for (let k = 0; k < 3; k++) f64[(out >>> 3) + k] = f64[(raw >>> 3) + k]!
  u32[(out + RECORD_NEXT) >>> 2] = 0
  u32[(out + RECORD_KIND) >>> 2] = KIND_BOX
  const to = (out + RECORD_DATA) >>> 2
  const reach =
    writeAxis(f32, to, ax, ay, az, nx, ny, nz) +
    writeAxis(f32, to + 1, bx, by, bz, cy * az - cz * ay, cz * ax - cx * az, cx * ay - cy * ax) +
    writeAxis(f32, to + 2, cx, cy, cz, ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx)
  f32[(out + RECORD_REACH) >>> 2] = reach
  // The fourth lane repeats the third, so that it never holds anything odd.
  for (let row = 0; row < 32; row += 4) f32[to + row + 3] = f32[to + row + 2]!
}

/** One lane: direction and length of an axis, and the normal and distance of its face, from a vector along that normal. */
function writeAxis(
  f32: Float32Array,
  to: number,
  x: number,
  y: number,
  z: number,
  nx: number,
  ny: number,
  nz: number,
): number {
  const length = Math.sqrt(x * x + y * y + z * z)
  const perLength = 1 / length
  let perNormal = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz)
  if (nx * x + ny * y + nz * z < 0) perNormal = -perNormal
  f32[to] = x * perLength
  f32[to + 4] = y * perLength
  f32[to + 8] = z * perLength
  f32[to + 12] = nx * perNormal
  f32[to + 16] = ny * perNormal
  f32[to + 20] = nz * perNormal
  f32[to + 24] = length
  f32[to + 28] = (nx * x + ny * y + nz * z) * perNormal
  return length
}
