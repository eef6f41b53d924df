import {
  createWorld,
  destroy,
  propagateTransforms,
  setPosition,
  spawn,
  Transform,
  type World,
} from '@sightline/core'
import {
  Bounds,
  type CullReason,
  CullReasons,
  candidates,
  cullCandidate,
  cullingSystems,
  cullReasonName,
  cullViews,
  defineCullReason,
  distances,
  entered,
  explain,
  fades,
  isSeen,
  isVisible,
  left,
  leftReasons,
  levels,
  loadKernels,
  NeverCull,
  publishVisibility,
  setBox,
  setPerspective,
  setSphere,
  setupCulling,
  setView,
  setVisibility,
  View,
  Visibility,
  validateCulling,
  version,
  viewStats,
  visible,
} from '@sightline/culling'
import { addComponent, removeComponent, removeEntity } from 'bitecs'
import { beforeAll, describe, expect, it } from 'vitest'
import { viewState } from '../src/state.js'
import { stepFrame } from './support/game.js'

beforeAll(() => loadKernels())

const list = (l: { ids: ArrayLike<number>; count: number }) => Array.from(l.ids).slice(0, l.count).sort()

function newWorld(): { world: World; view: number } {
  const world = createWorld({ capacity: 100 })
  setupCulling(world, { maxViews: 3 })
  const view = spawn(world, Transform, View)
  setPerspective(world, view, { fovY: Math.PI / 3, aspect: 1, near: 0.1, far: 100 })
  return { world, view }
}

function ball(world: World, z: number, ...components: object[]): number {
  const eid = spawn(world, Transform, Bounds, ...components)
  setSphere(world, eid, 1)
  setPosition(world, eid, 0, 0, z)
  return eid
}

describe('lists and events', () => {
  it('the first state is an enter, and nothing after it', () => {
    const { world, view } = newWorld()
    const eid = ball(world, -10)
    stepFrame(world)
    expect([list(entered(world, view)), list(left(world, view))]).toEqual([[eid], []])
    stepFrame(world)
    expect([list(entered(world, view)), list(left(world, view))]).toEqual([[], []])
  })

  it('says why each one left', () => {
    const { world, view } = newWorld()
    const outside = ball(world, -10)
    const filtered = ball(world, -10, Visibility)
    const removed = ball(world, -10)
    const stays = ball(world, -10)
    stepFrame(world)
    setPosition(world, outside, 0, 0, 50)
    setVisibility(world, filtered, 'hide')
    destroy(world, removed)
    stepFrame(world)
    const reasons = new Map<number, string>()
    for (let i = 0; i < left(world, view).count; i++) {
      reasons.set(left(world, view).ids[i]!, cullReasonName(leftReasons(world, view)[i] as CullReason))
    }
    expect(Object.fromEntries(reasons)).toEqual({
      [outside]: 'outside',
      [filtered]: 'filtered',
      [removed]: 'removed',
    })
    expect(list(visible(world, view))).toEqual([stays])
  })

  it('a list that was published does not change before the next publication', () => {
    const { world, view } = newWorld()
    const eid = ball(world, -10)
    stepFrame(world)
    const { ids, count } = visible(world, view)
    destroy(world, eid)
    ball(world, -12)
    setPosition(world, view, 0, 0, 500)
    for (const system of [
      propagateTransforms,
      ...cullingSystems.slice(0, cullingSystems.indexOf(publishVisibility)),
    ]) {
      system(world)
      expect(visible(world, view).ids).toBe(ids)
      expect(list(visible(world, view))).toEqual([eid])
      expect(visible(world, view).count).toBe(count)
    }
  })

  it('entities made and removed with bitECS itself count the same', () => {
    const { world, view } = newWorld()
    const eid = ball(world, -10)
    stepFrame(world)
    removeEntity(world, eid)
    stepFrame(world)
    expect(list(left(world, view))).toEqual([eid])
  })

  it('distances stand beside the ids; levels and fades too', () => {
    const { world, view } = newWorld()
    const places = new Map([-5, -10, -20, -40].map((z) => [ball(world, z), -z - 1]))
    stepFrame(world)
    const { ids, count } = visible(world, view)
    expect(count).toBe(4)
    for (let i = 0; i < count; i++) {
      expect(distances(world, view)[i]).toBeCloseTo(places.get(ids[i]!)!, 5)
      expect([levels(world, view)[i], fades(world, view)[i]]).toEqual([0, 1])
    }
  })

  it('isVisible is per view, isSeen is for any', () => {
    const { world, view } = newWorld()
    const behind = spawn(world, Transform, View)
    setPosition(world, behind, 0, 0, -50)
    const eid = ball(world, -10)
    expect([isVisible(world, view, eid), isSeen(world, eid)]).toEqual([false, false])
    stepFrame(world)
    expect([isVisible(world, view, eid), isVisible(world, behind, eid), isSeen(world, eid)]).toEqual([
      true,
      false,
      true,
    ])
    setPosition(world, eid, 0, 0, -60)
    stepFrame(world)
    expect([isVisible(world, view, eid), isVisible(world, behind, eid), isSeen(world, eid)]).toEqual([
      true,
      true,
      true,
    ])
    setPosition(world, eid, 90, 0, -1)
    stepFrame(world)
    expect(isSeen(world, eid)).toBe(false)
    expect([isVisible(world, view, 99), isSeen(world, 99), isSeen(world, 100_000)]).toEqual([
      false,
      false,
      false,
    ])
  })

  it('numbers of publications may begin anew', () => {
    const { world, view } = newWorld()
    const stays = ball(world, -10)
    const goes = ball(world, -12)
    stepFrame(world)
    const state = viewState(world, view, 'test')
    const top = 0xff_fffe
    for (const eid of [stays, goes]) state.marks[eid] = top * 256
    state.stamp = top
    const comes = ball(world, -14)
    setPosition(world, goes, 0, 0, 50)
    stepFrame(world)
    expect(state.stamp).toBe(1)
    expect([list(entered(world, view)), list(left(world, view))]).toEqual([[comes], [goes]])
    expect(list(visible(world, view))).toEqual([stays, comes].sort())
    validateCulling(world)
  })
})

