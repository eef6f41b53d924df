import {
  columns,
  createWorld,
  destroy,
  propagateTransforms,
  runSystems,
  setPosition,
  setTransform,
  spawn,
  stats,
  Transform,
  tickTo,
  type World,
} from '@sightline/core'
import {
  applyOcclusion,
  Bounds,
  CullRange,
  candidates,
  cullCandidate,
  cullingSystems,
  cutView,
  defineCullReason,
  explain,
  isVisible,
  Layers,
  left,
  loadKernels,
  NeverCull,
  Occluder,
  occludersIn,
  occlusionOf,
  occlusionPicture,
  publishVisibility,
  setBox,
  setBoxOccluder,
  setCullRange,
  setEyes,
  setHeightfieldOccluder,
  setHullOccluder,
  setLayers,
  setOccluders,
  setOccluding,
  setOcclusion,
  setOrthographic,
  setPerspective,
  setPrismOccluder,
  setupCulling,
  setView,
  setVisibility,
  updateHeightfieldOccluder,
  View,
  Visibility,
  viewStats,
} from '@sightline/culling'
import { addComponent, removeComponent } from 'bitecs'
import { describe, expect, it } from 'vitest'

await loadKernels()

type Scene = {
  world: World
  view: number
  wall: number
  behind: number
  step(more?: Parameters<typeof runSystems>[1]): void
}

/**
 * An eye at the origin looks along −Z at a wall 10 m away, 8 m wide and high; something small stands 10 m
 * behind it.
 */
function scene(occluder: (world: World, wall: number) => void = boxWall): Scene {
  const world = createWorld({ capacity: 100 })
  setupCulling(world, { occlusion: { mode: 'inline', payOff: 'always', retestVisible: 1 } })
  const view = spawn(world, Transform, View)
  setPerspective(world, view, { fovY: 1, aspect: 2, near: 0.1, far: 200 })
  const wall = spawn(world, Transform, Bounds, Occluder)
  setBox(world, wall, -4, -4, -0.5, 4, 4, 0.5)
  setPosition(world, wall, 0, 0, -10)
  occluder(world, wall)
  const behind = spawn(world, Transform, Bounds)
  setBox(world, behind, -0.5, -0.5, -0.5, 0.5, 0.5, 0.5)
  setPosition(world, behind, 0, 0, -20)
  let frame = 0
  const step: Scene['step'] = (more) => {
    tickTo(world, ++frame / 60)
    runSystems(world, more ?? [propagateTransforms, ...cullingSystems])
  }
  return { world, view, wall, behind, step }
}

function boxWall(world: World, wall: number): void {
  setBoxOccluder(world, wall, -4, -4, -0.5, 4, 4, 0.5)
}

const BLOCK = {
  positions: Float32Array.of(
    -4,
    -4,
    -0.5,
    4,
    -4,
    -0.5,
    4,
    4,
    -0.5,
    -4,
    4,
    -0.5,
    -4,
    -4,
    0.5,
    4,
    -4,
    0.5,
    4,
    4,
    0.5,
    -4,
    4,
    0.5,
  ),
  indices: Uint32Array.of(
    0,
    2,
    1,
    0,
    3,
    2,
    4,
    5,
    6,
    4,
    6,
    7,
    0,
    1,
    5,
    0,
    5,
    4,
    3,
    7,
    6,
    3,
    6,
    2,
    0,
    4,
    7,
    0,
    7,
    3,
    1,
    2,
    6,
    1,
    6,
    5,
  ),
}

