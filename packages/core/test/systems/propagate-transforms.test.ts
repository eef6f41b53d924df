import { addComponent, addEntity, removeComponent, removeEntity } from 'bitecs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import type { World } from '../../src/index.js'
import {
  columns,
  createWorld,
  destroy,
  hierarchy,
  markMoved,
  markTouched,
  moved,
  propagateTransforms,
  setParent,
  setPosition,
  setRotation,
  setScale,
  setTransform,
  spawn,
  stats,
  Transform,
  WorldMatrix,
} from '../../src/index.js'
import type { Node } from '../support/transform-oracle.js'
import { depth, IDENTITY, worldMatrix } from '../support/transform-oracle.js'

afterEach(() => vi.restoreAllMocks())

function matrixOf(world: World, eid: number): number[] {
  return [...columns(world, WorldMatrix).matrix.subarray(eid * 16, eid * 16 + 16)]
}

function placeOf(world: World, eid: number): number[] {
  return matrixOf(world, eid).slice(12, 15)
}

function movedIds(world: World): number[] {
  return [...moved(world).ids.subarray(0, moved(world).count)]
}

function expectClose(got: number[], want: number[], message: string): void {
  const size = Math.max(1, ...want.map(Math.abs))
  for (let i = 0; i < 16; i++) {
    if (!(Math.abs(got[i]! - want[i]!) <= size * 2e-5)) {
      throw new Error(`${message}: matrix entry ${i} is ${got[i]}, expected ${want[i]}`)
    }
  }
}

