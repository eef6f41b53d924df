import { destroy, spawn, Transform, type World } from '@sightline/core'
import {
  cameraOf,
  loadKernels,
  setCascade,
  setLayers,
  setOrthographic,
  setView,
  View,
} from '@sightline/culling'
import {
  createPatchList,
  cullPatches,
  heightAt,
  levelHeight,
  type PatchList,
  raycastTerrain,
  setTerrainHeights,
  setupTerrain,
  terrainEntity,
  terrainPatches,
  terrainStats,
  terrainTree,
} from '@sightline/terrain'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { hasSharedData } from '../../../../test/support/shared-data.js'
import { playWorker } from '../../../culling/test/occlusion-frame/support/delayed-runner.js'
import type { Heightfield } from '../../src/heightfield/index.js'
import { randomField, realField } from '../support/fields.js'
import { heightRange } from '../support/oracle.js'
import { walk } from '../support/routes.js'
import { addCamera, placeCamera, stepTerrain, terrainWorld } from '../support/world.js'

await loadKernels()

const names = ({ instances, count }: PatchList) =>
  Array.from({ length: count }, (_, k) => instances.subarray(4 * k, 4 * k + 4).join(' ')).sort()

const everything = createPatchList()

/** What planes and distance leave, without tiles. */
function unmasked(world: World, view: number, maxDistance = Infinity): string[] {
  const { activePlanes: planes, lens, distanceScale } = cameraOf(world, view)
  const limit = maxDistance / distanceScale
  cullPatches(
    terrainTree(world).selection,
    { planes, eye: lens.eye, maxDistance: limit, occlusion: null },
    everything,
  )
  return names(everything)
}

type Case = { field: () => Heightfield; options: object; real?: boolean }

const CASES: Record<string, Case> = {
  'a random field, tiles as sectors': {
    field: () => randomField(1, 257, 193, { spacingX: 4, spacingZ: 3, originX: 45_000, originZ: -300 }),
    options: { levels: 3, patchesPerNode: 4, quadsPerPatch: 8, tileLevel: 2 },
  },
  'a random field, tiles as roots': {
    field: () => randomField(2, 300, 257, { spacingX: 2 }),
    options: { levels: 4, patchesPerNode: 2, quadsPerPatch: 8, tileLevel: 0, maxDistance: 500 },
  },
  'the White Mountains': {
    field: () => realField('whitemountains'),
    options: { levels: 4, tileLevel: 5 },
    real: true,
  },
  Minsk: {
    field: () => realField('minskplain'),
    options: { levels: 4, maxError: 2, tileLevel: 1 },
    real: true,
  },
}

