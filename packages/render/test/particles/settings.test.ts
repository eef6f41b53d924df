import {
  columns,
  destroy,
  markMoved,
  propagateTransforms,
  setPosition,
  spawn,
  stats,
  Transform,
  tickTo,
  WorldMatrix,
} from '@sightline/core'
import {
  Bounds,
  cullingSystems,
  isSeen,
  isVisible,
  setOrthographic,
  setUpdateRate,
  setView,
  UpdateRate,
  View,
  WorldBounds,
} from '@sightline/culling'
import {
  createEffect,
  type EffectSettings,
  Emitter,
  emitterInfo,
  ParticleUpdates,
  particleStats,
  renderSystems,
  setEmitter,
  startEmitter,
  stopEmitter,
} from '@sightline/render'
import { addComponent, hasComponent, Not, query, removeComponent } from 'bitecs'
import { describe, expect, it, vi } from 'vitest'
import { renderState } from '../../src/state.js'
import { particleFrame, particleScene, particlesOf, place } from './support/scene.js'

const pixels = new Uint8Array(16 * 16 * 4)
const WRONG: readonly (readonly [string, object, RegExp])[] = [
  ['an option that is none', { colour: '#fff' }, /colour is not an option/],
  ['no lifetime', { lifetime: undefined }, /lifetime is undefined, expected a number/],
  ['a lifetime of 0', { lifetime: 0 }, /lifetime is 0, expected 0.001 to 3600/],
  ['a span the wrong way round', { speed: [3, 2] }, /speed\[1\] is 2, expected 3 to/],
  ['NaN', { size: Number.NaN }, /size is NaN/],
  ['nothing that is born', { rate: 0 }, /rate is 0 and bursts is empty/],
  ['too many', { rate: 1e6, lifetime: 10 }, /particles at once, expected up to 65536/],
  ['a burst of half a particle', { bursts: [{ count: 0.5 }] }, /bursts\[0\]\.count is 0.5/],
  ['bursts without end at once', { bursts: [{ count: 1, every: 0 }] }, /bursts\[0\]\.every is 0/],
  ['a shape that is none', { shape: { kind: 'cone' } }, /shape\.kind is "cone", expected one of point/],
  ['no radius', { shape: { kind: 'sphere' } }, /shape\.radius is undefined/],
  ['no direction', { direction: [0, 0, 0] }, /direction is 0, 0, 0, expected some length/],
  ['a vector of two', { gravity: [0, 1] }, /gravity is 0,1, expected \[x, y, z\]/],
  ['a colour that is none', { color: 'red' }, /color: colour is "red"/],
  ['a colour that is a number', { color: 5 }, /color: colour is 5/],
  ...['shape', 'ground', 'color', 'image', 'sizeOverLife', 'speed', 'bursts', 'lit'].map(
    (field) => [`a ${field} that is null`, { [field]: null }, new RegExp(`: ${field} is null`)] as const,
  ),
  ['a curve of numbers', { sizeOverLife: [1, 2] }, /sizeOverLife\[0\] is 1, expected \[at, value\]/],
  ['a curve that is a number', { sizeOverLife: 1 }, /sizeOverLife is 1, expected an array/],
  ['a curve of texts', { sizeOverLife: [[0, '1']] }, /sizeOverLife\[0\]\[1\] is "1", expected a number/],
  ['a key at a text', { sizeOverLife: [['0', 1]] }, /place of sizeOverLife\[0\] is "0", expected a number/],
  ['a colour key that is null', { colorOverLife: [null] }, /colorOverLife\[0\]: options is null/],
  ['no opacity', { colorOverLife: [{ at: 0, opacity: null }] }, /colorOverLife\[0\]\.opacity is null/],
  ['a colour key of no kind', { colorOverLife: [{ at: 0, alpha: 1 }] }, /alpha is not an option/],
  ['light that is a text', { lit: 'yes' }, /lit is "yes", expected true or false/],
  ['a shape with more', { shape: { kind: 'disc', radius: 1, foo: 2 } }, /shape: foo is not an option/],
  ['a point with a radius', { shape: { kind: 'point', radius: 1 } }, /shape: radius is not an option/],
  ['a shape that is a text', { shape: 'disc' }, /shape\.kind is undefined/],
  ['a burst at null', { bursts: [{ count: 1, at: null }] }, /bursts\[0\]\.at is null/],
  ['an image that is a text', { image: 'smoke.png' }, /image: options is "smoke.png"/],
  ['an image with more', { image: { width: 1, height: 1, pixels, cols: 2 } }, /image: cols is not an option/],
  ['two colours', { color: '#ffffff', colorOverLife: [{ at: 0 }] }, /color and colorOverLife/],
  [
    'keys out of order',
    {
      sizeOverLife: [
        [0.5, 1],
        [0.2, 1],
      ],
    },
    /sizeOverLife\[1\] is at 0.2/,
  ],
  ['no keys', { colorOverLife: [] }, /colorOverLife has no keys/],
  ['ground that moves along', { space: 'local', ground: { height: () => 0 } }, /space is "local"/],
  ['ground without height', { ground: {} }, /ground\.height is undefined, expected a function/],
  ['an image of another size', { image: { width: 8, height: 8, pixels } }, /image\.pixels has 1024 bytes/],
  [
    'cells of broken pixels',
    { image: { width: 16, height: 16, pixels, columns: 3 } },
    /cells of whole pixels/,
  ],
  ['blending that is none', { blending: 'add' }, /blending is "add", expected one of alpha, additive/],
  ['rest that is none', { whenHidden: 'stop' }, /whenHidden is "stop", expected one of pause, clock, keep/],
]

