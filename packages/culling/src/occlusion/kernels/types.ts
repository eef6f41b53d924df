/**
 * The kernels of the occlusion buffer. Each exists twice, as AssemblyScript with SIMD (`assembly/occlusion/`)
 * and as a readable twin in this folder; both leave exactly the same bits behind. `state` is the byte offset
 * of a buffer's block in the arena; all other arguments are byte offsets or counts.
 */
export type OcclusionKernels = {
  readonly kind: 'wasm-simd' | 'typescript'
  /** Empties the buffer. */
  clear(state: number): void
  /** Draws the occluders whose heads are listed, in that order; returns how many covered a pixel. */
  drawOccluders(state: number, heads: number, ids: number, count: number): number
  /** Window minima of the whole-tile depths; must follow drawing and precede testing. */
  buildWindows(state: number): void
  /** The largest of at least one id. */
  largestId(ids: number, count: number): number
  /**
   * Tests boxes (`bytes` apart; min xyz, and max xyz at `maxAt`) and writes 1 (hidden) or 0 for each listed
   * id; returns how many are hidden.
   */
  testBoxes(
    state: number,
    boxes: number,
    bytes: number,
    maxAt: number,
    ids: number,
    count: number,
    out: number,
  ): number
  /**
   * Appends at `out` the ids of all boxes of an octree that are neither outside one of the prepared planes
   * nor hidden, and returns how many. `tree` is the octree's state block.
   */
  queryVisible(state: number, tree: number, planes: number, planeCount: number, out: number): number
  /** Writes 1 (hidden) or 0 for each of the listed boxes of an octree; returns how many are hidden. */
  testTreeIds(state: number, tree: number, ids: number, count: number, out: number): number
}