describe.each(Object.entries(CASES))('patches of a view over %s', (_, { field: make, options, real }) => {
  it.skipIf(real && !hasSharedData)(
    'are those that planes and distance leave: cameras, a map, shadow casters, several views, seed 2',
    () => {
      const field = make()
      const world = terrainWorld({ heightfield: field, ...options }, { mode: 'off' })
      const tree = terrainTree(world)
      const boxes = tileBoxes(world, (options as { tileLevel: number }).tileLevel)
      const far = 0.6 * field.columns * field.spacingX
      const cameras = [addCamera(world, far), addCamera(world, far / 3)]
      setView(world, cameras[1]!, { distanceScale: 0.8 })
      const map = spawn(world, Transform, View)
      setOrthographic(world, map, {
        left: -far / 2,
        right: far / 2,
        bottom: -far / 4,
        top: far / 4,
        near: 0,
        far: 20_000,
      })
      const shadow = spawn(world, Transform, View)
      setView(world, shadow, { kind: 'light' })
      setCascade(world, shadow, { direction: [0.4, -1, 0.2], camera: cameras[0]!, near: 0.1, far: far / 4 })
      const limit = (options as { maxDistance?: number }).maxDistance
      const sizes = [0, 0, 0, 0]
      const views = [...cameras, map, shadow]
      for (const [k, pose] of walk(field, 'ridge', 2, 25, far / 12).entries()) {
        placeCamera(world, cameras[0]!, pose)
        placeCamera(world, cameras[1]!, { ...pose, yaw: pose.yaw + 2 })
        placeCamera(world, map, {
          eye: [pose.eye[0], pose.eye[1] + 200, pose.eye[2]],
          yaw: k,
          pitch: -Math.PI / 2,
        })
        stepTerrain(world)
        for (const [i, view] of views.entries()) {
          const list = terrainPatches(world, view)
          const kept = new Set(names(list))
          for (const name of unmasked(world, view, limit)) {
            // A patch is in if one of its tiles is: their boxes are closer than its own.
            const [x, z, scale] = name.split(' ').map(Number) as [number, number, number]
            const size = scale * tree.grid.quadsPerPatch
            if (kept.delete(name)) {
              if (!boxes.isSeen(view, x, z, size, 0.1))
                expect.fail(`pose ${k}, view ${i}: ${name} is outside`)
            } else if (boxes.isSeen(view, x, z, size, 0))
              expect.fail(`pose ${k}, view ${i}: ${name} is missing`)
          }
          expect([...kept]).toEqual([])
          sizes[i] = sizes[i]! + list.count
        }
      }
      expect(Math.min(...sizes)).toBeGreaterThan(25)
      // A part of the ground each.
      expect(sizes[0]).toBeLessThan(25 * everythingOf(world))
    },
  )
})

/** Boxes of tiles by brute force, against planes. */
function tileBoxes(world: World, level: number) {
  const { grid, field } = terrainTree(world)
  const side = grid.rootQuads / 2 ** level
  const ranges = new Map<string, [number, number] | null>()
  const rangeOf = (x: number, z: number) => {
    const key = `${x} ${z}`
    if (!ranges.has(key)) ranges.set(key, heightRange({ grid, field }, x, z, side))
    return ranges.get(key)!
  }
  return {
    isSeen(view: number, x: number, z: number, size: number, slack: number): boolean {
      const { activePlanes: p } = cameraOf(world, view)
      for (let tz = Math.floor(z / side) * side; tz < z + size; tz += side) {
        for (let tx = Math.floor(x / side) * side; tx < x + size; tx += side) {
          const range = rangeOf(tx, tz)
          if (range === null) continue
          const low = [grid.originX + tx * grid.quadSizeX, range[0], grid.originZ + tz * grid.quadSizeZ]
          const high = [
            grid.originX + Math.min(tx + side, grid.quadsX) * grid.quadSizeX,
            range[1],
            grid.originZ + Math.min(tz + side, grid.quadsZ) * grid.quadSizeZ,
          ]
          let inside = true
          for (let k = 0; k < p.length; k += 4) {
            let sum = p[k + 3]!
            for (let a = 0; a < 3; a++)
              sum += p[k + a]! * (p[k + a]! > 0 ? high[a]! + slack : low[a]! - slack)
            inside &&= sum >= 0
          }
          if (inside) return true
        }
      }
      return false
    },
  }
}

function everythingOf(world: World): number {
  const view = { planes: new Float32Array(0), eye: [0, 0, 0], maxDistance: Infinity, occlusion: null }
  return cullPatches(terrainTree(world).selection, view, everything)
}

