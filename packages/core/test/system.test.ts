import { describe, expect, it } from 'vitest'
import type { System, World } from '../src/index.js'
import { createWorld, runSystems, stats, timed } from '../src/index.js'

function spin(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

describe('runSystems', () => {
  it('runs in order with the world and records a time for each name', () => {
    const world = createWorld({ capacity: 1 })
    const seen: string[] = []
    const first: System = (w: World) => {
      expect(w).toBe(world)
      seen.push('first')
      spin(2)
    }
    const second: System = () => {
      seen.push('second')
    }
    const { systems } = stats(world)
    runSystems(world, [first, second])
    expect(seen).toEqual(['first', 'second'])
    expect(Object.keys(systems)).toEqual(['first', 'second'])
    expect(systems.first).toBeGreaterThanOrEqual(2)
    expect(systems.second).toBeGreaterThanOrEqual(0)
    expect(JSON.parse(JSON.stringify(systems)).first).toBe(systems.first)
  })

  it('keeps apart more systems than it made room for at first', () => {
    const world = createWorld({ capacity: 1 })
    const many = Array.from({ length: 200 }, (_, i) =>
      Object.defineProperty(i === 150 ? () => spin(2) : () => {}, 'name', { value: `system${i}` }),
    )
    runSystems(world, many)
    expect(Object.keys(stats(world).systems).length).toBe(200)
    expect(stats(world).systems.system150).toBeGreaterThanOrEqual(2)
    runSystems(world, many.slice(0, 1))
    expect(stats(world).systems.system150).toBeGreaterThanOrEqual(2)
  })
})

describe('timed', () => {
  it('keeps names and order and records times in a loop of the game', () => {
    const world = createWorld({ capacity: 1 })
    function work(): void {
      spin(1)
    }
    const list = timed([work])
    expect(list.map((system) => system.name)).toEqual(['work'])
    for (const system of list) system(world)
    expect(stats(world).systems.work).toBeGreaterThanOrEqual(1)
  })
})
