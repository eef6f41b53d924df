/**
 * The truth that the occlusion buffer is held against: rays in doubles against the solids themselves. No picture, no index of space, no
 * code in common with what it judges; even the eye is worked out from the matrix anew.
 */

/** Where a line enters a solid, as a share of the way from `o` to `q`; Infinity if it does not. `from`: only entries beyond that count. */
export type Solid = {
  entry(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): number
  /** The solid as a list of where the line is inside, for solids that are not convex: first entry beyond `from`. */
  entryAfter?(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, from: number): number
  /** Sphere round it: centre and radius. */
  readonly ball: readonly [number, number, number, number]
}

/** A solid bounded by planes (four numbers each: n·x <= d). */
export function planeSolid(
  planes: ArrayLike<number>,
  ball: readonly [number, number, number, number],
): Solid {
  const p = Float64Array.from(planes as ArrayLike<number>)
  return {
    ball,
    entry(ox, oy, oz, dx, dy, dz) {
      let first = Number.NEGATIVE_INFINITY
      let last = Number.POSITIVE_INFINITY
      for (let i = 0; i < p.length; i += 4) {
        const along = p[i]! * dx + p[i + 1]! * dy + p[i + 2]! * dz
        const room = p[i + 3]! - (p[i]! * ox + p[i + 1]! * oy + p[i + 2]! * oz)
        if (along > 0) last = Math.min(last, room / along)
        else if (along < 0) first = Math.max(first, room / along)
        else if (room <= 0) return Number.POSITIVE_INFINITY
      }
      return first < last ? first : Number.POSITIVE_INFINITY
    },
  }
}

/** The cube from −0.5 to 0.5 placed by a matrix. */
export function boxSolid(m: ArrayLike<number>): Solid {
  const column = (k: number) => [m[4 * k]!, m[4 * k + 1]!, m[4 * k + 2]!] as const
  const centre = column(3)
  const planes: number[] = []
  let radius = 0
  for (let k = 0; k < 3; k++) {
    const a = column(k)
    const b = column((k + 1) % 3)
    const c = column((k + 2) % 3)
    const n = [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]] as const
    const length = Math.hypot(...n)
    const middle = (n[0] * centre[0] + n[1] * centre[1] + n[2] * centre[2]) / length
    const half = Math.abs(n[0] * a[0] + n[1] * a[1] + n[2] * a[2]) / length / 2
    planes.push(n[0] / length, n[1] / length, n[2] / length, middle + half)
    planes.push(-n[0] / length, -n[1] / length, -n[2] / length, half - middle)
    radius += Math.hypot(...a) / 2
  }
  return planeSolid(planes, [...centre, radius])
}

/** A convex mesh, counter-clockwise from outside. */
export function hullSolid(positions: ArrayLike<number>, indices: ArrayLike<number>): Solid {
  const planes: number[] = []
  const at = (i: number) => [positions[3 * i]!, positions[3 * i + 1]!, positions[3 * i + 2]!] as const
  for (let t = 0; t < indices.length; t += 3) {
    const a = at(indices[t]!)
    const b = at(indices[t + 1]!)
    const c = at(indices[t + 2]!)
    const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]] as const
    const v = [c[0] - a[0], c[1] - a[1], c[2] - a[2]] as const
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]] as const
    const length = Math.hypot(...n)
    if (length > 1e-12)
      planes.push(
        n[0] / length,
        n[1] / length,
        n[2] / length,
        (n[0] * a[0] + n[1] * a[1] + n[2] * a[2]) / length,
      )
  }
  return planeSolid(planes, ballOf(positions))
}

export function ballOf(positions: ArrayLike<number>): [number, number, number, number] {
  const low = [1 / 0, 1 / 0, 1 / 0]
  const high = [-1 / 0, -1 / 0, -1 / 0]
  for (let i = 0; i < positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3]!, positions[i]!)
    high[i % 3] = Math.max(high[i % 3]!, positions[i]!)
  }
  const c = low.map((v, k) => (v + high[k]!) / 2) as [number, number, number]
  return [...c, Math.hypot(high[0]! - c[0], high[1]! - c[1], high[2]! - c[2])]
}

