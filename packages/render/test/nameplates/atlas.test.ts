import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import {
  type Atlas,
  type AtlasCell,
  clearAtlas,
  createAtlas,
  placeCell,
  WHITE_SIZE,
} from '../../src/nameplates/atlas.js'
import type { Text } from '../../src/nameplates/text-store.js'

const createText = (): Text => ({ cells: [] as (AtlasCell | undefined)[] }) as unknown as Text

/** All cells that texts hold, checked against each other one by one. */
function check(atlas: Atlas, texts: readonly Text[]): void {
  const cells = texts.flatMap((text) => text.cells.filter((cell) => cell !== undefined))
  expect(cells).toHaveLength(atlas.count)
  let area = 0
  for (const [i, a] of cells.entries()) {
    area += a.width * a.height
    expect(a.x >= 0 && a.y >= WHITE_SIZE && a.x + a.width <= atlas.size && a.y + a.height <= atlas.size).toBe(
      true,
    )
    for (const b of cells.slice(i + 1)) {
      const apart =
        a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
      expect(apart ? [] : [a, b]).toEqual([])
    }
  }
  expect(atlas.area).toBe(area)
}

describe('the atlas', () => {
  it.each([41, 42, 43])('never has two texts in one place, nor takes one that is shown (seed %i)', (seed) => {
    const random = createRandom(seed)
    const atlas = createAtlas(256)
    const texts = Array.from({ length: 400 }, createText)
    let failed = 0
    let placed = 0
    for (let now = 1; now < 400; now++) {
      const shown: AtlasCell[] = []
      const wanted = Array.from(
        { length: 1 + Math.floor(random() * 24) },
        () => texts[Math.floor(random() * 400)]!,
      )
      for (const text of wanted) {
        const cell = text.cells[0]
        if (cell !== undefined) {
          cell.shown = now
          shown.push(cell)
        }
      }
      for (const text of wanted) {
        if (text.cells[0] !== undefined) continue
        const made = placeCell(atlas, text, 0, 10 + random() * 90, 8 + Math.floor(random() * 3) * 9, now)
        if (made === undefined) failed++
        else {
          placed++
          shown.push(made)
        }
      }
      for (const cell of shown) expect(cell.text.cells[0]).toBe(cell)
      if (now % 10 === 0) check(atlas, texts)
    }
    expect(placed).toBeGreaterThan(1000)
    expect(failed).toBeLessThan(placed / 20)
    expect(atlas.evicted).toBeGreaterThan(500)
    clearAtlas(atlas)
    check(atlas, texts)
    expect([atlas.count, atlas.area]).toEqual([0, 0])
  })

  it('gives up those that have not been shown for longest', () => {
    const atlas = createAtlas(256)
    const texts = Array.from({ length: 18 }, createText)
    // Nine bands of two fill it.
    texts.forEach((text, i) => {
      expect(placeCell(atlas, text, 0, 128, 28, i + 1)).toBeDefined()
    })
    const late = createText()
    placeCell(atlas, late, 0, 128, 28, 100)
    const another = createText()
    placeCell(atlas, another, 0, 128, 28, 101)
    expect(texts.flatMap((text, i) => (text.cells[0] === undefined ? [i] : []))).toEqual([0, 1])
  })

  it('has no room for what is larger than it, or when everything is shown', () => {
    const atlas = createAtlas(256)
    expect(placeCell(atlas, createText(), 0, 300, 10, 1)).toBeUndefined()
    expect(placeCell(atlas, createText(), 0, 10, 300, 1)).toBeUndefined()
    while (placeCell(atlas, createText(), 0, 250, 40, 1) !== undefined);
    expect(atlas.count).toBe(6)
    expect(placeCell(atlas, createText(), 0, 10, 40, 2)).toBeDefined()
  })
})