describe('propagateTransforms', () => {
  it('field case 5: a child follows its parent, though only the parent was touched', () => {
    const world = createWorld({ capacity: 4 })
    const [parent, child] = [spawn(world, Transform), spawn(world, Transform)]
    setParent(world, child, parent)
    setPosition(world, child, 10, 10, 10)
    propagateTransforms(world)
    expect(placeOf(world, child)).toEqual([10, 10, 10])
    setPosition(world, parent, 50, 50, 50)
    propagateTransforms(world)
    expect(placeOf(world, child)).toEqual([60, 60, 60])
    expect(movedIds(world)).toEqual([parent, child])
  })

  it('computes the whole matrix of whoever was touched by more than setPosition, in either order', () => {
    const world = createWorld({ capacity: 4 })
    const [eid, parent] = [spawn(world, Transform), spawn(world, Transform)]
    const { rotation, scale } = columns(world, Transform)
    setScale(world, parent, 3)
    const grow = (by: number) => scale.fill(by, eid * 3, eid * 3 + 3)
    const changes: [string, () => void, number[]][] = [
      ['setRotation', () => setRotation(world, eid, 0, 1, 0, 0), [-1, 1, -1]],
      ['setScale', () => setScale(world, eid, 2, 3, 4), [2, 3, 4]],
      ['setTransform', () => setTransform(world, eid, 9, 9, 9, 0, 0, 0, 1), [1, 1, 1]],
      ['setParent', () => setParent(world, eid, parent), [3, 3, 3]],
      ['setParent to none', () => [parent, 0].map((above) => setParent(world, eid, above)), [1, 1, 1]],
      ['columns and markTouched', () => [grow(5), markTouched(world, eid)], [5, 5, 5]],
      ['columns and markMoved', () => [grow(6), markMoved(world, eid)], [6, 6, 6]],
      ['an all-zero rotation', () => setRotation(world, eid, 0, 0, 0, 0), [6, 6, 6]],
      ['added again', () => [removeComponent, addComponent].map((f) => f(world, eid, Transform)), [1, 1, 1]],
    ]
    const diagonal = () => [0, 5, 10].map((i) => matrixOf(world, eid)[i]! + 0)
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    for (const [what, change, want] of changes) {
      for (const positionFirst of [true, false]) {
        // Whatever stood in the matrix must be gone.
        rotation.set([0.5, 0.5, 0.5, 0.5], eid * 4)
        markTouched(world, eid)
        propagateTransforms(world)
        rotation.set(want[0]! < 0 ? [0, 1, 0, 0] : [0, 0, 0, 1], eid * 4)
        if (positionFirst) setPosition(world, eid, 1, 2, 3)
        change()
        if (!positionFirst) setPosition(world, eid, 1, 2, 3)
        propagateTransforms(world)
        expect(diagonal(), `${what}, position ${positionFirst ? 'first' : 'last'}`).toEqual(want)
        setPosition(world, eid, 4, 5, 6)
        propagateTransforms(world)
        expect(diagonal(), `${what}, then a step`).toEqual(want)
        const { parent: parents } = hierarchy(world)
        if (parents[eid] === 0) expect(placeOf(world, eid)).toEqual([4, 5, 6])
      }
    }
  })

  it('a place that is not a number breaks the matrix, and the next good one mends it', () => {
    const world = createWorld({ capacity: 2 })
    const eid = spawn(world, Transform)
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    propagateTransforms(world)
    for (const [x, broken] of [
      [NaN, 1],
      [7, 0],
      [Infinity, 1],
      [Infinity, 1],
      [8, 0],
    ]) {
      setPosition(world, eid, x!, 0, 0)
      propagateTransforms(world)
      expect(stats(world).counters['core.broken'], `x = ${x}`).toBe(broken)
      expect(matrixOf(world, eid)[12]).toBe(x)
    }
    expect(warn).toHaveBeenCalledTimes(1)
  })

  it('counts new transforms as touched, and nobody in a frame without changes', () => {
    const world = createWorld({ capacity: 4 })
    const eid = spawn(world, Transform)
    propagateTransforms(world)
    expect(movedIds(world)).toEqual([eid])
    expect(matrixOf(world, eid)).toEqual(IDENTITY)
    propagateTransforms(world)
    expect(movedIds(world)).toEqual([])
  })

  it('lists parents first and each once, in whatever order they were touched', () => {
    const world = createWorld({ capacity: 10 })
    const chain = [1, 2, 3, 4, 5].map(() => spawn(world, Transform))
    for (let i = 1; i < 5; i++) setParent(world, chain[i]!, chain[i - 1]!)
    propagateTransforms(world)
    for (const i of [4, 2, 3, 2, 1, 4]) setPosition(world, chain[i]!, 1, 0, 0)
    propagateTransforms(world)
    expect(movedIds(world)).toEqual(chain.slice(1))
    expect(chain.map((eid) => placeOf(world, eid)[0])).toEqual([0, 1, 2, 3, 4])
  })

  it('takes columns that were written by hand and marked', () => {
    const world = createWorld({ capacity: 4 })
    const eid = spawn(world, Transform)
    propagateTransforms(world)
    columns(world, Transform).position.set([3, 4, 5], eid * 3)
    propagateTransforms(world)
    expect(placeOf(world, eid)).toEqual([0, 0, 0])
    markTouched(world, eid)
    propagateTransforms(world)
    expect(placeOf(world, eid)).toEqual([3, 4, 5])
  })

  it('leaves out who was destroyed, and takes the next one with that id', () => {
    const world = createWorld({ capacity: 4 })
    const [a, b] = [spawn(world, Transform), spawn(world, Transform)]
    setPosition(world, a, 1, 1, 1)
    destroy(world, a)
    propagateTransforms(world)
    expect(movedIds(world)).toEqual([b])
    setPosition(world, b, 1, 1, 1)
    removeEntity(world, b)
    expect(addEntity(world)).toBe(b)
    propagateTransforms(world)
    expect(movedIds(world)).toEqual([])
    expect(matrixOf(world, b)).toEqual(IDENTITY)
  })

  it('resets a Transform that is added again', () => {
    const world = createWorld({ capacity: 4 })
    const eid = spawn(world, Transform)
    setTransform(world, eid, 1, 2, 3, 0, 1, 0, 0, 4)
    propagateTransforms(world)
    removeComponent(world, eid, Transform)
    expect(placeOf(world, eid)).toEqual([1, 2, 3])
    expect(() => setPosition(world, eid, 0, 0, 0)).toThrow(`setPosition: entity ${eid} has no Transform`)
    addComponent(world, eid, Transform)
    propagateTransforms(world)
    expect(matrixOf(world, eid)).toEqual(IDENTITY)
    expect(movedIds(world)).toEqual([eid])
  })

  it('shears below an uneven scale, as matrices do and position, rotation and scale cannot', () => {
    const world = createWorld({ capacity: 4 })
    const [parent, child] = [spawn(world, Transform), spawn(world, Transform)]
    setParent(world, child, parent)
    setScale(world, parent, 2, 1, 1)
    setRotation(world, child, 0, 0, Math.SQRT1_2 * Math.sin(Math.PI / 8) * Math.SQRT2, Math.cos(Math.PI / 8))
    propagateTransforms(world)
    const m = matrixOf(world, child)
    const [x, y] = [
      [m[0]!, m[1]!],
      [m[4]!, m[5]!],
    ] as const
    expect(x[0]! * y[0]! + x[1]! * y[1]!).toBeCloseTo(-1.5, 5)
  })

  it('takes zero and negative scales', () => {
    const world = createWorld({ capacity: 4 })
    const eid = spawn(world, Transform)
    setTransform(world, eid, 1, 2, 3, 0, 0, 0, 1, -2, 0, 5)
    propagateTransforms(world)
    expectClose(matrixOf(world, eid), [-2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0, 1, 2, 3, 1], 'scaled')
    expect(stats(world).counters['core.broken']).toBe(0)
  })

  it('takes quaternions of any length', () => {
    const world = createWorld({ capacity: 4 })
    const ids = [30, 1e-30, Math.SQRT1_2 * 1.0005].map((size) => {
      const eid = spawn(world, Transform)
      setRotation(world, eid, 0, size, 0, size)
      return eid
    })
    propagateTransforms(world)
    for (const eid of ids) {
      expectClose(matrixOf(world, eid), [0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1], `entity ${eid}`)
    }
  })
})

