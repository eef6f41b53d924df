// Tests boxes against the buffer, in chunks that stay in the first-level cache: rectangle and nearest depth
// of every box, one look into the window minima, and for what that leaves open the tiles themselves.
import { projectAll } from './project'
import { resolve } from './resolve'
import { CHUNK } from './layout'
import { bind, idsChunk, results, useChunk } from './state'

// `boxes` + id * `bytes`: min xyz, and max xyz at `maxAt`. Writes 1 (hidden) or 0 to `out` for each of
// `count` ids; returns how many are hidden.
export function testBoxes(s: usize, boxes: usize, bytes: usize, maxAt: usize, ids: usize, count: i32, out: usize): i32 {
  bind(s)
  const ownIds = idsChunk, ownResults = results
  let hidden = 0
  for (let from = 0; from < count; from += CHUNK) {
    const n = min(count - from, CHUNK), list = ids + (<usize>from << 2)
    if (n & 3) {
      // Groups of four read and write beyond the end: the last chunk goes through the buffer's own.
      memory.copy(ownIds, list, <usize>n << 2)
      for (let k = n; k & 3; k++) store<u32>(ownIds + (<usize>k << 2), load<u32>(list + (<usize>(n - 1) << 2)))
      useChunk(ownIds, ownResults)
    } else useChunk(list, out + <usize>from)
    projectAll(boxes, bytes, maxAt, n)
    hidden += n - resolve(n)
    if (n & 3) memory.copy(out + <usize>from, ownResults, <usize>n)
  }
  return hidden
}

// The largest of `count` ids, at least one.
export function largestId(ids: usize, count: i32): u32 {
  let most: u32 = 0, i = 0, lanes = i32x4.splat(0)
  for (; i + 4 <= count; i += 4) lanes = i32x4.max_u(lanes, v128.load(ids + (<usize>i << 2)))
  for (; i < count; i++) most = max(most, load<u32>(ids + (<usize>i << 2)))
  const a = max(<u32>i32x4.extract_lane(lanes, 0), <u32>i32x4.extract_lane(lanes, 1)), b = max(<u32>i32x4.extract_lane(lanes, 2), <u32>i32x4.extract_lane(lanes, 3))
  return max(most, max(a, b))
}
