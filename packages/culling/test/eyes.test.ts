import { createWorld, spawn, stats, Transform, tickTo } from '@sightline/core'
import { type Eye, setEyes, setPerspective, setupCulling, setView, View } from '@sightline/culling'
import { mat4 } from 'gl-matrix'
import { describe, expect, it } from 'vitest'
import { stepFrame } from './support/game.js'

/** A headset's two eyes, made anew as a page gets them in every frame. */
function headset(apart = 0.064, fovY = 1.4): Eye[] {
  return [-apart / 2, apart / 2].map((x) => ({
    projection: Array.from(mat4.perspective(mat4.create(), fovY, 0.9, 0.1, 200)),
    toView: Array.from(mat4.fromTranslation(mat4.create(), [x, 0, 0])),
  }))
}

describe('setEyes in every frame', () => {
  it('is a change only when an eye, the clip depth or what was set before it differs', () => {
    const world = createWorld({ capacity: 10 })
    setupCulling(world)
    const view = spawn(world, Transform, View)
    setView(world, view, { refresh: 'on-change' })
    let frame = 0
    /** Whether the view asked the octree after this. */
    const asks = (change: () => void): boolean => {
      change()
      tickTo(world, ++frame / 60)
      stepFrame(world)
      return stats(world).counters['culling.queries'] === 1
    }
    expect(asks(() => setEyes(world, view, headset()))).toBe(true)
    for (let i = 0; i < 5; i++) expect(asks(() => setEyes(world, view, headset()))).toBe(false)
    expect(asks(() => setEyes(world, view, headset(0.07)))).toBe(true)
    expect(asks(() => setEyes(world, view, headset(0.07)))).toBe(false)
    expect(asks(() => setEyes(world, view, headset(0.07, 1.5)))).toBe(true)
    expect(asks(() => setEyes(world, view, headset(0.07, 1.5).slice(1)))).toBe(true)
    expect(asks(() => setEyes(world, view, headset(0.07, 1.5).slice(1), 'zero-to-one'))).toBe(true)
    expect(asks(() => setEyes(world, view, headset(0.07, 1.5).slice(1), 'zero-to-one'))).toBe(false)
    expect(asks(() => setPerspective(world, view, { fovY: 1, aspect: 1, near: 0.1, far: 200 }))).toBe(true)
    expect(asks(() => setEyes(world, view, headset(0.07, 1.5).slice(1), 'zero-to-one'))).toBe(true)
  })

  it('still refuses what is wrong, and changes nothing then', () => {
    const world = createWorld({ capacity: 10 })
    setupCulling(world)
    const view = spawn(world, Transform, View)
    setEyes(world, view, headset())
    const [left, right] = headset()
    expect(() => setEyes(world, view, [left!, { ...right!, toView: [1] }])).toThrow(
      'eye 1: toView has 1 numbers',
    )
    expect(() => setEyes(world, view, [left!, { ...right!, projection: [] }])).toThrow('eye 1')
    expect(() => setEyes(world, view, [])).toThrow('eyes is empty')
    setEyes(world, view, headset())
  })
})
