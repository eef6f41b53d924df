/**
 * Projection matrices, column-major as in gl-matrix, in doubles. The camera looks along −Z of its own space, Y up.
 *
 * Depth after division runs from the near value to the far value of the clip depth:
 *
 *     clipDepth             normal      reversed
 *     'minus-one-to-one'    −1 .. 1     1 .. −1
 *     'zero-to-one'          0 .. 1     1 .. 0
 */

import { expectNumber, expectOptions } from '@sightline/core/checks'

/** The range of depth that the graphics API keeps: OpenGL and WebGL −1 to 1, WebGPU and others 0 to 1. */
export type ClipDepth = 'minus-one-to-one' | 'zero-to-one'

/** What all projections share. */
export type DepthOptions = {
  /** Default 'minus-one-to-one'. */
  clipDepth?: ClipDepth
  /** Whether the near plane has the larger depth value. Default false. */
  reversed?: boolean
}

export type PerspectiveOptions = DepthOptions & {
  /** Vertical field of view in radians, above 0 and below π. */
  fovY: number
  /** Width over height of the picture. Default 1. */
  aspect?: number
  /** Distance of the near plane, above 0. */
  near: number
  /** Distance of the far plane, above `near`; `Infinity` for none. Default `Infinity`. */
  far?: number
}

/** `left`, `right`, `bottom` and `top` are measured on the near plane. */
export type OffCenterOptions = DepthOptions & {
  left: number
  right: number
  bottom: number
  top: number
  near: number
  far?: number
}

/** `near` and `far` are distances along the view direction; either may be negative. */
export type OrthographicOptions = DepthOptions & {
  left: number
  right: number
  bottom: number
  top: number
  near: number
  far: number
}

type Known<Options> = Readonly<Record<keyof Options, true>>

const DEPTH: Known<DepthOptions> = { clipDepth: true, reversed: true }
const EXTENTS = { left: true, right: true, bottom: true, top: true, near: true, far: true } as const
const PERSPECTIVE: Known<PerspectiveOptions> = { fovY: true, aspect: true, near: true, far: true, ...DEPTH }
const OFF_CENTER: Known<OffCenterOptions> = { ...EXTENTS, ...DEPTH }
const ORTHOGRAPHIC: Known<OrthographicOptions> = { ...EXTENTS, ...DEPTH }

function expectFinite(caller: string, field: string, value: number): void {
  if (!Number.isFinite(value))
    throw new RangeError(`${caller}: ${field} is ${value}, expected a finite number`)
}

function expectPositive(caller: string, field: string, value: number): void {
  expectNumber(caller, field, value)
  if (!(value > 0 && value < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`${caller}: ${field} is ${value}, expected a finite number above 0`)
  }
}

function expectAbove(caller: string, field: string, value: number, lower: string, limit: number): void {
  expectNumber(caller, field, value)
  if (!(value > limit)) {
    throw new RangeError(`${caller}: ${field} is ${value}, expected a number above ${lower} (${limit})`)
  }
}

function expectDepth(caller: string, { clipDepth, reversed }: DepthOptions): void {
  if (clipDepth !== undefined && clipDepth !== 'minus-one-to-one' && clipDepth !== 'zero-to-one') {
    throw new RangeError(
      `${caller}: clipDepth is ${String(clipDepth)}, expected 'minus-one-to-one' or 'zero-to-one'`,
    )
  }
  if (reversed !== undefined && typeof reversed !== 'boolean') {
    throw new TypeError(`${caller}: reversed is ${String(reversed)}, expected true or false`)
  }
}

function expectExtents(
  caller: string,
  o: { left: number; right: number; bottom: number; top: number },
): void {
  expectFinite(caller, 'left', o.left)
  expectFinite(caller, 'right', o.right)
  expectFinite(caller, 'bottom', o.bottom)
  expectFinite(caller, 'top', o.top)
  expectAbove(caller, 'right', o.right, 'left', o.left)
  expectAbove(caller, 'top', o.top, 'bottom', o.bottom)
}

/**
 * Writes a symmetric perspective projection into `out` (16 numbers) and returns it.
 * Throws a `RangeError` naming the field if `fovY` is not in (0, π), `aspect` or `near` is not above 0, or
 * `far` is not above `near`; `out` is then as it was. `caller` names the function in the message.
 */
