import { setPosition, spawn, Transform } from '@sightline/core'
import {
  Light,
  loadKernels,
  setCascade,
  setCubeFace,
  setPointLight,
  setSpotLight,
  setSpotShadow,
  visible,
} from '@sightline/culling'
import { beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { check, type Vec3 } from '../projection/helpers.js'
import { axesOf, boxes, meets, newCamera, newLightView, seenPoint } from './caster-helpers.js'
import { aim, frame, idsOf, newWorld } from './helpers.js'

beforeAll(() => loadKernels())

describe.each([
  [1, 0],
  [2, 0],
  [3, 45_000],
])('cascades in a world of boxes, seed %i at %i m', (seed, distance) => {
  it('no caster is missing and lists are short', () => {
    const random = createRandom(seed)
    const world = newWorld()
    const middle: Vec3 = [distance, 0, -distance]
    const camera = newCamera(world)
    const all = boxes(world, random, 1200, 300, middle)
    const axis = () => random() - 0.5
    const cascades = [
      [0.1, 10],
      [10, 40],
      [40, 120],
    ] as const
    const shadows = cascades.map(() => newLightView(world))
    let [hits, listed, needed] = [0, 0, 0]
    for (let n = 0; n < 6; n++) {
      const eye = middle.map((v) => Math.fround(v + axis() * 100)) as unknown as Vec3
      aim(world, camera, eye, [axis(), axis() * 0.3, axis()])
      const towards: Vec3 = [axis(), random() * 0.5 + 0.05, axis()]
      cascades.forEach(([near, far], i) => {
        const direction: Vec3 = [-towards[0], -towards[1], -towards[2]]
        setCascade(world, shadows[i]!, { direction, camera, near, far })
      })
      frame(world)
      const axes = axesOf(world, camera)
      cascades.forEach(([near, far], i) => {
        const casters = new Set(idsOf(visible(world, shadows[i]!)))
        const hit = new Set<number>()
        for (let k = 0; k < 900; k++) {
          const point = seenPoint(random, eye, axes, near, far)
          for (const box of all) {
            if (!meets(point, towards, Number.POSITIVE_INFINITY, box)) continue
            hits++
            hit.add(box.eid)
            check(
              casters.has(box.eid),
              () => `seed ${seed}, frame ${n}, cascade ${i}: box ${JSON.stringify(box)} from ${point}`,
            )
          }
        }
        listed += casters.size
        needed += hit.size
      })
    }
    expect(hits).toBeGreaterThan(1000)
    // Needless ones are told exactly in caster-volume.test.ts; here the lists are short, and not much beyond what was hit.
    expect(needed).toBeGreaterThan(200)
    expect(listed).toBeLessThan(18 * 100)
  })
})

describe.each([1, 2, 3])('local lights in a world of boxes, seed %i', (seed) => {
  it('cube sides: no caster is missing', () => {
    const random = createRandom(seed)
    const world = newWorld()
    const camera = newCamera(world)
    const lamp = spawn(world, Transform, Light)
    const range = 40
    setPointLight(world, lamp, { range })
    const faces = [0, 1, 2, 3, 4, 5].map((face) => {
      const view = newLightView(world)
      setCubeFace(world, view, { light: lamp, camera, face })
      return view
    })
    const all = boxes(world, random, 800, 100, [0, 0, 0])
    const axis = () => random() - 0.5
    let hits = 0
    for (let n = 0; n < 8; n++) {
      const eye: Vec3 = [Math.fround(axis() * 60), Math.fround(axis() * 60), Math.fround(axis() * 60)]
      const light: Vec3 = [Math.fround(axis() * 60), Math.fround(axis() * 60), Math.fround(axis() * 60)]
      aim(world, camera, eye, [axis(), axis(), axis()])
      setPosition(world, lamp, ...light)
      frame(world)
      const lists = faces.map((view) => new Set(idsOf(visible(world, view))))
      const axes = axesOf(world, camera)
      for (let k = 0; k < 1000; k++) {
        const point = seenPoint(random, eye, axes, 0.1, 100)
        const to: Vec3 = [light[0] - point[0], light[1] - point[1], light[2] - point[2]]
        if (Math.hypot(...to) > range) continue
        const main = [0, 1, 2].reduce((a, b) => (Math.abs(to[b]!) > Math.abs(to[a]!) ? b : a))
        const face = main * 2 + (to[main]! > 0 ? 1 : 0)
        for (const box of all) {
          if (!meets(point, to, 1, box)) continue
          hits++
          check(
            lists[face]!.has(box.eid),
            () => `seed ${seed}, frame ${n}, face ${face}: ${JSON.stringify(box)} from ${point}`,
          )
        }
      }
      const total = lists.reduce((sum, list) => sum + list.size, 0)
      expect(total, `frame ${n}`).toBeLessThan(900)
    }
    expect(hits).toBeGreaterThan(300)
  })

  it('spots: no caster is missing', () => {
    const random = createRandom(seed + 10)
    const world = newWorld()
    const camera = newCamera(world)
    const lamp = spawn(world, Transform, Light)
    const shadow = newLightView(world)
    setSpotLight(world, lamp, { range: 60, outerAngle: 0.6 })
    setSpotShadow(world, shadow, { light: lamp, camera })
    const all = boxes(world, random, 800, 100, [0, 0, 0])
    const axis = () => random() - 0.5
    let [hits, listed] = [0, 0]
    for (let n = 0; n < 12; n++) {
      const eye: Vec3 = [Math.fround(axis() * 60), Math.fround(axis() * 60), Math.fround(axis() * 60)]
      const light: Vec3 = [Math.fround(axis() * 60), Math.fround(axis() * 60), Math.fround(axis() * 60)]
      const direction: Vec3 = [axis(), axis(), axis()]
      aim(world, camera, eye, [axis(), axis(), axis()])
      aim(world, lamp, light, direction)
      frame(world)
      const list = new Set(idsOf(visible(world, shadow)))
      listed += list.size
      const axes = axesOf(world, camera)
      for (let k = 0; k < 1000; k++) {
        const point = seenPoint(random, eye, axes, 0.1, 120)
        const to: Vec3 = [light[0] - point[0], light[1] - point[1], light[2] - point[2]]
        const length = Math.hypot(...to)
        const cos =
          -(to[0] * direction[0] + to[1] * direction[1] + to[2] * direction[2]) /
          length /
          Math.hypot(...direction)
        if (length > 60 || cos < Math.cos(0.6)) continue
        for (const box of all) {
          if (!meets(point, to, 1, box)) continue
          hits++
          check(list.has(box.eid), () => `seed ${seed}, frame ${n}: ${JSON.stringify(box)} from ${point}`)
        }
      }
    }
    expect(hits).toBeGreaterThan(100)
    expect(listed).toBeLessThan(12 * 250)
  })
})
