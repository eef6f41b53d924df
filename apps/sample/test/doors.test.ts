import { resource, runSystems, type World } from '@sightline/core'
import { loadKernels } from '@sightline/culling'
import { beforeAll, describe, expect, it } from 'vitest'
import { controls } from '../src/controls.js'
import { frame } from '../src/frame.js'
import { rig } from '../src/game.js'
import { createHeadless } from '../src/headless-run.js'
import { CrowdOfWorld } from '../src/systems/crowd.js'
import { PlayerOfWorld, placePlayer } from '../src/systems/player.js'
import { DoorsOfWorld } from '../src/systems/swing-doors.js'
import { createTown, type Town } from '../src/town/index.js'

const SEED = 7

describe(`rooms and doors of town ${SEED}`, () => {
  let town: Town
  let world: World
  beforeAll(async () => {
    await loadKernels()
    town = createTown(SEED, { quality: 'low' })
    world = createHeadless(town, 'low', 640, 360)
    // Nobody comes by: doors do what the test asks for.
    resource(world, CrowdOfWorld).walkers.x.fill(5000)
  }, 120_000)

  const run = (frames: number): void => {
    for (let i = 0; i < frames; i++) runSystems(world, frame)
  }
  const named = (name: string): number[] => {
    const rows: number[] = []
    for (let i = 0; i < town.things.count; i++) {
      if (town.meshes[town.things.mesh[i]!]!.name === name) rows.push(i)
    }
    return rows
  }
  /** A point given in the axes of a thing, before it is scaled. */
  const at = (row: number, x: number, z: number) => {
    const { position, yaw, scale } = town.things
    const [u, v] = [x * scale[row * 3]!, z * scale[row * 3 + 2]!]
    const [c, s] = [Math.cos(yaw[row]!), Math.sin(yaw[row]!)]
    return { x: position[row * 3]! + u * c + v * s, z: position[row * 3 + 2]! - u * s + v * c }
  }
  /** Puts the walker at one point of a thing, walks towards another, and answers where it got to in the thing's axes. */
  const walk = (row: number, from: [number, number], to: [number, number], frames: number) => {
    const a = at(row, ...from)
    const b = at(row, ...to)
    placePlayer(world, a.x, a.z, town.things.position[row * 3 + 1]! + 1.8, 0)
    rig(world).yaw = Math.atan2(a.x - b.x, a.z - b.z)
    controls(world).forward = 1
    run(frames)
    controls(world).forward = 0
    const me = resource(world, PlayerOfWorld)
    const { position, yaw, scale } = town.things
    const [dx, dz] = [me.x - position[row * 3]!, me.z - position[row * 3 + 2]!]
    const [c, s] = [Math.cos(yaw[row]!), Math.sin(yaw[row]!)]
    return {
      x: (dx * c - dz * s) / scale[row * 3]!,
      y: me.y - position[row * 3 + 1]!,
      z: (dx * s + dz * c) / scale[row * 3 + 2]!,
    }
  }

  it('has a room in twelve inns and in the temple, with people in them', () => {
    expect(named('inn-room')).toHaveLength(12)
    expect(named('temple-room')).toHaveLength(1)
    const { people } = town
    let indoors = 0
    for (const row of [...named('inn-room'), ...named('temple-room')]) {
      const { x, z } = at(row, 0, 0)
      for (let i = 0; i < people.count; i++) {
        if (Math.hypot(people.position[i * 3]! - x, people.position[i * 3 + 2]! - z) < 6) indoors++
      }
    }
    expect(indoors).toBeGreaterThan(12)
  })

  it('lets one walk into every inn by its arch, and through no wall', () => {
    for (const row of named('inn-room')) {
      const inside = walk(row, [-4.6, 7], [-4.6, 2], 100)
      expect(inside.z, `inn ${row}`).toBeLessThan(4.5)
      expect(Math.abs(inside.y - 0.05), `inn ${row}`).toBeLessThan(0.1)
      const before = walk(row, [-2.4, 7], [-2.4, 2], 100)
      expect(before.z, `inn ${row}`).toBeGreaterThan(5)
    }
  })

  it('lets one walk up into the temple', () => {
    const [row] = named('temple-room')
    const inside = walk(row!, [0, 24], [0, 8], 320)
    expect(inside.z).toBeLessThan(11)
    expect(inside.y).toBeCloseTo(1.52, 1)
  })

  it('keeps the camera below the ceiling', () => {
    const [row] = named('inn-room')
    walk(row!, [-4.6, 7], [-4.6, 1], 110)
    controls(world).pitch = -1
    run(30)
    const y = rig(world).y - town.things.position[row! * 3 + 1]!
    expect(y).toBeLessThan(2.95)
    controls(world).pitch = 1
    run(2)
  })

  it('opens and shuts a door that the player asks for; shut it holds whoever comes', () => {
    const [row] = named('inn-room')
    expect(walk(row!, [5.7, 7], [5.7, 2], 100).z).toBeGreaterThan(5)
    controls(world).use = true
    run(100)
    expect(walk(row!, [5.7, 7], [5.7, 2], 100).z).toBeLessThan(4.5)
    walk(row!, [5.7, 7], [5.7, 6.6], 10)
    controls(world).use = true
    run(100)
    expect(walk(row!, [5.7, 7], [5.7, 2], 100).z).toBeGreaterThan(5)
  })

  it('opens for people who come, and shuts behind them', () => {
    const { leaves, open, rests } = resource(world, DoorsOfWorld)
    const { walkers } = resource(world, CrowdOfWorld)
    const i = leaves.findIndex(({ restsOpen }) => !restsOpen)
    expect([open[i], rests[i]]).toEqual([0, 0])
    walkers.x[0] = leaves[i]!.x + 1
    walkers.z[0] = leaves[i]!.z
    run(20)
    expect(open[i]).toBeGreaterThan(0)
    walkers.x[0] = 5000
    run(160)
    expect(open[i]).toBe(0)
  })

  it('shuts a whole gate at once', () => {
    const { leaves, open } = resource(world, DoorsOfWorld)
    const gate = leaves.filter(({ restsOpen, width }) => restsOpen && width > 2)
    expect(gate).toHaveLength(8)
    const { x, z, group } = gate[0]!
    placePlayer(world, x, z, town.groundHeight(x, z), 0)
    controls(world).use = true
    run(100)
    const now = leaves.flatMap((door, i) => (door.group === group ? [open[i]] : []))
    expect(now).toEqual([0, 0])
  })
})
