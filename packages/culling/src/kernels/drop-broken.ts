/** The twin of `assembly/drop-broken.ts`. */
import { BOX_BYTES, isBroken, LIST_BYTES, STATE_BOXES } from '../spatial/octree.js'
import type { KernelMemory } from './keys.js'

const STEP = LIST_BYTES >>> 2

/** Moves the ids of broken boxes to the end of a list; returns how many are sound. */
export function dropBroken(
  m: KernelMemory,
  tree: number,
  list: number,
  spare: number,
  count: number,
): number {
  const { f32, u32 } = m
  const boxes = u32[(tree + STATE_BOXES) >>> 2]!
  let sound = 0
  let broken = 0
  for (let i = 0; i < count; i++) {
    const id = u32[(list >>> 2) + i * STEP]!
    if (isBroken(f32, boxes + id * BOX_BYTES)) u32[(spare >>> 2) + broken++ * STEP] = id
    else u32[(list >>> 2) + sound++ * STEP] = id
  }
  for (let i = 0; i < broken; i++) u32[(list >>> 2) + (sound + i) * STEP] = u32[(spare >>> 2) + i * STEP]!
  return sound
}
