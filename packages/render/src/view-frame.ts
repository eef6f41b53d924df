import type { Camera } from '@sightline/culling'
import type { ViewFrame } from './state.js'

/**
 * Writes what shaders need of a camera. Positions are relative to the eye, which is rounded to single precision first, so
 * that subtracting it is exact on both sides; the matrix has no translation left and loses nothing far from the origin.
 */
export function writeFrame(frame: ViewFrame, camera: Camera): void {
  const { eye, viewMatrix, camera: pose } = camera
  const projection = camera.projection.matrix
  for (let i = 0; i < 3; i++) frame.origin[i] = eye[i]!
  writeViewProjection(frame.viewProjection, projection, viewMatrix, frame.origin)
  writeRays(frame.rays, projection, pose)
}

/** View * translation(origin), column by column. */
const shifted = new Float64Array(16)

/** projection * view * translation(origin), in doubles. */
function writeViewProjection(
  out: Float32Array,
  projection: Float64Array,
  view: Float64Array,
  origin: Float32Array,
): void {
  shifted.set(view)
  for (let row = 0; row < 3; row++) {
    for (let k = 0; k < 3; k++) shifted[12 + row] = shifted[12 + row]! + view[k * 4 + row]! * origin[k]!
  }
  for (let column = 0; column < 16; column += 4) {
    for (let row = 0; row < 4; row++) {
      let sum = 0
      for (let k = 0; k < 4; k++) sum += projection[k * 4 + row]! * shifted[column + k]!
      out[column + row] = sum
    }
  }
}

/** A ray of the picture is linear in clip x and y, for perspectives; for parallel projections all are alike. */
function writeRays(out: Float32Array, projection: Float64Array, pose: Float64Array): void {
  const perspective = projection[11]! !== 0
  const x = perspective ? 1 / projection[0]! : 0
  const y = perspective ? 1 / projection[5]! : 0
  for (let axis = 0; axis < 3; axis++) {
    const right = pose[axis]!
    const up = pose[4 + axis]!
    out[axis] = right * projection[8]! * x + up * projection[9]! * y - pose[8 + axis]!
    out[3 + axis] = right * x
    out[6 + axis] = up * y
  }
}

/** Copies a matrix so that one point of the picture, in clip space -1 to 1, fills all of it: for picking a pixel. */
export function zoomInto(
  out: Float32Array,
  viewProjection: Float32Array,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  for (let column = 0; column < 16; column += 4) {
    const w = viewProjection[column + 3]!
    out[column] = (viewProjection[column]! - x * w) * width
    out[column + 1] = (viewProjection[column + 1]! - y * w) * height
    out[column + 2] = viewProjection[column + 2]!
    out[column + 3] = w
  }
}