/** An upright prism over any simple ring (x z pairs), holes as further rings. */
export function prismSolid(rings: readonly ArrayLike<number>[], baseY: number, topY: number): Solid {
  const points: number[] = []
  for (const ring of rings)
    for (let i = 0; i < ring.length; i += 2)
      points.push(ring[i]!, baseY, ring[i + 1]!, ring[i]!, topY, ring[i + 1]!)
  const entryAfter = (
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    from: number,
  ): number => {
    // Where the line passes the walls, on the plan.
    const hits: number[] = []
    for (const ring of rings) {
      const n = ring.length
      for (let i = 0; i < n; i += 2) {
        const ax = ring[i]! - ox
        const az = ring[i + 1]! - oz
        const ex = ring[(i + 2) % n]! - ring[i]!
        const ez = ring[(i + 3) % n]! - ring[i + 1]!
        const across = dx * ez - dz * ex
        if (across === 0) continue
        const s = (ax * dz - az * dx) / across
        // s runs the other way round on the side.
        if (s >= 0 && s < 1) hits.push((ax * ez - az * ex) / across)
      }
    }
    hits.sort((a, b) => a - b)
    let low = Number.NEGATIVE_INFINITY
    let high = Number.POSITIVE_INFINITY
    if (dy !== 0) {
      const a = (baseY - oy) / dy
      const b = (topY - oy) / dy
      low = Math.min(a, b)
      high = Math.max(a, b)
    } else if (oy <= baseY || oy >= topY) return Number.POSITIVE_INFINITY
    for (let k = 0; k + 1 < hits.length; k += 2) {
      const start = Math.max(hits[k]!, low)
      if (start < Math.min(hits[k + 1]!, high) && start > from) return start
    }
    if (hits.length === 0 && low > from && low < high && inRings(rings, ox, oz)) return low
    return Number.POSITIVE_INFINITY
  }
  return {
    ball: ballOf(points),
    entryAfter,
    entry: (ox, oy, oz, dx, dy, dz) => entryAfter(ox, oy, oz, dx, dy, dz, Number.NEGATIVE_INFINITY),
  }
}

function inRings(rings: readonly ArrayLike<number>[], x: number, z: number): boolean {
  let inside = false
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      const above = ring[i + 1]! > z
      if (above === ring[j + 1]! > z) continue
      if (x < ring[i]! + ((z - ring[i + 1]!) / (ring[j + 1]! - ring[i + 1]!)) * (ring[j]! - ring[i]!))
        inside = !inside
    }
  }
  return inside
}

/** How a picture sees: from a point, or along a direction. */
export type Sight = {
  readonly matrix: Float64Array
  readonly orthographic: boolean
  /** The eye, or the direction of sight. */
  readonly eye: readonly [number, number, number]
  readonly clipNear: number
  readonly nearLow: boolean
}

/** Works out by Cramer's rule what a matrix sees from. `nearValue`: the depth value of the near plane. */
export function sightOf(matrix: ArrayLike<number>, nearValue: number, farValue: number): Sight {
  const m = Float64Array.from(matrix as ArrayLike<number>)
  const row = (r: number) => [m[r]!, m[4 + r]!, m[8 + r]!, m[12 + r]!] as const
  const orthographic = m[3] === 0 && m[7] === 0 && m[11] === 0
  const x = row(0)
  const y = row(1)
  const w = row(3)
  const clipNear = nearValue
  const nearLow = nearValue < farValue
  if (orthographic) {
    const z = row(2)
    let d = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]] as [
      number,
      number,
      number,
    ]
    const grows = z[0] * d[0] + z[1] * d[1] + z[2] * d[2]
    const sign = grows > 0 === nearLow ? 1 : -1
    const length = Math.hypot(...d) * sign
    d = [d[0] / length, d[1] / length, d[2] / length]
    return { matrix: m, orthographic, eye: d, clipNear, nearLow }
  }
  const det = (a: number, b: number, c: number) =>
    x[a]! * (y[b]! * w[c]! - y[c]! * w[b]!) -
    x[b]! * (y[a]! * w[c]! - y[c]! * w[a]!) +
    x[c]! * (y[a]! * w[b]! - y[b]! * w[a]!)
  const volume = det(0, 1, 2)
  return {
    matrix: m,
    orthographic,
    eye: [-det(3, 1, 2) / volume, -det(0, 3, 2) / volume, -det(0, 1, 3) / volume],
    clipNear,
    nearLow,
  }
}

