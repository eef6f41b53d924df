import { destroy, setPosition, spawn, stats, Transform } from '@sightline/core'
import {
  Bounds,
  CullRange,
  clearUpdateRate,
  defineUpdateKind,
  due,
  explain,
  explainUpdate,
  loadKernels,
  runDue,
  scheduleUpdates,
  setCullRange,
  setSphere,
  setUpdateRate,
  setVisibility,
  UpdateRate,
  updateStats,
  Visibility,
} from '@sightline/culling'
import { addComponent, removeComponent } from 'bitecs'
import { beforeAll, describe, expect, it } from 'vitest'
import { createScene, dueNow, spawnBall, step, turn } from './helpers.js'

beforeAll(() => loadKernels())

const SIXTH = 1 / 64

describe('bands', () => {
  it('near, far, hidden, outside and beyond have their rates', () => {
    const scene = createScene()
    const { world } = scene
    const kind = defineUpdateKind('walk', {
      near: 'every-frame',
      far: 3,
      hidden: 5,
      outside: 7,
      beyond: 'stop',
    })
    const near = spawnBall(scene, -5)
    const far = spawnBall(scene, -300)
    const hidden = spawnBall(scene, -20, 0, Visibility)
    const outside = spawnBall(scene, 50)
    const beyond = spawnBall(scene, -60, 0, CullRange)
    setVisibility(world, hidden, 'hide')
    setCullRange(world, beyond, { maxDistance: 30 })
    for (const eid of [near, far, hidden, outside, beyond]) setUpdateRate(world, eid, kind)
    const turns = new Map([near, far, hidden, outside, beyond].map((eid) => [eid, 0]))
    for (let frame = 0; frame < 105 + 8; frame++) {
      step(scene)
      // The first lap may be shorter.
      for (const eid of dueNow(world, kind).keys()) if (frame >= 8) turns.set(eid, turns.get(eid)! + 1)
    }
    expect([...turns.values()]).toEqual([105, 35, 21, 15, 0])
    expect(updateStats(world, kind)).toMatchObject({
      members: 5,
      resting: 1,
      slowed: 0,
      bands: { near: 1, far: 1, hidden: 1, outside: 1, beyond: 1 },
    })
  })

  it('near has hysteresis: rocking about the limit changes nothing', () => {
    const scene = createScene()
    const kind = defineUpdateKind('walk', { nearSize: 0.1 })
    const ball = spawnBall(scene, -5)
    setUpdateRate(scene.world, ball, kind)
    const bandAt = (distance: number) => {
      setPosition(scene.world, ball, 0, 0, -distance)
      step(scene)
      return explainUpdate(scene.world, kind, ball)!.band
    }
    // √3 · √3 / 0.1 is 30 m for the ball round the box.
    expect([40, 31, 29, 31, 35, 29, 37, 38, 31, 29].map(bandAt)).toEqual([
      ...['far', 'far', 'near', 'near', 'near', 'near', 'near', 'far', 'far', 'near'],
    ])
  })

  it('is near also while only the eye moves, to the very frame', () => {
    const scene = createScene()
    const kind = defineUpdateKind('walk', { nearSize: 0.1, grace: 0 })
    const balls = Array.from({ length: 60 }, (_, i) => spawnBall(scene, -20 - i))
    for (const eid of balls) setUpdateRate(scene.world, eid, kind)
    const near = new Set<number>()
    for (let frame = 0; frame < 900; frame++) {
      const z = -40 * Math.sin(frame / 90) ** 2
      setPosition(scene.world, scene.camera, 0, 0, z)
      step(scene)
      for (const [i, eid] of balls.entries()) {
        const distance = Math.fround(z) + 20 + i
        const size = 3 / Math.sqrt(Math.max(0, distance ** 2 - 3))
        if (near.has(eid) ? size < 0.08 : size < 0.1) near.delete(eid)
        else near.add(eid)
        if (Math.abs(size / 0.08 - 1) < 1e-6 || Math.abs(size / 0.1 - 1) < 1e-6) continue
        if (distance < 0) continue
        expect(explainUpdate(scene.world, kind, eid)!.band, `frame ${frame}, ${i}`).toBe(
          near.has(eid) ? 'near' : 'far',
        )
      }
    }
  })

  it('who has no box is near, and a world without views has everybody outside', () => {
    const scene = createScene()
    const kind = defineUpdateKind('walk')
    const ghost = spawn(scene.world, Transform, UpdateRate)
    const ball = spawnBall(scene, -5)
    setUpdateRate(scene.world, ghost, kind)
    setUpdateRate(scene.world, ball, kind)
    step(scene)
    destroy(scene.world, scene.camera)
    for (let i = 0; i < 60; i++) step(scene)
    expect(explainUpdate(scene.world, kind, ghost)!.band).toBe('near')
    expect(explainUpdate(scene.world, kind, ball)!.band).toBe('outside')
    addComponent(scene.world, ghost, Bounds)
    setSphere(scene.world, ghost, 1)
    for (let i = 0; i < 60; i++) step(scene)
    expect(explainUpdate(scene.world, kind, ghost)!.band).toBe('outside')
    removeComponent(scene.world, ghost, Bounds)
    step(scene)
    expect(explainUpdate(scene.world, kind, ghost)!.band).toBe('near')
  })
})

