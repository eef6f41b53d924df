import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Handle } from '../src/page/handle.js'
import { type Sample, serveSample } from './support/page.js'

declare const sightline: Handle

/** Low quality draws 0.6 pixels for each CSS pixel: a picture of 640 × 360. */
const PAGE = { width: 1067, height: 600 }

let sample: Sample
beforeAll(async () => {
  sample = await serveSample('occlusion')
}, 300_000)
afterAll(() => sample?.close())

/** A picture of a moment with occlusion, and one without: the world stands still in between. */
type Moment = {
  hidden: number
  /** Who shows a pixel with and without occlusion and is not in the list with it. */
  missing: number[]
  differentPixels: number
  dropped: string
}

type Ask = { route: string; from: number; frames: number; seconds: number }

/** Goes along a route frame by frame, so that answers come late as they do, and compares at the end. */
async function goAndCompare({ route, from, frames, seconds }: Ask): Promise<Moment> {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  sightline.lookAlong(route, from)
  for (let i = 0; i < frames; i++) {
    sightline.step(1, seconds)
    await nextFrame()
  }
  // The camera stands where the clock of the frame before put it: this takes the last step of the way.
  sightline.step(1, 0)
  const listed = new Set(sightline.listed())
  const { hidden } = sightline.stats()
  const { dropped } = sightline.occlusion()
  const culled = sightline.pixels()
  const shown = sightline.shown()
  sightline.setSwitch('occlusion', false)
  sightline.step(1, 0)
  const whole = sightline.pixels()
  for (const eid of sightline.shown()) shown.push(eid)
  sightline.setSwitch('occlusion', true)
  let differentPixels = 0
  for (let i = 0; i < whole.length; i += 4) {
    const same = whole[i] === culled[i] && whole[i + 1] === culled[i + 1] && whole[i + 2] === culled[i + 2]
    if (!same) differentPixels++
  }
  return { hidden: hidden!, missing: shown.filter((eid) => !listed.has(eid)), differentPixels, dropped }
}

const MOMENTS: readonly Ask[] = [
  { route: 'market', from: 1, frames: 12, seconds: 1 / 60 },
  { route: 'street', from: 3, frames: 12, seconds: 1 / 60 },
  { route: 'street', from: 12, frames: 12, seconds: 1 / 15 },
  { route: 'gate', from: 2, frames: 12, seconds: 1 / 60 },
  { route: 'gate', from: 8, frames: 8, seconds: 1 / 6 },
]

describe.each([
  ['inline', 'occlusion=inline', 0],
  ['a worker', 'occlusion=worker', 0],
  ['a worker slowed to 10 Hz', 'occlusion=worker', 100],
] as const)('with occlusion %s nothing that can be seen is culled', (_name, query, slower) => {
  let page: Page
  let errors: string[]
  beforeAll(async () => {
    const opened = await sample.open(`quality=low&frame-lock&${query}`, PAGE)
    page = opened.page
    errors = opened.errors
    await page.evaluate((milliseconds) => sightline.slowOcclusion(milliseconds), slower)
  }, 120_000)
  afterAll(() => page?.close())

  it.each(MOMENTS)('along $route from $from s, $seconds s a frame', async (ask) => {
    const found = await page.evaluate(goAndCompare, ask)
    expect(found.missing).toEqual([])
    expect(found.differentPixels).toBe(0)
    if (slower === 0) expect(found.hidden, found.dropped).toBeGreaterThan(20)
  })

  it('and nothing was said on the console', () => {
    expect(errors).toEqual([])
  })
})
