import { setPosition, tickTo } from '@sightline/core'
import { loadKernels } from '@sightline/culling'
import { type NameplateOptions, say, setNameplate, shownNameplates } from '@sightline/render/nameplates'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Crowd, createCrowd } from './support/crowd.js'

beforeAll(loadKernels)

/** Heights of the labels that are shown in full, by whose they are. */
function heights({ world, camera }: Crowd): Map<number, number> {
  const { ids, rects, alphas, count } = shownNameplates(world, camera)
  const found = new Map<number, number>()
  for (let i = 0; i < count; i++)
    if (alphas[i] === 1) found.set(ids[i]!, rects[i * 4 + 3]! - rects[i * 4 + 1]!)
  return found
}

/** Two who stand side by side, far enough apart for both names. */
function createPair(start: number, labels: NameplateOptions = {}) {
  const crowd = createCrowd({ people: 2, random: () => 0.5, labels })
  const { world, people, frame } = crowd
  const [one, other] = people as [number, number]
  setPosition(world, one, -3, 0, -10)
  setPosition(world, other, 3, 0, -10)
  const run = (from: number, seconds: number): void => {
    for (let i = 0; i < seconds * 60; i++) frame(from + i / 60, 0)
  }
  run(start, 1)
  return { crowd, world, one, other, run, frame }
}

describe('a clock that is set back', () => {
  it.each([1000, 0.2])('ends what is said when it would have ended, from %d s', (start) => {
    const { crowd, world, one, run } = createPair(start)
    const bare = heights(crowd).get(one)!
    say(world, one, 'hello', 1)
    run(0, 0.75)
    expect(heights(crowd).get(one)).toBeGreaterThan(bare)
    run(0.75, 0.5)
    expect(heights(crowd).get(one)).toBe(bare)
  })

  it('gives what is said in the frame in which it is set back its whole time', () => {
    const { crowd, world, one, run } = createPair(1000)
    const bare = heights(crowd).get(one)!
    tickTo(world, 0)
    say(world, one, 'hello', 1)
    run(0, 0.75)
    expect(heights(crowd).get(one)).toBeGreaterThan(bare)
    run(0.75, 0.5)
    expect(heights(crowd).get(one)).toBe(bare)
  })

  it('lets those come back who kept away from others', () => {
    const { crowd, world, one, other, run, frame } = createPair(1000)
    expect(heights(crowd).size).toBe(2)
    setPosition(world, other, -3, 0, -9.5)
    frame(1001, 0)
    setPosition(world, other, 3, 0, -10)
    run(0, 0.25)
    expect(heights(crowd).has(one)).toBe(false)
    run(0.25, 1)
    expect(heights(crowd).has(one)).toBe(true)
  })

  it('lets those who were in view before take the place of others after their rest', () => {
    const { crowd, world, one, other, run } = createPair(1000, { maxLabels: 1 })
    setPosition(world, one, -3, 0, 10)
    run(1001, 1)
    expect([...heights(crowd).keys()]).toEqual([other])
    setPosition(world, one, -3, 0, -10)
    setNameplate(world, one, { name: 'Boss', importance: 20 })
    run(1002, 0.25)
    run(0, 1)
    expect([...heights(crowd).keys()]).toEqual([one])
  })
})
