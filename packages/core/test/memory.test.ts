import { describe, expect, it } from 'vitest'
import {
  allocate,
  createArena,
  float32Array,
  int32Array,
  uint8Array,
  uint16Array,
  uint32Array,
} from '../src/memory.js'

describe('createArena', () => {
  it('gives whole pages, shared in Node, zero filled, with the first bytes kept', () => {
    const arena = createArena(100_000)
    expect(arena.limit).toBe(131_072)
    expect(arena.buffer.byteLength).toBe(131_072)
    expect(arena.memory.buffer).toBe(arena.buffer)
    expect(arena.shared).toBe(true)
    expect(arena.buffer).toBeInstanceOf(SharedArrayBuffer)
    expect(arena.top).toBe(1024)
    expect(arena.u8.every((byte) => byte === 0)).toBe(true)
  })

  it('always has room for what was asked, beside the reserved bytes', () => {
    const arena = createArena(65_536)
    expect(allocate(arena, 65_536)).toBe(1024)
  })

  it('never grows', () => {
    const arena = createArena(65_536)
    expect(() => arena.memory.grow(1)).toThrow()
  })

  it('is not shared in a page that is not isolated', () => {
    const scope = globalThis as { crossOriginIsolated?: boolean }
    scope.crossOriginIsolated = false
    try {
      const arena = createArena(1)
      expect(arena.shared).toBe(false)
      expect(arena.buffer).toBeInstanceOf(ArrayBuffer)
    } finally {
      delete scope.crossOriginIsolated
    }
  })

  it.each([0, -1, NaN, Infinity, 2 ** 32 + 1])('refuses %s bytes', (bytes) => {
    expect(() => createArena(bytes)).toThrow(RangeError)
    expect(() => createArena(bytes)).toThrow(`bytes is ${bytes}`)
  })
})

describe('allocate', () => {
  it('aligns, and never gives the same byte twice', () => {
    const arena = createArena(65_536)
    const a = allocate(arena, 3)
    const b = allocate(arena, 1, 4)
    const c = allocate(arena, 10)
    expect([a, b, c]).toEqual([1024, 1028, 1088])
    expect(arena.top).toBe(1098)
  })

  it('says both numbers and what to do when it is full, and takes nothing', () => {
    const arena = createArena(60_000)
    allocate(arena, 60_000)
    const top = arena.top
    expect(() => allocate(arena, 10_000)).toThrow(RangeError)
    expect(() => allocate(arena, 10_000)).toThrow(
      /10000 bytes asked for, but 4480 of 65536 are free.*arenaBytes/,
    )
    expect(arena.top).toBe(top)
    expect(allocate(arena, 4480)).toBe(61_056)
    expect(() => allocate(arena, 1)).toThrow('but 0 of 65536 are free')
  })

  it.each([-1, 1.5, NaN])('refuses %s bytes', (bytes) => {
    expect(() => allocate(createArena(1), bytes)).toThrow(`bytes is ${bytes}`)
  })

  it.each([0, 3, -4, NaN])('refuses an alignment of %s', (align) => {
    expect(() => allocate(createArena(1), 4, align)).toThrow(`align is ${align}`)
  })

  it('makes views of its own memory', () => {
    const arena = createArena(65_536)
    const arrays = [
      float32Array(arena, 5),
      uint32Array(arena, 5),
      int32Array(arena, 5),
      uint16Array(arena, 5),
      uint8Array(arena, 5),
    ]
    for (const array of arrays) {
      expect(array.buffer).toBe(arena.buffer)
      expect(array.length).toBe(5)
      expect(array.byteOffset % 64).toBe(0)
      array.fill(7)
    }
    for (const array of arrays) expect([...array]).toEqual([7, 7, 7, 7, 7])
    arrays[0]![1] = 1.5
    expect(arena.f32[arrays[0]!.byteOffset / 4 + 1]).toBe(1.5)
  })
})
