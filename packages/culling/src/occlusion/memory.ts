/** Views of an arena's whole memory, with the doubles that records need. */
import type { Arena } from '@sightline/core/memory'

export type OcclusionMemory = {
  readonly f32: Float32Array
  readonly f64: Float64Array
  readonly i32: Int32Array
  readonly u32: Uint32Array
  readonly u8: Uint8Array
}

const views = new WeakMap<Arena, OcclusionMemory>()

/** The views of an arena, made once. */
export function occlusionMemory(arena: Arena): OcclusionMemory {
  let memory = views.get(arena)
  if (memory === undefined) {
    const { f32, i32, u32, u8 } = arena
    memory = { f32, i32, u32, u8, f64: new Float64Array(arena.buffer) }
    views.set(arena, memory)
  }
  return memory
}
