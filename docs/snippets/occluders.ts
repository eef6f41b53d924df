/** A street of two houses, a door between them, and whoever stands behind. */
// #region readme
import { createWorld, propagateTransforms, runSystems, setPosition, spawn, Transform } from '@sightline/core'
import {
  Bounds,
  cullingSystems,
  isVisible,
  loadKernels,
  Occluder,
  setBox,
  setBoxOccluder,
  setOccluding,
  setPerspective,
  setupCulling,
  View,
} from '@sightline/culling'

await loadKernels()
const world = createWorld({ capacity: 1000 })
setupCulling(world, { occlusion: { tier: 'medium' } }) // nothing to start: a worker runs once something hides

const camera = spawn(world, Transform, View)
setPerspective(world, camera, { fovY: 1, aspect: 16 / 9, near: 0.1, far: 500 })

const house = spawn(world, Transform, Bounds, Occluder)
setPosition(world, house, 0, 0, -15)
setBox(world, house, -6, -1, -4, 6, 9, 4) // all that is drawn of it, roof and all
setBoxOccluder(world, house, -5.9, -2, -3.9, 5.9, 6, 3.9) // a solid inside its walls, into the ground

const guard = spawn(world, Transform, Bounds)
setPosition(world, guard, 0, 0, -30)
setBox(world, guard, -0.4, 0, -0.4, 0.4, 1.8, 0.4)

const frame = () => runSystems(world, [propagateTransforms, ...cullingSystems])
frame()
const hidden = !isVisible(world, camera, guard) // true; in a browser from the frame on in which the worker answers

setOccluding(world, house, false) // it fades, burns down, turns to glass: what it hid is visible at once
frame()
const seen = isVisible(world, camera, guard) // true
// #endregion readme

export const result: { hidden: boolean; seen: boolean } = { hidden, seen }
