import {
  columns,
  createWorld,
  destroy,
  propagateTransforms,
  runSystems,
  setParent,
  setPosition,
  setTransform,
  spawn,
  stats,
  Transform,
  tickTo,
  type World,
} from '@sightline/core'
import {
  Bounds,
  cullingSystems,
  isVisible,
  loadKernels,
  Occluder,
  publishVisibility,
  selectLods,
  setBox,
  setBoxOccluder,
  setOrthographic,
  setPerspective,
  setupCulling,
  setView,
  View,
  visible,
} from '@sightline/culling'
import {
  createTerrainTree,
  destroyTerrain,
  heightAt,
  heightAtMany,
  isGroundAt,
  levelAt,
  normalAt,
  onTerrainEdit,
  raycastTerrain,
  setTerrainCells,
  setTerrainHeights,
  setupTerrain,
  slopeAt,
  streamTerrain,
  TERRAIN_DEFAULTS,
  TerrainTile,
  terrainEntity,
  terrainPatches,
  terrainStats,
  terrainTree,
} from '@sightline/terrain'
import { query } from 'bitecs'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { type Heightfield, heightfieldFromFunction, setHeights } from '../../src/heightfield/index.js'
import { randomField } from '../support/fields.js'
import { SelectionOracle } from '../support/oracle.js'
import { addCamera, placeCamera, stepTerrain, terrainWorld } from '../support/world.js'

await loadKernels()

const OPTIONS = { levels: 4, patchesPerNode: 2, quadsPerPatch: 8 }

describe('selectTerrain', () => {
  it('chooses what plain recursion does for all cameras together, and not for light views, seed 4', () => {
    const random = createRandom(4)
    const field = randomField(4, 257, 257, { spacingX: 2, originX: -200, originZ: 36_000 })
    const world = terrainWorld({ heightfield: field, ...OPTIONS })
    const tree = terrainTree(world)
    const oracle = new SelectionOracle(tree, tree.selection.maxLevelDifference)
    const cameras = [addCamera(world, 300), addCamera(world, 300)]
    const light = spawn(world, Transform, View)
    setView(world, light, { kind: 'light' })
    for (let step = 0; step < 30; step++) {
      // Places that float32 holds.
      const eyes = cameras.map((view) => {
        const x = Math.fround(-200 + random() * 512)
        const z = Math.fround(36_000 + random() * 512)
        const eye = [x, Math.fround(heightAt(world, x, z) + 2), z] as [number, number, number]
        placeCamera(world, view, { eye, yaw: 0, pitch: 0 })
        return eye
      })
      setPosition(world, light, -200 + random() * 512, 50, 36_000 + random() * 512)
      stepTerrain(world)
      oracle.select(eyes)
      for (let row = 0; row < tree.selection.sectorRows; row++) {
        for (let column = 0; column < tree.selection.sectorColumns; column++)
          expect(levelAt(tree.selection, column, row)).toBe(oracle.levelAt(column, row))
      }
    }
    expect(stats(world).counters['terrain.eyes']).toBe(2)
  })

  it('follows a jump in the same frame, and a camera on a horse by where the horse was', () => {
    const world = terrainWorld({ heightfield: randomField(1, 257, 257, { spacingX: 2 }), ...OPTIONS })
    const { selection } = terrainTree(world)
    const finestAt = (x: number, z: number) =>
      levelAt(selection, Math.floor(x / 32), Math.floor(z / 32)) === 3
    const view = addCamera(world, 300)
    placeCamera(world, view, { eye: [40, heightAt(world, 40, 40), 40], yaw: 0, pitch: 0 })
    stepTerrain(world)
    expect([finestAt(40, 40), finestAt(440, 440)]).toEqual([true, false])
    placeCamera(world, view, { eye: [440, heightAt(world, 440, 440), 440], yaw: 0, pitch: 0 })
    stepTerrain(world)
    expect([finestAt(40, 40), finestAt(440, 440)]).toEqual([false, true])
    const horse = spawn(world, Transform)
    setParent(world, view, horse)
    setTransform(world, view, 0, 2, 0, 0, 0, 0, 1)
    setPosition(world, horse, 40, heightAt(world, 40, 40), 40)
    stepTerrain(world)
    stepTerrain(world)
    expect([finestAt(40, 40), finestAt(440, 440)]).toEqual([true, false])
  })

  it('keeps what is chosen without cameras, or with a camera at no place', () => {
    const world = terrainWorld({ heightfield: randomField(1, 257, 257, { spacingX: 2 }), ...OPTIONS })
    stepTerrain(world)
    const view = addCamera(world, 300)
    placeCamera(world, view, { eye: [40, heightAt(world, 40, 40), 40], yaw: 0, pitch: 0 })
    stepTerrain(world)
    const { selection } = terrainTree(world)
    const before = selection.levelMap.slice()
    expect(Math.max(...before)).toBe(3)
    setPosition(world, view, Number.NaN, 0, 0)
    stepTerrain(world)
    expect(selection.levelMap).toEqual(before)
    destroy(world, view)
    stepTerrain(world)
    expect(selection.levelMap).toEqual(before)
  })

  it('is finer where fewer pixels of error are allowed, also in a map from above', () => {
    const counts = [16, 1].map((maxError) => {
      const heightfield = randomField(3, 257, 257, { spacingX: 4 })
      const world = terrainWorld({ heightfield, ...OPTIONS, maxError, splitDistance: 4 })
      const map = spawn(world, Transform, View)
      setOrthographic(world, map, { left: -400, right: 400, bottom: -400, top: 400, near: 0, far: 5000 })
      placeCamera(world, map, { eye: [512, 300, 512], yaw: 0, pitch: -Math.PI / 2 })
      stepTerrain(world)
      return terrainPatches(world, map).count
    })
    expect(counts[1]).toBeGreaterThan(counts[0]!)
  })
})

