import { createWorld, propagateTransforms, setPosition, spawn, Transform, type World } from '@sightline/core'
import { cullingSystems, setBox, setPerspective, setupCulling } from '@sightline/culling'

const world = createWorld({ capacity: 1_000 })
setupCulling(world)

// #region readme
import {
  Bounds,
  CullRange,
  candidates,
  cullCandidate,
  defineCullReason,
  entered,
  explain,
  Layers,
  LodRange,
  levels,
  publishVisibility,
  setCullRange,
  setLayers,
  setLodRange,
  setView,
  setVisibility,
  View,
  Visibility,
  visible,
} from '@sightline/culling'

const camera = spawn(world, Transform, View)
setView(world, camera, { layers: 0b01, minPixels: 1, viewportHeight: 1080 })

const lantern = spawn(world, Transform, Bounds, Layers, Visibility, CullRange, LodRange)
setLayers(world, lantern, 0b01)
setVisibility(world, lantern, 'inherit') // or 'show', or 'hide' it and what hangs below it
setCullRange(world, lantern, { maxDistance: 120, hysteresis: 0.1 }) // shown below 120 m, gone beyond 132 m
setLodRange(world, lantern, { sizes: [0.2, 0.05] }) // shares of the picture's height: three levels

const inFog = defineCullReason('in fog')
function cullByFog(world: World): void {
  const { ids, distances, count } = candidates(world, camera)
  for (let i = 0; i < count; i++)
    if (distances[i]! > 90 && ids[i] === lantern) cullCandidate(world, camera, i, inFog)
}

function greet(world: World): void {
  const { ids, count } = entered(world, camera) // events of this frame
  for (let i = 0; i < count; i++) light(ids[i]!)
}

function draw(world: World): void {
  const { ids, count } = visible(world, camera)
  const level = levels(world, camera) // beside `visible`, as are `distances` and `fades`
  for (let i = 0; i < count; i++) drawAt(ids[i]!, level[i]!)
}

const publish = cullingSystems.indexOf(publishVisibility)
const frame = [propagateTransforms, ...cullingSystems.toSpliced(publish, 0, cullByFog), greet, draw]
// #endregion

const lit: number[] = []
const light = (eid: number) => lit.push(eid)
const drawAt = (_eid: number, _level: number) => {}
setPerspective(world, camera, { fovY: 1, aspect: 1, near: 0.1, far: 1_000 })
setBox(world, lantern, -0.2, 0, -0.2, 0.2, 0.6, 0.2)
setPosition(world, lantern, 0, 0, -50)
for (const system of frame) system(world)
if (lit[0] !== lantern || visible(world, camera).count !== 1) throw new Error('the lantern is not seen')
setPosition(world, lantern, 0, 0, -100)
for (const system of frame) system(world)
if (explain(world, camera, lantern).reason !== 'in fog') throw new Error('the fog does not hide the lantern')