describe('an occluder', () => {
  it.each([
    ['box', boxWall],
    [
      'turned box',
      (world: World, wall: number) =>
        setOccluders(world, wall, [{ matrix: [8, 0, 0, 0, 0, 8, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] }]),
    ],
    [
      'prism',
      (world: World, wall: number) =>
        setPrismOccluder(world, wall, Float32Array.of(-4, -0.5, 4, -0.5, 4, 0.5, -4, 0.5), -4, 4),
    ],
    ['hull', (world: World, wall: number) => setHullOccluder(world, wall, BLOCK.positions, BLOCK.indices)],
    [
      'two boxes that overlap',
      (world: World, wall: number) =>
        setOccluders(world, wall, [
          { min: [-4, -4, -0.5], max: [0.2, 4, 0.5] },
          { min: [-0.2, -4, -0.5], max: [4, 4, 0.5] },
        ]),
    ],
  ] as const)(
    'of the kind %s hides what is behind it, follows its entity, and shows it when it goes',
    (_kind, make) => {
      const { world, view, wall, behind, step } = scene(make)
      step()
      expect(isVisible(world, view, behind)).toBe(false)
      expect(isVisible(world, view, wall)).toBe(true)
      expect(viewStats(world, view).culled).toEqual({ hidden: 1 })
      setPosition(world, wall, 6, 0, -10)
      step()
      expect(isVisible(world, view, behind)).toBe(true)
      // Turned edge on it is a post a metre wide; the thing behind is as wide.
      setTransform(world, wall, 0.6, 0, -10, 0, Math.SQRT1_2, 0, Math.SQRT1_2)
      step()
      expect(isVisible(world, view, behind)).toBe(true)
      setTransform(world, wall, 0, 0, -10, 0, 0, 0, 1)
      step()
      expect(isVisible(world, view, behind)).toBe(false)
      destroy(world, wall)
      step()
      expect(isVisible(world, view, behind)).toBe(true)
    },
  )

  it('scales and shears with its entity', () => {
    const { world, view, wall, behind, step } = scene((w, eid) =>
      setPrismOccluder(w, eid, Float32Array.of(-1, -0.5, 1, -0.5, 1, 0.5, -1, 0.5), -1, 1),
    )
    setTransform(world, wall, 0, 0, -10, 0, 0, 0, 1, 0.3, 0.3, 1)
    step()
    expect(isVisible(world, view, behind)).toBe(true)
    setTransform(world, wall, 0, 0, -10, 0, 0, 0, 1, -4, 4, 1)
    step()
    expect(isVisible(world, view, behind)).toBe(false)
  })

  it('of ground that was read from a source hides nothing while that has another revision', () => {
    const source = { revision: 7 }
    const heights = new Float32Array(25).fill(-5)
    for (let i = 5; i < 20; i++) heights[i] = 6
    const { world, view, wall, behind, step } = scene((w, eid) =>
      setHeightfieldOccluder(w, eid, heights, 5, 5, -20, -4, 10, 2, source),
    )
    setBox(world, wall, -20, -5, -4, 20, 6, 4)
    setPosition(world, behind, 4, 0, -20)
    const isHidden = (): boolean => {
      step()
      return !isVisible(world, view, behind)
    }
    expect(isHidden()).toBe(true)
    source.revision++
    expect([isHidden(), isHidden()]).toEqual([false, false])
    expect(stats(world).counters['occlusion.outdatedGround']).toBe(1)
    updateHeightfieldOccluder(world, wall, 0, 0, 1, 1, [-5])
    expect(isHidden()).toBe(true)
    source.revision = 1
    setBoxOccluder(world, wall, -20, -5, -4, 20, 6, 4)
    expect(isHidden()).toBe(true)
    expect(stats(world).counters['occlusion.outdatedGround']).toBe(0)
  })

  it('of ground hides what is behind a hill, and may be moved', () => {
    const heights = new Float32Array(25).fill(-5)
    for (let i = 5; i < 20; i++) heights[i] = 6
    const { world, view, wall, behind, step } = scene((w, eid) =>
      setHeightfieldOccluder(w, eid, heights, 5, 5, -20, -4, 10, 2),
    )
    setBox(world, wall, -20, -5, -4, 20, 6, 4)
    // Not behind the seam of two blocks.
    setPosition(world, behind, 4, 0, -20)
    step()
    expect(isVisible(world, view, behind)).toBe(false)
    setPosition(world, wall, 0, -20, -10)
    step()
    expect(isVisible(world, view, behind)).toBe(true)
    setTransform(world, wall, 0, 0, -10, 0, 0.1, 0, 0.99)
    step()
    expect(isVisible(world, view, behind)).toBe(true)
    expect(stats(world).counters['occlusion.brokenOccluders']).toBe(1)
  })

  it('hides only while it is drawn: switched off, hidden, on another layer, too far, taken out by a stage', () => {
    const { world, view, wall, behind, step } = scene()
    const gone = (act: () => void, back: () => void): void => {
      step()
      expect(isVisible(world, view, behind)).toBe(false)
      act()
      step()
      expect(isVisible(world, view, behind)).toBe(true)
      back()
    }
    gone(
      () => setOccluding(world, wall, false),
      () => setOccluding(world, wall, true),
    )
    addAll(world, wall)
    gone(
      () => setVisibility(world, wall, 'hide'),
      () => setVisibility(world, wall, 'inherit'),
    )
    gone(
      () => setLayers(world, wall, 2),
      () => setLayers(world, wall, 1),
    )
    gone(
      () => setCullRange(world, wall, { maxDistance: 5 }),
      () => setCullRange(world, wall, { maxDistance: 50 }),
    )
    const indoors = defineCullReason('indoors')
    const takeOut = (w: World): void => cullCandidate(w, view, candidates(w, view).ids.indexOf(wall), indoors)
    for (const before of ['requestOcclusion', 'applyOcclusion', 'publishVisibility']) {
      const at = cullingSystems.findIndex(({ name }) => name === before)
      step([propagateTransforms, ...cullingSystems.slice(0, at), takeOut, ...cullingSystems.slice(at)])
      expect(isVisible(world, view, wall)).toBe(false)
      expect(isVisible(world, view, behind), before).toBe(true)
    }
  })

  it('that is destroyed or switched off between two stages hides nothing in that very frame', () => {
    for (const before of ['applyOcclusion', 'publishVisibility']) {
      for (const act of [destroy, (w: World, eid: number) => setOccluding(w, eid, false)]) {
        const { world, view, wall, behind, step } = scene()
        step()
        const at = cullingSystems.findIndex(({ name }) => name === before)
        step([
          propagateTransforms,
          ...cullingSystems.slice(0, at),
          (w) => act(w, wall),
          ...cullingSystems.slice(at),
        ])
        expect(isVisible(world, view, behind)).toBe(true)
      }
    }
  })

  it('takes what it hides with it when its box goes between two stages', () => {
    for (const before of ['applyOcclusion', 'publishVisibility']) {
      const { world, view, wall, behind, step } = scene()
      step()
      const at = cullingSystems.findIndex(({ name }) => name === before)
      const lose = (w: World): void => removeComponent(w, wall, Bounds)
      step([propagateTransforms, ...cullingSystems.slice(0, at), lose, ...cullingSystems.slice(at)])
      expect(isVisible(world, view, behind), before).toBe(true)
    }
  })

  it('that leaves the bounds of its entity hides nothing, and says so', () => {
    const { world, view, wall, behind, step } = scene()
    setBox(world, wall, 0, 0, 0, 0, 0, 0)
    setBoxOccluder(world, wall, -4, -4, -0.5, 4, 4, 0.5)
    step()
    expect([isVisible(world, view, wall), isVisible(world, view, behind)]).toEqual([true, true])
    expect(stats(world).counters['occlusion.brokenOccluders']).toBe(1)
    expect(stats(world).notes['occlusion.brokenOccluders']).toContain(`entity ${wall}`)
    setBox(world, wall, -4, -1, -0.5, 4, 4, 0.5)
    setBoxOccluder(world, wall, -4, -4, -0.5, 4, 4, 0.5)
    step()
    expect(isVisible(world, view, behind)).toBe(false)
  })

  it('needs a box: an entity without bounds is never drawn, so it hides nothing', () => {
    const { world, view, wall, behind, step } = scene()
    destroy(world, wall)
    const bare = spawn(world, Transform, Occluder)
    setBoxOccluder(world, bare, -4, -4, -10.5, 4, 4, -9.5)
    step()
    expect(isVisible(world, view, behind)).toBe(true)
  })

  it('with NaN in its matrix hides nothing, and says so', () => {
    const { world, view, wall, behind, step } = scene()
    step()
    columns(world, Transform).position[wall * 3] = NaN
    setPosition(world, wall, NaN, 0, -10)
    step()
    expect(isVisible(world, view, behind)).toBe(true)
    expect(stats(world).counters['occlusion.brokenOccluders']).toBe(1)
    expect(stats(world).notes['occlusion.brokenOccluders']).toContain(`entity ${wall}`)
    setPosition(world, wall, 0, 0, -10)
    step()
    expect(isVisible(world, view, behind)).toBe(false)
    expect(stats(world).counters['occlusion.brokenOccluders']).toBe(0)
  })

  it('hides nothing that is never culled', () => {
    const { world, view, behind, step } = scene()
    const sky = spawn(world, Transform, Bounds, NeverCull)
    setPosition(world, sky, 0, 0, -20)
    step()
    expect(isVisible(world, view, sky)).toBe(true)
    expect(isVisible(world, view, behind)).toBe(false)
  })
})

