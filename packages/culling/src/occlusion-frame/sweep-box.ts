/**
 * Boxes for an eye that goes on as it goes. An answer holds for eyes P0 + K if occluders were eroded by K
 * (see docs/occlusion.md); K is the way d that the eye will come, and a ball round it. Eroding by a way
 * shifts only the faces that look along it: the walls of a street stay as they are for whoever goes down the
 * street.
 */

/** Normals of the three pairs of faces (units, row by row), and half the thickness between each. */
const normals = new Float64Array(9)
const halves = new Float64Array(3)
/** How far the faces at either end move inwards. */
const ahead = new Float64Array(3)

/**
 * Writes to `out` the box of `m` (column-major, places a cube from −0.5 to 0.5) eroded by the way from 0 to
 * `d`. False if nothing is left, or the eye may come nearer to the true box than `limit[0]` metres on its
 * way.
 */
export function sweepBox(
  m: Float64Array,
  d: Float64Array,
  eye: Float64Array,
  limit: Float64Array,
  out: Float64Array,
): boolean {
  writeNormals(m)
  let clear = false
  for (let k = 0; k < 3; k++) {
    const nx = normals[3 * k]!
    const ny = normals[3 * k + 1]!
    const nz = normals[3 * k + 2]!
    const along = nx * d[0]! + ny * d[1]! + nz * d[2]!
    const place = nx * (eye[0]! - m[12]!) + ny * (eye[1]! - m[13]!) + nz * (eye[2]! - m[14]!)
    ahead[k] = along
    // In front of one face of the pair, also from where the way ends.
    const distance = Math.max(Math.min(place, place + along), Math.min(-place, -place - along)) - halves[k]!
    clear = clear || distance > limit[0]!
  }
  return clear && shrink(m, out)
}

/**
 * Each pair of faces keeps what lies between them less the way along their normal; the middle moves to what
 * is left.
 */
function shrink(m: Float64Array, out: Float64Array): boolean {
  for (let k = 0; k < 3; k++) out[12 + k] = m[12 + k]!
  for (let k = 0; k < 3; k++) {
    // Of the face at +n the way along n, of the one at −n the way against it.
    const shift = Math.abs(ahead[k]!) * (1 + 1e-6)
    const factor = (halves[k]! - shift / 2) / halves[k]! - 1e-6
    if (!(factor > 0)) return false
    const step = (-ahead[k]! / 2) * (0.5 / halves[k]!)
    for (let i = 0; i < 3; i++) {
      out[4 * k + i] = m[4 * k + i]! * factor
      out[12 + i] = out[12 + i]! + m[4 * k + i]! * step
    }
  }
  return true
}

function writeNormals(m: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    const b = 4 * ((k + 1) % 3)
    const c = 4 * ((k + 2) % 3)
    const x = m[b + 1]! * m[c + 2]! - m[b + 2]! * m[c + 1]!
    const y = m[b + 2]! * m[c]! - m[b]! * m[c + 2]!
    const z = m[b]! * m[c + 1]! - m[b + 1]! * m[c]!
    const along = x * m[4 * k]! + y * m[4 * k + 1]! + z * m[4 * k + 2]!
    const scale = (along < 0 ? -1 : 1) / Math.sqrt(x * x + y * y + z * z)
    normals[3 * k] = x * scale
    normals[3 * k + 1] = y * scale
    normals[3 * k + 2] = z * scale
    halves[k] = (along * scale) / 2
  }
}
