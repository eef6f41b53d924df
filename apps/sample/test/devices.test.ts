import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Handle } from '../src/page/handle.js'
import { type Sample, serveSample } from './support/page.js'

declare const sightline: Handle

let sample: Sample
let page: Page
let errors: string[]
let devtools: CDPSession
beforeAll(async () => {
  sample = await serveSample('devices')
  const opened = await sample.open('quality=low&frame-lock')
  page = opened.page
  errors = opened.errors
  devtools = await page.context().newCDPSession(page)
}, 300_000)
afterAll(() => sample?.close(), 60_000)

const step = (frames: number) => page.evaluate((count) => sightline.step(count), frames)
const camera = () => page.evaluate(() => sightline.camera())

describe('the page on other devices', () => {
  it('follows a change of the device pixel ratio, and holds no more than before', async () => {
    const look = async (deviceScaleFactor: number) => {
      const metrics = { width: 640, height: 360, deviceScaleFactor, mobile: false }
      await devtools.send('Emulation.setDeviceMetricsOverride', metrics)
      await page.waitForFunction((ratio) => devicePixelRatio === ratio, deviceScaleFactor)
      await step(2)
      return page.evaluate(() => {
        const { width, height, bytesHeld, drawn } = sightline.stats()
        const pixels = sightline.pixels()
        return { width, height, bytesHeld, drawn, colors: new Set(new Uint32Array(pixels.buffer)).size }
      })
    }
    // Low quality draws 0.6 pixels for a CSS pixel, and never more than the screen has.
    const before = await look(1)
    expect([before.width, before.height]).toEqual([384, 216])
    const coarse = await look(0.5)
    expect([coarse.width, coarse.height]).toEqual([320, 180])
    expect(coarse.colors).toBeGreaterThan(200)
    for (let i = 0; i < 3; i++) await look(i % 2 === 0 ? 2 : 0.5)
    const after = await look(1)
    expect([after.width, after.height]).toEqual([384, 216])
    expect(after.drawn).toBeGreaterThan(100)
    expect(after.bytesHeld! - before.bytesHeld!).toBeLessThan(256 * 1024)
  })

  it('lets go of all keys when the tab is hidden', async () => {
    await page.keyboard.down('KeyW')
    await step(20)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await step(60)
    const still = await camera()
    await step(20)
    const later = await camera()
    expect(Math.hypot(later.x - still.x, later.z - still.z)).toBeLessThan(0.02)
    await page.keyboard.up('KeyW')
  })

  it('walks by the left thumb, looks by the right one, both at once', async () => {
    // The panel lies where the right thumb would be.
    await page.keyboard.press('KeyH')
    await step(60)
    const touch = async (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      ...points: [number, number, number][]
    ): Promise<void> => {
      const touchPoints = points.map(([id, x, y]) => ({ id, x, y }))
      await devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
      // Browsers hand moves on with their next frame.
      await page.evaluate(
        () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
      )
    }
    const before = await camera()
    await touch('touchStart', [1, 120, 250])
    await touch('touchMove', [1, 120, 190])
    await step(40)
    const walked = await camera()
    expect(Math.hypot(walked.x - before.x, walked.z - before.z)).toBeGreaterThan(0.8)
    expect(walked.yaw).toBeCloseTo(before.yaw, 5)
    await touch('touchStart', [1, 120, 190], [2, 450, 220])
    await touch('touchMove', [1, 120, 190], [2, 390, 220])
    await step(10)
    const turned = await camera()
    expect(turned.yaw - walked.yaw).toBeGreaterThan(0.15)
    await touch('touchEnd')
    await step(60)
    const still = await camera()
    await step(20)
    const later = await camera()
    expect(Math.hypot(later.x - still.x, later.z - still.z)).toBeLessThan(0.02)
  })

  it('and nothing was said on the console', () => {
    expect(errors).toEqual([])
  })
})