describe('bad input', () => {
  it.each(WRONG)('createEffect refuses %s', async (_, wrong, message) => {
    const { world } = await particleScene()
    const settings = { rate: 1, lifetime: 1, ...wrong } as EffectSettings
    expect(() => createEffect(world, settings)).toThrow(message)
    expect(() => createEffect(world, settings)).toThrow(/^createEffect: /)
    expect(createEffect(world, { rate: 1, lifetime: 1 })).toBe(1)
  })

  it('images that do not fit any more are refused, and those before are drawn on', async () => {
    const { world } = await particleScene()
    const big = (): EffectSettings => ({
      rate: 1,
      lifetime: 1,
      image: { width: 1500, height: 1500, pixels: new Uint8Array(1500 * 1500 * 4) },
    })
    createEffect(world, big())
    expect(() => createEffect(world, big())).toThrow(/no room in the atlas of 2048/)
    const { pixels: same } = big().image!
    const image = { width: 1500, height: 1500, pixels: same }
    expect(() => createEffect(world, { rate: 1, lifetime: 1, image })).toThrow(RangeError)
  })

  it('setEmitter and its like refuse what is wrong, and change nothing', async () => {
    const { world } = await particleScene()
    const effect = createEffect(world, { rate: 1, lifetime: 1 })
    const eid = spawn(world, Transform)
    expect(() => setEmitter(world, eid, { effect: 7 })).toThrow('setEmitter: effect 7 does not exist')
    expect(() => setEmitter(world, eid, { effect, seed: 0.5 })).toThrow(
      'seed is 0.5, expected a whole number',
    )
    expect(() => setEmitter(world, eid, { effect, at: 1 } as never)).toThrow('at is not an option')
    expect(hasComponent(world, eid, Emitter)).toBe(false)
    expect(() => setEmitter(world, spawn(world), { effect })).toThrow('has no Transform')
    expect(() => setEmitter(world, spawn(world, Transform, Bounds), { effect })).toThrow('has Bounds')
    for (const call of [startEmitter, stopEmitter, emitterInfo])
      expect(() => call(world, eid)).toThrow('has no emitter')
    setEmitter(world, eid, { effect })
    expect(() => startEmitter(world, eid, Number.NaN)).toThrow('seed is NaN')
  })
})