describe('broken input', () => {
  it('uses no rotation for a quaternion of zeros, counts it and warns once', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const world = createWorld({ capacity: 4 })
    const eid = spawn(world, Transform)
    for (let frame = 0; frame < 3; frame++) {
      setRotation(world, eid, 0, 0, 0, 0)
      propagateTransforms(world)
    }
    expect(matrixOf(world, eid)).toEqual(IDENTITY)
    expect(stats(world).counters['core.zeroRotations']).toBe(3)
    expect(stats(world).counters['core.broken']).toBe(0)
    expect(warn).toHaveBeenCalledTimes(1)
    expect(warn.mock.calls[0]![0]).toContain('rotation of all zeros')
  })

  const bad: [string, (world: World, eid: number) => void][] = [
    ['NaN position', (world, eid) => setPosition(world, eid, 0, NaN, 0)],
    ['infinite position', (world, eid) => setPosition(world, eid, 0, 0, -Infinity)],
    ['NaN rotation', (world, eid) => setRotation(world, eid, NaN, 0, 0, 1)],
    ['infinite rotation', (world, eid) => setRotation(world, eid, 0, Infinity, 0, 1)],
    ['NaN scale', (world, eid) => setScale(world, eid, 1, 1, NaN)],
    ['infinite scale', (world, eid) => setScale(world, eid, Infinity)],
  ]

  it.each(bad)(
    '%s: goes on to the children, is counted while it lasts, warned once, and never thrown',
    (_, spoil) => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
      const world = createWorld({ capacity: 4 })
      const [parent, child, other] = [1, 2, 3].map(() => spawn(world, Transform)) as [number, number, number]
      setParent(world, child, parent)
      spoil(world, parent)
      propagateTransforms(world)
      for (const eid of [parent, child]) {
        expect(matrixOf(world, eid).every(Number.isFinite)).toBe(false)
      }
      expect(matrixOf(world, other)).toEqual(IDENTITY)
      expect(stats(world).counters['core.broken']).toBe(2)
      expect(warn).toHaveBeenCalledTimes(1)
      expect(warn.mock.calls[0]![0]).toMatch(/entity [12] holds a number that is not finite/)

      setTransform(world, parent, 1, 2, 3, 0, 0, 0, 1)
      propagateTransforms(world)
      expect(placeOf(world, child)).toEqual([1, 2, 3])
      expect(stats(world).counters['core.broken']).toBe(0)

      spoil(world, parent)
      propagateTransforms(world)
      destroy(world, parent)
      propagateTransforms(world)
      expect(stats(world).counters['core.broken']).toBe(0)
      expect(warn).toHaveBeenCalledTimes(1)
    },
  )

  it('is mended by the game where Transform was taken away', () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const world = createWorld({ capacity: 4 })
    const [parent, eid] = [spawn(world), spawn(world, Transform)]
    for (const above of [0, parent]) {
      addComponent(world, eid, Transform)
      setParent(world, eid, above)
      setScale(world, eid, NaN)
      propagateTransforms(world)
      removeComponent(world, eid, Transform)
      propagateTransforms(world)
      expect(stats(world).counters['core.broken']).toBe(1)
      columns(world, WorldMatrix).matrix.set(IDENTITY, eid * 16)
      markMoved(world, eid)
      propagateTransforms(world)
      expect(stats(world).counters['core.broken']).toBe(0)
    }
  })

  it('finds what a matrix of the game breaks below it', () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const world = createWorld({ capacity: 4 })
    const [parent, child] = [spawn(world, WorldMatrix), spawn(world, Transform)]
    setParent(world, child, parent)
    for (const entry of [0, 1, 6, 12]) {
      const { matrix } = columns(world, WorldMatrix)
      matrix.set(IDENTITY, parent * 16)
      matrix[parent * 16 + entry] = NaN
      markMoved(world, parent)
      propagateTransforms(world)
      expect(stats(world).counters['core.broken'], `entry ${entry}`).toBe(1)
    }
  })
})

