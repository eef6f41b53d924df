import { destroy, setPosition, spawn, Transform } from '@sightline/core'
import {
  CullRange,
  Light,
  setCascade,
  setCubeFace,
  setCullRange,
  setDirectionalLight,
  setPointLight,
  setSpotShadow,
  setView,
  setViewport,
  View,
  version,
  viewStats,
  visible,
} from '@sightline/culling'
import { expect, it } from 'vitest'
import { stepFrame } from '../support/game.js'
import { ballAt, idsOf, lookingAhead } from '../support/repro.js'

function lit() {
  const { world, view: camera } = lookingAhead()
  const shadow = spawn(world, Transform, View)
  const sun = spawn(world, Transform, Light)
  setDirectionalLight(world, sun)
  setView(world, shadow, { kind: 'light', refresh: 'on-change' })
  setCascade(world, shadow, { light: sun, camera, near: 0.1, far: 80 })
  const ball = ballAt(world, -40, CullRange)
  setCullRange(world, ball, { maxDistance: 60, hysteresis: 0 })
  const frames = (n: number) => {
    for (let i = 0; i < n; i++) stepFrame(world)
  }
  frames(3)
  expect(idsOf(visible(world, shadow))).toEqual([ball])
  expect(viewStats(world, shadow).queried).toBe(false)
  return { world, camera, shadow, sun, ball, frames }
}

it('follows the settings of its camera', () => {
  const { world, camera, shadow, ball, frames } = lit()
  setView(world, camera, { distanceScale: 10 })
  frames(1)
  expect(idsOf(visible(world, shadow))).toEqual([])
  setView(world, camera, { distanceScale: 1 })
  frames(1)
  expect(idsOf(visible(world, shadow))).toEqual([ball])
  frames(1)
  expect(viewStats(world, shadow).queried).toBe(false)
})

it('publishes an empty list when the camera has no picture, once', () => {
  const { world, camera, shadow, ball, frames } = lit()
  setViewport(world, camera, 0, 0)
  frames(1)
  expect(idsOf(visible(world, shadow))).toEqual([])
  const empty = version(world, shadow)
  for (let i = 0; i < 3; i++) {
    setPosition(world, ball, 0, 0, -41 - i)
    setPosition(world, camera, 0, 0, 0.1 * i)
    frames(1)
  }
  expect([version(world, shadow), viewStats(world, shadow).queried]).toEqual([empty, false])
  setViewport(world, camera, 800, 800)
  frames(1)
  expect(idsOf(visible(world, shadow))).toEqual([ball])
})

it('publishes an empty list when its light goes, once', () => {
  const { world, shadow, sun, frames } = lit()
  destroy(world, sun)
  frames(1)
  expect(idsOf(visible(world, shadow))).toEqual([])
  const empty = version(world, shadow)
  frames(3)
  expect(version(world, shadow)).toBe(empty)
})

it('lights of the wrong kind are refused', () => {
  const { world, camera, shadow, sun } = lit()
  const lamp = spawn(world, Transform, Light)
  setPointLight(world, lamp, { range: 5 })
  const cascade = { camera, near: 1, far: 2 }
  expect(() => setCascade(world, shadow, { ...cascade, light: lamp })).toThrow(
    `setCascade: light is entity ${lamp}, a point light, expected a directional light: see setDirectionalLight`,
  )
  expect(() => setCubeFace(world, shadow, { light: sun, face: 0 })).toThrow(TypeError)
  expect(() => setSpotShadow(world, shadow, { light: lamp })).toThrow('expected a spot light')
  expect(() => setSpotShadow(world, shadow, { light: spawn(world, Light) })).toThrow('that was not set')
})
