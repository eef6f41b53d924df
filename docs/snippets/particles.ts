// #region readme
import {
  createWorld,
  propagateTransforms,
  runSystems,
  setPosition,
  spawn,
  Transform,
  tickTo,
} from '@sightline/core'
import { cullingSystems, setPerspective, setupCulling, View } from '@sightline/culling'
import {
  createEffect,
  particleStats,
  renderSystems,
  setEmitter,
  setRenderView,
  setupRender,
  startEmitter,
  trackEmitters,
} from '@sightline/render'

// With a terrain: (x, z) => heightAt(world, x, z), of @sightline/terrain.
const groundAt = (x: number, z: number) => Math.sin(x / 9) + Math.cos(z / 7)

const world = createWorld({ capacity: 10_000 })
setupCulling(world)
setupRender(world)

const fountain = createEffect(world, {
  rate: 200,
  lifetime: [1.5, 2],
  speed: [5, 6],
  spread: 12,
  gravity: [0, -9.81, 0],
  size: [0.05, 0.12],
  stretch: 0.03,
  colorOverLife: [
    { at: 0, color: '#CFE8F5', opacity: 0.8 },
    { at: 1, color: '#9CC4DD', opacity: 0 },
  ],
  ground: { height: groundAt, contact: 'bounce', bounciness: 0.3, bounces: 1 },
  prewarm: 2,
})
const torch = createEffect(world, {
  rate: 30,
  lifetime: 0.6,
  shape: { kind: 'disc', radius: 0.05 },
  speed: 1,
  spread: 10,
  size: 0.25,
  sizeOverLife: [
    [0, 0.6],
    [0.3, 1],
    [1, 0],
  ],
  color: '#FF9A3C',
  blending: 'additive',
  glow: 3,
  space: 'local',
})
const spark = createEffect(world, {
  bursts: [{ count: 60 }],
  lifetime: 1,
  speed: [2, 6],
  spread: 180,
  drag: 2,
})

// An emitter is an entity with a place. It may hang on others, as all that has a Transform.
for (let i = 0; i < 200; i++) {
  const eid = spawn(world, Transform)
  setPosition(world, eid, (i % 20) * 8 - 80, 1, -Math.floor(i / 20) * 30)
  setEmitter(world, eid, { effect: i % 2 === 0 ? fountain : torch, seed: i })
}
// Taken from a pool: put it where it is needed, and start it anew.
const spell = spawn(world, Transform)
setEmitter(world, spell, { effect: spark })
const cast = (x: number, y: number, z: number) => {
  setPosition(world, spell, x, y, z)
  startEmitter(world, spell)
}

const camera = spawn(world, Transform, View)
setPerspective(world, camera, { fovY: 1, aspect: 1, near: 0.1, far: 500 })
setPosition(world, camera, 0, 2, 12)
setRenderView(world, camera)
for (let frame = 0; frame <= 120; frame++) {
  tickTo(world, frame / 60)
  if (frame === 100) cast(0, 2, 0)
  runSystems(world, [propagateTransforms, trackEmitters, ...cullingSystems, ...renderSystems])
}
const { held, emitters, drawn } = particleStats(world)
console.log(`${held} of ${emitters} emitters are worked out, ${drawn} particles drawn`)
// #endregion
