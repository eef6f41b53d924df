import { describe, expect, it } from 'vitest'
import { measureHeap } from '../../../test/support/heap.js'
import { createRandom } from '../../../test/support/random.js'
import { type CollisionTile, createCollisionTile, moveCollisionTile } from '../src/collision/index.js'
import { heightfieldFromFunction, sampleHeight, setCells, setHeights } from '../src/heightfield/index.js'
import { randomField } from './support/fields.js'

type Corner = [number, number, number]

/** The triangles in use, in the world. */
function triangles({ indices, indexCount, positions, origin }: CollisionTile): Corner[][] {
  const corner = (i: number) => [0, 1, 2].map((k) => origin[k]! + positions[3 * i + k]!) as Corner
  return Array.from({ length: indexCount / 3 }, (_, t) => [0, 1, 2].map((k) => corner(indices[3 * t + k]!)))
}

describe('a collision tile', () => {
  it('holds the ground round a place to 1 mm, 36 km away too, seed 5', () => {
    const random = createRandom(5)
    const field = randomField(5, 200, 150, { spacingX: 1.5, spacingZ: 2, originX: 36_000, originZ: -36_000 })
    const tile = createCollisionTile({ cells: 12 })
    for (let round = 0; round < 300; round++) {
      const x = field.originX + random() * 199 * 1.5
      const z = field.originZ + random() * 149 * 2
      moveCollisionTile(tile, field, x, z)
      let found = 0
      for (const [a, b, c] of triangles(tile)) {
        const area = (b![2] - a![2]) * (c![0] - a![0]) - (b![0] - a![0]) * (c![2] - a![2])
        expect(area).toBeGreaterThan(0)
        const [u, v] = [random() * 0.98 + 0.01, random()]
        const [s, t] = [u * (1 - v), u * v]
        const [px, py, pz] = [0, 1, 2].map((k) => a![k]! + s * (b![k]! - a![k]!) + t * (c![k]! - a![k]!))
        expect(Math.abs(sampleHeight(field, px!, pz!) - py!)).toBeLessThan(1e-3)
        const inside = [
          [a, b],
          [b, c],
          [c, a],
        ].every(([p, q]) => (q![2] - p![2]) * (x - p![0]) - (q![0] - p![0]) * (z - p![2]) >= -1e-9)
        if (inside) found++
      }
      expect(found).toBeGreaterThan(0)
    }
  })

  it('is written anew only when the place comes near its edge, or the ground changes', () => {
    const field = randomField(1, 100, 100)
    const tile = createCollisionTile({ cells: 16, margin: 4 })
    expect(moveCollisionTile(tile, field, 50.5, 50.5)).toBe(true)
    expect([tile.column, tile.row]).toEqual([42, 42])
    for (const x of [46, 48.5, 53.9]) expect(moveCollisionTile(tile, field, x, 50.5)).toBe(false)
    expect(moveCollisionTile(tile, field, 54, 50.5)).toBe(true)
    expect(tile.column).toBe(46)
    setHeights(field, { column: 50, row: 50, columns: 1, rows: 1 }, [12])
    expect(moveCollisionTile(tile, field, 54, 50.5)).toBe(true)
    expect(
      triangles(tile)
        .flat()
        .some(([x, y, z]) => x === 50 && z === 50 && Math.abs(y - 12) < 0.01),
    ).toBe(true)
    expect(moveCollisionTile(tile, field, Number.NaN, 50)).toBe(false)
  })

  it('is written anew for another field, though place and revision are the same', () => {
    const [low, high] = [1, 5].map((metres) =>
      heightfieldFromFunction(() => metres, 65, 65, { lowest: 0, highest: 10 }),
    )
    const tile = createCollisionTile({ cells: 8 })
    moveCollisionTile(tile, low!, 20, 20)
    expect(moveCollisionTile(tile, high!, 20, 20)).toBe(true)
    expect(tile.origin[1]! + tile.positions[1]!).toBeCloseTo(5, 3)
    expect(moveCollisionTile(tile, high!, 20, 20)).toBe(false)
  })

  it('stays inside at the border, and leaves out what is beyond a small field', () => {
    const field = randomField(2, 40, 40)
    const tile = createCollisionTile({ cells: 16 })
    moveCollisionTile(tile, field, -500, 1e9)
    expect([tile.column, tile.row, tile.indexCount]).toEqual([0, 23, 6 * 256])
    expect(moveCollisionTile(tile, field, -500, 1e9)).toBe(false)
    moveCollisionTile(tile, randomField(2, 6, 4), 2, 2)
    expect([tile.column, tile.row, tile.indexCount]).toEqual([0, 0, 6 * 5 * 3])
  })

  it('has no ground in a hole', () => {
    const field = randomField(3, 40, 40)
    setCells(field, { column: 10, row: 10, columns: 2, rows: 3 }, 'hole')
    const tile = createCollisionTile({ cells: 8 })
    moveCollisionTile(tile, field, 11, 11)
    expect(tile.indexCount).toBe(6 * (64 - 6))
    for (const [a, b, c] of triangles(tile)) {
      const x = (a![0] + b![0] + c![0]) / 3
      const z = (a![2] + b![2] + c![2]) / 3
      expect(x > 10 && x < 12 && z > 10 && z < 13).toBe(false)
    }
  })

  it('makes no garbage', () => {
    const field = randomField(4, 300, 300)
    const tile = createCollisionTile()
    const step = (frame: number) => {
      moveCollisionTile(tile, field, 20 + (frame % 250), 150)
    }
    for (let frame = 0; frame < 2000; frame++) step(frame)
    const { kept, made, buffers } = measureHeap(2000, step, { kept: 32_768, made: 64 })
    expect(kept).toBeLessThan(32_768)
    expect(made).toBeLessThan(64)
    expect(buffers).toBe(0)
  })

  it.each([
    [{ cells: 0 }, 'cells is 0, expected a whole number from 1 to 255'],
    [{ cells: 300 }, 'cells is 300'],
    [{ cells: 8, margin: 4 }, 'margin is 4, expected a whole number from 0 to less than half of cells, 8'],
    [{ size: 8 }, 'size is not an option'],
  ])('refuses %j', (options, message) => {
    expect(() => createCollisionTile(options as object)).toThrow(`createCollisionTile: ${message}`)
  })
})