describe('lists of patches', () => {
  const scene = (options: object = {}) => {
    const field = randomField(6, 257, 257, { spacingX: 2 })
    const world = terrainWorld({
      heightfield: field,
      levels: 3,
      patchesPerNode: 4,
      quadsPerPatch: 8,
      tileLevel: 0,
      ...options,
    })
    const view = addCamera(world, 400)
    placeCamera(world, view, { eye: [256, heightAt(world, 256, 256) + 1.8, 256], yaw: 0.3, pitch: 0 })
    return { world, view, field }
  }

  it('are worked out once for each publication, and the same object', () => {
    const { world, view } = scene()
    for (let frame = 0; frame < 3; frame++) stepTerrain(world)
    const list = terrainPatches(world, view)
    const { boxesTested } = terrainStats(world, view)
    expect(boxesTested).toBeGreaterThan(0)
    list.stats.boxesTested = -1
    expect(terrainPatches(world, view)).toBe(list)
    expect(terrainStats(world, view).boxesTested).toBe(-1)
    stepTerrain(world)
    terrainPatches(world, view)
    expect(terrainStats(world, view).boxesTested).toBe(boxesTested)
  })

  it('are new when another camera splits nodes, when heights are edited, and for another view with the same id', () => {
    const { world, view, field } = scene()
    setView(world, view, { refresh: 'on-change', occlusion: false })
    const other = addCamera(world, 100)
    placeCamera(world, other, { eye: [20, 100, 20], yaw: 0, pitch: 0 })
    for (let frame = 0; frame < 3; frame++) stepTerrain(world)
    terrainPatches(world, view)
    const { selection } = terrainTree(world)
    const before = selection.version
    placeCamera(world, other, { eye: [256, heightAt(world, 256, 200) + 2, 200], yaw: 0, pitch: 0 })
    stepTerrain(world)
    expect(selection.version).not.toBe(before)
    expect(names(terrainPatches(world, view))).toEqual(unmasked(world, view))
    setTerrainHeights(world, { column: 126, row: 100, columns: 4, rows: 4 }, new Float64Array(16).fill(400))
    // At once, and after the next frame, in which boxes of tiles have followed.
    expect(names(terrainPatches(world, view))).toEqual(unmasked(world, view))
    stepTerrain(world)
    expect(names(terrainPatches(world, view))).toEqual(unmasked(world, view))
    expect(everything.boxes.subarray(0, 6 * everything.count).some((y) => y >= 400)).toBe(true)
    expect(field.revision).toBe(1)
    const seen = terrainPatches(world, view).count
    destroy(world, view)
    const next = addCamera(world, 400)
    expect(next).toBe(view)
    placeCamera(world, next, { eye: [256, 5000, 256], yaw: 0, pitch: 1 })
    stepTerrain(world)
    expect(seen).toBeGreaterThan(0)
    expect(terrainPatches(world, next).count).toBe(0)
  })

  it('are empty without area, when the ground is hidden, and on another layer', async () => {
    const { setVisibility, setViewport } = await import('@sightline/culling')
    const { world, view } = scene()
    const count = () => {
      stepTerrain(world)
      return terrainPatches(world, view).count
    }
    expect(count()).toBeGreaterThan(0)
    setVisibility(world, terrainEntity(world), 'hide')
    expect(count()).toBe(0)
    const { tilesHidden, hidden } = terrainStats(world, view)
    expect(tilesHidden + hidden).toBeGreaterThan(0)
    setVisibility(world, terrainEntity(world), 'show')
    expect(count()).toBeGreaterThan(0)
    setViewport(world, view, 0, 0)
    expect(count()).toBe(0)
    setViewport(world, view, 1600, 900)
    expect(count()).toBeGreaterThan(0)
    setView(world, view, { layers: 2 })
    expect(count()).toBe(0)
    const { world: apart, view: eye } = scene({ layers: 4 })
    stepTerrain(apart)
    expect(terrainPatches(apart, eye).count).toBe(0)
    setView(apart, eye, { layers: 4 })
    stepTerrain(apart)
    expect(terrainPatches(apart, eye).count).toBeGreaterThan(0)
    setLayers(apart, terrainEntity(apart), 4)
  })

  it('hold everything for a view without frustum', () => {
    const { world, view } = scene()
    setView(world, view, { frustum: false, occlusion: false })
    stepTerrain(world)
    expect(terrainPatches(world, view).count).toBe(everythingOf(world))
  })

  it('says where there is no terrain, or none of a view', () => {
    const { world } = scene()
    expect(() => terrainPatches(world, 3999)).toThrow('version: entity 3999 is not a view')
    expect(() => setupTerrain(world, { heightfield: randomField(1, 9, 9) })).toThrow(
      'setupTerrain: the world has a terrain already',
    )
  })
})

