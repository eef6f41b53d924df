/**
 * Patches of one view, as a renderer takes them: an instance each of one mesh of quadsPerPatch² quads.
 */

/** Numbers of one patch in `PatchList.instances`. */
export const PATCH_STRIDE = 4

/** Level, column, row, planes that cross it, whether it may reach too far. */
export const NODE_STRIDE = 5

export type PatchList = {
  /** Patches in use. */
  count: number
  /**
   * Four numbers a patch, whole and exact in float32: x and z of its first corner and the size of its quads, in finest quads; then its edge
   * steps, packed: four bits each for west, east, north and south hold log2 of the step.
   */
  instances: Float32Array
  /** Beside it: the level of the node that each patch belongs to. */
  levels: Uint8Array
  /** Beside it: min xyz, max xyz of each patch in the world. */
  boxes: Float32Array
  /** What the last culling did. */
  readonly stats: PatchStats
  /** Scratch of the occlusion test. */
  hidden: Uint8Array
  /** Chosen nodes that passed everything cheap: `NODE_STRIDE` numbers each. */
  nodes: Int32Array
  nodeBoxes: Float32Array
}

export type PatchStats = {
  /** Boxes that were held against planes or distance. */
  boxesTested: number
  /** Tiles inside the planes and near enough that are not visible: no node and no patch in them was looked at. */
  tilesHidden: number
  /** Chosen nodes inside the planes and near enough, and how many of them were hidden: their patches were not looked at. */
  nodes: number
  nodesHidden: number
  /** Of the patches of nodes that remained: outside the planes, too far, hidden. */
  outside: number
  far: number
  hidden: number
}

const FIRST_PATCHES = 1024
const FIRST_NODES = 64

export function createPatchList(): PatchList {
  return {
    count: 0,
    instances: new Float32Array(PATCH_STRIDE * FIRST_PATCHES),
    levels: new Uint8Array(FIRST_PATCHES),
    boxes: new Float32Array(6 * FIRST_PATCHES),
    stats: { boxesTested: 0, tilesHidden: 0, nodes: 0, nodesHidden: 0, outside: 0, far: 0, hidden: 0 },
    hidden: new Uint8Array(FIRST_PATCHES),
    nodes: new Int32Array(NODE_STRIDE * FIRST_NODES),
    nodeBoxes: new Float32Array(6 * FIRST_NODES),
  }
}

/** Room for one more patch. Lists keep the size they have reached. */
export function growPatches(list: PatchList): void {
  list.instances = doubled(list.instances, new Float32Array(2 * list.instances.length))
  list.levels = doubled(list.levels, new Uint8Array(2 * list.levels.length))
  list.boxes = doubled(list.boxes, new Float32Array(2 * list.boxes.length))
  list.hidden = doubled(list.hidden, new Uint8Array(2 * list.hidden.length))
}

export function growNodes(list: PatchList): void {
  list.nodes = doubled(list.nodes, new Int32Array(2 * list.nodes.length))
  list.nodeBoxes = doubled(list.nodeBoxes, new Float32Array(2 * list.nodeBoxes.length))
  // Also holds the answers for nodes.
  while (list.hidden.length < list.nodeBoxes.length / 6)
    list.hidden = doubled(list.hidden, new Uint8Array(2 * list.hidden.length))
}

function doubled<T extends Float32Array | Uint8Array | Int32Array>(from: T, to: T): T {
  to.set(from)
  return to
}
