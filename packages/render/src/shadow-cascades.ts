/**
 * Where the cascades of a sun shadow lie: slices of the view, each with a square map that follows it in whole texels.
 * Doubles in, single precision out, positions relative to the frame's origin. No ECS, no GPU.
 *
 * After Zhang and others, "Parallel-Split Shadow Maps for Large-scale Virtual Environments" (2006) for the splits, and
 * Valient, "Stable Rendering of Cascaded Shadow Maps" (ShaderX6, 2008) for maps that neither turn nor shimmer: a slice
 * is enclosed in a sphere, so that its map does not change size when the camera turns, and the map moves by whole texels.
 */

/** What a cascade's fit writes; see `Cascade` in `state.ts`. */
export type CascadeFit = {
  readonly place: Float32Array
  readonly depth: Float32Array
}

/** Texels at each side of a map that lie outside the slice, so that the soft filter stays within its own map. */
export const MAP_BORDER = 4

/** Maps stand in one square texture, so many along a side. */
export function mapsPerSide(cascades: number): number {
  return cascades === 1 ? 1 : 2
}

/** Where each slice ends, in metres along the view: between even steps (`split` 0) and equal ratios (`split` 1). */
export function cascadeEnds(near: number, distance: number, cascades: number, split: number): number[] {
  return Array.from({ length: cascades }, (_, i) => {
    const share = (i + 1) / cascades
    const even = near + (distance - near) * share
    const ratio = near * (distance / near) ** share
    return ratio * split + even * (1 - split)
  })
}

/** Writes the rows right, up, towards the sun: the light's space. `sun` is a unit vector. */
export function lightBasis(out: Float32Array, sun: Float32Array): void {
  const [x, y, z] = [sun[0]!, sun[1]!, sun[2]!]
  // Of the two axes, the one that is farther from the sun's direction gives the steadier cross product.
  const flat = Math.hypot(x, z)
  const right = flat > 1e-3 ? [z / flat, 0, -x / flat] : [1, 0, 0]
  const [rx, ry, rz] = right as [number, number, number]
  out.set([rx, ry, rz, y * rz - z * ry, z * rx - x * rz, x * ry - y * rx, x, y, z])
}

const corner = new Float64Array(3)
const sphere = new Float64Array(4)

/**
 * Writes the sphere around the slice of a view from `near` to `far` metres: centre x, y, z in view space, radius. It
 * depends on the projection alone. `projection` is column-major, of a perspective or parallel projection.
 */
export function sliceSphere(out: Float64Array, projection: Float64Array, near: number, far: number): void {
  const nx = axisAt(projection, near, 0)
  const ny = axisAt(projection, near, 1)
  const fx = axisAt(projection, far, 0)
  const fy = axisAt(projection, far, 1)
  // The centre lies on the slice's axis where a near and a far corner are equally far: |c - a| = |c - b|.
  sliceCorner(corner, projection, near, 3)
  const [ax, ay, az] = [corner[0]!, corner[1]!, corner[2]!]
  sliceCorner(corner, projection, far, 3)
  const [bx, by, bz] = [corner[0]!, corner[1]!, corner[2]!]
  const along = (fx - nx) * (bx - ax) + (fy - ny) * (by - ay) + (near - far) * (bz - az)
  const middle = (bx * bx - ax * ax + by * by - ay * ay + bz * bz - az * az) / 2
  const from = nx * (bx - ax) + ny * (by - ay) - near * (bz - az)
  const t = Math.min(Math.max((middle - from) / along, 0), 1)
  out[0] = nx + (fx - nx) * t
  out[1] = ny + (fy - ny) * t
  out[2] = -near + (near - far) * t
  let radius = 0
  for (let i = 0; i < 8; i++) {
    sliceCorner(corner, projection, i < 4 ? near : far, i & 3)
    radius = Math.max(radius, Math.hypot(corner[0]! - out[0]!, corner[1]! - out[1]!, corner[2]! - out[2]!))
  }
  // Rounded up, so that a size that is computed anew with other rounding gives the same map.
  out[3] = Math.ceil(radius * 64) / 64
}

/** x or y of the middle of the picture at a distance along the view. */
function axisAt(projection: Float64Array, distance: number, axis: 0 | 1): number {
  return edgeAt(projection, distance, axis, 0)
}

/** x or y of a point of the picture (`ndc` -1 to 1) at a distance along the view, in view space. */
function edgeAt(projection: Float64Array, distance: number, axis: 0 | 1, ndc: number): number {
  const w = -distance * projection[11]! + projection[15]!
  const scale = projection[axis * 5]!
  return (ndc * w + distance * projection[8 + axis]! - projection[12 + axis]!) / scale
}

/** Writes corner 0 to 3 of the picture at a distance along the view, in view space: bit 0 is x, bit 1 is y. */
export function sliceCorner(
  out: Float64Array,
  projection: Float64Array,
  distance: number,
  index: number,
): void {
  out[0] = edgeAt(projection, distance, 0, (index & 1) * 2 - 1)
  out[1] = edgeAt(projection, distance, 1, (index & 2) - 1)
  out[2] = -distance
}

/**
 * Fits a map to a slice. `camera` is camera to world and `projection` the view's, both column-major; `basis` comes from
 * `lightBasis`, `origin` is what positions are relative to; `index` is the map's place in the texture of
 * `mapsPerSide(cascades)` squared maps.
 */
export function fitCascade(
  out: CascadeFit,
  camera: Float64Array,
  projection: Float64Array,
  near: number,
  far: number,
  basis: Float32Array,
  origin: Float32Array,
  resolution: number,
  reach: number,
  index: number,
  perSide: number,
): void {
  sliceSphere(sphere, projection, near, far)
  const radius = sphere[3]!
  const half = (radius * resolution) / (resolution - 2 * MAP_BORDER)
  const texel = (2 * half) / resolution
  const x = snapped(lightCoordinate(basis, 0, camera), texel) - lightOf(basis, 0, origin)
  const y = snapped(lightCoordinate(basis, 3, camera), texel) - lightOf(basis, 3, origin)
  const z = lightCoordinate(basis, 6, camera) - lightOf(basis, 6, origin)
  const top = z + radius + reach
  const range = 2 * radius + reach

  out.place[0] = 1 / (2 * half * perSide)
  out.place[1] = (0.5 - x / (2 * half) + (index % perSide)) / perSide
  out.place[2] = (0.5 - y / (2 * half) + Math.floor(index / perSide)) / perSide
  out.place[3] = texel
  out.depth[0] = -1 / range
  out.depth[1] = top / range
}

/** A coordinate of the slice's centre (in `sphere`) in the light's space, from the world's origin. */
function lightCoordinate(basis: Float32Array, row: number, camera: Float64Array): number {
  let sum = 0
  for (let axis = 0; axis < 3; axis++) {
    const world =
      camera[axis]! * sphere[0]! +
      camera[4 + axis]! * sphere[1]! +
      camera[8 + axis]! * sphere[2]! +
      camera[12 + axis]!
    sum += basis[row + axis]! * world
  }
  return sum
}

function lightOf(basis: Float32Array, row: number, point: Float32Array): number {
  return basis[row]! * point[0]! + basis[row + 1]! * point[1]! + basis[row + 2]! * point[2]!
}

function snapped(value: number, step: number): number {
  return Math.round(value / step) * step
}