function addAll(world: World, eid: number): void {
  for (const component of [Visibility, Layers, CullRange]) addComponent(world, eid, component)
  setLayers(world, eid, 1)
}

describe('setters', () => {
  it('refuse what can not be an occluder, and change nothing', () => {
    const { world, view, wall, behind, step } = scene()
    const bare = spawn(world, Transform)
    expect(() => setBoxOccluder(world, bare, 0, 0, 0, 1, 1, 1)).toThrow(
      `setBoxOccluder: entity ${bare} has no Occluder`,
    )
    expect(() => setOccluding(world, bare, true)).toThrow('has no Occluder')
    expect(() => setOccluding(world, wall, 1 as never)).toThrow('on is 1, expected true or false')
    expect(() => setBoxOccluder(world, wall, 0, 0, 0, NaN, 1, 1)).toThrow('max[0] is NaN')
    expect(() => setBoxOccluder(world, wall, 0, 2, 0, 1, 1, 1)).toThrow(
      'max[1] is 1, expected a finite number above min[1], 2',
    )
    expect(() => setPrismOccluder(world, wall, Float32Array.of(0, 0, 1, 1, 1, 0, 0, 1), 0, 1)).toThrow(
      'setPrismOccluder: footprint',
    )
    expect(() => setHullOccluder(world, wall, BLOCK.positions, BLOCK.indices.slice(3))).toThrow(
      'setHullOccluder',
    )
    expect(() => setHeightfieldOccluder(world, wall, new Float32Array(3), 2, 2, 0, 0, 1, 1)).toThrow(
      'heights has 3 numbers',
    )
    expect(() =>
      setHeightfieldOccluder(world, wall, new Float32Array(4), 2, 2, 0, 0, 1, 1, { at: 3 } as never),
    ).toThrow('expected an object with a revision')
    expect(() => setOccluders(world, wall, 5 as never)).toThrow('shapes is 5')
    expect(() =>
      setOccluders(world, wall, [{ min: [0, 0, 0], max: [1, 1, 1] }, { radius: 2 } as never]),
    ).toThrow('shape 1 has the fields radius')
    expect(() => setOcclusion(world, { tier: 'ultra' as never })).toThrow('tier is "ultra"')
    expect(() => setOcclusion(world, { widht: 64 } as never)).toThrow('widht')
    expect(() => setOcclusion(world, { width: 100 })).toThrow('width is 100, expected a multiple of 8')
    expect(() =>
      setupCulling(createWorld({ capacity: 1 }), { occlusion: { mode: 'fast' as never } }),
    ).toThrow('mode is "fast"')
    step()
    expect(isVisible(world, view, behind)).toBe(false)
  })

  it('may change the mode, the size and the tier while the world runs', () => {
    const { world, view, behind, step } = scene()
    for (const options of [
      { mode: 'off' },
      { mode: 'inline' },
      { tier: 'low' },
      { tier: 'high' },
      { width: 64, height: 32 },
      { mode: 'inline', maxCandidates: 50 },
    ] as const) {
      setOcclusion(world, options)
      step()
      step()
      expect(isVisible(world, view, behind)).toBe('mode' in options && options.mode === 'off')
    }
    expect(occlusionOf(world, view)).toMatchObject({
      mode: 'inline',
      width: 64,
      height: 32,
      hidden: 1,
      occluders: 1,
    })
  })
})

