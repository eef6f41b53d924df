import { columns, resource, runSystems, Transform, time, type World } from '@sightline/core'
import { explainUpdate, isVisible, loadKernels, setUpdateRate } from '@sightline/culling'
import { AnimationUpdates, animationStats, catchUp, clipOf, setAnimationSource } from '@sightline/render'
import { entityExists } from 'bitecs'
import { beforeAll, describe, expect, it } from 'vitest'
import { frame } from '../src/frame.js'
import { game } from '../src/game.js'
import { createHeadless } from '../src/headless-run.js'
import { MindsOfWorld, MindUpdates } from '../src/minds/minds.js'
import { CrewOfWorld, peopleCount } from '../src/people/crew.js'
import { MOST_PEOPLE, setPeopleCount } from '../src/people/people.js'
import { playRoute } from '../src/routes/route-player.js'
import { CrowdOfWorld } from '../src/systems/crowd.js'
import { createTown, PERSON_ROLES, type PersonRole, type Town } from '../src/town/index.js'
import { FOUNTAIN_RIM } from '../src/town/landmarks/fountain-mesh.js'
import { SEAT_HEIGHT } from '../src/town/people/clips.js'

const SEED = 7

describe(`the people of town ${SEED}`, () => {
  let town: Town
  beforeAll(async () => {
    await loadKernels()
    town = createTown(SEED, { quality: 'medium' })
  }, 120_000)

  const begin = (route: string): World => {
    const world = createHeadless(town, 'medium', 640, 360)
    playRoute(world, route)
    return world
  }
  const run = (world: World, frames: number): void => {
    for (let i = 0; i < frames; i++) runSystems(world, frame)
  }
  const wakeMind = (world: World, eid: number): void => {
    if (resource(world, MindsOfWorld).random[eid] !== 0)
      setUpdateRate(world, eid, MindUpdates, { far: 1, hidden: 1, outside: 1, beyond: 1 })
  }
  const people = (world: World): readonly number[] => resource(world, CrewOfWorld).eids

  it('rest where nobody sees them, and nobody who is near and seen does', () => {
    const world = begin('market')
    const { view } = game(world)
    run(world, 30)
    let checked = 0
    let rested = 0
    for (let i = 0; i < 120; i++) {
      run(world, 1)
      for (const eid of people(world)) {
        const { band, every, due } = explainUpdate(world, AnimationUpdates, eid)!
        if (!due) rested++
        if (!isVisible(world, view, eid)) continue
        checked++
        expect(every, `person ${eid}, ${band}`).toBeGreaterThan(0)
        if (band === 'near') expect(due, `person ${eid} in frame ${i}`).toBe(true)
      }
    }
    expect(checked).toBeGreaterThan(1000)
    expect(rested).toBeGreaterThan(people(world).length * 60)
  })

  it('are after 8 s in the same clips at the same times as a crowd that never rests', () => {
    const worlds = [true, false].map((rests) => {
      const world = begin('street')
      // Members join in the first frame.
      run(world, 1)
      if (!rests) setAnimationSource(world, undefined)
      run(world, 480)
      return world
    })
    const [resting, awake] = worlds.map((world) =>
      people(world).map((eid) => {
        catchUp(world, eid)
        return clipOf(world, eid)
      }),
    )
    expect(resting).toEqual(awake)
    const clips = new Set(resting!.map(({ clip }) => clip))
    expect([...clips].sort()).toEqual(['idle', 'sit', 'talk', 'walk', 'work'])
  })

  it('decide after 8 s what a crowd has decided whose minds never rest', () => {
    const [resting, awake] = [true, false].map((rests) => {
      const world = begin('street')
      if (!rests) for (const eid of people(world)) wakeMind(world, eid)
      run(world, 480)
      const minds = resource(world, MindsOfWorld)
      // Who rests catches up within ten frames.
      for (const eid of people(world)) {
        const late = time(world).now - 1 / 60 - minds.clock[eid]!
        if (minds.random[eid] !== 0) expect(late).toBeLessThan(0.4)
      }
      return people(world).map((eid) => [minds.decisions[eid], minds.next[eid], minds.wish[eid]])
    })
    const same = resting!.filter((mind, i) => mind.every((part, k) => part === awake![i]![k])).length
    const late = resting!.filter((mind, i) => mind[0]! < awake![i]![0]!)
    // The few whose moment came within the last tenths of a second.
    expect(same + late.length).toBe(resting!.length)
    expect(late.length).toBeLessThan(resting!.length / 40)
    expect(resting!.reduce((sum, [decisions]) => sum + decisions!, 0)).toBeGreaterThan(resting!.length / 10)
  })

  it('do what their role says; who sits has a seat below', () => {
    const world = begin('market')
    run(world, 1)
    const wanted: Record<PersonRole, string> = {
      walks: 'walk',
      stands: 'idle',
      talks: 'talk',
      works: 'work',
      sits: 'sit',
    }
    const { position } = columns(world, Transform)
    const { meshes, things } = town
    const fountain = Array.from(things.mesh).findIndex((mesh) => meshes[mesh]!.name === 'fountain')
    const rim = things.position[fountain * 3 + 1]! + FOUNTAIN_RIM
    let seated = 0
    people(world).forEach((eid, i) => {
      const role = PERSON_ROLES[town.people.role[i]!]!
      expect(clipOf(world, eid).clip, role).toBe(wanted[role])
      if (role !== 'sits') return
      seated++
      const y = position[eid * 3 + 1]!
      expect(Math.abs(y + SEAT_HEIGHT - rim), `seat of person ${eid}`).toBeLessThan(0.15)
    })
    expect(seated).toBeGreaterThan(3)
  })

  it('come and go in any number', () => {
    const world = begin('market')
    run(world, 5)
    const before = people(world)
    const things = game(world).entityCount - before.length
    for (const [wanted, got] of [
      [100, 100],
      [5000, 5000],
      [40, 100],
      [1e9, MOST_PEOPLE],
      [800, 800],
    ]) {
      setPeopleCount(world, wanted!)
      expect(peopleCount(world)).toBe(got)
      run(world, 2)
      expect(animationStats(world).animated).toBe(got! + 1)
      expect(game(world).entityCount - got!).toBe(things)
      expect(resource(world, CrowdOfWorld).walkers.eids.every((eid) => entityExists(world, eid))).toBe(true)
    }
  })
})