describe('seconds', () => {
  it('a clip at 0.5 s that is hidden for 2.5 s goes on at 3 s', () => {
    const scene = createScene()
    const { world } = scene
    const kind = defineUpdateKind('clip', { grace: 0 })
    const ball = spawnBall(scene, -5)
    setUpdateRate(world, ball, kind)
    let clip = 0
    const play = () => {
      step(scene, SIXTH)
      runDue(world, kind, (_, seconds) => {
        clip += seconds
      })
    }
    play()
    for (let i = 0; i < 32; i++) play()
    expect(clip).toBe(0.5)
    turn(scene, Math.PI)
    for (let i = 0; i < 160; i++) play()
    expect(clip).toBe(0.5)
    turn(scene, 0)
    play()
    expect(clip).toBe(0.5 + 161 * SIXTH)
  })

  it('what is stopped loses the time, what rests does not', () => {
    const scene = createScene()
    const { world } = scene
    const [stopped, resting] = [
      defineUpdateKind('stopped', { outside: 'stop', grace: 0 }),
      defineUpdateKind('resting', { outside: 'clock', grace: 0 }),
    ]
    const ball = spawnBall(scene, -5)
    const sums = [0, 0]
    for (const kind of [stopped, resting]) setUpdateRate(world, ball, kind)
    const play = () => {
      step(scene, SIXTH)
      for (const [i, kind] of [stopped, resting].entries()) {
        runDue(world, kind, (_, seconds) => {
          sums[i]! += seconds
        })
      }
    }
    for (let i = 0; i < 65; i++) play()
    turn(scene, Math.PI)
    for (let i = 0; i < 640; i++) play()
    turn(scene, 0)
    for (let i = 0; i < 64; i++) play()
    expect(sums).toEqual([128 * SIXTH, 768 * SIXTH])
  })

  it('a turn that nobody asked for is not lost', () => {
    const scene = createScene()
    const kind = defineUpdateKind('walk', { far: 4 })
    const [near, far] = [spawnBall(scene, -5), spawnBall(scene, -300)]
    for (const eid of [near, far]) setUpdateRate(scene.world, eid, kind)
    step(scene, SIXTH)
    dueNow(scene.world, kind)
    for (let i = 0; i < 6; i++) step(scene, SIXTH)
    expect(dueNow(scene.world, kind)).toEqual(
      new Map([
        [near, 6 * SIXTH],
        [far, 6 * SIXTH],
      ]),
    )
    step(scene, SIXTH)
    expect(dueNow(scene.world, kind).get(near)).toBe(SIXTH)
  })
})

