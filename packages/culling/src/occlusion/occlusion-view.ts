/**
 * What a view-projection matrix says about a picture, worked out in doubles: where the eye stands, the rows that lead from the eye to
 * pixels, the near plane. All kinds of depth are told apart by the matrix itself, but for one (see `reversed`).
 */

/** The range of depth that the graphics API keeps: OpenGL and WebGL −1 to 1, WebGPU and others 0 to 1. */
export type OcclusionClipDepth = 'minus-one-to-one' | 'zero-to-one'

/** Written by `analyseView`; plain numbers, reused from frame to frame. */
export type OcclusionView = {
  orthographic: boolean
  /** Whether the picture is a mirror image; x runs backwards in the buffer then. */
  mirrored: boolean
  /** The eye; orthographic: the middle of the near plane. */
  readonly eye: Float64Array
  /** How far `eye` may be from the exact one, metres. */
  eyeError: number
  /** Rows from `eye`-relative places to pixels from the middle: x = m·p / f·p (orthographic m·p). f is a unit vector. */
  readonly m: Float64Array
  readonly n: Float64Array
  readonly f: Float64Array
  /** Distance of the near plane from `eye`; 0 for orthographic views. */
  near: number
  /** Orthographic: distance between near and far plane. */
  depth: number
}

export function createOcclusionView(): OcclusionView {
  return {
    orthographic: false,
    mirrored: false,
    eye: new Float64Array(3),
    eyeError: 0,
    m: new Float64Array(3),
    n: new Float64Array(3),
    f: new Float64Array(3),
    near: 0,
    depth: 0,
  }
}

export type ViewInput = {
  readonly width: number
  readonly height: number
  readonly clipDepth: OcclusionClipDepth
  readonly guardBand: number
  readonly reversed: boolean | undefined
}

/** The picture is made wider than asked by this factor, so that rounding its borders leaves nothing of it out. */
const EDGE_OF_VIEW = 1 + 2 ** -20
/** Near planes that are not square to the view direction (relative deviation) are refused. */
const OBLIQUE = 1e-3
/** Stands for a near plane that the matrix does not have. */
const SMALLEST_NEAR = 1e-3
const DOUBLE_UNIT = 2 ** -53

// Rows x, y, z, w of the matrix, four numbers each; scratch of one call.
const rows = new Float64Array(16)
// Inverse of three rows: columns.
const inverse = new Float64Array(9)

/**
 * Works out `view`. Throws a `RangeError` that says what is wrong with the matrix; `view` may be half written then, so the caller
 * keeps one aside.
 */
export function analyseView(
  matrix: ArrayLike<number>,
  input: ViewInput,
  view: OcclusionView,
  caller: string,
): void {
  for (let r = 0; r < 4; r++) {
    for (let c = 0; c < 4; c++) {
      const value = matrix[c * 4 + r]
      if (value === undefined || !Number.isFinite(value)) {
        throw new RangeError(`${caller}: viewProjection[${c * 4 + r}] is ${value}, expected a finite number`)
      }
      rows[r * 4 + c] = value
    }
  }
  view.orthographic = rows[12] === 0 && rows[13] === 0 && rows[14] === 0
  if (view.orthographic) analyseOrthographic(input, view, caller)
  else analysePerspective(input, view, caller)
}

function analysePerspective(input: ViewInput, view: OcclusionView, caller: string): void {
  solveEye(0, 4, 12, 0, view, `${caller}: viewProjection`)
  const scale = 1 / length3(rows, 12)
  const horizontal = (0.5 * input.width * scale) / (input.guardBand * EDGE_OF_VIEW)
  const vertical = (0.5 * input.height * scale) / (input.guardBand * EDGE_OF_VIEW)
  for (let k = 0; k < 3; k++) {
    view.m[k] = rows[k]! * horizontal
    view.n[k] = rows[4 + k]! * vertical
    view.f[k] = rows[12 + k]! * scale
  }
  turnUpright(view)
  const share = (dot3(rows, 8, rows, 12) * scale) / length3(rows, 12)
  expectSquare(share, scale, caller)
  // z / w = share + offset / distance; the near plane is the nearer of the two limits.
  const offset = (dot3(rows, 8, view.eye, 0) + rows[11]!) * scale
  const low = input.clipDepth === 'zero-to-one' ? 0 : -1
  view.near = nearerDistance(offset / (low - share), offset / (1 - share))
  view.depth = 0
}

function analyseOrthographic(input: ViewInput, view: OcclusionView, caller: string): void {
  const w = rows[15]!
  if (w === 0)
    throw new RangeError(
      `${caller}: viewProjection has a last row of zeros, expected w to depend on something`,
    )
  for (let i = 0; i < 12; i++) rows[i] = rows[i]! / w
  const { f } = view
  cross(rows, 4, rows, 0, f)
  const area = length3(f, 0)
  if (!(area > 1e-12 * length3(rows, 0) * length3(rows, 4))) {
    throw new RangeError(
      `${caller}: rows x and y of viewProjection are parallel, expected a picture with an area`,
    )
  }
  for (let k = 0; k < 3; k++) f[k] = f[k]! / area
  // f looks forward if the picture is not a mirror image; depth grows along it unless reversed. One of them may be different.
  const along = dot3(rows, 8, f, 0)
  const grows = input.reversed === undefined ? true : !input.reversed
  view.mirrored = along > 0 !== grows
  if (view.mirrored && input.reversed === undefined) {
    throw new RangeError(
      `${caller}: reversed is undefined, expected true or false: this orthographic matrix either has reversed depth or shows a mirror image`,
    )
  }
  if (view.mirrored) for (let k = 0; k < 3; k++) f[k] = -f[k]!
  const low = input.clipDepth === 'zero-to-one' ? 0 : -1
  const nearLimit = grows ? low : 1
  const slope = dot3(rows, 8, f, 0)
  expectSquare(slope, 0, caller)
  solveEye(0, 4, 8, nearLimit, view, `${caller}: viewProjection`)
  view.near = 0
  view.depth = Math.abs((1 - low) / slope)
  const side = view.mirrored ? -1 : 1
  for (let k = 0; k < 3; k++) {
    view.m[k] = (side * rows[k]! * 0.5 * input.width) / (input.guardBand * EDGE_OF_VIEW)
    view.n[k] = (rows[4 + k]! * 0.5 * input.height) / (input.guardBand * EDGE_OF_VIEW)
  }
}

