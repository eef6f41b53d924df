import { destroy, setPosition, setRotation, spawn, stats, Transform } from '@sightline/core'
import {
  cullingSystems,
  isVisible,
  Light,
  loadKernels,
  setCascade,
  setCubeFace,
  setPointLight,
  setSpotShadow,
  viewStats,
  visible,
} from '@sightline/culling'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { newCamera, newLightView, newSun } from './caster-helpers.js'
import { frame, idsOf, newBox, newWorld } from './helpers.js'

beforeAll(() => loadKernels())

describe('fails open', () => {
  it('a camera that goes: a cascade collects everything, and says so once', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const world = newWorld()
    const camera = newCamera(world)
    const shadow = newLightView(world)
    setCascade(world, shadow, { direction: [0, -1, 0], camera, near: 0.1, far: 10 })
    const far = newBox(world, [1000, 0, 0], [1001, 1, 1])
    frame(world)
    expect(isVisible(world, shadow, far)).toBe(false)
    destroy(world, camera)
    // Another view takes the id.
    expect(newCamera(world)).toBe(camera)
    frame(world)
    frame(world)
    expect(isVisible(world, shadow, far)).toBe(true)
    expect(warn).toHaveBeenCalledTimes(1)
    expect(stats(world).notes['culling.casterCamera']).toContain('is gone')
    warn.mockRestore()
  })

  it('a light that goes throws no shadows', () => {
    const world = newWorld()
    const camera = newCamera(world)
    const sun = newSun(world, [0, -1, 0])
    const shadow = newLightView(world)
    setCascade(world, shadow, { light: sun, camera, near: 0.1, far: 100 })
    newBox(world, [-1, 0, -51], [1, 5, -49])
    frame(world)
    expect(visible(world, shadow).count).toBe(1)
    destroy(world, sun)
    expect(newSun(world, [0, 1, 0])).toBe(sun)
    frame(world)
    expect(visible(world, shadow).count).toBe(0)
  })

  it('a light with a broken matrix: everything is a caster', () => {
    const world = newWorld()
    const camera = newCamera(world)
    const far = newBox(world, [1000, 0, 0], [1001, 1, 1])
    const sun = newSun(world, [0, -1, 0])
    const lamp = spawn(world, Transform, Light)
    setPointLight(world, lamp, { range: 5 })
    const [cascade, cube] = [newLightView(world), newLightView(world)]
    setCascade(world, cascade, { light: sun, camera, near: 0.1, far: 10 })
    setCubeFace(world, cube, { light: lamp, camera, face: 5 })
    frame(world)
    expect([isVisible(world, cascade, far), isVisible(world, cube, far)]).toEqual([false, false])
    setRotation(world, sun, Number.NaN, 0, 0, 1)
    setPosition(world, lamp, 0, Number.NaN, 0)
    frame(world)
    expect([isVisible(world, cascade, far), isVisible(world, cube, far)]).toEqual([true, true])
    setRotation(world, sun, 0, 0, 0, 1)
    setPosition(world, lamp, 0, 0, 0)
    frame(world)
    expect([isVisible(world, cascade, far), isVisible(world, cube, far)]).toEqual([false, false])
  })

  it('settings go with their view', () => {
    const world = newWorld()
    const camera = newCamera(world)
    const shadow = newLightView(world)
    setCascade(world, shadow, { direction: [0, -1, 0], camera, near: 0.1, far: 10 })
    const above = newBox(world, [-1, 300, -6], [1, 301, -4])
    frame(world)
    expect(isVisible(world, shadow, above)).toBe(true)
    destroy(world, shadow)
    expect(newLightView(world)).toBe(shadow)
    frame(world)
    expect(isVisible(world, shadow, above)).toBe(false)
  })
})

describe('bad input names the field, and nothing is changed', () => {
  it('all of it', () => {
    const world = newWorld()
    const camera = newCamera(world)
    const sun = newSun(world, [0, -1, 0])
    const shadow = newLightView(world)
    const good = { light: sun, camera, near: 1, far: 10 }
    setCascade(world, shadow, good)
    newBox(world, [-1, 300, -6], [1, 301, -4])
    frame(world)
    const before = idsOf(visible(world, shadow))
    const bad = (change: object) => () => setCascade(world, shadow, { ...good, ...change })
    expect(bad({ near: Number.NaN })).toThrow('setCascade: near is NaN')
    expect(bad({ far: 1 })).toThrow('setCascade: far is 1')
    expect(bad({ far: Number.POSITIVE_INFINITY })).toThrow('far is Infinity')
    expect(bad({ margin: -1 })).toThrow('margin is -1')
    expect(bad({ light: undefined })).toThrow('neither light nor direction')
    expect(bad({ direction: [0, 1, 0] })).toThrow('both light and direction')
    expect(bad({ light: undefined, direction: [0, 0, 0] })).toThrow('direction is 0, 0, 0')
    expect(bad({ light: camera })).toThrow(`entity ${camera} has no Light`)
    expect(bad({ camera: sun })).toThrow(`setCascade: camera: entity ${sun} is not a view`)
    expect(() => setCascade(world, sun, good)).toThrow(`setCascade: entity ${sun} is not a view`)
    expect(() => setCubeFace(world, shadow, { light: sun, face: 6 })).toThrow('setCubeFace: face is 6')
    expect(() => setSpotShadow(world, shadow, { light: shadow })).toThrow('has no Light')
    expect(() => setSpotShadow(world, shadow, { light: sun, margin: Number.NaN })).toThrow('margin is NaN')
    frame(world)
    expect(idsOf(visible(world, shadow))).toEqual(before)
  })
})

describe('cost', () => {
  it('is nothing without caster views, and is counted', () => {
    const world = newWorld()
    const camera = newCamera(world)
    frame(world)
    expect(stats(world).counters['culling.casterViews'] ?? 0).toBe(0)
    setCascade(world, newLightView(world), { direction: [0, -1, 0], camera, near: 0.1, far: 10 })
    frame(world)
    expect(stats(world).counters['culling.casterViews']).toBe(1)
    expect(cullingSystems.map((system) => system.name)).toContain('sweepCasters')
    expect(viewStats(world, camera)).toBeDefined()
  })
})
