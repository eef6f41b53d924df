import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { solidsText } from '../src/hud/occlusion-folder.js'
import type { Handle } from '../src/page/handle.js'
import { STOPS } from '../src/tour/stops.js'
import { type Sample, serveSample } from './support/page.js'

declare const sightline: Handle

const SIZES = [
  { width: 360, height: 640 },
  { width: 640, height: 360 },
  { width: 1280, height: 720 },
]
/** All that may lie over the picture. */
const PARTS = ['.figure', '.lil-root', '.entity', '.notice', '.hints', '.caption', '.buffer']
const LONGEST = Object.fromEntries(
  [
    'total',
    'drawn',
    'hidden',
    'far',
    'people',
    'resting',
    'still',
    'emitters',
    'patches',
    'frame',
    'allDrawn',
    'allFrame',
  ].map((name) => [name, '28,888']),
) as Parameters<(typeof STOPS)[number]['caption']>[0]

let sample: Sample
beforeAll(async () => {
  sample = await serveSample('hud')
}, 300_000)
afterAll(() => sample?.close(), 60_000)

type Box = { name: string; left: number; right: number; top: number; bottom: number }

/** Parts that are seen, and where. */
const boxes = (page: Page): Promise<Box[]> =>
  page.evaluate(
    (parts) =>
      parts.flatMap((name) => {
        const { left, right, top, bottom } =
          document.querySelector(name)?.getBoundingClientRect() ?? new DOMRect()
        return right > left && bottom > top ? [{ name, left, right, top, bottom }] : []
      }),
    PARTS,
  )

function expectApart(seen: Box[], { width, height }: { width: number; height: number }, when: string): void {
  for (const box of seen) {
    expect(Math.min(box.left, box.top), `${box.name}, ${when}`).toBeGreaterThanOrEqual(0)
    expect(box.right, `${box.name}, ${when}`).toBeLessThanOrEqual(width)
    expect(box.bottom, `${box.name}, ${when}`).toBeLessThanOrEqual(height)
  }
  for (const [i, a] of seen.entries()) {
    for (const b of seen.slice(i + 1)) {
      const apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top
      expect(apart ? [] : [a, b], `${a.name} and ${b.name}, ${when}`).toEqual([])
    }
  }
}

const setPanel = (page: Page, open: boolean): Promise<void> =>
  page.evaluate((wanted) => {
    const panel = document.querySelector('.lil-root')!
    if (panel.classList.contains('lil-closed') === wanted)
      panel.querySelector<HTMLElement>('.lil-title')!.click()
  }, open)