describe.skipIf(!hasSharedData)('what ridges hide in the frame', () => {
  it.each([
    ['valley', 0],
    ['ridge', 0],
    ['valley', 4],
    ['ridge', 4],
  ] as const)(
    'no patch that a ray reaches, along a %s of the White Mountains, %d frames late, seed 9',
    (kind, late) => {
      const field = realField('whitemountains')
      const world = terrainWorld({ heightfield: field, levels: 4 })
      if (late > 0) playWorker(world, () => late, createRandom(9))
      const view = addCamera(world, 30_000)
      let [behind, hidden, frames] = [0, 0, 0]
      let held = 0
      for (const pose of walk(field, kind, 9, late === 0 ? 16 : 6, 800)) {
        // Late answers hold for an eye that goes on as it went.
        for (let step = 0; step <= late * 10; step++) {
          const [x, y, z] = pose.eye
          const eye = [x + 0.05 * step, y + (late > 0 ? 3 : 0), z + 0.02 * step] as const
          placeCamera(world, view, { ...pose, eye })
          stepTerrain(world)
          frames++
          if (step < late * 10) continue
          const kept = new Set(names(terrainPatches(world, view)))
          unmasked(world, view)
          for (let k = 0; k < everything.count; k++) {
            const name = everything.instances.subarray(4 * k, 4 * k + 4).join(' ')
            const seen = seenPlace(world, view, eye, k)
            if (!seen) behind++
            if (kept.has(name)) continue
            hidden++
            if (seen) expect.fail(`patch ${name} is seen from ${eye}`)
          }
          const { tilesHidden, hidden: single } = terrainStats(world, view)
          if (tilesHidden + single > 0) held++
        }
      }
      expect(frames).toBeGreaterThan(15)
      expect(held).toBeGreaterThan(3)
      expect(hidden / behind).toBeGreaterThan(late === 0 ? 0.45 : 0.3)
    },
  )
})

/** Whether a ray reaches one of 81 places of patch `k` of `everything`, as it is drawn, that are in the picture. */
function seenPlace(world: World, view: number, eye: readonly [number, number, number], k: number): boolean {
  const { grid, field } = terrainTree(world)
  const { viewProjection: m } = cameraOf(world, view)
  const [x, z, scale] = everything.instances.subarray(4 * k, 4 * k + 3) as unknown as [number, number, number]
  const size = grid.quadsPerPatch * scale
  for (let n = 0; n < 81; n++) {
    const gx = Math.min(x + (size * (n % 9)) / 8, grid.quadsX)
    const gz = Math.min(z + (size * Math.floor(n / 9)) / 8, grid.quadsZ)
    const p = [
      grid.originX + gx * grid.quadSizeX,
      levelHeight(field, grid, scale, gx, gz),
      grid.originZ + gz * grid.quadSizeZ,
    ] as const
    const clip = [0, 1, 3].map(
      (row) => m[row]! * p[0] + m[4 + row]! * p[1] + m[8 + row]! * p[2] + m[12 + row]!,
    )
    if (!(clip[2]! > 0.1 && Math.abs(clip[0]!) < clip[2]! && Math.abs(clip[1]!) < clip[2]!)) continue
    const way = [p[0] - eye[0], p[1] - eye[1], p[2] - eye[2]] as const
    // The last 1 % of the way to the ground may be in that of the finest level.
    if (raycastTerrain(world, ...eye, ...way, 0.99 * Math.hypot(...way)) === Infinity) return true
  }
  return false
}