/** A ridge 60 m high along z = 250, a camera before it and a hut behind it. */
function ridgeWorld(more: object = {}): {
  world: World
  view: number
  hut: number
  hutIsSeen: () => boolean
} {
  const heightfield = heightfieldFromFunction(
    (_x, z) => Math.max(0, 60 - Math.abs(z - 250) * 0.8),
    257,
    257,
    { spacingX: 2, lowest: -50, highest: 200 },
  )
  const world = terrainWorld({ heightfield, ...OPTIONS, ...more })
  const view = addCamera(world, 1000)
  placeCamera(world, view, { eye: [256, 2, 420], yaw: 0, pitch: 0 })
  const hut = spawn(world, Transform, Bounds)
  setPosition(world, hut, 256, 0, 120)
  setBox(world, hut, -3, 0, -3, 3, 6, 3)
  const hutIsSeen = () => {
    stepTerrain(world)
    return isVisible(world, view, hut)
  }
  return { world, view, hut, hutIsSeen }
}

/** A cutting through the ridge, 20 m wide, or the ridge again. */
function dig(world: World, isOpen: boolean): void {
  const rect = { column: 123, row: 80, columns: 11, rows: 90 }
  const height = (row: number) => (isOpen ? 0 : Math.max(0, 60 - Math.abs(row * 2 - 250) * 0.8))
  const heights = Float64Array.from({ length: 11 * 90 }, (_, i) => height(80 + Math.floor(i / 11)))
  setTerrainHeights(world, rect, heights)
}