describe('a cull stage of the game', () => {
  const indoors = defineCullReason('indoors')
  const occluded = defineCullReason('occluded')

  function frameWith(world: World, stage: (world: World) => void): void {
    const at = cullingSystems.indexOf(cullViews) + 1
    for (const system of [
      propagateTransforms,
      ...cullingSystems.slice(0, at),
      stage,
      ...cullingSystems.slice(at),
    ]) {
      system(world)
    }
    validateCulling(world)
  }

  it('takes entities out with a reason that has a name', () => {
    const { world, view } = newWorld()
    const near = ball(world, -10)
    const far = ball(world, -50)
    const hideFar = () => {
      const list = candidates(world, view)
      for (let i = 0; i < list.count; i++) if (list.distances[i]! > 30) cullCandidate(world, view, i, indoors)
    }
    stepFrame(world)
    frameWith(world, hideFar)
    expect(list(visible(world, view))).toEqual([near])
    expect([list(left(world, view)), leftReasons(world, view)[0]]).toEqual([[far], indoors])
    expect(explain(world, view, far)).toMatchObject({ visible: false, reason: 'indoors', by: 'stage' })
    expect(viewStats(world, view).culled).toEqual({ indoors: 1 })
    frameWith(world, () => {})
    expect(list(entered(world, view))).toEqual([far])
  })

  it('the first reason stays', () => {
    const { world, view } = newWorld()
    const eid = ball(world, -10)
    frameWith(world, () => {
      cullCandidate(world, view, 0, occluded)
      cullCandidate(world, view, 0, indoors)
    })
    expect(explain(world, view, eid).reason).toBe('occluded')
    expect(viewStats(world, view).culled).toEqual({ occluded: 1 })
  })

  it('refuses what is no candidate and no reason', () => {
    const { world, view } = newWorld()
    ball(world, -10)
    frameWith(world, () => {
      expect(() => cullCandidate(world, view, 1, indoors)).toThrow(
        'cullCandidate: index is 1, expected a candidate from 0 to 0',
      )
      expect(() => cullCandidate(world, view, 0, 200 as CullReason)).toThrow('cullCandidate: reason is 200')
      expect(() => cullCandidate(world, view, 0, CullReasons.visible)).toThrow('cullCandidate: reason is 0')
      expect(() => cullCandidate(world, view, 0, CullReasons.far)).toThrow(
        "cullCandidate: reason is 3, the framework's 'far'",
      )
    })
  })

  it('reasons have one number a name', () => {
    expect(defineCullReason('indoors')).toBe(indoors)
    expect(cullReasonName(indoors)).toBe('indoors')
    expect(() => defineCullReason('')).toThrow('defineCullReason: name is ""')
    expect(() => cullReasonName(222 as CullReason)).toThrow('no reason has the number 222')
  })
})

