import {
  createWorld,
  propagateTransforms,
  setPosition,
  spawn,
  Transform,
  tickTo,
  type World,
  WorldMatrix,
} from '@sightline/core'
import {
  cullingSystems,
  loadKernels,
  setPerspective,
  setupCulling,
  View,
  WorldBounds,
} from '@sightline/culling'
import {
  createEffect,
  type EffectSettings,
  renderSystems,
  setEmitter,
  setRenderView,
  setupRender,
  trackEmitters,
} from '@sightline/render'
import { renderState } from '../../../src/state.js'

/** A world with one camera at the origin that looks along -z, and no GPU. */
export async function particleScene(capacity = 100): Promise<{ world: World; camera: number }> {
  await loadKernels()
  const world = createWorld({ capacity })
  setupCulling(world)
  setupRender(world)
  const camera = spawn(world, Transform, View, WorldMatrix, WorldBounds)
  setPerspective(world, camera, { fovY: 1, aspect: 1, near: 0.1, far: 1000 })
  setRenderView(world, camera)
  return { world, camera }
}

/** One frame, in the order that a game has. */
export function particleFrame(world: World, seconds: number): void {
  tickTo(world, seconds)
  propagateTransforms(world)
  trackEmitters(world)
  for (const system of cullingSystems) system(world)
  for (const system of renderSystems) system(world)
}

/** An emitter at a place. */
export function place(
  world: World,
  settings: EffectSettings,
  [x, y, z]: readonly [number, number, number],
  seed = 1,
): number {
  const eid = spawn(world, Transform)
  setPosition(world, eid, x, y, z)
  setEmitter(world, eid, { effect: createEffect(world, settings), seed })
  return eid
}

/** One particle as it is worked out. */
export type Seen = {
  readonly position: readonly [number, number, number]
  readonly halfSize: number
  readonly axis: readonly [number, number, number]
  readonly roll: number
  readonly color: number
}

/** The particles of an emitter that are at hand. */
export function particlesOf(world: World, eid: number): Seen[] {
  const { slots, emitters, pool } = renderState(world).particles!
  const { firstRow, alive } = emitters[slots[eid]!]!
  return Array.from({ length: firstRow < 0 ? 0 : alive }, (_, i) => {
    const at = (firstRow + i) * 13
    const f = (k: number): number => pool.floats[at + k]!
    return {
      position: [f(0), f(1), f(2)],
      halfSize: f(3),
      axis: [f(4), f(5), f(6)],
      roll: f(7),
      color: pool.words[at + 8]!,
    }
  })
}