describe('views', () => {
  it('may go without occlusion, see a cut, be orthographic or have reversed depth', () => {
    const { world, view, behind, step } = scene()
    step()
    setView(world, view, { occlusion: false })
    step()
    expect(isVisible(world, view, behind)).toBe(true)
    setView(world, view, { occlusion: true })
    setOrthographic(world, view, { left: -10, right: 10, bottom: -5, top: 5, near: 0, far: 100 })
    step()
    expect(isVisible(world, view, behind)).toBe(false)
    setPerspective(world, view, {
      fovY: 1,
      aspect: 2,
      near: 0.1,
      far: Infinity,
      reversed: true,
      clipDepth: 'zero-to-one',
    })
    step()
    expect(isVisible(world, view, behind)).toBe(false)
    cutView(world, view)
    step()
    expect(isVisible(world, view, behind)).toBe(false)
  })

  it('with several eyes hide what none of them sees, and nothing that one of them sees', () => {
    const { world, view, wall, behind, step } = scene()
    const projection = new Float64Array(16)
    projection.set([1.2, 0, 0, 0, 0, 1.5, 0, 0, 0, 0, -1.001, -1, 0, 0, -0.2, 0])
    const eyes = [-0.4, 0.4].map((x) => ({
      projection,
      toView: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1],
    }))
    setEyes(world, view, eyes)
    setBox(world, wall, -4, -4, -1, 4, 4, 1)
    setBoxOccluder(world, wall, -4, -4, -1, 4, 4, 1)
    step()
    expect(isVisible(world, view, behind)).toBe(false)
    // The edge of the wall is at x = 4.1: from the middle the thing is behind it, from the right eye it is
    // not.
    setPosition(world, wall, 0.1, 0, -10)
    setPosition(world, behind, 8.1, 0, -20)
    step()
    expect(isVisible(world, view, behind)).toBe(true)
    setPerspective(world, view, { fovY: 1, aspect: 2, near: 0.1, far: 200 })
    step()
    expect(isVisible(world, view, behind)).toBe(false)
  })

  it('with several eyes are right about what lies beside their pictures too', () => {
    const { world, view, behind, step } = scene()
    const projection = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1.002, -1, 0, 0, -0.2002, 0]
    const toView = (x: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1]
    setEyes(world, view, [
      { projection, toView: toView(-0.032) },
      { projection, toView: toView(0.032) },
    ])
    const make = (x: number, z: number, half: number): number => {
      const eid = spawn(world, Transform, Bounds)
      setPosition(world, eid, x, 0, z)
      setBox(world, eid, -half, -half, -half, half, half, half)
      return eid
    }
    make(-21, -20, 0.4)
    make(-21, -20.01, 0.4)
    const front = make(2, -5, 0.3)
    const side = make(9, -12, 0.5)
    step()
    const seen = [behind, front, side].map((eid) => isVisible(world, view, eid))
    expect(seen).toEqual([false, true, true])
  })

  it('with eyes whose near planes differ go by the largest', () => {
    const { world, view, wall, behind, step } = scene()
    setPosition(world, wall, 0, 0, -2)
    const eyes = [0.05, 3].map((near) => ({
      projection: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, -1, 0, 0, -2 * near, 0],
      toView: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
    }))
    setEyes(world, view, eyes)
    step()
    expect(isVisible(world, view, behind)).toBe(true)
  })

  it('have occlusion eight at a time, the ninth goes by its frustum and that is said', () => {
    const { world, view, behind, step } = scene()
    const more = Array.from({ length: 8 }, () => {
      const eid = spawn(world, Transform, View)
      setPerspective(world, eid, { fovY: 1, aspect: 2, near: 0.1, far: 200 })
      return eid
    })
    step()
    const seeing = [view, ...more].filter((eid) => isVisible(world, eid, behind))
    expect(seeing).toHaveLength(1)
    expect(stats(world).notes['occlusion.views']).toContain('8')
    destroy(world, more[0]!)
    step()
    step()
    expect([view, ...more.slice(1)].filter((eid) => isVisible(world, eid, behind))).toHaveLength(0)
  })

  it('that refresh on change see at once what an occluder lets free', () => {
    const { world, view, wall, behind, step } = scene()
    setView(world, view, { refresh: 'on-change' })
    step()
    step()
    expect(isVisible(world, view, behind)).toBe(false)
    setOccluding(world, wall, false)
    step()
    expect(isVisible(world, view, behind)).toBe(true)
    setOccluding(world, wall, true)
    step()
    expect(isVisible(world, view, behind)).toBe(false)
    setPosition(world, wall, 30, 0, -10)
    step()
    expect(isVisible(world, view, behind)).toBe(true)
  })
})

