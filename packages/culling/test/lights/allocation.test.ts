import { propagateTransforms, setPosition, spawn, Transform, tickTo, time } from '@sightline/core'
import {
  cullingSystems,
  cullLights,
  Light,
  LodRange,
  loadKernels,
  setCascade,
  setCubeFace,
  setLodRange,
  setPerspective,
  setPointLight,
  setSpotLight,
  setSpotShadow,
  setView,
  View,
  visible,
} from '@sightline/culling'
import { beforeAll, describe, expect, it } from 'vitest'
import { measureHeap } from '../../../../test/support/heap.js'
import { createRandom } from '../../../../test/support/random.js'
import { aim, newBox, newWorld } from './helpers.js'

beforeAll(() => loadKernels())

describe('lights, casters and levels', () => {
  it('600 frames allocate nothing, seed 1', { timeout: 240_000 }, () => {
    const random = createRandom(1)
    const axis = (size: number) => (random() - 0.5) * size
    const world = newWorld(6000)
    const camera = spawn(world, Transform, View)
    setPerspective(world, camera, { fovY: 1, aspect: 1.6, near: 0.1, far: 300 })
    const things = Array.from({ length: 3000 }, (_, i) => {
      const eid = newBox(world, [-1, -1, -1], [1, 1, 1], LodRange)
      setLodRange(world, eid, i % 2 === 0 ? { sizes: [0.1, 0.03], fade: 0.2 } : { distances: [20, 60, 120] })
      setPosition(world, eid, axis(300), axis(20), axis(300))
      return eid
    })
    const lamps = Array.from({ length: 200 }, (_, i) => {
      const eid = spawn(world, Transform, Light)
      if (i % 2 === 0) setPointLight(world, eid, { range: 15 })
      else setSpotLight(world, eid, { range: 25, outerAngle: 0.6 })
      aim(world, eid, [axis(300), 5, axis(300)], [axis(1), -1, axis(1)])
      return eid
    })
    const shadows = Array.from({ length: 5 }, () => {
      const view = spawn(world, Transform, View)
      setView(world, view, { kind: 'light' })
      return view
    })
    const cascade = { direction: [0.4, -1, 0.2] as const, camera, near: 0.1, far: 30 }
    setCascade(world, shadows[1]!, { direction: [0.4, -1, 0.2], camera, near: 30, far: 200 })
    for (const face of [0, 3])
      setCubeFace(world, shadows[2 + (face & 1)]!, { light: lamps[0]!, camera, face })
    setSpotShadow(world, shadows[4]!, { light: lamps[1]!, camera })
    let listed = 0
    const step = (n: number): void => {
      const yaw = n / 50
      setPosition(world, camera, Math.sin(yaw) * 40, 4, Math.cos(yaw) * 40)
      for (let i = n % 10; i < things.length; i += 10)
        setPosition(world, things[i]!, Math.sin(i + n / 9) * 150, 0, Math.cos(i) * 150)
      for (let i = n % 10; i < lamps.length; i += 10)
        setPosition(world, lamps[i]!, Math.sin(i) * 150, 5, Math.cos(i + n / 9) * 150)
      cascade.far = 30 + (n % 7)
      setCascade(world, shadows[0]!, cascade)
      tickTo(world, time(world).now + 1 / 60)
      propagateTransforms(world)
      for (let i = 0; i < cullingSystems.length; i++) cullingSystems[i]!(world)
      listed += cullLights(world, camera).count + visible(world, shadows[0]!).count
    }
    for (let frame = 0; frame < 400; frame++) step(frame)
    const { kept, buffers } = measureHeap(600, step, { kept: 64 * 1024, made: Infinity })
    expect(kept).toBeLessThan(64 * 1024)
    expect(buffers).toBeLessThanOrEqual(0)
    expect(listed).toBeGreaterThan(1000)
  })
})
