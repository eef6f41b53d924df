import { removeEntity } from 'bitecs'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../test/support/random.js'
import type { World } from '../src/index.js'
import {
  createWorld,
  destroy,
  hierarchy,
  moved,
  parentOf,
  propagateTransforms,
  setParent,
  spawn,
  Transform,
} from '../src/index.js'

function childrenOf(world: World, eid: number): number[] {
  const { firstChild, nextSibling } = hierarchy(world)
  const found: number[] = []
  for (let child = firstChild[eid]!; child !== 0; child = nextSibling[child]!) found.push(child)
  return found
}

describe('setParent', () => {
  it('links, relinks and unlinks, in order', () => {
    const world = createWorld({ capacity: 10 })
    const [a, b, c, d, e] = [1, 2, 3, 4, 5].map(() => spawn(world)) as [
      number,
      number,
      number,
      number,
      number,
    ]
    for (const child of [c, d, e]) setParent(world, child, a)
    expect(childrenOf(world, a)).toEqual([c, d, e])
    setParent(world, d, b)
    expect(childrenOf(world, a)).toEqual([c, e])
    setParent(world, d, a)
    expect(childrenOf(world, a)).toEqual([c, e, d])
    setParent(world, c, 0)
    expect(childrenOf(world, a)).toEqual([e, d])
    expect([parentOf(world, c), parentOf(world, d), parentOf(world, b)]).toEqual([0, a, 0])
    setParent(world, d, a)
    expect(childrenOf(world, a)).toEqual([e, d])
  })

  it('refuses cycles, naming both, and changes nothing', () => {
    const world = createWorld({ capacity: 10 })
    const [a, b, c] = [spawn(world), spawn(world), spawn(world)]
    setParent(world, b, a)
    setParent(world, c, b)
    expect(() => setParent(world, a, c)).toThrow(
      `setParent: entity ${a} cannot become a child of entity ${c}, which is below it: that would be a cycle`,
    )
    expect(() => setParent(world, a, a)).toThrow(
      `setParent: entity ${a} cannot become a child of entity ${a}, which is itself: that would be a cycle`,
    )
    expect([a, b, c].map((eid) => parentOf(world, eid))).toEqual([0, a, b])
  })

  it('refuses who does not exist', () => {
    const world = createWorld({ capacity: 10 })
    const a = spawn(world)
    expect(() => setParent(world, 7, a)).toThrow('setParent: entity 7 does not exist in this world')
    expect(() => setParent(world, a, 7)).toThrow('setParent: entity 7 does not exist in this world')
    expect(() => setParent(world, a, 99)).toThrow('entity 99 does not exist')
    expect(() => setParent(world, NaN, a)).toThrow('entity NaN does not exist')
  })

  it('counts the child as touched', () => {
    const world = createWorld({ capacity: 10 })
    const [a, b] = [spawn(world, Transform), spawn(world, Transform)]
    propagateTransforms(world)
    setParent(world, b, a)
    propagateTransforms(world)
    expect([...moved(world).ids.subarray(0, moved(world).count)]).toEqual([b])
  })

  it.each([destroy, removeEntity])('%o takes an entity out and makes its children roots', (remove) => {
    const world = createWorld({ capacity: 10 })
    const [top, middle, one, two, below] = [1, 2, 3, 4, 5].map(() => spawn(world, Transform)) as number[]
    setParent(world, middle!, top!)
    setParent(world, one!, middle!)
    setParent(world, two!, middle!)
    setParent(world, below!, one!)
    propagateTransforms(world)
    remove(world, middle!)
    expect([one, two, below].map((eid) => parentOf(world, eid!))).toEqual([0, 0, one])
    expect(childrenOf(world, top!)).toEqual([])
    propagateTransforms(world)
    expect([...moved(world).ids.subarray(0, moved(world).count)].sort()).toEqual([one, two, below].sort())
    expect(spawn(world)).toBe(middle)
    expect(parentOf(world, middle!)).toBe(0)
    expect(childrenOf(world, middle!)).toEqual([])
  })

  it('keeps every link right through 3,000 random changes (seed 11)', () => {
    const random = createRandom(11)
    const world = createWorld({ capacity: 40 })
    const parents = new Map<number, number>()
    const pick = (): number => [...parents.keys()][Math.floor(random() * parents.size)]!
    const isAbove = (eid: number, start: number): boolean =>
      start !== 0 && (start === eid || isAbove(eid, parents.get(start)!))
    for (let step = 0; step < 3000; step++) {
      const action = random()
      if (parents.size < 5 || (action < 0.2 && parents.size < 40)) {
        parents.set(spawn(world), 0)
      } else if (action < 0.3) {
        const eid = pick()
        destroy(world, eid)
        parents.delete(eid)
        for (const [child, parent] of parents) if (parent === eid) parents.set(child, 0)
      } else {
        const [child, parent] = [pick(), random() < 0.1 ? 0 : pick()]
        if (isAbove(child, parent)) expect(() => setParent(world, child, parent)).toThrow('cycle')
        else {
          setParent(world, child, parent)
          parents.set(child, parent)
        }
      }
      const ids = [...parents.keys()].sort((a, b) => a - b)
      const got = ids.map((eid) => [eid, parentOf(world, eid), childrenOf(world, eid).sort()])
      const want = ids.map((eid) => [
        eid,
        parents.get(eid),
        ids.filter((child) => parents.get(child) === eid).sort(),
      ])
      expect(JSON.stringify(got), `seed 11, step ${step}`).toBe(JSON.stringify(want))
    }
  })
})
