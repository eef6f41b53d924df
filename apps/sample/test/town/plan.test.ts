import { describe, expect, it } from 'vitest'
import { HOUSE_KINDS, kindNamed } from '../../src/town/houses/house-kinds.js'
import { corners, fromLocal, type Rect } from '../../src/town/plan/geometry.js'
import { createTownPlan, type TownPlan } from '../../src/town/plan/town-plan.js'
import type { Point } from '../../src/town/types.js'

const SEEDS = [1, 2, 3, 4, 5]

describe.each(SEEDS)('plan of seed %i', (seed) => {
  const plan = createTownPlan(seed)

  it('has the houses, gates, towers, squares and inns of the design', () => {
    expect(plan.houses.length).toBeGreaterThanOrEqual(1200)
    expect(plan.wall.gates).toHaveLength(4)
    expect(plan.wall.posts.filter((post) => !post.gate)).toHaveLength(20)
    expect(plan.squares.length).toBeGreaterThanOrEqual(6)
    expect(plan.houses.filter(({ kind }) => kind === kindNamed('inn'))).toHaveLength(12)
    for (const post of plan.wall.posts) {
      expect(Math.hypot(post.x, post.z)).toBeGreaterThan(315)
      expect(Math.hypot(post.x, post.z)).toBeLessThan(400)
    }
    const kinds = new Set(plan.houses.map(({ kind }) => kind))
    expect(kinds.size).toBeGreaterThanOrEqual(HOUSE_KINDS.length - 1)
  })

  it('keeps houses off streets and squares (points sampled in each footprint)', () => {
    const streets = [...plan.net.edges.values()]
    for (const { rect } of plan.houses) {
      const near = streets.filter(({ a, b }) => toSegment(rect, plan.net.nodes[a]!, plan.net.nodes[b]!) < 22)
      for (const p of samples(rect, 5, 0.02)) {
        for (const { a, b, width } of near) {
          const d = toSegment(p, plan.net.nodes[a]!, plan.net.nodes[b]!)
          if (d < width / 2) throw new Error(`seed ${seed}: a house lies ${width / 2 - d} m in a street`)
        }
      }
    }
  })

  it('keeps houses out of each other, row houses but for their common wall', () => {
    const landmarks = [plan.market.temple, plan.market.hall]
    const rects = [...plan.houses.map(({ rect }) => rect), ...landmarks]
    const outlines = rects.map(corners)
    const tolerance = 0.12
    for (let i = 0; i < rects.length; i++) {
      const points = [...samples(rects[i]!, 6, tolerance)]
      for (let k = 0; k < rects.length; k++) {
        const apart = Math.abs(rects[k]!.x - rects[i]!.x) + Math.abs(rects[k]!.z - rects[i]!.z)
        if (k === i || apart > (k < plan.houses.length ? 26 : 70)) continue
        for (const p of points) {
          if (inside(p, outlines[k]!)) throw new Error(`seed ${seed}: things ${i} and ${k} overlap`)
        }
      }
    }
  })

  it('turns every front to its street, a few steps away', () => {
    for (const { rect, street } of plan.houses) {
      const [a, b] = [plan.net.nodes[street[0]]!, plan.net.nodes[street[1]]!]
      const edge = [...plan.net.edges.values()].find(
        (e) => [e.a, e.b].includes(street[0]) && [e.a, e.b].includes(street[1]),
      )!
      const door = fromLocal(rect, rect.yaw, 0, rect.halfZ)
      const step = fromLocal(rect, rect.yaw, 0, rect.halfZ + 1.2)
      // The middle of a house at a wide corner may lie past its street's end.
      expect(toSegment(door, a, b) - edge.width / 2).toBeLessThan(6)
      expect(toSegment(step, a, b)).toBeLessThan(toSegment(door, a, b))
    }
  })

  it('leads from the market to all four gates', () => {
    const reached = reach(plan, plan.gates[0]!.market)
    for (const gate of plan.gates) {
      expect(reached.has(gate.gate)).toBe(true)
      expect(reached.has(gate.outside)).toBe(true)
    }
    expect(reached.size).toBe(plan.net.nodes.length)
  })

  it('never shows the market from a gate, along the street', () => {
    for (const gate of plan.gates) {
      const ring = plan.net.nodes[gate.ring]!
      const market = plan.net.nodes[gate.market]!
      const along = plan.houses.filter(({ rect }) => crosses(ring, market, rect))
      expect(along.length).toBeGreaterThan(0)
    }
  })
})

it('differs from seed to seed and not from run to run', () => {
  const print = (seed: number) => JSON.stringify(createTownPlan(seed).houses)
  expect(print(7)).toBe(print(7))
  expect(print(7)).not.toBe(print(8))
})

/** Points on a grid over a rectangle, its border drawn in by `inset`. */
function* samples(rect: Rect, steps: number, inset: number): Generator<Point> {
  for (let i = 0; i <= steps; i++) {
    for (let k = 0; k <= steps; k++) {
      yield fromLocal(
        rect,
        rect.yaw,
        (rect.halfX - inset) * ((i / steps) * 2 - 1),
        (rect.halfZ - inset) * ((k / steps) * 2 - 1),
      )
    }
  }
}

function toSegment(p: Point, a: Point, b: Point): number {
  const t = ((p.x - a.x) * (b.x - a.x) + (p.z - a.z) * (b.z - a.z)) / ((b.x - a.x) ** 2 + (b.z - a.z) ** 2)
  const k = Math.min(1, Math.max(0, t))
  return Math.hypot(p.x - a.x - (b.x - a.x) * k, p.z - a.z - (b.z - a.z) * k)
}

/** By the sides of its corners: shares nothing with the plan's own test. */
function inside(p: Point, c: readonly Point[]): boolean {
  return c.every((a, i) => {
    const b = c[(i + 1) % 4]!
    return (b.x - a.x) * (p.z - a.z) - (b.z - a.z) * (p.x - a.x) > 0
  })
}

function crosses(a: Point, b: Point, rect: Rect): boolean {
  const outline = corners(rect)
  for (let i = 0; i <= 400; i++) {
    if (inside({ x: a.x + ((b.x - a.x) * i) / 400, z: a.z + ((b.z - a.z) * i) / 400 }, outline)) return true
  }
  return false
}

function reach(plan: TownPlan, start: number): Set<number> {
  const reached = new Set([start])
  const open = [start]
  while (open.length > 0) {
    const node = open.pop()!
    for (const { a, b } of plan.net.edges.values()) {
      const next = a === node ? b : b === node ? a : -1
      if (next < 0 || reached.has(next)) continue
      reached.add(next)
      open.push(next)
    }
  }
  return reached
}
