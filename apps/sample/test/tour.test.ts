import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Handle } from '../src/page/handle.js'
import { type Moment, STOPS } from '../src/tour/stops.js'
import { type Sample, serveSample } from './support/page.js'

declare const sightline: Handle

const SECONDS = 60

/** A number for each field of a moment, told apart by what it is. */
const MOMENT: Moment = {
  total: '1,001',
  drawn: '1,002',
  hidden: '1,003',
  far: '1,004',
  people: '1,005',
  resting: '1,006',
  still: '1,007',
  emitters: '1,008',
  patches: '1,009',
  frame: '1,010',
  allDrawn: '1,011',
  allFrame: '1,012',
}

let sample: Sample
beforeAll(async () => {
  sample = await serveSample('tour')
}, 300_000)
afterAll(() => sample?.close(), 60_000)

/** A second of the tour: what it says and the counts of the same frame. */
const second = (page: Page) =>
  page.evaluate(() => {
    sightline.step(1, 1)
    const caption = document.querySelector<HTMLElement>('.caption')!
    const { drawn, total, hidden, far } = sightline.stats()
    return {
      words: caption.hidden ? '' : caption.textContent!,
      figure: document.querySelector('.figure .number')!.textContent!.replaceAll(',', ''),
      spoken: document.querySelector('.spoken')!.textContent!,
      counts: { drawn: drawn!, total: total!, hidden: hidden!, far: far! },
    }
  })

/** Words of the page follow a few times a second. */
const stateAfterFrame = async (page: Page): Promise<string | null> => {
  await page.evaluate(() => sightline.step(1, 0))
  return page.textContent('.figure .state')
}

describe('the tour', () => {
  it('takes a minute, and says no number of its own', () => {
    expect(STOPS.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(SECONDS)
    const known = new Set(Object.values(MOMENT))
    for (const { caption } of STOPS) {
      const words = caption(MOMENT)
      const numbers = words.match(/\d[\d,.]*\d|\d/g) ?? []
      for (const number of numbers) expect(known, words).toContain(number)
      // Read at leisure in the time there is, 18 letters a second.
      expect(words.length / 18, words).toBeLessThan(
        STOPS.find((stop) => stop.caption === caption)!.seconds + 2,
      )
    }
  })

  it('shows its stops in order, with the numbers of the frame, and gives the camera back', async () => {
    const { page, errors } = await sample.open('quality=low&frame-lock&occlusion=inline')
    await page.evaluate(() => sightline.step(20))
    const before = await page.evaluate(() => sightline.camera())
    await page.keyboard.press('KeyT')
    const patterns = STOPS.map(({ caption }) => {
      const escaped = caption(MOMENT).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      const named = Object.entries(MOMENT).reduce(
        (text, [name, value]) => text.replace(value, `(?<${name}>[\\d,]+|…)`),
        escaped,
      )
      return new RegExp(`^${named}$`)
    })
    const seen: number[] = []
    const heard = new Set<string>()
    let without = ''
    for (let at = 0; at < SECONDS + 10; at++) {
      const { words, figure, spoken, counts } = await second(page)
      if (words === '') break
      const stop = patterns.findIndex((pattern) => pattern.test(words))
      expect(stop, words).toBeGreaterThanOrEqual(0)
      const said = patterns[stop]!.exec(words)!.groups!
      seen.push(stop)
      // In its last frame a stop hands over: the next one says its words from its first own frame on.
      if (seen.filter((one) => one === stop).length === STOPS[stop]!.seconds) continue
      for (const [name, count] of Object.entries(counts)) {
        if (said[name] !== undefined)
          expect(said[name].replaceAll(',', ''), `${name}: ${words}`).toBe(`${count}`)
      }
      expect(figure).toBe(`${counts.drawn} of ${counts.total} drawn`)
      expect(spoken).toMatch(patterns[stop]!)
      heard.add(spoken)
      if (said.resting !== undefined) expect(Number(said.resting)).toBeLessThan(Number(said.people))
      if (stop === 6) {
        without = said.drawn!
        expect(counts.drawn).toBe(counts.total)
      }
      if (stop === 7) expect(said.allDrawn).toBe(without)
    }
    expect([...new Set(seen)]).toEqual(STOPS.map((_, i) => i))
    expect(heard.size, 'each caption is spoken once').toBe(STOPS.length)
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
    expect(Math.abs(seen.length - SECONDS)).toBeLessThanOrEqual(STOPS.length)
    STOPS.forEach(({ seconds }, i) => {
      expect(Math.abs(seen.filter((stop) => stop === i).length - seconds), `stop ${i}`).toBeLessThanOrEqual(1)
    })
    await page.evaluate(() => sightline.step(30))
    const after = await page.evaluate(() => sightline.camera())
    for (const axis of ['x', 'y', 'z', 'yaw', 'pitch'] as const)
      expect(Math.abs(after[axis] - before[axis]), axis).toBeLessThan(0.1)
    await expect.poll(() => stateAfterFrame(page)).toBe('')
    const { drawn, total } = await page.evaluate(() => sightline.stats())
    expect(drawn).toBeLessThan(total! / 4)
    // It is the walker's again.
    await page.keyboard.down('KeyW')
    await page.evaluate(() => sightline.step(30))
    await page.keyboard.up('KeyW')
    const walked = await page.evaluate(() => sightline.camera())
    expect(Math.hypot(walked.x - after.x, walked.z - after.z)).toBeGreaterThan(0.5)
    expect(Math.abs(walked.y - after.y)).toBeLessThan(2)
    expect(errors).toEqual([])
    await page.close()
  }, 240_000)

  it('is left by moving, at any stop, with all that it turned on turned off', async () => {
    const { page, errors } = await sample.open('quality=low&frame-lock&tour')
    for (const stop of [0, 2, 4, 6]) {
      const seconds = STOPS.slice(0, stop).reduce((sum, one) => sum + one.seconds, 0)
      for (let left = seconds + stop + 2; left > 0; left -= 2) await page.evaluate(() => sightline.step(1, 2))
      expect(await page.isVisible('.caption')).toBe(true)
      const at = await page.evaluate(() => sightline.camera())
      await page.keyboard.press('KeyW')
      await page.evaluate(() => sightline.step(3))
      expect(await page.isVisible('.caption')).toBe(false)
      expect(await page.isVisible('.hints')).toBe(true)
      await expect.poll(() => stateAfterFrame(page)).toBe('')
      const now = await page.evaluate(() => sightline.camera())
      expect(Math.hypot(now.x - at.x, now.z - at.z)).toBeLessThan(30)
      await page.keyboard.press('KeyT')
    }
    expect(errors).toEqual([])
    await page.close()
  }, 240_000)
})