export function perspectiveMatrix(
  options: PerspectiveOptions,
  out: Float64Array,
  caller = 'perspectiveMatrix',
): Float64Array {
  expectOptions(caller, options, PERSPECTIVE)
  const { fovY, aspect = 1, near, far = Number.POSITIVE_INFINITY } = options
  expectNumber(caller, 'fovY', fovY)
  if (!(fovY > 0 && fovY < Math.PI)) {
    throw new RangeError(`${caller}: fovY is ${fovY}, expected radians above 0 and below π`)
  }
  expectPositive(caller, 'aspect', aspect)
  expectPositive(caller, 'near', near)
  expectAbove(caller, 'far', far, 'near', near)
  expectDepth(caller, options)
  const scaleY = 1 / Math.tan(fovY / 2)
  out.fill(0)
  out[0] = scaleY / aspect
  out[5] = scaleY
  writePerspectiveDepth(near, far, options, out)
  return out
}

/**
 * Writes an off-centre (asymmetric) perspective projection into `out` (16 numbers) and returns it: one XR eye, a
 * tile of a large picture, a window as a portal.
 * Throws a `RangeError` naming the field if an extent is not finite, `right` is not above `left`, `top` not above
 * `bottom`, `near` not above 0 or `far` not above `near`; `out` is then as it was.
 */
export function perspectiveOffCenterMatrix(
  options: OffCenterOptions,
  out: Float64Array,
  caller = 'perspectiveOffCenterMatrix',
): Float64Array {
  expectOptions(caller, options, OFF_CENTER)
  const { left, right, bottom, top, near, far = Number.POSITIVE_INFINITY } = options
  expectExtents(caller, options)
  expectPositive(caller, 'near', near)
  expectAbove(caller, 'far', far, 'near', near)
  expectDepth(caller, options)
  out.fill(0)
  out[0] = (2 * near) / (right - left)
  out[5] = (2 * near) / (top - bottom)
  out[8] = (right + left) / (right - left)
  out[9] = (top + bottom) / (top - bottom)
  writePerspectiveDepth(near, far, options, out)
  return out
}

/**
 * Writes an orthographic projection into `out` (16 numbers) and returns it. `near` may be negative: what lies
 * behind the camera's place is then seen as well.
 * Throws a `RangeError` naming the field if a number is not finite, `right` is not above `left`, `top` not above
 * `bottom` or `far` not above `near`; `out` is then as it was.
 */
export function orthographicMatrix(
  options: OrthographicOptions,
  out: Float64Array,
  caller = 'orthographicMatrix',
): Float64Array {
  expectOptions(caller, options, ORTHOGRAPHIC)
  const { left, right, bottom, top, near, far, clipDepth, reversed } = options
  expectExtents(caller, options)
  expectFinite(caller, 'near', near)
  expectFinite(caller, 'far', far)
  expectAbove(caller, 'far', far, 'near', near)
  expectDepth(caller, options)
  const nearDepth = depthAtNear(clipDepth, reversed)
  const farDepth = depthAtFar(clipDepth, reversed)
  out.fill(0)
  out[0] = 2 / (right - left)
  out[5] = 2 / (top - bottom)
  // depth = slope · z + offset, with z = −near and z = −far.
  out[10] = (nearDepth - farDepth) / (far - near)
  out[12] = -(right + left) / (right - left)
  out[13] = -(top + bottom) / (top - bottom)
  out[14] = (nearDepth * far - farDepth * near) / (far - near)
  out[15] = 1
  return out
}

/** The depth value of the near plane after division. */
export function depthAtNear(clipDepth?: ClipDepth, reversed?: boolean): number {
  if (reversed) return 1
  return clipDepth === 'zero-to-one' ? 0 : -1
}

/** The depth value of the far plane after division. */
export function depthAtFar(clipDepth?: ClipDepth, reversed?: boolean): number {
  if (!reversed) return 1
  return clipDepth === 'zero-to-one' ? 0 : -1
}

/** clip z = a · z + b and clip w = −z, so that depth (a · z + b) / −z has its two values at −near and −far. */
function writePerspectiveDepth(near: number, far: number, options: DepthOptions, out: Float64Array): void {
  const nearDepth = depthAtNear(options.clipDepth, options.reversed)
  const farDepth = depthAtFar(options.clipDepth, options.reversed)
  // With far = ∞ the limit: a = −farDepth, b = (nearDepth − farDepth) · near.
  const infinite = far === Number.POSITIVE_INFINITY
  const ratio = infinite ? 0 : near / far
  out[10] = (nearDepth * ratio - farDepth) / (1 - ratio)
  out[11] = -1
  out[14] = ((nearDepth - farDepth) * near) / (1 - ratio)
}
