import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Handle } from '../src/page/handle.js'
import { type Sample, serveSample } from './support/page.js'

declare const sightline: Handle

let sample: Sample
beforeAll(async () => {
  sample = await serveSample('page')
}, 300_000)
afterAll(() => sample?.close())

describe('the page', () => {
  it('draws a town, and says how little of it', async () => {
    const { page, errors } = await sample.open('quality=low&frame-lock')
    const { drawn, total, triangles, drawCalls } = await page.evaluate(() => sightline.stats())
    expect(drawn).toBeGreaterThan(100)
    expect(total).toBeGreaterThan(drawn! * 2)
    expect(triangles).toBeGreaterThan(10_000)
    expect(drawCalls).toBeLessThan(150)
    const number = await page.textContent('.figure .number')
    expect(number?.replaceAll(',', '')).toBe(`${drawn} of ${total} drawn`)
    const colors = await page.evaluate(() => new Set(new Uint32Array(sightline.pixels().buffer)).size)
    expect(colors).toBeGreaterThan(200)
    expect(errors).toEqual([])
    await page.close()
  })

  it('walks, freezes, compares, explains, by keys and mouse', async () => {
    const { page, errors } = await sample.open('quality=low&frame-lock')
    const step = (frames: number) => page.evaluate((count) => sightline.step(count), frames)
    await page.keyboard.down('KeyW')
    await step(10)
    await page.keyboard.up('KeyW')
    await page.mouse.click(200, 250)
    await step(1)
    expect(await page.textContent('.entity h2')).toMatch(/: drawn$/)
    await page.keyboard.press('KeyX')
    await step(2)
    expect(await page.textContent('.figure .state')).toContain('frozen')
    await page.keyboard.press('KeyX')
    const { drawn } = await page.evaluate(() => sightline.stats())
    await page.keyboard.press('KeyC')
    await step(1)
    const off = await page.evaluate(() => sightline.stats())
    expect(off.drawn).toBe(off.total)
    await page.keyboard.press('KeyC')
    // What is hidden is known a few frames later: until then it is drawn.
    const drawnNow = async () => {
      await step(1)
      return page.evaluate(() => sightline.stats().drawn)
    }
    await expect.poll(drawnNow, { timeout: 20_000 }).toBeLessThan(drawn! * 1.5)
    await page.keyboard.press('?')
    expect(await page.isVisible('dialog.keys')).toBe(true)
    await page.keyboard.press('Escape')
    expect(errors).toEqual([])
    await page.close()
  })

  it('goes on after a canvas without size, a hidden tab and a lost context', async () => {
    const { page, errors } = await sample.open('quality=low&pose=inn')
    const frames = () => page.evaluate(() => sightline.stats().frame!)
    const goesOn = async (): Promise<void> => {
      const before = await frames()
      await page.waitForFunction((from) => sightline.stats().frame! > from + 1, before, { timeout: 60_000 })
    }
    await goesOn()
    const { drawn } = await page.evaluate(() => sightline.stats())

    await page.evaluate(() => {
      document.querySelector<HTMLElement>('#picture')!.style.display = 'none'
    })
    await goesOn()
    expect(await page.evaluate(() => sightline.stats().drawn)).toBe(0)
    await page.evaluate(() => {
      document.querySelector<HTMLElement>('#picture')!.style.display = ''
    })
    await goesOn()
    expect(await page.evaluate(() => sightline.stats().drawn)).toBeGreaterThan(drawn! / 2)

    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })
    await devtools.send('Page.setWebLifecycleState', { state: 'active' })
    await goesOn()

    await page.evaluate(() => {
      const gl = document.querySelector<HTMLCanvasElement>('#picture')!.getContext('webgl')!
      const extension = gl.getExtension('WEBGL_lose_context')!
      extension.loseContext()
      setTimeout(() => extension.restoreContext(), 300)
    })
    await page.waitForFunction(() => sightline.stats().contextRestored === 1, null, { timeout: 60_000 })
    await goesOn()
    const after = await page.evaluate(() => sightline.stats())
    expect(after.drawCalls).toBeGreaterThan(10)
    expect(after.contextLost).toBe(0)
    // The browser itself says that the context was lost; nothing else may be said.
    expect(errors.filter((text) => !/context/i.test(text))).toEqual([])
    await page.close()
  })

  it('says so where there is no WebGL', async () => {
    const { page } = await sample.open('quality=low&frame-lock')
    await page.addInitScript(() => {
      HTMLCanvasElement.prototype.getContext = () => null
    })
    await page.reload()
    await page.waitForSelector('#card.failed', { timeout: 60_000 })
    expect(await page.textContent('#card .line')).toMatch(/no WebGL context/)
    await page.close()
  })

  it('fits a narrow screen', async () => {
    const { page } = await sample.open('quality=low&frame-lock', { size: { width: 360, height: 640 } })
    const boxes = await page.evaluate(() =>
      ['.figure', '.lil-root', '.hints'].map((name) => {
        const { left, right, top, bottom } = document.querySelector(name)!.getBoundingClientRect()
        return { name, left, right, top, bottom }
      }),
    )
    for (const { name, left, right } of boxes) {
      expect(left, name).toBeGreaterThanOrEqual(0)
      expect(right, name).toBeLessThanOrEqual(360)
    }
    const [figure, panel] = boxes
    expect(panel!.bottom).toBeLessThanOrEqual(figure!.top)
    await page.close()
  })
})
