// A box as it was handed in (centre and three half axes) becomes a record: unit directions, unit normals,
// lengths, distances, all in doubles before they are rounded.
import { KIND_BOX, RECORD_DATA, RECORD_KIND, RECORD_NEXT, RECORD_REACH } from './layout'

// Reads nine floats at RECORD_DATA of `raw`, and its origin; writes the record at `out`. A box with a
// left-handed frame gets its first axis turned round, which is the same box.
export function prepareBox(raw: usize, out: usize): void {
  const data = raw + RECORD_DATA
  let ax = <f64>load<f32>(data), ay = <f64>load<f32>(data, 4), az = <f64>load<f32>(data, 8)
  const bx = <f64>load<f32>(data, 12), by = <f64>load<f32>(data, 16), bz = <f64>load<f32>(data, 20)
  const cx = <f64>load<f32>(data, 24), cy = <f64>load<f32>(data, 28), cz = <f64>load<f32>(data, 32)
  const nx = by * cz - bz * cy, ny = bz * cx - bx * cz, nz = bx * cy - by * cx
  if (nx * ax + ny * ay + nz * az < 0) {
    ax = -ax
    ay = -ay
    az = -az
  }
  store<f64>(out, load<f64>(raw))
  store<f64>(out, load<f64>(raw, 8), 8)
  store<f64>(out, load<f64>(raw, 16), 16)
  store<u32>(out, 0, RECORD_NEXT)
  store<u32>(out, KIND_BOX, RECORD_KIND)
  const to = out + RECORD_DATA
  const reach = writeAxis(to, ax, ay, az, nx, ny, nz) + writeAxis(to + 4, bx, by, bz, cy * az - cz * ay, cz * ax - cx * az, cx * ay - cy * ax)
    + writeAxis(to + 8, cx, cy, cz, ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx)
  store<f32>(out, <f32>reach, RECORD_REACH)
  // The fourth lane repeats the third, so that it never holds anything odd.
  for (let row: usize = 0; row < 128; row += 16) store<f32>(to + row, load<f32>(to + row, 8), 12)
}

// One lane: direction and length of an axis, and the normal and distance of its face, from a vector along
// that normal.
function writeAxis(to: usize, x: f64, y: f64, z: f64, nx: f64, ny: f64, nz: f64): f64 {
  const length = sqrt(x * x + y * y + z * z), perLength = 1 / length
  let perNormal = 1 / sqrt(nx * nx + ny * ny + nz * nz)
  if (nx * x + ny * y + nz * z < 0) perNormal = -perNormal
  store<f32>(to, <f32>(x * perLength))
  store<f32>(to, <f32>(y * perLength), 16)
  store<f32>(to, <f32>(z * perLength), 32)
  store<f32>(to, <f32>(nx * perNormal), 48)
  store<f32>(to, <f32>(ny * perNormal), 64)
  store<f32>(to, <f32>(nz * perNormal), 80)
  store<f32>(to, <f32>length, 96)
  store<f32>(to, <f32>((nx * x + ny * y + nz * z) * perNormal), 112)
  return length
}