describe('entities without Transform', () => {
  it('keep the matrix that the game wrote, and carry what hangs below', () => {
    const world = createWorld({ capacity: 10 })
    const [top, own, below] = [spawn(world, Transform), spawn(world, WorldMatrix), spawn(world, Transform)]
    setParent(world, own, top)
    setParent(world, below, own)
    setPosition(world, below, 1, 0, 0)
    columns(world, WorldMatrix).matrix.set([0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1], own * 16)
    markMoved(world, own)
    propagateTransforms(world)
    expect(placeOf(world, own)).toEqual([5, 6, 7])
    expect(placeOf(world, below)).toEqual([5, 8, 7])
    setPosition(world, top, 100, 0, 0)
    propagateTransforms(world)
    expect(placeOf(world, own)).toEqual([5, 6, 7])
    expect(placeOf(world, below)).toEqual([5, 8, 7])
    expect(movedIds(world)).toEqual([top, own, below])
  })

  it('are the identity as long as nobody writes them, also with an id that was used before', () => {
    const world = createWorld({ capacity: 4 })
    const [group, child] = [spawn(world), spawn(world, Transform)]
    setParent(world, child, group)
    setPosition(world, child, 1, 2, 3)
    columns(world, WorldMatrix).matrix.fill(9, group * 16, group * 16 + 16)
    destroy(world, group)
    expect(spawn(world)).toBe(group)
    setParent(world, child, group)
    propagateTransforms(world)
    expect(placeOf(world, child)).toEqual([1, 2, 3])
  })

  it('can be marked as moved without any component of ours', () => {
    const world = createWorld({ capacity: 4 })
    const eid = spawn(world)
    markMoved(world, eid)
    markMoved(world, eid)
    propagateTransforms(world)
    expect(movedIds(world)).toEqual([eid])
  })
})

describe('errors', () => {
  it('name the call, the entity and what is missing', () => {
    const world = createWorld({ capacity: 4 })
    const eid = spawn(world)
    expect(() => setPosition(world, eid, 1, 2, 3)).toThrow(`setPosition: entity ${eid} has no Transform`)
    expect(() => setRotation(world, eid, 0, 0, 0, 1)).toThrow(`setRotation: entity ${eid} has no Transform`)
    expect(() => setScale(world, eid, 1)).toThrow(`setScale: entity ${eid} has no Transform`)
    expect(() => setTransform(world, eid, 0, 0, 0, 0, 0, 0, 1)).toThrow(`setTransform: entity ${eid} has no`)
    expect(() => markTouched(world, eid)).toThrow(`markTouched: entity ${eid} has no Transform`)
    expect(() => setPosition(world, 4, 1, 2, 3)).toThrow('setPosition: entity 4 does not exist in this world')
    expect(() => setPosition(world, 400, 1, 2, 3)).toThrow('entity 400 does not exist')
    expect(() => markMoved(world, 4)).toThrow('markMoved: entity 4 does not exist in this world')
  })
})

describe('cost', () => {
  it('follows what was touched: 10 of 10,000 entities', () => {
    const world = createWorld({ capacity: 10_000 })
    const all = Array.from({ length: 10_000 }, () => spawn(world, Transform))
    for (let i = 0; i < 5000; i++) setParent(world, all[5000 + i]!, all[i]!)
    propagateTransforms(world)
    expect(stats(world).counters['core.recomputed']).toBe(10_000)
    for (let i = 0; i < 10; i++) setPosition(world, all[i * 7]!, i, 0, 0)
    propagateTransforms(world)
    expect(stats(world).counters).toMatchObject({
      'core.touched': 10,
      'core.recomputed': 20,
      'core.moved': 20,
    })
  })

  it('computes each link of a chain of 20,000 once, touched from the bottom up', () => {
    const world = createWorld({ capacity: 20_000 })
    const chain = Array.from({ length: 20_000 }, () => spawn(world, Transform))
    for (let i = 1; i < chain.length; i++) setParent(world, chain[i]!, chain[i - 1]!)
    propagateTransforms(world)
    for (let i = chain.length - 1; i >= 0; i -= 2) setPosition(world, chain[i]!, 0, 1, 0)
    propagateTransforms(world)
    expect(stats(world).counters['core.recomputed']).toBe(19_999)
    expect(placeOf(world, chain[19_999]!)).toEqual([0, 10_000, 0])
  })
})

