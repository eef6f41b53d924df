/** What frames leave behind on the heap. Node only, with `--expose-gc`. */

export type HeapGrowth = {
  /** Bytes of the heap that a collection after the frames did not free. */
  kept: number
  /** Bytes a frame before that collection: garbage included. */
  made: number
  /** Bytes of array buffers, before a collection and after it, whichever is more. */
  buffers: number
}

export type HeapLimits = { readonly kept: number; readonly made: number }

/**
 * Runs `frames` frames in a window, and again up to `windows` times until one keeps and makes less than the limits; answers the
 * least of them, and the most of the buffers. Code that the engine compiles late boxes numbers until then and counts as heap
 * itself, so one window says too much; an object or array a frame shows in every one of them.
 */
export function measureHeap(
  frames: number,
  step: (frame: number) => void,
  limits: HeapLimits,
  windows = 5,
): HeapGrowth {
  const { gc } = globalThis as { gc?: () => void }
  if (gc === undefined) throw new Error('run with --expose-gc')
  const least: HeapGrowth = { kept: Infinity, made: Infinity, buffers: 0 }
  for (let window = 0; window < windows; window++) {
    gc()
    gc()
    const before = process.memoryUsage()
    for (let frame = 0; frame < frames; frame++) step(frame)
    const grown = process.memoryUsage()
    gc()
    const after = process.memoryUsage()
    least.kept = Math.min(least.kept, after.heapUsed - before.heapUsed)
    least.made = Math.min(least.made, (grown.heapUsed - before.heapUsed) / frames)
    least.buffers = Math.max(
      least.buffers,
      grown.arrayBuffers - before.arrayBuffers,
      after.arrayBuffers - before.arrayBuffers,
    )
    if (least.kept < limits.kept && least.made < limits.made) break
  }
  return least
}
