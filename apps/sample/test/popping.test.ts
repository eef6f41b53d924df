import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Handle } from '../src/page/handle.js'
import { type Sample, serveSample } from './support/page.js'

declare const sightline: Handle

/** Seconds into each route. A place, a turn, and places where much stands near the edge of the picture. */
const MOMENTS: Readonly<Record<string, readonly number[]>> = {
  market: [1, 9],
  street: [3, 12],
  gate: [2, 8],
}

/** Low quality draws 0.6 pixels for each CSS pixel: a picture of 640 × 360. */
const PAGE = { width: 1067, height: 600 }

let sample: Sample
let page: Page
let errors: string[]
beforeAll(async () => {
  sample = await serveSample('popping')
  const opened = await sample.open('quality=low&frame-lock', { size: PAGE })
  page = opened.page
  errors = opened.errors
  // Who has a turn in every second frame would stand otherwise in the second picture, and who is culled has no name.
  await page.evaluate(() => {
    sightline.setResting(false)
    sightline.setLabels(false)
  })
}, 300_000)
afterAll(() => sample?.close())

/** One moment, drawn with culling and without: the world stands still in between. */
type Comparison = {
  listed: number
  drawnWithout: number
  shown: number
  /** Instances in shadow maps, with culling and without. */
  casters: number
  castersWithout: number
  /** Ids with a pixel in the picture without culling that are not in the list with culling. */
  missing: number[]
  differentPixels: number
  pixels: number
}

function compare([route, seconds, switches]: [string, number, ('frustum' | 'casters')[]]): Comparison {
  sightline.lookAlong(route, seconds)
  sightline.step(1, 1 / 60)
  sightline.step(1, 0)
  const listed = new Set(sightline.listed())
  const culled = sightline.pixels()
  const casters = sightline.stats().shadowInstances!
  for (const name of switches) sightline.setSwitch(name, false)
  sightline.step(1, 0)
  const whole = sightline.pixels()
  const castersWithout = sightline.stats().shadowInstances!
  const drawnWithout = sightline.listed().length
  const shown = sightline.shown()
  for (const name of switches) sightline.setSwitch(name, true)
  let differentPixels = 0
  for (let i = 0; i < whole.length; i += 4) {
    const same = whole[i] === culled[i] && whole[i + 1] === culled[i + 1] && whole[i + 2] === culled[i + 2]
    if (!same) differentPixels++
  }
  const missing = shown.filter((eid) => !listed.has(eid))
  return {
    listed: listed.size,
    drawnWithout,
    shown: shown.length,
    casters,
    castersWithout,
    missing,
    differentPixels,
    pixels: whole.length / 4,
  }
}

describe('nothing that can be seen is culled', () => {
  const moments = Object.entries(MOMENTS).flatMap(([route, seconds]) =>
    seconds.map((at) => [route, at] as const),
  )

  it.each(moments)('route %s after %i s', async (route, seconds) => {
    const found = await page.evaluate(compare, [route, seconds, ['frustum']] as Parameters<typeof compare>[0])
    expect(found.pixels).toBe(640 * 360)
    expect(found.shown).toBeGreaterThan(10)
    expect(found.drawnWithout).toBeGreaterThan(found.listed * 1.1)
    expect(found.missing).toEqual([])
    expect(found.differentPixels).toBe(0)
  })

  it('a caster off screen keeps its shadow', async () => {
    await page.evaluate(() => sightline.setSwitch('shadows', true))
    for (const route of ['market', 'street']) {
      const found = await page.evaluate(compare, [route, 5, ['casters']] as Parameters<typeof compare>[0])
      expect(found.castersWithout, route).toBeGreaterThan(found.casters)
      expect(found.differentPixels, route).toBe(0)
    }
  })

  it('and nothing was said on the console', () => {
    expect(errors).toEqual([])
  })
})