describe('coming and going', () => {
  it('what comes into view has its turn in that frame, and a turn of the head wakes nothing twice', () => {
    const scene = createScene()
    const kind = defineUpdateKind('walk', { far: 30, grace: 0.5 })
    const far = spawnBall(scene, -300)
    setUpdateRate(scene.world, far, kind)
    step(scene)
    expect(dueNow(scene.world, kind).has(far)).toBe(true)
    let woken = 0
    for (let look = 0; look < 10; look++) {
      turn(scene, look % 2 === 0 ? Math.PI : 0)
      for (let i = 0; i < 12; i++) {
        step(scene)
        if (dueNow(scene.world, kind).has(far)) woken++
        expect(explainUpdate(scene.world, kind, far)!.band).toBe('far')
      }
    }
    expect(woken).toBe(120 / 30)
    turn(scene, Math.PI)
    for (let i = 0; i < 32; i++) step(scene)
    expect(explainUpdate(scene.world, kind, far)!.band).toBe('outside')
    dueNow(scene.world, kind)
    turn(scene, 0)
    step(scene)
    expect(dueNow(scene.world, kind).has(far)).toBe(true)
  })

  it('an id that comes back is somebody else', () => {
    const scene = createScene()
    const { world } = scene
    const kind = defineUpdateKind('walk', { outside: 'clock' })
    const first = spawnBall(scene, 50)
    setUpdateRate(world, first, kind)
    for (let i = 0; i < 64; i++) step(scene, SIXTH)
    destroy(world, first)
    const second = spawnBall(scene, -5)
    expect(second).toBe(first)
    expect(dueNow(world, kind).size).toBe(0)
    setUpdateRate(world, second, kind)
    step(scene, SIXTH)
    expect(dueNow(world, kind)).toEqual(new Map([[second, 0]]))
    destroy(world, second)
    spawnBall(scene, -5)
    step(scene)
    expect(dueNow(world, kind).size).toBe(0)
  })

  it('lists stay as they are while they are read, whoever is destroyed or joins', () => {
    const scene = createScene()
    const { world } = scene
    const kind = defineUpdateKind('walk')
    const balls = Array.from({ length: 20 }, () => spawnBall(scene, -5))
    for (const eid of balls) setUpdateRate(world, eid, kind)
    step(scene)
    const seen: number[] = []
    runDue(world, kind, (eid) => {
      seen.push(eid)
      destroy(world, eid)
      if (seen.length < 5) setUpdateRate(world, spawnBall(scene, -5), kind)
    })
    expect(seen.sort((a, b) => a - b)).toEqual(balls)
    step(scene)
    expect(dueNow(world, kind).size).toBe(4)
  })

  it('kinds can be taken away, and their policy changed', () => {
    const scene = createScene()
    const { world } = scene
    const kind = defineUpdateKind('walk', { outside: 'clock' })
    const other = defineUpdateKind('talk')
    const ball = spawnBall(scene, 50)
    setUpdateRate(world, ball, kind)
    step(scene)
    expect(explainUpdate(world, kind, ball)!.every).toBe(0)
    setUpdateRate(world, ball, kind, { outside: 1 })
    step(scene)
    expect(explainUpdate(world, kind, ball)!.every).toBe(1)
    setUpdateRate(world, ball, kind, { outside: 60, minimum: 4 })
    step(scene)
    expect(explainUpdate(world, kind, ball)!.every).toBe(4)
    clearUpdateRate(world, ball, kind)
    clearUpdateRate(world, ball, other)
    step(scene)
    expect(explainUpdate(world, kind, ball)).toBe(null)
    expect(updateStats(world, kind).members).toBe(0)
  })
})

describe('what is said', () => {
  it('explain and the counters tell what was decided', () => {
    const scene = createScene()
    const { world } = scene
    const kind = defineUpdateKind('walk', { far: 3 })
    const rest = defineUpdateKind('rest', { far: 'stop', outside: 22 })
    const [far, plain] = [spawnBall(scene, -300), spawnBall(scene, -10)]
    setUpdateRate(world, far, kind)
    setUpdateRate(world, far, rest)
    for (let i = 0; i < 4; i++) {
      step(scene, SIXTH)
      due(world, kind)
    }
    const { updates } = explain(world, scene.camera, far)
    expect(updates?.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^walk runs every 3rd frame, as it is seen and far; its/),
      'rest is stopped, as it is seen and far; its last turn was 0.00 s ago',
    ])
    expect(explain(world, scene.camera, plain).updates).toBe(undefined)
    turn(scene, Math.PI)
    step(scene)
    expect(explainUpdate(world, kind, far)).toMatchObject({ band: 'far', grace: true, every: 3, unslowed: 3 })
    expect(explainUpdate(world, kind, far)!.text).toContain('it was far until a moment ago')
    const { counters } = stats(world)
    expect(counters['updates.walk.members']).toBe(1)
    expect(counters['updates.rest.resting']).toBe(1)
    expect(counters['updates.rest.due']).toBe(0)
    expect(counters['updates.walk.slowed']).toBe(0)
  })

  it('a world without kinds, and a run out of turn, are nothing special', () => {
    const scene = createScene()
    const kind = defineUpdateKind('walk')
    scheduleUpdates(scene.world)
    expect(updateStats(scene.world, kind)).toMatchObject({ members: 0, due: 0, budget: Infinity })
    expect(dueNow(scene.world, kind).size).toBe(0)
    expect(explainUpdate(scene.world, kind, scene.camera)).toBe(null)
    const ball = spawnBall(scene, -5)
    setUpdateRate(scene.world, ball, kind)
    scheduleUpdates(scene.world)
    scheduleUpdates(scene.world)
    expect(dueNow(scene.world, kind).size).toBe(1)
  })
})
