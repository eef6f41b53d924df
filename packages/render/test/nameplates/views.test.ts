import { readFileSync } from 'node:fs'
import { columns, destroy, setPosition, spawn, Transform } from '@sightline/core'
import {
  Bounds,
  explainUpdate,
  isVisible,
  loadKernels,
  setBox,
  setOrthographic,
  setPerspective,
  setViewport,
  UpdateRate,
  updateStats,
  View,
} from '@sightline/culling'
import { removeRenderView, setRenderView } from '@sightline/render'
import {
  Nameplate,
  NameplateUpdates,
  nameplateStats,
  setHealth,
  setNameplate,
  shownNameplates,
} from '@sightline/render/nameplates'
import { removeComponent } from 'bitecs'
import { beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { PlateRow, type ViewPlates } from '../../src/nameplates/nameplate-state.js'
import { renderState } from '../../src/state.js'
import { createCrowd, SCREEN } from './support/crowd.js'

beforeAll(loadKernels)

const idsOf = ({ ids, count }: { ids: Uint32Array; count: number }) => Array.from(ids.subarray(0, count))

describe('views', () => {
  it('have labels of their own, and share turns', () => {
    const crowd = createCrowd({
      people: 2,
      random: () => 0.5,
      scheduled: false,
      content: () => ({ name: 'Aldric', health: 1 }),
    })
    const { world, camera, people, frame } = crowd
    const back = spawn(world, Transform, View)
    setPosition(world, back, 0, 1.7, -20)
    setPerspective(world, back, { fovY: 1, near: 0.1, far: 12 })
    setViewport(world, back, 640, 360)
    setRenderView(world, back, { rect: [0, 0, 0.5, 0.5] })
    setPosition(world, people[0]!, 0, 0, -10)
    setPosition(world, people[1]!, 4, 0, -25)
    frame(0, 0)
    expect(idsOf(shownNameplates(world, camera)).sort()).toEqual([...people].sort())
    expect(idsOf(shownNameplates(world, back))).toEqual([people[1]])
    expect(nameplateStats(world).candidates).toBe(3)
    setHealth(world, people[1]!, 0)
    frame(0.1, 0)
    // One turn, not one for each view: 1.5 of the bar in a second.
    expect(
      renderState(world).nameplates!.rows.floats[people[1]! * PlateRow.count + PlateRow.bar],
    ).toBeCloseTo(0.85, 5)
    removeRenderView(world, back)
    frame(0.2, 0)
    frame(0.3, 0)
    expect(shownNameplates(world, back).count).toBe(0)
    expect(renderState(world).nameplates!.views.size).toBe(1)
  })

  it('that are frozen show their own people, seen through the other camera', () => {
    const crowd = createCrowd({ people: 1, random: () => 0.5 })
    const { world, camera, people, frame } = crowd
    setPosition(world, people[0]!, 0, 0, -10)
    const flying = spawn(world, Transform, View)
    setPosition(world, flying, 4, 1.7, 0)
    setPerspective(world, flying, { fovY: 1, near: 0.1, far: 100 })
    setViewport(world, flying, SCREEN.width, SCREEN.height)
    frame(0, 0)
    const before = shownNameplates(world, camera).rects[0]!
    setRenderView(world, camera, { camera: flying })
    frame(1 / 60, 0)
    // 4 m at 10 m: to the left by that much of 720 pixels for 2 · tan(0.5) · 10 m.
    const shift = (720 * 4) / (20 * Math.tan(0.5))
    expect(Math.abs(before - shownNameplates(world, camera).rects[0]! - shift)).toBeLessThanOrEqual(1)
  })

  it('with parallel rays show labels where people stand', () => {
    const crowd = createCrowd({ people: 1, random: () => 0.5 })
    const { world, camera, people, frame } = crowd
    setPosition(world, people[0]!, 3, 0, -10)
    setOrthographic(world, camera, { left: -16, right: 16, bottom: -9, top: 9, near: 0, far: 50 })
    frame(0, 0)
    const { rects, count } = shownNameplates(world, camera)
    expect(count).toBe(1)
    expect(Math.abs((rects[0]! + rects[2]!) / 2 - (16 + 3) * 40)).toBeLessThanOrEqual(1)
    expect(Math.abs(rects[3]! - (9 - 0.25) * 40)).toBeLessThanOrEqual(1)
  })

  it('without size show nothing, and all again when they have one (row 90)', () => {
    const crowd = createCrowd({ people: 1, random: () => 0.5 })
    const { world, camera, people, frame } = crowd
    setPosition(world, people[0]!, 0, 0, -10)
    frame(0, 0)
    const before = shownNameplates(world, camera).rects.slice(0, 4)
    setViewport(world, camera, 0, 0)
    frame(1 / 60, 0)
    expect(shownNameplates(world, camera).count).toBe(0)
    setViewport(world, camera, SCREEN.width, SCREEN.height)
    frame(2 / 60, 0)
    expect(shownNameplates(world, camera).rects.slice(0, 4)).toEqual(before)
  })
})

describe('sizes', () => {
  it('get smaller with distance, to half, without overlap (seed 81)', () => {
    const crowd = createCrowd({
      people: 300,
      random: createRandom(81),
      labels: { scaleDistance: 15 },
    })
    const { world, camera, frame } = crowd
    const { position } = columns(world, Transform)
    const scales = new Set<number>()
    for (let i = 0; i < 60; i++) {
      frame(i / 60, i * 0.1)
      const { ids, rects, scales: of, count } = shownNameplates(world, camera)
      for (let k = 0; k < count; k++) {
        const [x, z] = [position[ids[k]! * 3]!, position[ids[k]! * 3 + 2]!]
        const wanted = Math.min(1, Math.max(0.5, 15 / Math.hypot(x, 0.25, z)))
        expect(of[k]).toBeCloseTo(wanted, 2)
        scales.add(Math.round(of[k]! * 20))
        for (let j = 0; j < k; j++) {
          const apart =
            rects[k * 4]! >= rects[j * 4 + 2]! ||
            rects[k * 4 + 2]! <= rects[j * 4]! ||
            rects[k * 4 + 1]! >= rects[j * 4 + 3]! ||
            rects[k * 4 + 3]! <= rects[j * 4 + 1]!
          expect(apart).toBe(true)
        }
      }
      // Pictures are at least as large as what is drawn of them, up to rounding to whole pixels of the
      // letters.
      const { quads } = renderState(world).nameplates!.views.values().next().value!
      for (let q = 0; q < quads.count; q++) {
        const [drawn, kept] = [quads.floats[q * 10 + 3]!, quads.floats[q * 10 + 7]!]
        expect(drawn / kept).toBeLessThan(1.05)
        expect(drawn / kept).toBeGreaterThan(0.79)
      }
    }
    expect(scales.size).toBeGreaterThan(5)
  })
})

describe('entities', () => {
  it('that are destroyed leave nothing to those who get their ids', () => {
    const crowd = createCrowd({ people: 1, random: () => 0.5 })
    const { world, camera, people, frame } = crowd
    const [eid] = people as [number]
    setPosition(world, eid, 0, 0, -10)
    for (let i = 0; i < 60; i++) frame(i / 60, 0)
    expect(shownNameplates(world, camera).alphas[0]).toBe(1)
    destroy(world, eid)
    const next = spawn(world, Transform, Bounds, Nameplate, UpdateRate)
    expect(next).toBe(eid)
    setBox(world, next, -0.3, 0, -0.3, 0.3, 1, 0.3)
    setPosition(world, next, 0, 0, -10)
    frame(1, 0)
    expect(shownNameplates(world, camera).count).toBe(0)
    setNameplate(world, next, { name: 'Berta' })
    frame(1 + 1 / 60, 0)
    expect(isVisible(world, camera, next)).toBe(true)
    expect(shownNameplates(world, camera).alphas[0]).toBeLessThan(0.1)
    expect(explainUpdate(world, NameplateUpdates, next)).not.toBeNull()
    frame(1 + 2 / 60, 0)
    removeComponent(world, next, Nameplate)
    frame(1 + 3 / 60, 0)
    expect(shownNameplates(world, camera).count).toBe(0)
    expect(nameplateStats(world)).toMatchObject({ members: 0, candidates: 0, turns: 0 })
    expect(updateStats(world, NameplateUpdates).members).toBe(0)
  })

  it('that lose UpdateRate have turns all the same', () => {
    const crowd = createCrowd({
      people: 1,
      random: () => 0.5,
      content: () => ({ name: 'Aldric', health: 1 }),
    })
    const { world, people, frame } = crowd
    setPosition(world, people[0]!, 0, 0, -10)
    frame(0, 0)
    removeComponent(world, people[0]!, UpdateRate)
    setHealth(world, people[0]!, 0)
    frame(0.1, 0)
    frame(0.2, 0)
    expect(
      renderState(world).nameplates!.rows.floats[people[0]! * PlateRow.count + PlateRow.bar],
    ).toBeCloseTo(0.7, 5)
  })
})

it('take the memory that docs/nameplates.md says', () => {
  const docs = readFileSync(new URL('../../../../docs/nameplates.md', import.meta.url), 'utf8')
  const [, entity, view] = /About (\d+) bytes for each entity of `capacity`, (\d+) for each drawn/.exec(docs)!
  const { world, frame } = createCrowd({ people: 1000, random: createRandom(3) })
  frame(0, 0)
  const { rows, members, views, plates } = renderState(world).nameplates!
  const [{ memory, candidates }] = [...views.values()] as [ViewPlates]
  const bytes = (arrays: object): number =>
    Object.values(arrays).reduce((sum, array) => sum + (ArrayBuffer.isView(array) ? array.byteLength : 0), 0)
  const count = plates.length
  expect(Math.round((bytes({ memory }) + bytes(candidates)) / count)).toBe(Number(view))
  // Plates are a list of pointers, of 4 or 8 bytes.
  const most = (bytes(rows) + bytes(members)) / count + 8
  expect(Number(entity)).toBeLessThanOrEqual(Math.ceil(most))
  expect(Number(entity)).toBeGreaterThanOrEqual(Math.floor(most - 4))
})