describe('explain', () => {
  it('names the occluder, and the picture shows it', () => {
    const { world, view, wall, behind, step } = scene()
    step()
    const found = explain(world, view, behind)
    expect(found).toMatchObject({ visible: false, reason: 'hidden', by: 'occlusion', occluders: [wall] })
    expect(found.text).toBe(`entity ${wall} hides it`)
    expect(occludersIn(world, view)).toEqual([wall])
    const { width, height, inverseDepth } = occlusionPicture(world, view)!
    expect(inverseDepth[(height / 2) * width + width / 2]).toBeCloseTo(1 / 9.5, 3)
    expect(inverseDepth[0]).toBe(0)
    expect([...left(world, view).ids.subarray(0, left(world, view).count)]).toEqual([])
  })

  it('names several that hide it together', () => {
    const { world, view, wall, behind, step } = scene((w, eid) =>
      setBoxOccluder(w, eid, -4, -4, -0.5, 0.1, 4, 0.5),
    )
    const other = spawn(world, Transform, Bounds, Occluder)
    setBox(world, other, -4, -4, -0.5, 4, 4, 0.5)
    setBoxOccluder(world, other, -0.1, -4, -0.5, 4, 4, 0.5)
    setPosition(world, other, 0, 0, -12)
    step()
    expect(explain(world, view, behind)).toMatchObject({ by: 'occlusion', occluders: [wall, other] })
  })
})

