import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Handle } from '../src/page/handle.js'
import { type Sample, serveSample } from './support/page.js'

declare const sightline: Handle

/** Low quality draws 0.6 pixels for each CSS pixel: a picture of 640 × 360. */
const PAGE = { width: 1067, height: 600 }
const FRAMES = 10

/**
 * What happens at a place of the town, frame by frame: steps of the camera in its own directions, doors,
 * cuts.
 */
type Way = {
  readonly at: string
  /** Metres ahead, aside and up, and radians, in each frame. */
  readonly ahead?: number
  readonly aside?: number
  readonly up?: number
  readonly turn?: number
  readonly pitch?: number
  /** Metres above the pose at first. */
  readonly from?: number
  /** The camera is somewhere else until the last frame. */
  readonly cut?: string
  /** Doors that were open begin to shut, or the other way round, so many frames before the end. */
  readonly doors?: 'shut' | 'open'
  /** With the sun's shadows. */
  readonly shadows?: boolean
  /** Things that are hidden at least, if answers come in time. */
  readonly hides: number
}

const WAYS: Readonly<Record<string, Way>> = {
  'a fast turn in a street': { at: 'street', turn: 0.12, hides: 20 },
  'out of a doorway and back in': { at: 'inn', ahead: -0.3, turn: 0.02, hides: 1 },
  'past the windows of an inn': { at: 'inn', aside: 0.15, hides: 1 },
  'along the town wall': { at: 'wall', aside: 0.4, hides: 5 },
  'a jump from a roof': { at: 'street', from: 9, up: -0.5, ahead: 0.1, pitch: -0.01, hides: 20 },
  'round a corner': { at: 'start', ahead: 0.05, turn: 0.05, hides: 20 },
  'a ride at 15 m/s': { at: 'gate', ahead: 0.25, hides: 20 },
  'flying up': { at: 'market', up: 0.6, pitch: -0.03, hides: 0 },
  'a teleport': { at: 'street', cut: 'above', hides: 0 },
  'a gate that shuts': { at: 'gate', doors: 'shut', hides: 20 },
  'a gate that opens': { at: 'gate', doors: 'open', hides: 20 },
  'a street with shadows from behind the houses': { at: 'street', ahead: 0.05, shadows: true, hides: 20 },
}

/** A picture of a moment with occlusion, and one without: the world stands still in between. */
type Moment = {
  hidden: number
  dropped: string
  /** Who shows a pixel, and is not in the list with occlusion. */
  missing: number[]
  differentPixels: number
  /**
   * Pixels where two things that are drawn either way stand at the same depth: which of them wins hangs on
   * the order of drawing.
   */
  ties: number
}

async function goAndCompare([way, frames]: [Way, number]): Promise<Moment> {
  const { at, ahead = 0, aside = 0, up = 0, turn = 0, pitch = 0, from = 0, cut, doors, shadows = false } = way
  sightline.setSwitch('shadows', shadows)
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const start = sightline.poses[at]!
  const place = (frame: number) => {
    const yaw = start.yaw + turn * frame
    const [sine, cosine] = [Math.sin(yaw), Math.cos(yaw)]
    return {
      x: start.x + frame * (aside * cosine - ahead * sine),
      y: start.y + from + frame * up,
      z: start.z - frame * (ahead * cosine + aside * sine),
      yaw,
      pitch: start.pitch + pitch * frame,
    }
  }
  if (doors !== undefined) {
    sightline.setDoors(doors === 'shut')
    sightline.step(1, 5)
  }
  for (let frame = 0; frame < frames; frame++) {
    if (doors !== undefined && frame === frames - 5) sightline.setDoors(doors === 'open')
    sightline.fly(cut === undefined ? place(frame) : sightline.poses[cut]!)
    sightline.step(1, 1 / 60)
    await nextFrame()
  }
  // The last step of the way, with the clock stopped, so that the same moment can be drawn again.
  sightline.fly(place(frames))
  sightline.step(1, 0)
  const listed = new Set(sightline.listed())
  const { hidden } = sightline.stats()
  const { dropped } = sightline.occlusion()
  const culled = sightline.pixels()
  const itemsCulled = sightline.items().slice()
  sightline.setSwitch('occlusion', false)
  sightline.step(1, 0)
  const whole = sightline.pixels()
  const items = sightline.items()
  const shown = new Set(items)
  shown.delete(0)
  sightline.setSwitch('occlusion', true)
  let differentPixels = 0
  let ties = 0
  const width = 640
  const height = items.length / width
  for (let i = 0; i < whole.length; i += 4) {
    if (whole[i] === culled[i] && whole[i + 1] === culled[i + 1] && whole[i + 2] === culled[i + 2]) continue
    const pixel = i / 4
    const item = (height - 1 - Math.floor(pixel / width)) * width + (pixel % width)
    const tie =
      items[item] !== itemsCulled[item] && listed.has(items[item]!) && listed.has(itemsCulled[item]!)
    if (tie) ties++
    else differentPixels++
  }
  const missing = [...shown].filter((eid) => !listed.has(eid))
  return { hidden: hidden!, dropped, missing, differentPixels, ties }
}

describe.each([
  ['inline', 'inline', 0, true],
  ['a worker', 'worker', 0, true],
  ['a worker slowed to 10 Hz', 'worker', 100, true],
  ['a worker that stands still for a second', 'worker', 1000, true],
  ['a worker without shared memory', 'worker', 0, false],
] as const)('with occlusion by %s nothing that can be seen is culled', (name, mode, slower, isolated) => {
  let sample: Sample
  let page: Page
  let errors: string[]
  beforeAll(async () => {
    sample = await serveSample('occlusion', isolated)
    const opened = await sample.open(`quality=low&frame-lock&occlusion=${mode}`, { size: PAGE })
    page = opened.page
    errors = opened.errors
    await page.evaluate((milliseconds) => {
      sightline.slowOcclusion(milliseconds)
      // Who has a turn in every second frame would stand otherwise in the second picture of a moment.
      sightline.setResting(false)
      // Whom nobody sees has no name over the head, and without occlusion everyone has.
      sightline.setLabels(false)
    }, slower)
  }, 300_000)
  afterAll(() => sample?.close())

  // Workers take some of the ways: what they add is how late answers come.
  const every = mode === 'inline' ? 1 : slower > 0 || !isolated ? 6 : 3
  const ways = Object.entries(WAYS).filter((_, i) => i % every === 0)

  it.each(ways)('%s', async (_way, way) => {
    const found = await page.evaluate(goAndCompare, [way, FRAMES] as [Way, number])
    expect(found.missing).toEqual([])
    expect(found.differentPixels).toBe(0)
    expect(found.ties).toBeLessThan(8)
    if (name === 'inline') expect(found.hidden, found.dropped).toBeGreaterThanOrEqual(way.hides)
  })

  it('and the mode was that, with nothing on the console', async () => {
    const report = await page.evaluate(() => {
      sightline.step(2, 0)
      return sightline.occlusion()
    })
    expect(report.mode).toBe(isolated ? mode : 'copies')
    expect(errors).toEqual([])
  })
})
