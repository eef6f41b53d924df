// #region readme
import { columns, markMoved, propagateTransforms, setupCore, spawn, WorldMatrix } from '@sightline/core'
import { cullingSystems, setPerspective, setupCulling, View, visible, WorldBounds } from '@sightline/culling'
import { createWorld } from 'bitecs'

const world = createWorld() // your world, your loop, your renderer
setupCore(world, { capacity: 10_000 })
setupCulling(world)

const rock = spawn(world, WorldBounds) // or bitECS's own addEntity and addComponent
columns(world, WorldBounds).box.set([-1, 0, -21, 0, 1, 2, -19, 0], rock * 8) // min xyz, -, max xyz, -
markMoved(world, rock)

const camera = spawn(world, View)
setPerspective(world, camera, { fovY: 1, aspect: 1, near: 0.1, far: 100 })
const cameraMatrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 2, 0, 1] // column by column, from any library
columns(world, WorldMatrix).matrix.set(cameraMatrix, camera * 16)
markMoved(world, camera)

for (const system of [propagateTransforms, ...cullingSystems]) system(world)
const { ids, count } = visible(world, camera)
// #endregion

if (count !== 1 || ids[0] !== rock) throw new Error('the rock is not seen')
