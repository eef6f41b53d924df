// #region readme
import {
  columns,
  createWorld,
  defineComponent,
  f32,
  propagateTransforms,
  runSystems,
  setPosition,
  spawn,
  Transform,
  tickTo,
  type World,
} from '@sightline/core'
import {
  Bounds,
  cullingSystems,
  defineUpdateKind,
  runDue,
  setPerspective,
  setSphere,
  setUpdateRate,
  setupCulling,
  UpdateRate,
  View,
} from '@sightline/culling'

const Hunger = defineComponent('Hunger', { level: f32 })
const Thinking = defineUpdateKind('thinking', { far: 4, hidden: 30, outside: 30, budget: 1 })

/** A system as any other: at most 1 ms a frame, and in sum the same as if everyone thought in each frame. */
function think(world: World): void {
  const { level } = columns(world, Hunger)
  runDue(world, Thinking, (eid, seconds) => {
    level[eid] = level[eid]! + 0.1 * seconds
  })
}

const world = createWorld({ capacity: 1000 })
setupCulling(world)
setPerspective(world, spawn(world, Transform, View), { fovY: 1, aspect: 1, near: 0.1, far: 500 })
const people = Array.from({ length: 900 }, (_, i) => {
  const eid = spawn(world, Transform, Bounds, UpdateRate, Hunger)
  setSphere(world, eid, 1)
  setPosition(world, eid, 0, 0, i - 450) // half of them behind the camera
  setUpdateRate(world, eid, Thinking)
  return eid
})
for (let frame = 0; frame <= 600; frame++) {
  tickTo(world, frame / 60)
  runSystems(world, [propagateTransforms, ...cullingSystems, think])
}
// #endregion

const { level } = columns(world, Hunger)
for (const eid of people) {
  if (!(level[eid]! > 0.85 && level[eid]! < 1.01)) throw new Error(`entity ${eid} has hunger ${level[eid]}`)
}
