/**
 * The kernels of the octree and of the boxes in it: what runs over their bytes in the arena. Each exists
 * twice, as AssemblyScript with SIMD (`assembly/`) and as a readable twin in this folder; both read and write
 * exactly the same bytes, in the same order. All arguments are byte offsets into the arena or plain counts;
 * `tree` is the offset of a tree's state block.
 */
export type OctreeKernels = {
  readonly kind: KernelKind
  /**
   * Appends at `out` the ids of all boxes that are not outside one of the prepared planes; returns how many.
   */
  queryFrustum(tree: number, planes: number, planeCount: number, out: number): number
  /**
   * Writes new boxes of `ids` into their places; ids that must be filed anew go to `leavers`, whose count is
   * returned.
   */
  moveBoxes(tree: number, ids: number, count: number, leavers: number): number
  /** Makes the bounds of everything marked dirty tight again, from the leaves to the root. */
  refit(tree: number): void
  /** Writes how far boxes of a leaf may go before they are filed anew, from the prefix of its entry. */
  setReach(tree: number, leaf: number): void
  /** Moves the ids of broken boxes to the end of a list; returns how many are sound. */
  dropBroken(tree: number, list: number, spare: number, count: number): number
  /**
   * Lists a leaf's ids with 32 bits of their keys from bit `offset` on, in ascending order; returns the
   * count.
   */
  listLeaf(tree: number, leaf: number, offset: number, list: number): number
  /** Fills a leaf with the listed ids: blocks, ids, places and bounds. */
  packLeaf(tree: number, leaf: number, list: number, count: number): void
  /** Sorts listed ids by their keys; returns how many leading bits all keys share. */
  sortByKey(tree: number, list: number, spare: number, count: number): number
  /** Sets the lane at `lane` to the union of the eight lanes at `rows`; returns 1 if that changed it. */
  fitLane(rows: number, lane: number): number
  /**
   * Writes the world box of each id (8 floats) from its matrix (16) and its local box (3 and 3), as
   * `writeFiniteBox` does; ids whose box is not finite are moved to the front of the list and keep the old
   * one. Returns how many those are.
   */
  computeBoxes(
    ids: number,
    count: number,
    boxes: number,
    matrices: number,
    centers: number,
    halves: number,
  ): number
}

/** Which build of the kernels is used. */
export type KernelKind = 'wasm-simd' | 'typescript'
