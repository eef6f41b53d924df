// #region readme
import { createWorld, propagateTransforms, setPosition, spawn, Transform } from '@sightline/core'
import {
  Bounds,
  cullingSystems,
  cullLights,
  Light,
  lights,
  setBox,
  setCascade,
  setPerspective,
  setPointLight,
  setupCulling,
  setView,
  View,
  visible,
} from '@sightline/culling'

const world = createWorld({ capacity: 1_000 })
setupCulling(world)
const camera = spawn(world, Transform, View)
setPerspective(world, camera, { fovY: 1, aspect: 1, near: 0.1, far: 200 })

const torch = spawn(world, Transform, Light)
setPosition(world, torch, 0, 2, -10)
setPointLight(world, torch, { range: 8 })

const cascade = spawn(world, Transform, View) // collects what throws a shadow into the picture, seen or not
setView(world, cascade, { kind: 'light', refresh: 'on-change' })
setCascade(world, cascade, { direction: [0.3, -1, 0.2], camera, near: 0.1, far: 40, margin: 0.5 })

const balloon = spawn(world, Transform, Bounds) // above the picture, its shadow in it
setPosition(world, balloon, -16, 60, -35)
setBox(world, balloon, -4, 0, -4, 4, 8, 4)

for (const system of [propagateTransforms, ...cullingSystems]) system(world)
cullLights(world, camera)
const lit = lights(world, camera) // the torch
const casters = visible(world, cascade) // the balloon
// #endregion

if (lit.count !== 1 || lit.ids[0] !== torch) throw new Error('the torch is not found')
if (casters.count !== 1 || casters.ids[0] !== balloon) throw new Error('the balloon throws no shadow')
if (visible(world, camera).count !== 0) throw new Error('the balloon is in the picture')
