/** Projection matrices (column-major, in doubles) of a camera at the origin that looks along -z with y up. */
type Extents = { left: number; right: number; bottom: number; top: number; near: number; far: number }

type FieldOfView = {
  verticalFovDegrees?: number
  horizontalFovDegrees?: number
  aspect: number
  near: number
  far: number
}

export type FrustumSpec =
  | ({ kind: 'perspective' } & FieldOfView)
  | ({ kind: 'perspectiveExtents' } & Extents)
  | ({ kind: 'orthographic' } & Extents)

/** With clip depth from -1 to 1. */
export function projectionMatrix(spec: FrustumSpec): Float64Array {
  if (spec.kind === 'orthographic') return orthographic(spec)
  if (spec.kind === 'perspectiveExtents') return perspective(spec)
  const { aspect, near, far, verticalFovDegrees, horizontalFovDegrees } = spec
  const tangent = (degrees: number): number => Math.tan((degrees * Math.PI) / 360)
  const top =
    near * (verticalFovDegrees ? tangent(verticalFovDegrees) : tangent(horizontalFovDegrees!) / aspect)
  return perspective({ left: -top * aspect, right: top * aspect, bottom: -top, top, near, far })
}

function perspective({ left, right, bottom, top, near, far }: Extents): Float64Array {
  const infinite = far === Infinity
  return Float64Array.of(
    ...[(2 * near) / (right - left), 0, 0, 0],
    ...[0, (2 * near) / (top - bottom), 0, 0],
    ...[(right + left) / (right - left), (top + bottom) / (top - bottom)],
    ...[infinite ? -1 : (far + near) / (near - far), -1],
    ...[0, 0, infinite ? -2 * near : (2 * far * near) / (near - far), 0],
  )
}

function orthographic({ left, right, bottom, top, near, far }: Extents): Float64Array {
  return Float64Array.of(
    ...[2 / (right - left), 0, 0, 0],
    ...[0, 2 / (top - bottom), 0, 0],
    ...[0, 0, 2 / (near - far), 0],
    ...[(left + right) / (left - right), (bottom + top) / (bottom - top), (near + far) / (near - far), 1],
  )
}

/** The same picture with depth from 0 to 1, reversed (near is 1) if asked. */
export function withZeroToOneDepth(matrix: Float64Array, reversed = false): Float64Array {
  const result = matrix.slice()
  for (let column = 0; column < 16; column += 4) {
    const depth = (matrix[column + 2]! + matrix[column + 3]!) / 2
    result[column + 2] = reversed ? matrix[column + 3]! - depth : depth
  }
  return result
}