describe('the ground', () => {
  it('hides what is behind a ridge, until a cutting is dug; one that is filled hides again', () => {
    const { world, hutIsSeen } = ridgeWorld()
    expect(hutIsSeen()).toBe(false)
    dig(world, true)
    expect(hutIsSeen()).toBe(true)
    dig(world, false)
    expect(hutIsSeen()).toBe(false)
    expect(stats(world).counters['terrain.edits']).toBe(1)
    expect(hutIsSeen()).toBe(false)
    expect(stats(world).counters['terrain.edits']).toBe(0)
    // More edits than are kept apart.
    for (let k = 0; k < 50; k++)
      setTerrainHeights(
        world,
        { column: 123 + (k % 11), row: 80, columns: 1, rows: 90 },
        new Float64Array(90),
      )
    expect(hutIsSeen()).toBe(true)
  })

  it('keeps no rectangle of the caller, who may use it again', () => {
    const { world, hutIsSeen } = ridgeWorld()
    expect(hutIsSeen()).toBe(false)
    const rect = { column: 123, row: 80, columns: 11, rows: 90 }
    setTerrainHeights(world, rect, new Float64Array(11 * 90))
    Object.assign(rect, { column: 10, row: 10, columns: 4, rows: 4 })
    setTerrainHeights(world, rect, new Float64Array(16))
    expect(hutIsSeen()).toBe(true)
  })

  it('hides nothing after an edit that streamTerrain has not seen', async () => {
    const { cullingSystems } = await import('@sightline/culling')
    const { propagateTransforms, runSystems } = await import('@sightline/core')
    const { world, view, hut, hutIsSeen } = ridgeWorld()
    expect(hutIsSeen()).toBe(false)
    dig(world, true)
    runSystems(world, [propagateTransforms, ...cullingSystems])
    expect(isVisible(world, view, hut)).toBe(true)
  })

  it('hides nothing behind a hole or a hollow, when it is hidden, with a distance limit, or without an occluder', async () => {
    const { setVisibility } = await import('@sightline/culling')
    const { world, hutIsSeen } = ridgeWorld()
    const rect = { column: 118, row: 80, columns: 20, rows: 90 }
    for (const kind of ['hole', 'hollow'] as const) {
      expect(hutIsSeen()).toBe(false)
      setTerrainCells(world, rect, kind)
      expect(hutIsSeen()).toBe(true)
      setTerrainCells(world, rect, 'solid')
    }
    expect(hutIsSeen()).toBe(false)
    setVisibility(world, terrainEntity(world), 'hide')
    expect(hutIsSeen()).toBe(true)
    expect(ridgeWorld({ maxDistance: 900 }).hutIsSeen()).toBe(true)
    expect(ridgeWorld({ occluder: false }).hutIsSeen()).toBe(true)
  })

  it('shows everything to an eye below it (field case 73)', () => {
    const { world, view, hutIsSeen } = ridgeWorld()
    expect(hutIsSeen()).toBe(false)
    for (const eye of [
      [256, -5, 420],
      [256, 30, 250],
    ] as const) {
      placeCamera(world, view, { eye, yaw: 0, pitch: 0 })
      expect(hutIsSeen()).toBe(true)
      expect(terrainPatches(world, view).count).toBeGreaterThan(0)
    }
  })

  it('answers the game: heights, normals, slopes, rays, holes', () => {
    const { world } = ridgeWorld()
    expect(heightAt(world, 256, 240)).toBeCloseTo(52, 2)
    const out = new Float64Array(2)
    heightAtMany(world, Float64Array.of(256, 240, 100, 260), 2, out)
    expect([...out]).toEqual([heightAt(world, 256, 240), heightAt(world, 100, 260)])
    const normal = [0, 0, 0]
    normalAt(world, 256, 230, normal)
    expect(normal[2]! / normal[1]!).toBeCloseTo(-0.8, 2)
    expect(Math.tan(slopeAt(world, 256, 230))).toBeCloseTo(0.8, 2)
    expect(raycastTerrain(world, 256, 20, 420, 0, 0, -1)).toBeCloseTo(420 - 300, 0)
    expect(raycastTerrain(world, 256, 20, 420, 0, 0, -1, 100)).toBe(Infinity)
    expect(isGroundAt(world, 256, 240)).toBe(true)
    setTerrainCells(world, { column: 120, row: 110, columns: 20, rows: 20 }, 'hole')
    expect(isGroundAt(world, 256, 240)).toBe(false)
  })

  it('tells of each edit what it touched, until told not to', () => {
    const { world } = ridgeWorld()
    const rects: object[] = []
    const end = onTerrainEdit(world, (rect) => rects.push(rect))
    setTerrainHeights(world, { column: 3, row: 4, columns: 2, rows: 1 }, [5, 6])
    setTerrainCells(world, { column: 3, row: 4, columns: 2, rows: 1 }, 'hole')
    expect(() => setTerrainHeights(world, { column: 3, row: 4, columns: 2, rows: 1 }, [5, 1e9])).toThrow(
      'setTerrainHeights: heights[1]',
    )
    expect(() => setTerrainCells(world, { column: 3, row: 4, columns: 2, rows: 1 }, 'x' as never)).toThrow(
      'setTerrainCells: kind is "x"',
    )
    end()
    setTerrainHeights(world, { column: 3, row: 4, columns: 2, rows: 1 }, [5, 6])
    expect(rects).toEqual([
      { column: 3, row: 4, columns: 2, rows: 1 },
      { column: 3, row: 4, columns: 3, rows: 2 },
    ])
  })
})

