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

  /** Pictures of the town's wall, with the country behind, and of the market with its people. */
  async function pictures(query: string): Promise<number[][]> {
    const { page, errors } = await sample.open(`quality=low&frame-lock&names=off&pose=wall${query}`, {
      serve,
    })
    const seen = await page.evaluate(() =>
      ['wall', 'market'].map((pose) => {
        sightline.lookFrom(pose)
        sightline.step(3)
        return Array.from(sightline.pixels())
      }),
    )
    expect(errors).toEqual([])
    await page.close()
    return seen
  }

  it('takes a country and a figure from files, and shows them', async () => {
    const [wall, market] = (await pictures('')) as [number[], number[]]
    const country = await pictures('&terrain=/shared/terrain/whitemountains.json')
    expect(countOther(wall, country[0]!)).toBeGreaterThan(wall.length / 4 / 20)
    const figure = await pictures('&model=/shared/models/knight.glb')
    expect(countOther(market, figure[1]!)).toBeGreaterThan(200)
    // Of the country nothing is different but where somebody stands before it.
    expect(countOther(wall, figure[0]!)).toBeLessThan(wall.length / 4 / 20)
  }, 240_000)

  it('keeps its own country where another cannot be had, and says why', async () => {
    const { page, errors } = await sample.open('quality=low&frame-lock&terrain=/nothing.png', {
      serve: (path) =>
        path === '/nothing.png' ? new TextEncoder().encode('<!doctype html>'.padEnd(64)) : undefined,
    })
    const notice = await page.textContent('.notice p')
    expect(notice).toBe(
      "The country /nothing.png is not shown: a web page has come instead. Look at the address. This is the town's own country.",
    )
    expect(errors).toEqual([])
    await page.close()
  }, 120_000)
})

/** Pixels that are not the same, by more than a step of a channel. */
function countOther(a: readonly number[], b: readonly number[]): number {
  let count = 0
  for (let i = 0; i < a.length; i += 4)
    if ([0, 1, 2].some((k) => Math.abs(a[i + k]! - b[i + k]!) > 1)) count++
  return count
}

/** Answers for `/shared/…` with the file of the data. */
function serve(path: string): Uint8Array | undefined {
  const name = path.match(/^\/shared\/(.*)$/)?.[1]
  return name === undefined ? undefined : readFileSync(data + name)
}