/** A relative distance that no test may hang on. */
const HAIR = 1e-9

/**
 * Whether a point is in the picture and nothing stands before it. `last` remembers which solid was in the way, as the next point is
 * likely behind the same one.
 */
export function sees(
  sight: Sight,
  solids: readonly Solid[],
  x: number,
  y: number,
  z: number,
  last: { solid: number },
): boolean {
  const m = sight.matrix
  const w = m[3]! * x + m[7]! * y + m[11]! * z + m[15]!
  if (!(w > 0)) return false
  const sx = m[0]! * x + m[4]! * y + m[8]! * z + m[12]!
  const sy = m[1]! * x + m[5]! * y + m[9]! * z + m[13]!
  if (Math.abs(sx) > w || Math.abs(sy) > w) return false
  const depth = m[2]! * x + m[6]! * y + m[10]! * z + m[14]!
  const beyond = sight.nearLow ? depth - sight.clipNear * w : sight.clipNear * w - depth
  if (beyond < 0) return false
  // From the eye (or far before the near plane) to the point; `from` is where the near plane lies on that way.
  let ox = sight.eye[0]
  let oy = sight.eye[1]
  let oz = sight.eye[2]
  if (sight.orthographic) {
    const back = 1e4
    ox = x - back * sight.eye[0]
    oy = y - back * sight.eye[1]
    oz = z - back * sight.eye[2]
  }
  const w0 = m[3]! * ox + m[7]! * oy + m[11]! * oz + m[15]!
  const depth0 = m[2]! * ox + m[6]! * oy + m[10]! * oz + m[14]!
  const beyond0 = sight.nearLow ? depth0 - sight.clipNear * w0 : sight.clipNear * w0 - depth0
  const from = beyond0 < 0 ? beyond0 / (beyond0 - beyond) : 0
  return !blocked(solids, ox, oy, oz, x - ox, y - oy, z - oz, from, last)
}

/** Whether a solid is entered after `from` and before the end of the way. */
export function blocked(
  solids: readonly Solid[],
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  from: number,
  last: { solid: number },
): boolean {
  const square = dx * dx + dy * dy + dz * dz
  for (let k = -1; k < solids.length; k++) {
    const i = k < 0 ? last.solid : k
    const solid = solids[i]
    if (!solid || (k >= 0 && i === last.solid)) continue
    const [cx, cy, cz, r] = solid.ball
    const t = Math.min(1, Math.max(0, ((cx - ox) * dx + (cy - oy) * dy + (cz - oz) * dz) / square))
    const gx = ox + t * dx - cx
    const gy = oy + t * dy - cy
    const gz = oz + t * dz - cz
    if (gx * gx + gy * gy + gz * gz > r * r * (1 + HAIR)) continue
    const entry = solid.entryAfter
      ? solid.entryAfter(ox, oy, oz, dx, dy, dz, from)
      : solid.entry(ox, oy, oz, dx, dy, dz)
    if (entry >= from && entry < 1 - HAIR) {
      last.solid = i
      return true
    }
  }
  return false
}

/** A point of a box that is seen, as a message, or null. Corners, middles of faces, and `more` random points on the faces. */
export function seenPoint(
  sight: Sight,
  solids: readonly Solid[],
  box: ArrayLike<number>,
  at: number,
  more: number,
  random: () => number,
): readonly [number, number, number] | null {
  const last = { solid: -1 }
  const p: [number, number, number] = [0, 0, 0]
  const total = 14 + more
  for (let k = 0; k < total; k++) {
    if (k < 8) for (let a = 0; a < 3; a++) p[a] = box[at + ((k >> a) & 1 ? 3 : 0) + a]!
    else {
      const face = k < 14 ? k - 8 : Math.floor(random() * 6)
      for (let a = 0; a < 3; a++) {
        const s = a === face >> 1 ? face & 1 : k < 14 ? 0.5 : random()
        p[a] = box[at + a]! * (1 - s) + box[at + 3 + a]! * s
      }
    }
    if (sees(sight, solids, p[0], p[1], p[2], last)) return p
  }
  return null
}
