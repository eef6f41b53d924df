import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Handle } from '../src/page/handle.js'
import { type Sample, serveSample } from './support/page.js'

declare const sightline: Handle

const data = fileURLToPath(new URL('../../../../shared/data/', import.meta.url))
const hasData = existsSync(data)
if (!hasData) console.warn('skipped: the shared data are not here')

describe.runIf(hasData)('worlds and people from files', () => {
  let sample: Sample
  beforeAll(async () => {
    sample = await serveSample('worlds')
  }, 300_000)
  afterAll(() => sample?.close())

  it.each([
    ['a country', 'terrain=/shared/terrain/whitemountains.json'],
    ['a figure', 'model=/shared/models/knight.glb'],
  ])('takes %s from a file', async (_, query) => {
    const { page, errors } = await sample.open(`quality=low&frame-lock&pose=wall&${query}`, { serve })
    await page.evaluate(() => sightline.step(3))
    const { drawn, triangles } = await page.evaluate(() => sightline.stats())
    expect(drawn).toBeGreaterThan(50)
    expect(triangles).toBeGreaterThan(5000)
    expect(errors).toEqual([])
    await page.close()
  })

  it('says what it could not load', async () => {
    const { page, errors } = await sample.open('quality=low&terrain=/nothing.png', { ready: false })
    await page.waitForSelector('#card.failed')
    expect(await page.textContent('#card')).toContain('nothing.png')
    expect(errors.length).toBeGreaterThan(0)
    await page.close()
  })
})

/** Answers for `/shared/…` with the file of the data. */
function serve(path: string): Uint8Array | undefined {
  const name = path.match(/^\/shared\/(.*)$/)?.[1]
  return name === undefined ? undefined : readFileSync(data + name)
}
