// #region readme
import {
  columns,
  createWorld,
  defineComponent,
  f32,
  handle,
  isAlive,
  propagateTransforms,
  setParent,
  setPosition,
  spawn,
  Transform,
  vec3,
  WorldMatrix,
} from '@sightline/core'

const Engine = defineComponent('Engine', { power: f32, thrust: vec3 })

const world = createWorld({ capacity: 1_000 })
const ship = spawn(world, Transform, Engine)
const lamp = spawn(world, Transform)
setParent(world, lamp, ship)
setPosition(world, ship, 100, 0, 0)
setPosition(world, lamp, 0, 2, 0)
columns(world, Engine).power[ship] = 9_000

propagateTransforms(world)
const { matrix } = columns(world, WorldMatrix)
const lampX = matrix[lamp * 16 + 12] // 100

const captain = handle(world, ship) // an id that knows its generation
isAlive(world, captain) // true until the ship is destroyed, even if its id comes back
// #endregion

if (lampX !== 100 || !isAlive(world, captain)) throw new Error('the lamp is not on the ship')
