// A bitECS game made without Sightline: its own world, its own arrays, its own canvas. The lines marked + add culling.
import { columns, markMoved, propagateTransforms, setupCore, WorldMatrix } from '@sightline/core' // +
import { cullingSystems, setPerspective, setupCulling, View, visible, WorldBounds } from '@sightline/culling' // +
import { addComponent, addEntity, createWorld, query } from 'bitecs'

const COUNT = 20_000
const SIDE = 1_600
const array = () => new Float32Array(COUNT + 9)
const Walker = { x: array(), z: array(), way: array() }
const world = createWorld()
setupCore(world, { capacity: COUNT + 8 }) // +
setupCulling(world) // +
const { box } = columns(world, WorldBounds) // +
const { matrix } = columns(world, WorldMatrix) // +
for (let i = 0; i < COUNT; i++) {
  const eid = addEntity(world)
  addComponent(world, eid, Walker)
  addComponent(world, eid, WorldBounds) // +
  Walker.x[eid] = (Math.random() - 0.5) * SIDE
  Walker.z[eid] = (Math.random() - 0.5) * SIDE
  Walker.way[eid] = Math.random() * Math.PI * 2
}
const camera = addEntity(world) // +
addComponent(world, camera, View) // +
setPerspective(world, camera, { fovY: 0.8, aspect: 16 / 9, near: 0.1, far: 400 }) // +

function walk(seconds: number): void {
  for (const eid of query(world, [Walker])) {
    const step = eid % 8 === 0 ? seconds * 3 : 0
    const x = (Walker.x[eid]! += Math.cos(Walker.way[eid]!) * step)
    const z = (Walker.z[eid]! += Math.sin(Walker.way[eid]!) * step)
    if (step === 0 && box[eid * 8 + 5] !== 0) continue // + who stands still is told once
    box.set([x - 0.5, 0, z - 0.5, 0, x + 0.5, 2, z + 0.5, 0], eid * 8) // +
    markMoved(world, eid) // +
  }
}

const canvas = document.querySelector('canvas')!
const paint = canvas.getContext('2d')!
let last = performance.now()
function frame(now: number): void {
  walk(Math.min(0.1, (now - last) / 1000))
  last = now
  const [sin, cos] = [Math.sin(now / 4000), Math.cos(now / 4000)]
  matrix.set([cos, 0, -sin, 0, 0, 1, 0, 0, sin, 0, cos, 0, 0, 2, 0, 1], camera * 16) // +
  markMoved(world, camera) // +
  for (const system of [propagateTransforms, ...cullingSystems]) system(world) // +
  const { ids, count } = visible(world, camera) // +
  const scale = (canvas.width = canvas.height = Math.min(innerWidth, innerHeight)) / SIDE
  paint.setTransform(scale, 0, 0, scale, canvas.width / 2, canvas.height / 2)
  paint.fillStyle = '#2f3a44'
  for (const eid of query(world, [Walker])) paint.fillRect(Walker.x[eid]! - 2, Walker.z[eid]! - 2, 4, 4)
  paint.fillStyle = '#ffd27a'
  for (const eid of ids.subarray(0, count)) paint.fillRect(Walker.x[eid]! - 3, Walker.z[eid]! - 3, 6, 6)
  document.querySelector('output')!.textContent = `${count} of ${COUNT} drawn`
  requestAnimationFrame(frame)
}
requestAnimationFrame(frame)