/** A right-handed picture (x right, y up, f away) has m · (n × f) below 0; a mirror image is turned by its x. */
function turnUpright(view: OcclusionView): void {
  const { m, n, f } = view
  const volume =
    m[0]! * (n[1]! * f[2]! - n[2]! * f[1]!) +
    m[1]! * (n[2]! * f[0]! - n[0]! * f[2]!) +
    m[2]! * (n[0]! * f[1]! - n[1]! * f[0]!)
  view.mirrored = volume > 0
  if (view.mirrored) for (let k = 0; k < 3; k++) m[k] = -m[k]!
}

/** Row z must be a multiple of the view direction; perspective: `share` times row w. */
function expectSquare(share: number, scale: number, caller: string): void {
  let rest = 0
  let size = 0
  const direction = scale === 0 ? null : rows
  for (let k = 0; k < 3; k++) {
    const z = rows[8 + k]!
    const expected = direction ? share * direction[12 + k]! : 0
    size += z * z
    rest += (z - expected) ** 2
  }
  // Orthographic: what of row z is not along f.
  if (!direction) rest = size - share * share
  if (rest > OBLIQUE * OBLIQUE * size) {
    throw new RangeError(
      `${caller}: the near plane of viewProjection is oblique, expected one square to the view direction`,
    )
  }
}

/** Finds `view.eye`, where rows `a` and `b` are 0 and row `c` is `limit`; refines once and bounds the error. */
function solveEye(a: number, b: number, c: number, limit: number, view: OcclusionView, name: string): void {
  const { eye } = view
  invert(a, b, c, name)
  eye[0] = 0
  eye[1] = 0
  eye[2] = 0
  for (let round = 0; round < 3; round++) {
    const ra = -residual(a, eye, 0)
    const rb = -residual(b, eye, 0)
    const rc = -residual(c, eye, limit)
    for (let k = 0; k < 3; k++) {
      eye[k] = eye[k]! + inverse[k]! * ra + inverse[3 + k]! * rb + inverse[6 + k]! * rc
    }
  }
  const distance = length3(eye, 0)
  const errors =
    length3(inverse, 0) * rounding(a, distance, limit) +
    length3(inverse, 3) * rounding(b, distance, limit) +
    length3(inverse, 6) * rounding(c, distance, limit)
  view.eyeError = 2 * errors + 2 ** -47 * distance
}

const rounding = (row: number, distance: number, limit: number): number =>
  8 * DOUBLE_UNIT * (length3(rows, row) * distance + Math.abs(rows[row + 3]!) + Math.abs(limit))

const residual = (row: number, p: Float64Array, limit: number): number =>
  dot3(rows, row, p, 0) + rows[row + 3]! - limit

function invert(a: number, b: number, c: number, name: string): void {
  const bc = scratch
  cross(rows, b, rows, c, bc)
  const volume = dot3(rows, a, bc, 0)
  const size = length3(rows, a) * length3(rows, b) * length3(rows, c)
  if (!(Math.abs(volume) > 1e-12 * size)) {
    throw new RangeError(`${name} can't be inverted, expected a projection times a view`)
  }
  for (let k = 0; k < 3; k++) inverse[k] = bc[k]! / volume
  cross(rows, c, rows, a, bc)
  for (let k = 0; k < 3; k++) inverse[3 + k] = bc[k]! / volume
  cross(rows, a, rows, b, bc)
  for (let k = 0; k < 3; k++) inverse[6 + k] = bc[k]! / volume
}

const scratch = new Float64Array(3)

function nearerDistance(a: number, b: number): number {
  const first = a > 0 && Number.isFinite(a) ? a : Number.POSITIVE_INFINITY
  const second = b > 0 && Number.isFinite(b) ? b : Number.POSITIVE_INFINITY
  const nearest = Math.min(first, second)
  return nearest === Number.POSITIVE_INFINITY ? SMALLEST_NEAR : nearest
}

function length3(v: Float64Array, at: number): number {
  const x = v[at]!
  const y = v[at + 1]!
  const z = v[at + 2]!
  return Math.sqrt(x * x + y * y + z * z)
}

function dot3(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return a[i]! * b[j]! + a[i + 1]! * b[j + 1]! + a[i + 2]! * b[j + 2]!
}

function cross(a: Float64Array, i: number, b: Float64Array, j: number, out: Float64Array): void {
  out[0] = a[i + 1]! * b[j + 2]! - a[i + 2]! * b[j + 1]!
  out[1] = a[i + 2]! * b[j]! - a[i]! * b[j + 2]!
  out[2] = a[i]! * b[j + 1]! - a[i + 1]! * b[j]!
}
