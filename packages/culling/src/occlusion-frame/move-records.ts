import type { Arena } from '@sightline/core/memory'
import { HEAD_BYTES, HEAD_RECORD, RECORD_NEXT } from '../occlusion/kernels/layout.js'
import { HEAD_COUNT, type JobBlock } from './job.js'

/**
 * Records point at each other by byte offsets: after a block was copied to `by` bytes farther up, they are
 * set right.
 */
export function moveRecords({ u32 }: Arena, { header, heads }: JobBlock, by: number): void {
  const count = header[HEAD_COUNT]!
  for (let i = 0; i < count; i++) {
    let pointer = (heads + i * HEAD_BYTES + HEAD_RECORD) >>> 2
    while (u32[pointer] !== 0) {
      const record = u32[pointer]! + by
      u32[pointer] = record
      pointer = (record + RECORD_NEXT) >>> 2
    }
  }
}
