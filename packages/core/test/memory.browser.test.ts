import { expect, it } from 'vitest'
import { createArena } from '../src/memory.js'

it('the arena is shared on a cross-origin isolated page', () => {
  expect(crossOriginIsolated).toBe(true)
  const arena = createArena(65536)
  expect(arena.shared).toBe(true)
  expect(arena.buffer).toBeInstanceOf(SharedArrayBuffer)
})
