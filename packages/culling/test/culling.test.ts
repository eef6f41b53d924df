import {
  createWorld,
  propagateTransforms,
  runSystems,
  setPosition,
  setupCore,
  spawn,
  stats,
  Transform,
} from '@sightline/core'
import {
  Bounds,
  CullRange,
  cullingSystems,
  Layers,
  loadKernels,
  setCullRange,
  setLayers,
  setPerspective,
  setSphere,
  setupCulling,
  setVisibility,
  View,
  Visibility,
  type VisibilityState,
  validateCulling,
  visible,
} from '@sightline/culling'
import { addComponents, addEntity, createWorld as createBitWorld } from 'bitecs'
import { beforeAll, describe, expect, it } from 'vitest'
import { culling, EntityFlag } from '../src/state.js'
import { stepFrame } from './support/game.js'

beforeAll(() => loadKernels())

describe('setupCulling', () => {
  it('refuses options that make no sense, a second call, and a world without core', () => {
    const world = createWorld({ capacity: 10 })
    const bad: [object, string][] = [
      [{ maxViews: 0 }, 'setupCulling: maxViews is 0, expected a whole number from 1 to 254'],
      [{ maxViews: 1.5 }, 'setupCulling: maxViews is 1.5'],
      [{ hysteresis: -1 }, 'setupCulling: hysteresis is -1'],
      [{ kernels: 'fast' }, 'setupCulling: kernels is "fast"'],
      [{ maxDepth: 99 }, 'maxDepth'],
    ]
    for (const [options, message] of bad) expect(() => setupCulling(world, options)).toThrow(message)
    setupCulling(world)
    expect(() => setupCulling(world)).toThrow('already set up')
    expect(() => setupCulling(createBitWorld())).toThrow('core is not set up')
    const other = createWorld({ capacity: 10 })
    expect(() => stepFrame(other)).toThrow('Culling is not set up: call setupCulling(world) first')
  })

  it('takes over a world that the game made, with what is in it', () => {
    const world = createBitWorld()
    const eid = addEntity(world)
    addComponents(world, eid, Transform, Bounds, Layers, Visibility, CullRange)
    const view = addEntity(world)
    addComponents(world, view, Transform, View)
    setupCore(world, { capacity: 10 })
    setupCulling(world)
    setPosition(world, eid, 0, 0, -10)
    setSphere(world, eid, 1)
    setPerspective(world, view, { fovY: 1, near: 0.1 })
    stepFrame(world)
    validateCulling(world)
    expect(Array.from(visible(world, view).ids).slice(0, 1)).toEqual([eid])
    setLayers(world, eid, 0)
    stepFrame(world)
    expect(visible(world, view).count).toBe(0)
  })

  it('two worlds share nothing', () => {
    const [a, b] = [createWorld({ capacity: 10 }), createWorld({ capacity: 20 })]
    for (const world of [a, b]) {
      setupCulling(world)
      spawn(world, Transform, View)
    }
    setSphere(a, spawn(a, Bounds), 1)
    for (const world of [a, b]) stepFrame(world)
    expect([culling(a).memberCount, culling(b).memberCount]).toEqual([1, 0])
  })

  it('every system has a name and a time', () => {
    const world = createWorld({ capacity: 10 })
    setupCulling(world)
    runSystems(world, [propagateTransforms, ...cullingSystems])
    const names = cullingSystems.map((system) => system.name)
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(stats(world).systems[name]).toBeGreaterThanOrEqual(0)
    expect(names.indexOf('cullViews')).toBe(names.indexOf('requestOcclusion') - 1)
    expect(names.indexOf('applyOcclusion')).toBe(names.indexOf('publishVisibility') - 1)
  })
})

describe('setters', () => {
  it('refuse bad values and entities without the component', () => {
    const world = createWorld({ capacity: 10 })
    setupCulling(world)
    const eid = spawn(world, Layers, Visibility, CullRange)
    const bare = spawn(world)
    const bad: [() => void, string][] = [
      [() => setLayers(world, eid, 2 ** 32), 'setLayers: mask is 4294967296, expected 32 bits'],
      [() => setLayers(world, eid, NaN), 'setLayers: mask is NaN'],
      [() => setLayers(world, bare, 1), `setLayers: entity ${bare} has no Layers`],
      [() => setVisibility(world, eid, 'off' as VisibilityState), 'setVisibility: visibility is "off"'],
      [() => setVisibility(world, bare, 'hide'), `setVisibility: entity ${bare} has no Visibility`],
      [() => setCullRange(world, eid, { maxDistance: 0 }), 'setCullRange: maxDistance is 0'],
      [() => setCullRange(world, eid, { minPixels: -1 }), 'setCullRange: minPixels is -1'],
      [() => setCullRange(world, eid, { hysteresis: NaN }), 'setCullRange: hysteresis is NaN'],
      [() => setCullRange(world, bare, {}), `setCullRange: entity ${bare} has no CullRange`],
    ]
    for (const [call, message] of bad) expect(call).toThrow(message)
    setLayers(world, eid, ~1)
  })
})

describe('validateCulling', () => {
  function brokenBy(
    damage: (state: ReturnType<typeof culling>, view: number, eid: number) => void,
  ): () => void {
    const world = createWorld({ capacity: 20 })
    setupCulling(world)
    const view = spawn(world, Transform, View)
    const ids = [-10, -20, 30].map((z) => {
      const eid = spawn(world, Transform, Bounds)
      setPosition(world, eid, 0, 0, z)
      return eid
    })
    stepFrame(world)
    validateCulling(world)
    damage(culling(world), view, ids[0]!)
    return () => validateCulling(world)
  }

  it.each([
    [
      'a box that does not follow from its entity',
      'WorldBounds.box[0] of entity',
      (s, _, eid) => (s.columns.center[eid * 3] = 5),
    ],
    ['a wrong count of members', 'memberCount is 4, expected 3', (s) => s.memberCount++],
    ['a wrong count of broken boxes', 'brokenCount', (s) => s.brokenCount++],
    ['a wrong count of hidden ones', 'hiddenCount', (s) => s.hiddenCount++],
    ['an index flag without an index entry', 'octree', (s, v) => (s.flags[v]! |= EntityFlag.indexed)],
    ['a hidden flag', 'is hidden, but', (s, _, eid) => (s.flags[eid]! |= EntityFlag.hidden)],
    ['an entry twice', 'twice', (s) => (s.views[0]!.visible.ids[1] = s.views[0]!.visible.ids[0]!)],
    ['a missing entry', 'marked as visible', (s) => s.views[0]!.visible.count--],
    ['a wrong mark', 'mark', (s, _, eid) => (s.views[0]!.marks[eid] = 0)],
    ['a wrong count by reason', 'counted as outside', (s) => s.views[0]!.reasonCounts[2]!++],
    ['a slot that belongs to nobody', 'slot', (s, v) => (s.viewSlots[v] = 3)],
  ] as [string, string, (s: ReturnType<typeof culling>, view: number, eid: number) => void][])(
    'finds %s',
    (_, message, damage) => {
      expect(brokenBy(damage)).toThrow(message)
    },
  )
})
