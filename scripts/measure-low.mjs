// Measures the built sample at low quality, as docs/town.md has it:
// `node scripts/run.mjs build && node scripts/measure-low.mjs`.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { preview } from 'vite'
import { BROWSER_FLAGS, findBrowser } from './browser.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
/** Seconds of the street route at which is measured, rounds, and frames each time. */
const PLACES = [2, 10, 18, 26, 34, 42]
const ROUNDS = 2
const FRAMES = 5
/** What is switched off. */
const WAYS = {
  'culling on': [],
  'culling off, the same levels': ['frustum', 'occlusion', 'ranges'],
  'culling on, but not what is hidden': ['occlusion'],
}

const server = await preview({ root: join(root, 'apps/sample'), preview: { port: 0 } })
const browser = await chromium.launch({ executablePath: await findBrowser(), args: BROWSER_FLAGS })
const page = await browser.newPage({ viewport: { width: 640, height: 360 } })
page.setDefaultTimeout(600_000)
const start = Date.now()
await page.goto(`${server.resolvedUrls.local[0]}?quality=low&frame-lock&occlusion=inline`)
await page.waitForSelector('body[data-ready]')
process.stdout.write(`first picture after ${Date.now() - start} ms\n`)

const rows = await page.evaluate(
  ({ places, rounds, frames, ways }) => {
    const switches = [...new Set(Object.values(ways).flat())]
    const times = Object.fromEntries(Object.keys(ways).map((way) => [way, []]))
    const things = Object.fromEntries(Object.keys(ways).map((way) => [way, []]))
    for (let round = 0; round < rounds; round++) {
      for (const place of places) {
        for (const [way, off] of Object.entries(ways)) {
          for (const name of switches) sightline.setSwitch(name, !off.includes(name))
          sightline.lookAlong('street', place)
          sightline.step(3, 0)
          sightline.pixels()
          for (let i = 0; i < frames; i++) {
            const before = performance.now()
            sightline.step(1, 0)
            // Reading the picture waits until a software renderer is done with it.
            sightline.pixels()
            times[way].push(performance.now() - before)
          }
          things[way].push(sightline.listed().length)
        }
      }
    }
    const median = (values) => values.sort((a, b) => a - b)[values.length >> 1]
    const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length
    return Object.keys(ways).map((way) => [way, mean(things[way]), median(times[way])])
  },
  { places: PLACES, rounds: ROUNDS, frames: FRAMES, ways: WAYS },
)
for (const [way, things, time] of rows) {
  process.stdout.write(
    `${way.padEnd(36)}${things.toFixed(0).padStart(6)} things${time.toFixed(0).padStart(6)} ms\n`,
  )
}
await browser.close()
await server.close()
