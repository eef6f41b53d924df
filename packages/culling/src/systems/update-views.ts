import { setCounter, stats, type World, warnOnce } from '@sightline/core'
import { placeVolume } from '../projection/place-planes.js'
import { culling, type ViewState } from '../state.js'
import { setPlaneCount } from '../view-planes.js'

const BASIS = new Float64Array(16)

/**
 * Works out matrices and planes of each view that changed. A view whose world matrix is broken, or whose
 * picture has no area, keeps its last good camera; without area it sees nothing in this frame. Reads: what
 * setPerspective, setView and the like set, WorldMatrix. Writes: the cameras and planes of the views, and the
 * counters `culling.views` and `culling.viewsBroken` (world matrices that are not usable now).
 */
export function updateViews(world: World): void {
  const { views, columns } = culling(world)
  let used = 0
  let broken = 0
  for (let i = 0; i < views.length; i++) {
    const view = views[i]!
    if (view.eid === 0) continue
    used++
    view.lens = view
    const hadNoArea = view.noArea
    view.noArea = view.aspectBroken || !(view.viewportHeight > 0) || !(view.viewportWidth > 0)
    view.empty = view.noArea
    view.changed = false
    if (view.settingsChanged || view.noArea !== hadNoArea) noteSettings(view)
    if (!unscaledCamera(columns.matrix, view.eid * 16)) {
      broken++
      if (view.settingsChanged && view.ready) placeView(view)
    } else if (view.settingsChanged || !view.ready || !isSameCamera(view.camera)) {
      view.camera.set(BASIS)
      placeView(view)
      view.ready = true
      view.changed = true
      view.cameraDue = true
      view.cameraRevision++
    }
    view.settingsChanged = false
  }
  setCounter(world, 'culling.views', used)
  setCounter(world, 'culling.viewsBroken', broken)
  if (broken > 0) warnBroken(world)
}

function noteSettings(view: ViewState): void {
  view.changed = true
  view.settingsDue = true
  view.settingsRevision++
}

function isSameCamera(camera: Float64Array): boolean {
  for (let i = 0; i < 16; i++) if (camera[i] !== BASIS[i]) return false
  return true
}

/**
 * Writes to BASIS the rigid part of a world matrix: its axes at right angles and of length 1, mirrored where
 * it is, and its place. The view direction is kept as it is, then the upward axis as far as it can be (Gram
 * and Schmidt). Answers false where an axis has no direction.
 */
function unscaledCamera(m: Float32Array, at: number): boolean {
  BASIS.fill(0)
  for (let row = 0; row < 3; row++) {
    BASIS[row] = m[at + row]!
    BASIS[4 + row] = m[at + 4 + row]!
    BASIS[8 + row] = m[at + 8 + row]!
    BASIS[12 + row] = m[at + 12 + row]!
  }
  BASIS[15] = 1
  if (!Number.isFinite(BASIS[12]! + BASIS[13]! + BASIS[14]!)) return false
  if (!normalize(8)) return false
  takeAway(4, 8)
  if (!normalize(4)) return false
  takeAway(0, 8)
  takeAway(0, 4)
  return normalize(0)
}

/** Scales an axis of BASIS to length 1. One that lost all but rounding to `takeAway` has no direction. */
function normalize(axis: number): boolean {
  const x = BASIS[axis]!
  const y = BASIS[axis + 1]!
  const z = BASIS[axis + 2]!
  const length = Math.sqrt(x * x + y * y + z * z)
  if (!(length > 1e-30 && length < Infinity)) return false
  BASIS[axis] = x / length
  BASIS[axis + 1] = y / length
  BASIS[axis + 2] = z / length
  return true
}

function takeAway(axis: number, other: number): void {
  const along =
    BASIS[axis]! * BASIS[other]! + BASIS[axis + 1]! * BASIS[other + 1]! + BASIS[axis + 2]! * BASIS[other + 2]!
  BASIS[axis] = BASIS[axis]! - along * BASIS[other]!
  BASIS[axis + 1] = BASIS[axis + 1]! - along * BASIS[other + 1]!
  BASIS[axis + 2] = BASIS[axis + 2]! - along * BASIS[other + 2]!
}

function placeView(view: ViewState): void {
  const { camera, viewMatrix, eye } = view
  eye[0] = camera[12]!
  eye[1] = camera[13]!
  eye[2] = camera[14]!
  invertRigid(camera, viewMatrix)
  multiply(view.projection.matrix, viewMatrix, view.viewProjection)
  setPlaneCount(view, placeVolume(view.volume, camera, 0, view.planes, view.planeKinds))
}

/**
 * The inverse of a matrix with axes at right angles and of length 1: the transposed axes, and the place seen
 * from them.
 */
function invertRigid(m: Float64Array, out: Float64Array): void {
  for (let row = 0; row < 3; row++) {
    const axis = row * 4
    out[row] = m[axis]!
    out[4 + row] = m[axis + 1]!
    out[8 + row] = m[axis + 2]!
    out[12 + row] = -(m[axis]! * m[12]! + m[axis + 1]! * m[13]! + m[axis + 2]! * m[14]!)
    out[axis + 3] = 0
  }
  out[15] = 1
}

function multiply(a: Float64Array, b: Float64Array, out: Float64Array): void {
  for (let column = 0; column < 16; column += 4) {
    for (let row = 0; row < 4; row++) {
      out[column + row] =
        a[row]! * b[column]! +
        a[row + 4]! * b[column + 1]! +
        a[row + 8]! * b[column + 2]! +
        a[row + 12]! * b[column + 3]!
    }
  }
}

function warnBroken(world: World): void {
  if ('culling.viewsBroken' in stats(world).notes) return
  const message =
    'the world matrix of a view is broken (NaN, or an axis without length): its last good camera is used'
  warnOnce(world, 'culling.viewsBroken', message)
}