describe('who comes and goes', () => {
  it('an id that comes back has nothing of the emitter before', async () => {
    const { world } = await particleScene()
    const eid = place(world, { rate: 50, lifetime: 1 }, [0, 0, -3])
    for (let frame = 0; frame < 60; frame++) particleFrame(world, frame / 60)
    expect(particleStats(world)).toMatchObject({ emitters: 1, held: 1 })
    destroy(world, eid)
    const again = spawn(world, Transform)
    expect(again).toBe(eid)
    particleFrame(world, 1)
    expect(particleStats(world)).toMatchObject({ emitters: 0, held: 0, particles: 0, drawn: 0 })
    setEmitter(world, again, { effect: 1, seed: 1 })
    setPosition(world, again, 0, 0, -3)
    particleFrame(world, 1.5)
    particleFrame(world, 1.6)
    expect(emitterInfo(world, again).particles).toBeLessThan(8)
  })

  it('an emitter that is removed takes along what setEmitter gave, and is in no view any more', async () => {
    const { world, camera } = await particleScene()
    expect(query(world, [Transform, Not(WorldBounds)]).length).toBe(0)
    const eid = place(world, { rate: 50, lifetime: 1 }, [0, 0, -3])
    particleFrame(world, 0)
    expect(isVisible(world, camera, eid)).toBe(true)
    removeComponent(world, eid, Emitter)
    expect([WorldBounds, UpdateRate].map((component) => hasComponent(world, eid, component))).toEqual([
      false,
      false,
    ])
    particleFrame(world, 0.1)
    expect(isVisible(world, camera, eid)).toBe(false)
    // What the game gave it stays.
    addComponent(world, eid, UpdateRate)
    setEmitter(world, eid, { effect: 1 })
    removeComponent(world, eid, Emitter)
    expect(hasComponent(world, eid, UpdateRate)).toBe(true)
    expect(hasComponent(world, eid, WorldBounds)).toBe(false)
    // Destroyed as a whole it comes into no query of those who have no box.
    setEmitter(world, eid, { effect: 1 })
    destroy(world, eid)
    expect(Array.from(query(world, [Transform, Not(WorldBounds)]))).not.toContain(eid)
  })

  it('rows are given back and taken again: a thousand comings and goings take no more room', async () => {
    const { world } = await particleScene()
    const settings = { rate: 50, lifetime: 1 }
    const eid = place(world, settings, [0, 0, -3])
    particleFrame(world, 0)
    const { bytes } = particleStats(world)
    for (let i = 0; i < 1000; i++) {
      removeComponent(world, eid, Emitter)
      expect(() => emitterInfo(world, eid)).toThrow('has no emitter')
      setEmitter(world, eid, { effect: 1 })
      particleFrame(world, i / 60)
    }
    expect(particleStats(world)).toMatchObject({ emitters: 1, bytes })
  })
})

it('an emitter takes a power of two of rows of 108 bytes, and the rows of all grow by doubling', async () => {
  const { world } = await particleScene()
  for (const [emitters, rows] of [
    [8, 1024],
    [9, 2048],
    [17, 4096],
  ] as const) {
    const { held } = renderState(world).particles?.stats ?? { held: 0 }
    // 102 at once at the most: 128 rows.
    for (let i = held; i < emitters; i++) place(world, { rate: 100, lifetime: 1 }, [0, 0, -3])
    particleFrame(world, emitters / 60)
    expect(particleStats(world)).toMatchObject({ held: emitters, bytes: rows * 108 })
  }
})