describe('what lies over the picture', () => {
  it.each(SIZES)('never lies on itself at $width x $height', async (size) => {
    const { page, errors } = await sample.open('quality=low&frame-lock&model=/nowhere.glb', {
      size,
      serve: (path) =>
        path === '/nowhere.glb' ? new TextEncoder().encode('<!doctype html>'.padEnd(64)) : undefined,
    })
    expect(await page.textContent('.notice p')).toMatch(/nowhere\.glb is not shown: a web page has come/)
    const step = (): Promise<void> => page.evaluate(() => sightline.step(1))
    await page.mouse.click(size.width / 2, size.height / 2 + 20)
    await step()
    const names = async (): Promise<string[]> => (await boxes(page)).map(({ name }) => name)
    await setPanel(page, false)
    expect(await names()).toEqual(
      expect.arrayContaining(['.figure', '.lil-root', '.entity', '.hints', '.notice']),
    )
    expectApart(await boxes(page), size, 'at first')
    await page.click('.notice .close')
    expect(await names()).not.toContain('.notice')
    for (const open of [false, true]) {
      await setPanel(page, open)
      const when = `panel ${open ? 'open' : 'shut'}`
      // The switches that make the figure's words longest.
      for (const key of ['KeyC', 'KeyX']) await page.keyboard.press(key)
      await step()
      expectApart(await boxes(page), size, when)
      for (const key of ['KeyX', 'KeyC']) await page.keyboard.press(key)
      await page.keyboard.press('KeyT')
      await step()
      if (!open) expect(await names()).toEqual(expect.arrayContaining(['.caption', '.entity']))
      expect(await names()).not.toContain('.hints')
      for (const { caption } of STOPS) {
        await page.evaluate((words) => {
          document.querySelector('.caption')!.textContent = words
        }, caption(LONGEST))
        expectApart(await boxes(page), size, `${when}, ${caption(LONGEST)}`)
      }
      await page.keyboard.press('KeyT')
    }
    expect(errors).toEqual([])
    await page.close()
  })

  it('says how many solids hide something, also while none is in use', () => {
    expect(solidsText(1234, 400)).toBe('1,234 of 400 things')
    expect(solidsText(3, 1)).toBe('3 of 1 thing')
    expect(solidsText(12, 0)).toBe('12, not in use')
    expect(solidsText(0, 0)).toBe('none')
  })

  it('shows names, and none after L or the switch of the panel', async () => {
    const { page, errors } = await sample.open('quality=low&frame-lock&pose=market', {
      size: { width: 1280, height: 720 },
    })
    const names = async (): Promise<number> => {
      await page.evaluate(() => sightline.step(3, 0.4))
      return page.locator('[aria-label="In view"] li').count()
    }
    const box = page.locator('.lil-controller', { hasText: 'names (L)' }).locator('input')
    const isOn = () => box.evaluate((input: HTMLInputElement) => input.checked)
    expect(await names()).toBeGreaterThan(3)
    await page.keyboard.press('KeyL')
    expect(await names()).toBe(0)
    await page.locator('.lil-title', { hasText: /^Town$/ }).click()
    await names()
    await expect.poll(isOn).toBe(false)
    await box.evaluate((input: HTMLInputElement) => input.click())
    expect(await names()).toBeGreaterThan(3)
    expect(errors).toEqual([])
    await page.close()
  })

  it('hides what is far in haze, and more so in rain, which dims the light and goes again', async () => {
    const { page, errors } = await sample.open('quality=low&frame-lock&pose=wall')
    /**
     * Brightness, colourfulness, and how much neighbouring rows differ: in the far part of the picture, and
     * in the near one.
     */
    const look = () =>
      page.evaluate(() => {
        sightline.step(3, 0.8)
        const canvas = document.querySelector<HTMLCanvasElement>('#picture')!
        const pixels = sightline.pixels()
        const { width, height } = canvas
        const measure = (from: number, to: number) => {
          let [light, color, contrast, count] = [0, 0, 0, 0]
          for (let y = Math.round(from * height); y < to * height; y++) {
            for (let x = 0; x < width; x++) {
              const at = (y * width + x) * 4
              const [r, g, b] = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!]
              light += (r + g + b) / 3
              color += Math.max(r, g, b) - Math.min(r, g, b)
              contrast += Math.abs(g - pixels[at + width * 4 + 1]!)
              count++
            }
          }
          return { light: light / count, color: color / count, contrast: contrast / count }
        }
        return { near: measure(0.05, 0.3), far: measure(0.55, 0.68), sky: measure(0.8, 0.98) }
      })
    const dry = await look()
    await page.keyboard.press('KeyN')
    const rain = await look()
    await page.keyboard.press('KeyN')
    const after = await look()
    expect(dry.far.contrast).toBeLessThan(dry.near.contrast)
    expect(rain.far.contrast).toBeLessThan(dry.far.contrast * 0.8)
    for (const part of ['near', 'far', 'sky'] as const) {
      expect(rain[part].light, part).toBeLessThan(dry[part].light * 0.9)
      expect(Math.abs(after[part].light - dry[part].light), part).toBeLessThan(dry[part].light * 0.03)
    }
    expect(rain.near.color).toBeLessThan(dry.near.color * 0.7)
    expect(errors).toEqual([])
    await page.close()
  })
})
