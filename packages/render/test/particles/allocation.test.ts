import { propagateTransforms, setPosition, spawn, Transform, tickTo, type World } from '@sightline/core'
import { Bounds, cullingSystems, setBox, setUpdateRate, UpdateRate } from '@sightline/culling'
import {
  createEffect,
  createMaterial,
  createMesh,
  type EffectSettings,
  ParticleUpdates,
  particleStats,
  Renderable,
  renderSystems,
  setEmitter,
  setRenderable,
  startEmitter,
  trackEmitters,
} from '@sightline/render'
import { removeComponent } from 'bitecs'
import { expect, it, vi } from 'vitest'
import { measureHeap } from '../../../../test/support/heap.js'
import { renderState } from '../../src/state.js'
import { lookFrom } from '../support/frame.js'
import { addQuad, createShape, rgba, toMesh } from '../support/shapes.js'
import { particleScene } from './support/scene.js'

const EMITTERS = 200
const PANES = 50
const WARM_UP = 2500
const FRAMES = 200
/** Bytes of all frames that are kept. */
const KEPT = 64 * 1024
/** Some ten thousand particles are worked out in a frame, and a hundred are born. */
const MADE = 2048

const level = (x: number, z: number): number => (x + z) * 0

const EFFECTS: readonly EffectSettings[] = [
  { rate: 100, lifetime: [1, 2], speed: [3, 4], spread: 15, gravity: [0, -9.81, 0], stretch: 0.02 },
  { rate: 30, lifetime: 3, speed: 1, drag: 0.8, wind: [1, 0, 0], size: [0.5, 1], spin: [-40, 40] },
  { rate: 40, lifetime: 0.7, space: 'local', blending: 'additive', shape: { kind: 'disc', radius: 0.1 } },
  { bursts: [{ count: 30, every: 1 }], lifetime: 0.9, speed: 4, spread: 180, drag: 3 },
  { rate: 50, lifetime: 1.5, speed: 3, gravity: [0, -9.81, 0], ground: { height: level, contact: 'bounce' } },
]

/** Windows between the rows, so that emitters are drawn in groups. */
function addPanes(world: World): void {
  const shape = createShape()
  addQuad(shape, [-3, 0, 0], [3, 0, 0], [3, 4, 0], [-3, 4, 0], rgba('#FFFFFF'))
  const model = {
    mesh: createMesh(world, toMesh(shape)),
    material: createMaterial(world, { kind: 'transparent' }),
  }
  for (let i = 0; i < PANES; i++) {
    const eid = spawn(world, Transform, Bounds, Renderable)
    setPosition(world, eid, (i % 10) * 8 - 40, 0, -Math.floor(i / 10) * 8 - 2)
    setBox(world, eid, -3, 0, 0, 3, 4, 0)
    setRenderable(world, eid, model)
  }
}

it('200 emitters make no garbage in a steady frame, resting, carried, slowed, unscheduled, restarted (seed 3)', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { world, camera } = await particleScene(EMITTERS + PANES + 20)
  const effects = EFFECTS.map((settings) => createEffect(world, settings))
  const emitters = Array.from({ length: EMITTERS }, (_, i) => {
    const eid = spawn(world, Transform)
    setPosition(world, eid, (i % 20) * 4 - 40, 1, -Math.floor(i / 20) * 4)
    setEmitter(world, eid, { effect: effects[i % effects.length]!, seed: i })
    if (i % 20 === 0) removeComponent(world, eid, UpdateRate)
    if (i % 20 === 4) setUpdateRate(world, eid, ParticleUpdates, { near: 90, far: 90 })
    return eid
  })
  addPanes(world)
  let step = 0
  const most = { stops: 0, held: 0, particles: 0, drawn: 0 }
  let least = Infinity
  const frame = (): void => {
    const t = ++step / 60
    tickTo(world, t)
    for (let i = 0; i < emitters.length; i += 4) {
      setPosition(
        world,
        emitters[i]!,
        (i % 20) * 4 - 40 + Math.sin(t + i),
        1,
        -Math.floor(i / 20) * 4 + Math.cos(t),
      )
    }
    if (step % 10 === 0) startEmitter(world, emitters[step % EMITTERS]!)
    setPosition(world, camera, 0, 3, 20 + 10 * Math.sin(t))
    propagateTransforms(world)
    trackEmitters(world)
    for (let i = 0; i < cullingSystems.length; i++) cullingSystems[i]!(world)
    for (let i = 0; i < renderSystems.length; i++) renderSystems[i]!(world)
  }
  lookFrom(world, camera, [0, 3, 20], [10, 0, -40])
  for (let i = 0; i < WARM_UP; i++) {
    frame()
    const stats = particleStats(world)
    for (const field of ['held', 'particles', 'drawn'] as const)
      most[field] = Math.max(most[field], stats[field])
    most.stops = Math.max(most.stops, renderState(world).views[0]!.list.stopCount)
    if (i > 200) least = Math.min(least, stats.held)
  }
  expect(most.held).toBeGreaterThan(100)
  expect(most.stops).toBeGreaterThan(10)
  expect(least).toBeLessThan(EMITTERS - 10)
  expect(most.particles).toBeGreaterThan(5000)
  const grown = measureHeap(FRAMES, frame, { kept: KEPT, made: MADE })
  expect(grown.kept).toBeLessThan(KEPT)
  expect(grown.made).toBeLessThan(MADE)
  expect(grown.buffers).toBe(0)
  expect(warn).toHaveBeenCalledOnce()
  warn.mockRestore()
}, 120_000)