describe('two worlds on one heightfield', () => {
  const CUTTING = { column: 123, row: 80, columns: 11, rows: 90 }
  /** Up to the publication. */
  const FRAME = [
    streamTerrain,
    propagateTransforms,
    ...cullingSystems.slice(0, cullingSystems.indexOf(selectLods)),
  ]
  const TOWER = { column: 40, row: 40, columns: 1, rows: 1 }
  it.each<[string, (world: World, field: Heightfield) => void]>([
    ['the other world', (world) => dig(world, true)],
    [
      'the other world, often',
      (world) => {
        // More edits than a field knows of.
        for (let k = 0; k < 80; k++) dig(world, true)
      },
    ],
    ['the field alone', (_, field) => setHeights(field, CUTTING, new Float64Array(11 * 90))],
    [
      'a loop that says nothing of it',
      (_, field) => {
        const ground = Math.round(-field.heightOffset / field.heightScale)
        for (let j = 80; j < 170; j++) field.samples.fill(ground, j * 257 + 123, j * 257 + 134)
        field.revision++
      },
    ],
  ])('see the hut after an edit by %s', (_, edit) => {
    const a = ridgeWorld({ maxError: 1 })
    const { field } = terrainTree(a.world)
    const b = ridgeWorld({ heightfield: field, maxError: 1 })
    expect([a.hutIsSeen(), b.hutIsSeen()]).toEqual([false, false])
    edit(a.world, field)
    expect([a.hutIsSeen(), b.hutIsSeen()]).toEqual([true, true])
    for (const { world } of [a, b]) {
      const { pyramid, selection } = terrainTree(world)
      const fresh = createTerrainTree(field, { ...OPTIONS, maxError: 1 })
      expect(pyramid).toEqual(fresh.pyramid)
      expect(selection.errors).toEqual(fresh.selection.errors)
    }
  })

  it.each(FRAME.slice(1).map((system) => [system.name, system] as const))(
    'hide nothing behind the ground in a frame in which the other digs before %s',
    (_, before) => {
      const a = ridgeWorld()
      const { field } = terrainTree(a.world)
      const b = ridgeWorld({ heightfield: field })
      for (let round = 0; round < 3; round++) {
        expect(b.hutIsSeen()).toBe(false)
        tickTo(b.world, 100 + round)
        for (const system of FRAME) {
          if (system === before) dig(a.world, true)
          system(b.world)
        }
        expect(isVisible(b.world, b.view, b.hut)).toBe(true)
        const counted = stats(b.world).counters['occlusion.outdatedGround']
        expect(counted).toBe(before === publishVisibility ? 0 : 1)
        dig(a.world, false)
      }
      expect(b.hutIsSeen()).toBe(false)
      expect(stats(b.world).counters['occlusion.outdatedGround']).toBe(0)
    },
  )

  it('leave it to walls to hide what is behind them, in such a frame as in others', () => {
    const a = ridgeWorld()
    const { field } = terrainTree(a.world)
    const b = ridgeWorld({ heightfield: field })
    const wall = spawn(b.world, Transform, Bounds, Occluder)
    const barrel = spawn(b.world, Transform, Bounds)
    setPosition(b.world, wall, 250, 0, 400)
    setPosition(b.world, barrel, 250, 0, 395)
    setBox(b.world, wall, -5, 0, -0.2, 5, 4, 0.2)
    setBoxOccluder(b.world, wall, -5, 0, -0.2, 5, 4, 0.2)
    setBox(b.world, barrel, -0.4, 0, -0.4, 0.4, 1, 0.4)
    expect(b.hutIsSeen()).toBe(false)
    streamTerrain(b.world)
    dig(a.world, true)
    runSystems(b.world, FRAME.slice(1))
    expect([b.hut, barrel].map((eid) => isVisible(b.world, b.view, eid))).toEqual([true, false])
  })

  it('show what a cutting opens to a view that asks only when something changed', () => {
    const a = ridgeWorld()
    const { field } = terrainTree(a.world)
    const b = ridgeWorld({ heightfield: field })
    setView(b.world, b.view, { refresh: 'on-change' })
    for (let frame = 0; frame < 5; frame++) expect(b.hutIsSeen()).toBe(false)
    streamTerrain(b.world)
    dig(a.world, true)
    runSystems(b.world, FRAME.slice(1))
    expect(isVisible(b.world, b.view, b.hut)).toBe(true)
  })

  it('meet a tower that the other built with rays, have room for it in their boxes, and tell of it once', () => {
    const a = ridgeWorld()
    const { field } = terrainTree(a.world)
    const b = ridgeWorld({ heightfield: field })
    const rects: object[] = []
    onTerrainEdit(b.world, (rect) => rects.push(rect))
    setTerrainHeights(a.world, TOWER, [150])
    expect(raycastTerrain(b.world, 0, 140, 80, 1, 0, 0)).toBeCloseTo(80, 0)
    stepTerrain(b.world)
    expect(rects).toEqual([TOWER])
    setTerrainCells(a.world, TOWER, 'hole')
    setTerrainCells(b.world, TOWER, 'solid')
    expect(rects).toEqual([TOWER, { ...TOWER, columns: 2, rows: 2 }, { ...TOWER, columns: 2, rows: 2 }])
    for (const { world } of [a, b])
      expect(columns(world, Bounds).halfExtents[3 * terrainEntity(world) + 1]).toBeGreaterThan(70)
  })
})

