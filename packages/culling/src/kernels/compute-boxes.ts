/** The twin of `assembly/compute-boxes.ts`. */
import { writeFiniteBox } from '../world-box.js'
import type { KernelMemory } from './keys.js'

/**
 * Writes the world boxes of `ids`; moves the ids whose boxes are not finite to the front and returns how
 * many.
 */
export function computeBoxes(
  { f32, u32 }: KernelMemory,
  ids: number,
  count: number,
  boxes: number,
  matrices: number,
  centers: number,
  halves: number,
): number {
  const list = ids >>> 2
  let unusual = 0
  for (let k = 0; k < count; k++) {
    const id = u32[list + k]!
    const center = (centers >>> 2) + id * 3
    const half = (halves >>> 2) + id * 3
    const finite = writeFiniteBox(
      f32,
      (boxes >>> 2) + id * 8,
      f32,
      (matrices >>> 2) + id * 16,
      f32,
      center,
      f32,
      half,
    )
    if (!finite) u32[list + unusual++] = id
  }
  return unusual
}
