/** Ids that the example asked to draw. */
export const drawn: number[] = []
const drawHouse = (eid: number) => drawn.push(eid)

// #region readme
import {
  createWorld,
  propagateTransforms,
  runSystems,
  setPosition,
  spawn,
  Transform,
  tick,
} from '@sightline/core'
import {
  Bounds,
  cullingSystems,
  setBox,
  setPerspective,
  setupCulling,
  View,
  visible,
} from '@sightline/culling'
import { loadKernels } from '@sightline/culling/spatial'

await loadKernels() // WebAssembly where there is SIMD; everything also works without
const world = createWorld({ capacity: 50_000 })
setupCulling(world)

const camera = spawn(world, Transform, View)
setPerspective(world, camera, { fovY: 1, aspect: 16 / 9, near: 0.1, far: 500 })

for (let i = 0; i < 40_000; i++) {
  const house = spawn(world, Transform, Bounds)
  setPosition(world, house, (i % 200) * 20, 0, Math.floor(i / 200) * 20)
  setBox(world, house, -5, 0, -5, 5, 8, 5)
}

const draw = () => {
  const { ids, count } = visible(world, camera)
  for (let i = 0; i < count; i++) drawHouse(ids[i]!)
}
runSystems(world, [tick, propagateTransforms, ...cullingSystems, draw]) // once a frame
// #endregion
