import { resource, runSystems, time, type World } from '@sightline/core'
import { due, isSeen, loadKernels } from '@sightline/culling'
import { Emitter, emitterInfo, ParticleUpdates } from '@sightline/render'
import { query } from 'bitecs'
import { beforeAll, describe, expect, it } from 'vitest'
import { frame } from '../src/frame.js'
import { createHeadless } from '../src/headless-run.js'
import { MindsOfWorld, MindUpdates } from '../src/minds/minds.js'
import { CrewOfWorld } from '../src/people/crew.js'
import { playRoute } from '../src/routes/route-player.js'
import { setCulling } from '../src/switches.js'
import { createTown, type Town } from '../src/town/index.js'
import { setResting } from '../src/update-kinds.js'

const SEED = 7
const FRAMES = 3600

describe(`town ${SEED} after 60 s of a route`, () => {
  let town: Town
  /** One in which everything rests that may, and one in which nothing ever did. */
  let worlds: World[]
  /** Turns of minds, and of emitters, in each. */
  let turns: { minds: number; emitters: number }[]
  beforeAll(async () => {
    await loadKernels()
    town = createTown(SEED, { quality: 'low' })
    turns = []
    worlds = [true, false].map((rests) => {
      const counts = { minds: 0, emitters: 0 }
      turns.push(counts)
      const world = createHeadless(town, 'low', 640, 360)
      playRoute(world, 'market')
      // Members join in the first frame.
      runSystems(world, frame)
      if (!rests) setResting(world, false)
      for (let i = 1; i < FRAMES; i++) {
        runSystems(world, frame)
        counts.minds += due(world, MindUpdates).count
        counts.emitters += due(world, ParticleUpdates).count
      }
      // Then all of it is seen and has its turn, in both.
      setCulling(world, false)
      setResting(world, false)
      runSystems(world, frame)
      return world
    })
  }, 300_000)

  it('has all minds where they would be: clocks, decisions, wishes and what chance has in store', () => {
    const [resting, awake] = worlds.map((world) => {
      const { clock, decisions, next, wish, random } = resource(world, MindsOfWorld)
      return Array.from(resource(world, CrewOfWorld).eids)
        .filter((eid) => random[eid] !== 0)
        .map((eid) => [clock[eid], decisions[eid], next[eid], wish[eid], random[eid]])
    })
    expect(resting!.length).toBeGreaterThan(100)
    expect(resting).toEqual(awake)
    expect(resting!.reduce((sum, [, decisions]) => sum + decisions!, 0)).toBeGreaterThan(resting!.length)
    expect(Math.max(...resting!.map(([clock]) => clock!))).toBeGreaterThan(59.9)
  })

  it('has all emitters where they would be: clocks, and particles in number', () => {
    const [resting, awake] = worlds.map((world) =>
      Array.from(query(world, [Emitter]), (eid) => {
        expect(isSeen(world, eid)).toBe(true)
        return emitterInfo(world, eid)
      }),
    )
    expect(resting!.length).toBeGreaterThan(40)
    expect(resting).toEqual(awake)
    expect(resting!.reduce((sum, { particles }) => sum + particles!, 0)).toBeGreaterThan(200)
    for (const { clock } of resting!) expect(clock).toBeGreaterThan(59)
  })

  it('had fewer turns until then', () => {
    const [resting, awake] = turns as [
      { minds: number; emitters: number },
      { minds: number; emitters: number },
    ]
    expect(resting.minds).toBeLessThan(awake.minds / 4)
    expect(resting.emitters).toBeLessThan(awake.emitters / 4)
    expect(worlds.map((world) => time(world).frame)).toEqual([FRAMES + 1, FRAMES + 1])
  })
})