describe('systems', () => {
  it('may be left out or repeated', () => {
    const { world, view, behind, step } = scene()
    step([propagateTransforms, ...cullingSystems.filter((system) => system !== applyOcclusion)])
    expect(isVisible(world, view, behind)).toBe(true)
    step([propagateTransforms, ...cullingSystems, applyOcclusion, publishVisibility])
    expect(isVisible(world, view, behind)).toBe(false)
    step([propagateTransforms, ...cullingSystems, ...cullingSystems])
    expect(isVisible(world, view, behind)).toBe(false)
    expect(occlusionOf(world, view).valid).toBeLessThanOrEqual(1)
  })

  it('left out after a step of the camera do not mistake one list for another', () => {
    const { world, view, wall, step } = scene()
    step()
    setPosition(world, view, 9, 0, 0)
    step([propagateTransforms, ...cullingSystems.filter(({ name }) => name !== 'requestOcclusion')])
    expect(isVisible(world, view, wall)).toBe(true)
    setPosition(world, view, 0, 0, 0)
    const asked = cullingSystems.findIndex(({ name }) => name === 'requestOcclusion') + 1
    step([propagateTransforms, ...cullingSystems.slice(0, asked)])
    setPosition(world, view, 9, 0, 0)
    step([propagateTransforms, ...cullingSystems.slice(0, asked - 1), ...cullingSystems.slice(asked)])
    expect(isVisible(world, view, wall)).toBe(true)
  })

  it('of a game may take out an occluder and what it hides in one go', () => {
    const { world, view, wall, behind, step } = scene()
    const foggy = defineCullReason('in fog')
    const fog = (w: World): void => {
      const { ids, count } = candidates(w, view)
      for (let i = 0; i < count; i++)
        if (ids[i] === behind || ids[i] === wall) cullCandidate(w, view, i, foggy)
    }
    for (let i = 0; i < 3; i++) {
      const at = cullingSystems.findIndex(({ name }) => name === 'publishVisibility')
      step([propagateTransforms, ...cullingSystems.slice(0, at), fog, ...cullingSystems.slice(at)])
      expect([isVisible(world, view, wall), isVisible(world, view, behind)]).toEqual([false, false])
      expect(viewStats(world, view).culled).toEqual({ 'in fog': 2 })
    }
  })
})
