import { setPosition, setRotation, spawn, Transform } from '@sightline/core'
import {
  CullRange,
  clearCasters,
  isVisible,
  Light,
  loadKernels,
  setCascade,
  setCubeFace,
  setCullRange,
  setEyes,
  setOrthographic,
  setPointLight,
  setSpotLight,
  setSpotShadow,
  setView,
  setViewport,
  View,
  version,
  visible,
} from '@sightline/culling'
import { beforeAll, describe, expect, it } from 'vitest'
import { viewState } from '../../src/state.js'
import { identityAt, matrixOf, type Vec3 } from '../projection/helpers.js'
import { FAR, newCamera, newLightView, newSun } from './caster-helpers.js'
import { aim, frame, idsOf, newBox, newWorld } from './helpers.js'

beforeAll(() => loadKernels())

describe('case 49 from the field: a caster outside the view', () => {
  it('is in the list of the light for every heading that sees the origin', () => {
    const world = newWorld()
    const camera = newCamera(world)
    const sun = newSun(world, [0, -1, 0])
    const shadow = newLightView(world)
    setCascade(world, shadow, { light: sun, camera, near: 0.1, far: FAR })
    const plane = newBox(world, [-10, -0.1, -10], [10, 0.1, 10])
    setPosition(world, plane, 0, 200, 0)
    const ground = newBox(world, [-500, -1, -500], [500, 0, 500])
    const below = newBox(world, [-10, -0.1, -10], [10, 0.1, 10])
    setPosition(world, below, 0, -400, 0)
    for (let yaw = -25; yaw <= 25; yaw += 5) {
      for (let pitch = -30; pitch <= 15; pitch += 5) {
        const [y, p] = [(yaw * Math.PI) / 180, (pitch * Math.PI) / 180]
        // From (0, 10, 60) towards (0, 0, 0), and turned from there by yaw and pitch.
        const down = Math.atan2(10, 60)
        const heading = Math.max(p, down - Math.PI / 6 + 0.01 - 2 * down)
        aim(
          world,
          camera,
          [0, 10, 60],
          [Math.sin(y) * Math.cos(heading), Math.sin(heading), -Math.cos(y) * Math.cos(heading)],
        )
        frame(world)
        const label = `yaw ${yaw}, pitch ${pitch}`
        const camState = viewState(world, camera, 'test')
        const seesOrigin = Array.from({ length: camState.planeCount }).every(
          (_, i) => camState.planes[i * 4 + 3]! >= 0,
        )
        if (!seesOrigin) continue
        expect(isVisible(world, camera, plane), label).toBe(false)
        expect(isVisible(world, shadow, plane), label).toBe(true)
        expect(isVisible(world, shadow, ground), label).toBe(true)
      }
    }
    // What is below the sunlit side of everything seen throws no shadow up.
    aim(world, camera, [0, 10, 60], [0, 0, -1])
    frame(world)
    expect(isVisible(world, shadow, below)).toBe(false)
  })
})

