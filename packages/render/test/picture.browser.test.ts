import { columns, setPosition, spawn, Transform } from '@sightline/core'
import { forceLevel, isVisible, loadKernels, setPerspective, setView, View } from '@sightline/culling'
import {
  DEBUG_DEFAULTS,
  drawItemBuffer,
  pickBounds,
  pickEntity,
  Renderable,
  renderStats,
  setDebugDraw,
  setRenderable,
  setRenderView,
  setShadows,
  shadowViews,
} from '@sightline/render'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../../../test/support/random.js'
import { renderState } from '../src/state.js'
import { lookFrom, runFrame } from './support/frame.js'
import { closeTowns, HEIGHT, type OpenTown, openTown, picture, WIDTH } from './support/open-town.js'
import { countColors, countDifferent } from './support/pixels.js'
import { type TinyTownOptions, TOWN_LENS } from './support/tiny-town.js'

beforeAll(loadKernels)
afterEach(closeTowns)

type Point = readonly [number, number, number]

/** An eye between or above the houses, and where it looks. */
function randomPose(random: () => number): [Point, Point] {
  return [
    [random() * 120 - 60, 1 + random() ** 3 * 30, random() * 10 - 5],
    [random() * 200 - 100, random() * 10, random() * 200 - 100],
  ]
}

describe('item buffer', () => {
  it('names only entities that are visible, and picking agrees with it (seed 11)', () => {
    const town = openTown()
    const random = createRandom(11)
    for (let step = 0; step < 12; step++) {
      lookFrom(town.world, town.camera, ...randomPose(random))
      runFrame(town.world)
      const items = drawItemBuffer(town.world, town.camera)
      expect(items).toHaveLength(WIDTH * HEIGHT)
      const named = new Set(items)
      named.delete(0)
      expect(named.size).toBeGreaterThan(1)
      for (const eid of named) expect(isVisible(town.world, town.camera, eid)).toBe(true)
      for (let i = 0; i < 10; i++) {
        const [x, y] = [Math.floor(random() * WIDTH), Math.floor(random() * HEIGHT)]
        const picked = pickEntity(town.world, town.camera, x + 0.5, y + 0.5)
        expect(picked).toBe(items[y * WIDTH + x])
      }
    }
  })

  it('finds the box under the pointer whether it is drawn or not', () => {
    const town = openTown({ houses: 0 })
    lookFrom(town.world, town.camera, [0, 10, 0], [70, 10, 0])
    runFrame(town.world)
    expect(pickEntity(town.world, town.camera, WIDTH / 2, HEIGHT / 2)).toBe(town.tower)
    expect(pickBounds(town.world, town.camera, WIDTH / 2, HEIGHT / 2)).toBe(town.tower)
    columns(town.world, Renderable).model[town.tower] = 0
    runFrame(town.world)
    expect(pickEntity(town.world, town.camera, WIDTH / 2, HEIGHT / 2)).not.toBe(town.tower)
    expect(pickBounds(town.world, town.camera, WIDTH / 2, HEIGHT / 2)).toBe(town.tower)
    expect(pickEntity(town.world, town.camera, -1, 5)).toBe(0)
    expect(pickBounds(town.world, town.camera, WIDTH, 5)).toBe(0)
  })
})

describe('culling does not show', () => {
  it('gives the same picture as drawing everything, shadows and fading levels included (seed 12)', () => {
    const culled = openTown()
    const whole = openTown()
    for (const { world, camera } of [culled, whole]) {
      setShadows(world, camera, { resolution: 512, distance: 120 })
    }
    for (const view of [whole.camera, ...shadowViews(whole.world, whole.camera)]) {
      setView(whole.world, view, { frustum: false })
    }
    let spared = 0
    const random = createRandom(12)
    for (let step = 0; step < 8; step++) {
      const [eye, target] = randomPose(random)
      for (const { world, camera } of [culled, whole]) lookFrom(world, camera, eye, target)
      const a = picture(culled)
      const b = picture(whole)
      expect(countColors(a)).toBeGreaterThan(50)
      expect(countDifferent(a, b), `pose ${step}`).toBe(0)
      spared += renderStats(whole.world).instances - renderStats(culled.world).instances
    }
    expect(spared).toBeGreaterThan(1000)
  })
})