describe('what is broken', () => {
  it('an emitter whose matrix is NaN is in every view, and its particles stay where they were (case 11)', async () => {
    const { world } = await particleScene()
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const eid = place(world, { rate: 50, lifetime: 1 }, [0, 0, -3])
    for (let frame = 0; frame < 60; frame++) particleFrame(world, frame / 60)
    const before = particlesOf(world, eid).length
    setPosition(world, eid, 0, 0, -3)
    columns(world, Transform).position[eid * 3] = Number.NaN
    particleFrame(world, 1)
    expect(columns(world, WorldBounds).box[eid * 8]).toBeNaN()
    expect(isSeen(world, eid)).toBe(true)
    const here = particlesOf(world, eid)
    expect(here.length).toBe(before)
    for (const { position } of here) expect(position.every(Number.isFinite)).toBe(true)
    setPosition(world, eid, 0, 0, -3)
    particleFrame(world, 1.1)
    expect(columns(world, WorldBounds).box[eid * 8]).toBeCloseTo(-0.15, 1)
    vi.restoreAllMocks()
  })

  it('a frame without trackEmitters says so once, and goes on', async () => {
    const { world } = await particleScene()
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const eid = place(world, { rate: 50, lifetime: 1, size: 1 }, [0, 0, -3])
    for (let frame = 0; frame < 10; frame++) {
      tickTo(world, frame / 60)
      propagateTransforms(world)
      for (const system of [...cullingSystems, ...renderSystems]) system(world)
    }
    expect(warn).toHaveBeenCalledOnce()
    expect(stats(world).notes['particles.trackEmitters']).toContain('put it between propagateTransforms')
    expect(emitterInfo(world, eid).particles).toBeGreaterThan(0)
    vi.restoreAllMocks()
  })

  it('a game that writes matrices itself moves emitters as well', async () => {
    const { world } = await particleScene()
    const eid = place(world, { rate: 50, lifetime: 1 }, [0, 0, 30])
    removeComponent(world, eid, Transform)
    for (let frame = 0; frame < 10; frame++) {
      columns(world, WorldMatrix).matrix.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -3, 1], eid * 16)
      markMoved(world, eid)
      particleFrame(world, frame / 60)
    }
    expect(particlesOf(world, eid).at(-1)!.position[2]).toBe(-3)
  })

  it.each(['clock', 'pause', 'keep'] as const)(
    'an emitter that has lost its UpdateRate has a turn in each frame, and says so once (%s)',
    async (whenHidden) => {
      const { world, camera } = await particleScene()
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
      const settings = { bursts: [{ count: 1 }], lifetime: 9, speed: 1, size: 0.1, whenHidden } as const
      const eids = [place(world, settings, [0, 0, -200]), place(world, settings, [1, 0, -200])]
      const rises = (eid: number): number => particlesOf(world, eid)[0]!.position[1]
      let frame = 0
      const run = (frames: number): void => {
        for (const end = frame + frames; frame < end; ) particleFrame(world, ++frame / 60)
      }
      run(30)
      for (const eid of eids) removeComponent(world, eid, UpdateRate)
      for (let k = 0; k < 30; k++) {
        run(1)
        expect(particleStats(world).evaluated).toBe(2)
        for (const eid of eids) expect(rises(eid)).toBeCloseTo(frame / 60 - 1 / 60, 4)
      }
      expect(warn).toHaveBeenCalledOnce()
      expect(stats(world).notes['particles.UpdateRate']).toContain('has lost its UpdateRate')
      // Not worked out while nobody sees it, and in the frame in which a camera does.
      setPosition(world, camera, 0, 0, -900)
      run(60)
      expect(particleStats(world)).toMatchObject(
        whenHidden === 'keep' ? { held: 2, evaluated: 2 } : { held: 0, evaluated: 0 },
      )
      setPosition(world, camera, 0, 0, 0)
      run(1)
      const missed = whenHidden === 'pause' ? 1 : 0
      for (const eid of eids) expect(rises(eid)).toBeCloseTo(frame / 60 - 1 / 60 - missed, 4)
      // Given back, by either way, it has turns as before: in every second frame.
      addComponent(world, eids[0]!, UpdateRate)
      setUpdateRate(world, eids[0]!, ParticleUpdates, { near: 2, far: 2 })
      setEmitter(world, eids[1]!, { effect: 1, seed: 1 })
      run(10)
      let evaluated = 0
      for (let k = 0; k < 20; k++) {
        run(1)
        evaluated += particleStats(world).evaluated
      }
      expect(evaluated).toBe(20)
      for (const eid of eids) removeComponent(world, eid, UpdateRate)
      for (const eid of eids) destroy(world, eid)
      run(2)
      expect(particleStats(world)).toMatchObject({ emitters: 0, due: 0, held: 0 })
      vi.restoreAllMocks()
    },
  )

  it('an emitter without UpdateRate that only a light sees is not worked out', async () => {
    const { world } = await particleScene()
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const sun = spawn(world, Transform, View)
    setPosition(world, sun, 0, 0, 40)
    setOrthographic(world, sun, { left: -9, right: 9, bottom: -9, top: 9, near: 1, far: 60 })
    setView(world, sun, { kind: 'light' })
    const eid = place(world, { rate: 50, lifetime: 1 }, [0, 0, 20])
    particleFrame(world, 0)
    removeComponent(world, eid, UpdateRate)
    particleFrame(world, 0.5)
    expect(isSeen(world, eid, 'light')).toBe(true)
    expect(particleStats(world)).toMatchObject({ due: 1, evaluated: 0 })
    vi.restoreAllMocks()
  })
})