describe('light views', () => {
  it('without a camera: everything in range on that side', () => {
    const world = newWorld()
    const lamp = spawn(world, Transform, Light)
    setPointLight(world, lamp, { range: 10 })
    setPosition(world, lamp, 100, 0, 0)
    const [right, up] = [newLightView(world), newLightView(world)]
    setCubeFace(world, right, { light: lamp, face: 0 })
    setCubeFace(world, up, { light: lamp, face: 2 })
    const near = newBox(world, [104, -1, -1], [106, 1, 1])
    const beyond = newBox(world, [111, -1, -1], [112, 1, 1])
    const above = newBox(world, [99, 5, -1], [101, 6, 1])
    frame(world)
    expect(idsOf(visible(world, right))).toEqual([near])
    expect(idsOf(visible(world, up))).toEqual([above])
    expect(isVisible(world, right, beyond)).toBe(false)
    const torch = spawn(world, Transform, Light)
    setSpotLight(world, torch, { range: 10, outerAngle: 0.5 })
    aim(world, torch, [100, 0, 0], [1, 0, 0])
    setSpotShadow(world, up, { light: torch })
    frame(world)
    expect(idsOf(visible(world, up))).toEqual([near])
    clearCasters(world, up)
    frame(world)
    expect(isVisible(world, up, near)).toBe(false)
  })

  it('have the ranges of the camera, not their own', () => {
    const world = newWorld()
    const camera = newCamera(world)
    const shadow = newLightView(world)
    setPosition(world, shadow, 0, 5000, 0)
    setCascade(world, shadow, { direction: [0, -1, 0], camera, near: 0.1, far: 100 })
    const post = newBox(world, [-1, 0, -51], [1, 5, -49], CullRange)
    setCullRange(world, post, { maxDistance: 60 })
    frame(world)
    expect(isVisible(world, shadow, post)).toBe(true)
    setCullRange(world, post, { maxDistance: 30 })
    frame(world)
    frame(world)
    expect(isVisible(world, camera, post)).toBe(false)
    expect(isVisible(world, shadow, post)).toBe(false)
  })

  it('on change ask again when the camera or the light turns, and only then', () => {
    const world = newWorld()
    const camera = newCamera(world)
    const sun = newSun(world, [0, -1, 0])
    const shadow = newLightView(world)
    setView(world, shadow, { refresh: 'on-change' })
    setCascade(world, shadow, { light: sun, camera, near: 0.1, far: 100 })
    const post = newBox(world, [-1, 0, -51], [1, 5, -49])
    frame(world)
    frame(world)
    const before = version(world, shadow)
    frame(world)
    frame(world)
    expect(version(world, shadow)).toBe(before)
    expect(isVisible(world, shadow, post)).toBe(true)
    setRotation(world, camera, 0, 1, 0, 0)
    frame(world)
    expect(version(world, shadow)).toBe(before + 1)
    expect(isVisible(world, shadow, post)).toBe(false)
    // A sun far down in the west throws the post's shadow into the picture again.
    aim(world, sun, [0, 0, 0], [0, -0.01, 1])
    frame(world)
    expect(version(world, shadow)).toBe(before + 2)
    expect(isVisible(world, shadow, post)).toBe(true)
  })

  it('are empty where the camera sees nothing', () => {
    const world = newWorld()
    const camera = newCamera(world)
    const shadow = newLightView(world)
    newBox(world, [-1, 0, -51], [1, 5, -49])
    setCascade(world, shadow, { direction: [0, -1, 0], camera, near: FAR + 1, far: FAR + 100 })
    frame(world)
    expect(visible(world, shadow).count).toBe(0)
    setCascade(world, shadow, { direction: [0, -1, 0], camera, near: 0.1, far: 100 })
    frame(world)
    expect(visible(world, shadow).count).toBe(1)
    setViewport(world, camera, 0, 0)
    frame(world)
    expect(visible(world, shadow).count).toBe(0)
  })

  it('with two eyes see for both', () => {
    const world = newWorld()
    const camera = newCamera(world)
    const shadow = newLightView(world)
    const eye = (x: number, left: number, right: number) => ({
      projection: matrixOf({
        kind: 'perspectiveExtents',
        left,
        right,
        bottom: -0.1,
        top: 0.1,
        near: 0.1,
        far: 100,
      }),
      toView: identityAt(x, 0, 0),
    })
    setEyes(world, camera, [eye(-2, -0.1, 0), eye(2, 0, 0.1)])
    setCascade(world, shadow, { direction: [0, -1, 0], camera, near: 0.1, far: 50 })
    const high: Vec3[] = [
      [-21, 300, -20],
      [21, 300, -20],
      [-24, 300, -20],
      [24, 300, -20],
    ]
    const ids = high.map(([x, y, z]) => newBox(world, [x - 0.5, y, z], [x + 0.5, y + 1, z + 0.5]))
    frame(world)
    expect(ids.map((id) => isVisible(world, shadow, id))).toEqual([true, true, false, false])
  })

  it('of an orthographic camera with things behind it', () => {
    const world = newWorld()
    const camera = spawn(world, Transform, View)
    setOrthographic(world, camera, { left: -10, right: 10, bottom: -10, top: 10, near: -50, far: 50 })
    const shadow = newLightView(world)
    setCascade(world, shadow, { direction: [0, -1, 0], camera, near: -50, far: 0 })
    const behind = newBox(world, [-1, 100, 29], [1, 101, 31])
    const ahead = newBox(world, [-1, 100, -31], [1, 101, -29])
    frame(world)
    expect(isVisible(world, shadow, behind)).toBe(true)
    expect(isVisible(world, shadow, ahead)).toBe(false)
  })
})