describe('shadows', () => {
  /** The tower stands beside the picture, between it and the sun. */
  function behindTheCamera(options: TinyTownOptions): OpenTown {
    const town = openTown({ houses: 0, ...options })
    for (const eid of [...town.trees, ...town.people]) setPosition(town.world, eid, 0, -500, 0)
    setPosition(town.world, town.tower, -30, 0, 24)
    lookFrom(town.world, town.camera, [-20, 14, -2], [10, 0, -22])
    setShadows(town.world, town.camera, { distance: 100 })
    return town
  }

  it.each([false, true])(
    'of a caster that is off screen stays (depth packed into colours: %s)',
    (packedDepth) => {
      const town = behindTheCamera({ packedDepth })
      const shaded = picture(town)
      expect(isVisible(town.world, town.camera, town.tower)).toBe(false)
      expect(renderStats(town.world).shadowInstances).toBeGreaterThan(0)
      setPosition(town.world, town.tower, 0, -500, 0)
      const sunny = picture(town)
      const changed = countDifferent(shaded, sunny, 8)
      expect(changed).toBeGreaterThan(WIDTH * HEIGHT * 0.02)
      expect(changed).toBeLessThan(WIDTH * HEIGHT * 0.6)
    },
  )

  it('look the same with depth textures and with depths packed into colours', () => {
    const a = picture(behindTheCamera({ packedDepth: false }))
    const b = picture(behindTheCamera({ packedDepth: true }))
    expect(countDifferent(a, b, 8)).toBeLessThan(WIDTH * HEIGHT * 0.002)
  })

  it('leave nothing behind when they are taken away', () => {
    const town = openTown()
    const before = picture(town)
    const { regl } = renderState(town.world).device!.gpu!
    const held = { buffers: regl.stats.bufferCount, textures: regl.stats.textureCount }
    setShadows(town.world, town.camera, {})
    const shaded = picture(town)
    expect(countDifferent(before, shaded, 8)).toBeGreaterThan(100)
    setShadows(town.world, town.camera, false)
    expect(countDifferent(before, picture(town))).toBe(0)
    expect({ buffers: regl.stats.bufferCount, textures: regl.stats.textureCount }).toEqual(held)
  })
})

describe('levels of detail', () => {
  it('fade into each other without holes: two levels alike give the picture of one', () => {
    const town = openTown({ fade: 0.8 })
    const { world, trees, treeMeshes, leaves } = town
    lookFrom(world, town.camera, [0, 20, 60], [0, 2, 0])
    const mesh = treeMeshes[0]!
    for (const eid of trees) setRenderable(world, eid, { meshes: [mesh, mesh], material: leaves })
    const faded = picture(town)
    expect(renderState(world).views[0]!.list.fading).toBe(true)
    for (const eid of trees) forceLevel(world, eid, 0)
    const solid = picture(town)
    expect(renderState(world).views[0]!.list.fading).toBe(false)
    expect(countDifferent(faded, solid)).toBe(0)
    for (const eid of trees) columns(world, Renderable).model[eid] = 0
    expect(countDifferent(solid, picture(town))).toBeGreaterThan(200)
  })
})

describe('views', () => {
  it('can be frozen and seen through another camera, with their shadows', () => {
    const town = openTown()
    const { world, camera } = town
    lookFrom(world, camera, [-60, 1.7, 1.5], [70, 12, 0])
    setShadows(world, camera, { resolution: 512 })
    runFrame(world)
    const before = [...new Set(renderState(world).views[0]!.list.eids.subarray(0, 500))].sort()
    const fly = spawn(world, Transform, View)
    setPerspective(world, fly, TOWN_LENS)
    setView(world, fly, { layers: 0 })
    lookFrom(world, fly, [-80, 40, 70], [0, 0, 0])
    setRenderView(world, camera, { camera: fly })
    setDebugDraw(world, camera, { frustum: true, bounds: true, octree: true, casters: true })
    const flown = picture(town)
    expect([...new Set(renderState(world).views[0]!.list.eids.subarray(0, 500))].sort()).toEqual(before)
    expect(countColors(flown)).toBeGreaterThan(100)
    // Picking goes by what is on the screen.
    const items = drawItemBuffer(world, camera)
    expect(pickEntity(world, camera, 160.5, 90.5)).toBe(items[90 * WIDTH + 160])
    setRenderView(world, camera, { camera: 0 })
    setDebugDraw(world, camera, DEBUG_DEFAULTS)
    const back = picture(town)
    expect(countDifferent(flown, back)).toBeGreaterThan(1000)
  })

  it('share a canvas by rectangles and keep to them', () => {
    const town = openTown()
    const alone = picture(town)
    setRenderView(town.world, town.camera, { rect: [0.5, 0, 0.5, 1] })
    const half = picture(town)
    expect(countDifferent(alone, half)).toBeGreaterThan(100)
    // Nothing was drawn beside the rectangle: there stands what stood there.
    for (let y = 0; y < HEIGHT; y++) {
      const [start, end] = [y * WIDTH * 4, (y + 0.5) * WIDTH * 4]
      expect(countDifferent(half.subarray(start, end), alone.subarray(start, end))).toBe(0)
    }
    expect(drawItemBuffer(town.world, town.camera)).toHaveLength((WIDTH / 2) * HEIGHT)
  })
})