describe('never cull', () => {
  it('is in every list, with or without bounds, and events come once', () => {
    const { world, view } = newWorld()
    const sky = spawn(world, NeverCull)
    const behind = ball(world, 50, NeverCull)
    const seen = ball(world, -10, NeverCull)
    stepFrame(world)
    expect(list(visible(world, view))).toEqual([sky, behind, seen])
    expect(list(entered(world, view))).toEqual([sky, behind, seen])
    stepFrame(world)
    expect(entered(world, view).count).toBe(0)
    validateCulling(world)
    removeComponent(world, behind, NeverCull)
    destroy(world, sky)
    stepFrame(world)
    expect(list(left(world, view))).toEqual([sky, behind])
    validateCulling(world)
  })

  it('can be hidden and masked off, and a view without a picture has nothing', () => {
    const { world, view } = newWorld()
    const eid = spawn(world, NeverCull, Visibility)
    stepFrame(world)
    setVisibility(world, eid, 'hide')
    stepFrame(world)
    expect(visible(world, view).count).toBe(0)
    setVisibility(world, eid, 'inherit')
    setView(world, view, { layers: 2 })
    stepFrame(world)
    expect(visible(world, view).count).toBe(0)
    setView(world, view, { layers: 1, viewportHeight: 0 })
    stepFrame(world)
    expect(visible(world, view).count).toBe(0)
    validateCulling(world)
    setView(world, view, { viewportHeight: 100 })
    stepFrame(world)
    expect(list(visible(world, view))).toEqual([eid])
  })

  it('an unbounded entity whose id is given out again at once leaves and enters', () => {
    const { world, view } = newWorld()
    const eid = spawn(world, NeverCull)
    stepFrame(world)
    destroy(world, eid)
    expect(spawn(world, NeverCull)).toBe(eid)
    stepFrame(world)
    expect([list(entered(world, view)), list(left(world, view))]).toEqual([[eid], [eid]])
    validateCulling(world)
  })
})

describe('a view without the frustum test', () => {
  it('has everything that layers, visibility and limits leave, and goes back', () => {
    const { world, view } = newWorld()
    const ahead = ball(world, -10)
    const behind = ball(world, 10)
    const far = ball(world, -5000)
    const hidden = ball(world, 10, Visibility)
    setVisibility(world, hidden, 'hide')
    setView(world, view, { frustum: false, refresh: 'on-change' })
    stepFrame(world)
    expect(list(visible(world, view))).toEqual([ahead, behind, far])
    expect(viewStats(world, view).culled).toEqual({ filtered: 1 })
    expect(explain(world, view, behind).visible).toBe(true)
    validateCulling(world)
    setPosition(world, behind, 0, 0, 20)
    stepFrame(world)
    expect(viewStats(world, view).queried).toBe(true)
    setView(world, view, { frustum: true })
    stepFrame(world)
    expect(list(visible(world, view))).toEqual([ahead])
    validateCulling(world)
  })
})

describe('views that come and go', () => {
  it('readers say who is no view', () => {
    const { world, view } = newWorld()
    const eid = ball(world, -10)
    expect(() => visible(world, eid)).toThrow(
      `visible: entity ${eid} is not a view: add the View component first`,
    )
    expect(() => setPerspective(world, 4000, { fovY: 1, near: 1 })).toThrow(
      'setPerspective: entity 4000 is not a view',
    )
    removeComponent(world, view, View)
    expect(() => visible(world, view)).toThrow('not a view')
  })

  it('a slot that is used again starts from nothing', () => {
    const { world, view } = newWorld()
    ball(world, -10)
    setView(world, view, { layers: 2, minPixels: 7, refresh: 'on-change' })
    stepFrame(world)
    stepFrame(world)
    destroy(world, view)
    stepFrame(world)
    const next = spawn(world, Transform, View)
    expect(visible(world, next).count).toBe(0)
    expect(version(world, next)).toBe(0)
    stepFrame(world)
    expect([visible(world, next).count, entered(world, next).count]).toEqual([1, 1])
    validateCulling(world)
  })

  it('one view too many waits for a free slot, and says so', () => {
    const { world, view } = newWorld()
    ball(world, -10)
    const others = [
      spawn(world, Transform, View),
      spawn(world, Transform, View),
      spawn(world, Transform, View),
    ]
    const waiting = others[2]!
    expect(() => visible(world, waiting)).toThrow(`entity ${waiting} is one view too many: maxViews is 3`)
    stepFrame(world)
    destroy(world, view)
    stepFrame(world)
    expect(visible(world, waiting).count).toBe(1)
    expect(list(visible(world, waiting))).toEqual(list(visible(world, others[0]!)))
  })

  it('32 views in one frame', () => {
    const world = createWorld({ capacity: 200 })
    setupCulling(world)
    const views = Array.from({ length: 32 }, (_, i) => {
      const view = spawn(world, Transform, View)
      setPosition(world, view, i * 10, 0, 0)
      setPerspective(world, view, { fovY: 0.5, aspect: 1, near: 0.1, far: 12 })
      return view
    })
    const things = views.map((_, i) => {
      const eid = ball(world, -10)
      setPosition(world, eid, i * 10, 0, -10)
      return eid
    })
    stepFrame(world)
    for (const [i, view] of views.entries()) expect(list(visible(world, view))).toEqual([things[i]])
    validateCulling(world)
  })

  it('an entity may be a view and be seen', () => {
    const { world, view } = newWorld()
    const both = spawn(world, Transform, View, Bounds)
    setBox(world, both, -1, -1, -1, 1, 1, 1)
    setPosition(world, both, 0, 0, -10)
    addComponent(world, both, Visibility)
    stepFrame(world)
    expect(list(visible(world, view))).toEqual([both])
    expect(list(visible(world, both))).toEqual([both])
  })
})
