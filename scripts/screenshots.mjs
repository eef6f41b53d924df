// Takes the pictures of docs/pictures from the built sample: `node scripts/run.mjs build && node scripts/screenshots.mjs`.
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { preview } from 'vite'
import { BROWSER_FLAGS, findBrowser } from './browser.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const folder = join(root, 'docs/pictures')
mkdirSync(folder, { recursive: true })

/** Name of the picture, pose in the town or a place to fly to, and what to do before it is taken. */
const pictures = [
  { name: 'street', pose: 'street' },
  { name: 'market', pose: 'market' },
  { name: 'country', fly: { x: -140, y: 25, z: 340, yaw: 0.9, pitch: 0.05 } },
  { name: 'wall', pose: 'wall' },
  { name: 'inn', pose: 'inn' },
  { name: 'frozen', pose: 'street', keys: ['KeyX'], lookFrom: 'above' },
]

const server = await preview({ root: join(root, 'apps/sample'), preview: { port: 0 } })
const address = server.resolvedUrls.local[0]
const browser = await chromium.launch({ executablePath: await findBrowser(), args: BROWSER_FLAGS })
for (const { name, pose = 'start', fly, keys = [], lookFrom } of pictures) {
  const page = await browser.newPage({ viewport: { width: 960, height: 540 } })
  page.setDefaultTimeout(300_000)
  await page.goto(`${address}?quality=high&frame-lock&occlusion=inline&pose=${pose}`)
  await page.waitForSelector('body[data-ready]')
  await page.evaluate((place) => {
    if (place) sightline.fly(place)
    document.querySelector('.lil-gui.lil-root > .lil-title, .lil-gui.root > .lil-title')?.click()
    // Labels need a moment to fade in.
    sightline.step(24)
  }, fly)
  for (const key of keys) await page.keyboard.press(key)
  if (lookFrom) await page.evaluate((from) => sightline.lookFrom(from), lookFrom)
  // Reading the picture waits until a software renderer is done with it.
  await page.evaluate(() => {
    sightline.step(2)
    sightline.pixels()
  })
  await page.screenshot({ path: join(folder, `${name}.png`) })
  await page.close()
}
await browser.close()
await server.close()