describe('random hierarchies against a recursive oracle', () => {
  type Game = {
    world: World
    nodes: Map<number, Node>
    random: () => number
    lastMatrix: Map<number, number[]>
  }

  function number(random: () => number, range: number): number {
    return (random() * 2 - 1) * range
  }

  function randomScale(random: () => number): number {
    return random() < 0.05 ? 0 : number(random, 1.5)
  }

  function addNode({ world, nodes, random }: Game): void {
    const placed = random() < 0.8
    const eid = spawn(world, placed ? Transform : WorldMatrix)
    const local = placed ? { position: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] } : undefined
    nodes.set(eid, { eid, parent: undefined, local, own: [...IDENTITY] })
  }

  function moveNode({ world, random }: Game, node: Node): void {
    if (node.local === undefined) {
      node.own = [...IDENTITY].map((value, i) => (i % 4 === 3 ? value : number(random, i >= 12 ? 20 : 1.5)))
      columns(world, WorldMatrix).matrix.set(node.own, node.eid * 16)
      markMoved(world, node.eid)
      return
    }
    const position = [number(random, 20), number(random, 20), number(random, 20)]
    const rotation = [number(random, 1), number(random, 1), number(random, 1), number(random, 1)]
    const scale = [randomScale(random), randomScale(random), randomScale(random)]
    node.local = { position, rotation, scale }
    const [px, py, pz] = position as [number, number, number]
    const [qx, qy, qz, qw] = rotation as [number, number, number, number]
    const [sx, sy, sz] = scale as [number, number, number]
    setTransform(world, node.eid, px, py, pz, qx, qy, qz, qw, sx, sy, sz)
  }

  function hasAbove(node: Node | undefined, eid: number): boolean {
    return node !== undefined && (node.eid === eid || hasAbove(node.parent, eid))
  }

  function step(game: Game): void {
    const { world, nodes, random } = game
    const list = [...nodes.values()]
    const pick = (): Node => list[Math.floor(random() * list.length)]!
    const action = random()
    if (list.length < 10 || (action < 0.12 && list.length < 60)) {
      addNode(game)
    } else if (action < 0.2) {
      const gone = pick()
      ;(random() < 0.5 ? destroy : removeEntity)(world, gone.eid)
      nodes.delete(gone.eid)
      for (const node of nodes.values()) if (node.parent === gone) node.parent = undefined
    } else if (action < 0.5) {
      const [child, parent] = [pick(), random() < 0.15 ? undefined : pick()]
      if (hasAbove(parent, child.eid) || (parent !== undefined && depth(parent) > 5)) return
      setParent(world, child.eid, parent?.eid ?? 0)
      child.parent = parent
    } else moveNode(game, pick())
  }

  function ensure(condition: boolean, message: string): void {
    if (!condition) throw new Error(message)
  }

  function check(game: Game, message: string): void {
    const { world, nodes, lastMatrix } = game
    const list = movedIds(world)
    const place = new Map(list.map((eid, i) => [eid, i]))
    ensure(place.size === list.length, `${message}: each id once`)
    for (const eid of list) ensure(nodes.has(eid), `${message}: moved ${eid} is not alive`)
    for (const node of nodes.values()) {
      const matrix = matrixOf(world, node.eid)
      expectClose(matrix, worldMatrix(node), `${message}, entity ${node.eid}`)
      const at = place.get(node.eid)
      const parentAt = node.parent && place.get(node.parent.eid)
      if (parentAt !== undefined) {
        ensure(at !== undefined && parentAt < at, `${message}: ${node.eid} does not stand after its parent`)
      }
      const before = lastMatrix.get(node.eid)
      const changed = before === undefined || before.some((value, i) => value !== matrix[i])
      ensure(
        !changed || at !== undefined || node.local === undefined,
        `${message}: ${node.eid} is not listed`,
      )
      lastMatrix.set(node.eid, matrix)
    }
    for (const eid of lastMatrix.keys()) if (!nodes.has(eid)) lastMatrix.delete(eid)
  }

  it.each([1, 2, 3])('2,000 changes, seed %i', (seed) => {
    const random = createRandom(seed)
    const game: Game = {
      world: createWorld({ capacity: 60 }),
      nodes: new Map(),
      random,
      lastMatrix: new Map(),
    }
    for (let i = 0; i < 2000; i++) {
      step(game)
      if (random() > 0.4) continue
      propagateTransforms(game.world)
      check(game, `seed ${seed}, step ${i}`)
    }
  })
})