describe('setupTerrain', () => {
  it('makes tiles that are gone after destroyTerrain, and may be called again', () => {
    const { world, view } = ridgeWorld()
    stepTerrain(world)
    const tiles = query(world, [TerrainTile]).length
    expect(tiles).toBe(32 * 32)
    expect(visible(world, view).count).toBeGreaterThan(10)
    destroyTerrain(world)
    expect(query(world, [TerrainTile]).length).toBe(0)
    expect(() => terrainTree(world)).toThrow('Terrain is not set up: call setupTerrain(world, options) first')
    // The frame goes on.
    stepTerrain(world)
    expect(terrainPatches(world, view).count + terrainStats(world, view).boxesTested).toBe(0)
    setupTerrain(world, { heightfield: randomField(1, 65, 65), ...OPTIONS })
    stepTerrain(world)
    expect(query(world, [TerrainTile]).length).toBe(8 * 8)
  })

  it('leaves nothing behind where there is no room for its entities', () => {
    const world = createWorld({ capacity: 100 })
    setupCulling(world)
    const heightfield = randomField(1, 257, 257)
    expect(() => setupTerrain(world, { heightfield, ...OPTIONS })).toThrow(RangeError)
    expect(query(world, [TerrainTile]).length).toBe(0)
    setupTerrain(world, { heightfield, ...OPTIONS, tileLevel: 2 })
    const view = spawn(world, Transform, View)
    setPerspective(world, view, { fovY: 1, aspect: 1, near: 0.1, far: 900 })
    setPosition(world, view, 128, 200, 300)
    stepTerrain(world)
    expect(terrainPatches(world, view).count).toBeGreaterThan(10)
  })

  it('runs its systems in a world that has no terrain yet', () => {
    const world = createWorld({ capacity: 100 })
    setupCulling(world)
    const view = addCamera(world, 100)
    stepTerrain(world)
    expect(terrainPatches(world, view).count).toBe(0)
  })

  it('takes options that are undefined as not given', () => {
    const options = Object.fromEntries(Object.keys(TERRAIN_DEFAULTS).map((name) => [name, undefined]))
    const { world, hutIsSeen } = ridgeWorld(options)
    expect(hutIsSeen()).toBe(false)
    expect(terrainTree(world).grid.levels).toBe(TERRAIN_DEFAULTS.levels)
  })

  const heightfield = randomField(1, 65, 65)
  it.each([
    [{}, 'heightfield is undefined, expected one that was made with createHeightfield'],
    [{ heightfield, maxDistance: 0 }, 'maxDistance is 0, expected a number above 0'],
    [{ heightfield, maxDistance: '9' }, 'maxDistance is "9", expected a number'],
    [{ heightfield, occluder: 1 }, 'occluder is 1, expected true or false'],
    [
      { heightfield, ...OPTIONS, tileLevel: 9 },
      "tileLevel is 9, expected 'auto' or a whole number from 0 to 4",
    ],
    [{ heightfield, splitDistance: -1 }, 'splitDistance is -1'],
    [{ heightfield, levels: 40 }, 'levels is 40'],
    [{ heightfield, lvels: 4 }, 'lvels is not an option'],
    [{ heightfield, layers: 1.5 }, 'setupTerrain: layers is 1.5, expected 32 bits'],
  ])('refuses %#', (options, message) => {
    const world = createWorld({ capacity: 3000 })
    setupCulling(world)
    expect(() => setupTerrain(world, options as never)).toThrow(message)
    expect(query(world, [TerrainTile]).length + query(world, [Bounds]).length).toBe(0)
    setupTerrain(world, { heightfield, ...OPTIONS })
  })
})
