import { resource, runSystems, type World } from '@sightline/core'
import { cameraOf, loadKernels } from '@sightline/culling'
import { beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../../../test/support/random.js'
import { controls } from '../src/controls.js'
import { frame } from '../src/frame.js'
import { game, rig } from '../src/game.js'
import { createHeadless } from '../src/headless-run.js'
import { setMode } from '../src/modes.js'
import { setSwitch } from '../src/switches.js'
import { PLAYER_RADIUS, PlayerOfWorld } from '../src/systems/player.js'
import { createTown, type Town } from '../src/town/index.js'

const SEED = 7

describe(`the walker in town ${SEED}`, () => {
  let town: Town
  let world: World
  beforeAll(async () => {
    await loadKernels()
    town = createTown(SEED, { quality: 'low' })
    world = createHeadless(town, 'low', 640, 360)
  }, 120_000)
  const run = (frames: number): void => {
    for (let i = 0; i < frames; i++) runSystems(world, frame)
  }

  it('walks where the camera looks', () => {
    const { x, z } = { ...resource(world, PlayerOfWorld) }
    const { yaw } = rig(world)
    controls(world).forward = 1
    run(60)
    controls(world).forward = 0
    const walker = resource(world, PlayerOfWorld)
    const ahead = (walker.x - x) * -Math.sin(yaw) + (walker.z - z) * -Math.cos(yaw)
    expect(ahead).toBeGreaterThan(2.5)
    expect(Math.abs(walker.y - town.floorHeight(walker.x, walker.z, walker.y))).toBeLessThan(0.3)
  })

  it('never stands in a wall, however it runs (seed 3)', () => {
    const random = createRandom(3)
    const walker = resource(world, PlayerOfWorld)
    for (let leg = 0; leg < 40; leg++) {
      Object.assign(controls(world), {
        forward: 1,
        fast: true,
        yaw: (random() - 0.5) * 6,
        right: random() - 0.5,
      })
      run(30)
      expect(town.collision.blocked(walker.x, walker.z, PLAYER_RADIUS * 0.8), `leg ${leg}`).toBe(false)
    }
    Object.assign(controls(world), { forward: 0, fast: false, right: 0 })
  })

  it('keeps the camera above the ground and near', () => {
    const walker = resource(world, PlayerOfWorld)
    controls(world).pitch = 1
    run(30)
    const { x, y, z } = rig(world)
    expect(y).toBeGreaterThan(town.groundHeight(x, z))
    expect(Math.hypot(x - walker.x, z - walker.z)).toBeLessThan(6)
  })

  it('flies, and lands below the camera', () => {
    setMode(world, 'fly')
    controls(world).up = 1
    run(120)
    controls(world).up = 0
    const { x, y, z } = { ...rig(world) }
    expect(y - town.groundHeight(x, z)).toBeGreaterThan(20)
    setMode(world, 'walk')
    run(2)
    const walker = resource(world, PlayerOfWorld)
    expect(town.collision.blocked(walker.x, walker.z, PLAYER_RADIUS * 0.8)).toBe(false)
    expect(Math.hypot(walker.x - x, walker.z - z)).toBeLessThan(25)
  })

  it('leaves a frozen view where it is, and takes it along again', () => {
    const { view } = game(world)
    run(1)
    const eye = Array.from(cameraOf(world, view).eye)
    setSwitch(world, 'frozen', true)
    controls(world).forward = 1
    run(30)
    controls(world).forward = 0
    expect(Array.from(cameraOf(world, view).eye)).toEqual(eye)
    expect(rig(world).x).not.toBeCloseTo(eye[0]!, 1)
    setSwitch(world, 'frozen', false)
    run(1)
    expect(cameraOf(world, view).eye[0]).toBeCloseTo(rig(world).x, 3)
    setMode(world, 'walk')
  })
})
