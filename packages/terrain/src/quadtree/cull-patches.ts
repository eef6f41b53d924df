/**
 * Patches that one view may see: down the tree from the crown, each cell against the planes that still cross it and against the distance,
 * then what is left against an occlusion buffer. A node that is outside, too far or hidden ends the way: its patches are not looked at.
 */
import { type OcclusionBuffer, testBoxes } from '@sightline/culling/occlusion'
import { cellBox } from './bounds.js'
import { EDGE_BITS, Side } from './edge-vertices.js'
import { isSplit, nodeEdges } from './level-map.js'
import { growNodes, growPatches, NODE_STRIDE, PATCH_STRIDE, type PatchList } from './patch-list.js'
import type { Selection } from './selection.js'

export type PatchView = {
  /** Four numbers a plane, n·p + d >= 0 is inside; at most 32. */
  readonly planes: Float32Array
  /** Where distance is measured from. */
  readonly eye: ArrayLike<number>
  /** Metres from the eye beyond which nothing is drawn. Infinity is "no limit". */
  readonly maxDistance: number
  /** A picture of what stands in front, drawn for this view; null tests nothing. */
  readonly occlusion: OcclusionBuffer | null
  /** Which squares of the ground another has found to be visible; left out, all are. */
  readonly tiles?: TileMask
}

/** Squares of the ground, all of one size, and which of them are visible. */
export type TileMask = {
  /** Finest quads along a side: a root's halved some times. */
  readonly quads: number
  readonly columns: number
  readonly rows: number
  /** Row by row: not 0 for a visible one. */
  readonly visible: Uint8Array
}

const BOX = new Float64Array(6)
/** What the last test of BOX found: whether it is in, bits of the planes that cross it, whether it may reach too far. */
const found = { crossing: 0, reaches: false }

/**
 * Writes the patches that the view may see to `list` and returns how many they are. The order is that of the tree: the same input gives the
 * same list.
 * Throws a `RangeError` if there are more than 32 planes; the list is unchanged then.
 */
export function cullPatches(selection: Selection, view: PatchView, list: PatchList): number {
  const count = view.planes.length >>> 2
  if (count > 32) throw new RangeError(`cullPatches: planes has ${count} of them, expected at most 32`)
  clearPatches(list)
  const top = selection.grid.pyramid[0]!
  const mask = count === 32 ? -1 : (1 << count) - 1
  const limited = view.maxDistance < Infinity
  for (let row = 0; row < top.rows; row++) {
    for (let column = 0; column < top.columns; column++)
      visitCell(selection, view, list, 0, column, row, mask, limited)
  }
  const { stats } = list
  hide(view, list, list.nodeBoxes, stats.nodes)
  for (let k = 0; k < stats.nodes; k++) {
    if (list.hidden[k] === 0) addNode(selection, view, list, k)
    else stats.nodesHidden++
  }
  dropHidden(view, list)
  return list.count
}

/** Empties a list and its counts. */
export function clearPatches(list: PatchList): void {
  const { stats } = list
  list.count = 0
  stats.boxesTested = 0
  stats.tilesHidden = 0
  stats.nodes = 0
  stats.nodesHidden = 0
  stats.outside = 0
  stats.far = 0
  stats.hidden = 0
}

/** A cell of the crown or a node. `mask` has a bit for each plane that may cross it, `limited` says whether it may be too far. */
function visitCell(
  selection: Selection,
  view: PatchView,
  list: PatchList,
  p: number,
  column: number,
  row: number,
  mask: number,
  limited: boolean,
): void {
  const { grid, boxes } = selection
  const { quads } = grid.pyramid[p]!
  if (!cellBox(boxes, p, column * quads, row * quads, quads, BOX, 0)) return
  if (!isIn(view, list, mask, limited, false)) return
  if (
    view.tiles !== undefined &&
    quads === view.tiles.quads &&
    isLeftOut(view.tiles, column * quads, row * quads, quads)
  ) {
    list.stats.tilesHidden++
    return
  }
  const { crossing, reaches } = found
  const level = p - grid.crown
  if (level >= 0 && !isSplit(selection, level, column, row)) {
    keepNode(list, level, column, row, crossing, reaches)
    return
  }
  const below = grid.pyramid[p + 1]!
  for (let k = 0; k < 4; k++) {
    const i = 2 * column + (k & 1)
    const j = 2 * row + (k >> 1)
    if (i < below.columns && j < below.rows) visitCell(selection, view, list, p + 1, i, j, crossing, reaches)
  }
}

/** Whether BOX may be seen, with what still crosses it in `found`. */
function isIn(view: PatchView, list: PatchList, mask: number, limited: boolean, counts: boolean): boolean {
  found.crossing = mask
  found.reaches = limited
  if (mask === 0 && !limited) return true
  list.stats.boxesTested++
  if (mask !== 0 && !testPlanes(view.planes, mask)) {
    if (counts) list.stats.outside++
    return false
  }
  if (!limited) return true
  if (squareToBox(view.eye, false) > view.maxDistance * view.maxDistance) {
    if (counts) list.stats.far++
    return false
  }
  found.reaches = squareToBox(view.eye, true) > view.maxDistance * view.maxDistance
  return true
}

/** False if BOX lies outside a plane; else the planes that cross it are in `found`. */
function testPlanes(planes: Float32Array, mask: number): boolean {
  let crossing = 0
  for (let left = mask; left !== 0; left &= left - 1) {
    const i = 31 - Math.clz32(left & -left)
    const x = planes[4 * i]!
    const y = planes[4 * i + 1]!
    const z = planes[4 * i + 2]!
    const d = planes[4 * i + 3]!
    const inner =
      x * (x > 0 ? BOX[3]! : BOX[0]!) + y * (y > 0 ? BOX[4]! : BOX[1]!) + z * (z > 0 ? BOX[5]! : BOX[2]!)
    if (inner + d < 0) return false
    const outer =
      x * (x > 0 ? BOX[0]! : BOX[3]!) + y * (y > 0 ? BOX[1]! : BOX[4]!) + z * (z > 0 ? BOX[2]! : BOX[5]!)
    if (!(outer + d >= 0)) crossing |= 1 << i
  }
  found.crossing = crossing
  return true
}

/** The square of the distance from the eye to the nearest point of BOX, or to the farthest. */
function squareToBox(eye: ArrayLike<number>, farthest: boolean): number {
  let square = 0
  for (let k = 0; k < 3; k++) {
    const below = BOX[k]! - eye[k]!
    const above = eye[k]! - BOX[k + 3]!
    const gap = farthest ? Math.max(-below, -above) : Math.max(below, above, 0)
    square += gap * gap
  }
  return square
}

function keepNode(
  list: PatchList,
  level: number,
  column: number,
  row: number,
  crossing: number,
  reaches: boolean,
): void {
  const k = list.stats.nodes++
  if (NODE_STRIDE * (k + 1) > list.nodes.length) growNodes(list)
  const { nodes } = list
  nodes[NODE_STRIDE * k] = level
  nodes[NODE_STRIDE * k + 1] = column
  nodes[NODE_STRIDE * k + 2] = row
  nodes[NODE_STRIDE * k + 3] = crossing
  nodes[NODE_STRIDE * k + 4] = reaches ? 1 : 0
  writeBox(list.nodeBoxes, k)
}

/** BOX down to float32, outwards: `pad` is far more than the rounding. */
function writeBox(boxes: Float32Array, k: number): void {
  for (let i = 0; i < 6; i++) boxes[6 * k + i] = BOX[i]!
}

/** The node whose patches are added: its edges, and its first corner and the size of its quads. */
const node = { level: 0, edges: 0, x: 0, z: 0, quads: 0, scale: 0 }

function addNode(selection: Selection, view: PatchView, list: PatchList, k: number): void {
  const { grid } = selection
  const level = list.nodes[NODE_STRIDE * k]!
  const column = list.nodes[NODE_STRIDE * k + 1]!
  const row = list.nodes[NODE_STRIDE * k + 2]!
  node.level = level
  node.quads = grid.rootQuads >> level
  node.x = column * node.quads
  node.z = row * node.quads
  node.scale = 1 << (grid.levels - 1 - level)
  node.edges = nodeEdges(selection, level, column, row)
  const mask = list.nodes[NODE_STRIDE * k + 3]!
  const limited = list.nodes[NODE_STRIDE * k + 4] === 1
  visitPart(selection, view, list, grid.crown + level, node.x, node.z, node.quads, mask, limited)
}

/** A square of patches of the node, down to one. */
function visitPart(
  selection: Selection,
  view: PatchView,
  list: PatchList,
  p: number,
  x: number,
  z: number,
  quads: number,
  mask: number,
  limited: boolean,
): void {
  const { grid, boxes } = selection
  const single = quads === node.scale * grid.quadsPerPatch
  const whole = mask === 0 && !limited
  if (single || !whole) {
    if (!cellBox(boxes, p, x, z, quads, BOX, 0)) return
    if (quads < node.quads && !isIn(view, list, mask, limited, single)) return
  }
  if (view.tiles !== undefined && isLeftOutPart(view.tiles, x, z, quads, single)) {
    if (single) list.stats.hidden++
    else list.stats.tilesHidden++
    return
  }
  const crossing = whole || quads === node.quads ? mask : found.crossing
  const reaches = whole || quads === node.quads ? limited : found.reaches
  if (single) {
    addPatch(list, grid.quadsPerPatch, x, z)
    return
  }
  const half = quads / 2
  const below = Math.min(p + 1, grid.pyramid.length - 1)
  visitPart(selection, view, list, below, x, z, half, crossing, reaches)
  visitPart(selection, view, list, below, x + half, z, half, crossing, reaches)
  visitPart(selection, view, list, below, x, z + half, half, crossing, reaches)
  visitPart(selection, view, list, below, x + half, z + half, half, crossing, reaches)
}

/** Whether no tile of a square is visible. */
function isLeftOut(
  { quads: side, columns, rows, visible }: TileMask,
  x: number,
  z: number,
  quads: number,
): boolean {
  const endX = Math.min(columns, (x + quads) / side)
  const endZ = Math.min(rows, (z + quads) / side)
  for (let j = z / side; j < endZ; j++)
    for (let i = x / side; i < endX; i++) if (visible[j * columns + i] !== 0) return false
  return true
}

/** The same within a node: asked once on the way down, for tiles inside larger nodes, and for patches that are larger than a tile. */
function isLeftOutPart(tiles: TileMask, x: number, z: number, quads: number, single: boolean): boolean {
  const { quads: side } = tiles
  const asked = quads === side ? side < node.quads : single && quads > side
  return asked && isLeftOut(tiles, x, z, quads)
}

function addPatch(list: PatchList, quadsPerPatch: number, x: number, z: number): void {
  const k = list.count++
  if (k === list.levels.length) growPatches(list)
  const quads = quadsPerPatch * node.scale
  const { instances } = list
  let kept = 0
  if (x === node.x) kept |= sideMask(Side.west)
  if (x + quads === node.x + node.quads) kept |= sideMask(Side.east)
  if (z === node.z) kept |= sideMask(Side.north)
  if (z + quads === node.z + node.quads) kept |= sideMask(Side.south)
  instances[PATCH_STRIDE * k] = x
  instances[PATCH_STRIDE * k + 1] = z
  instances[PATCH_STRIDE * k + 2] = node.scale
  instances[PATCH_STRIDE * k + 3] = node.edges & kept
  list.levels[k] = node.level
  writeBox(list.boxes, k)
}

function sideMask(side: number): number {
  return ((1 << EDGE_BITS) - 1) << (EDGE_BITS * side)
}

function hide(view: PatchView, list: PatchList, boxes: Float32Array, count: number): void {
  if (view.occlusion === null) list.hidden.fill(0, 0, count)
  else testBoxes(view.occlusion, boxes, count, list.hidden)
}

/** Closes the gaps that hidden patches leave. */
function dropHidden(view: PatchView, list: PatchList): void {
  if (view.occlusion === null) return
  hide(view, list, list.boxes, list.count)
  let kept = 0
  for (let k = 0; k < list.count; k++) {
    if (list.hidden[k] !== 0) continue
    if (kept < k) movePatch(list, k, kept)
    kept++
  }
  list.stats.hidden += list.count - kept
  list.count = kept
}

function movePatch({ instances, levels, boxes }: PatchList, from: number, to: number): void {
  for (let i = 0; i < PATCH_STRIDE; i++)
    instances[PATCH_STRIDE * to + i] = instances[PATCH_STRIDE * from + i]!
  for (let i = 0; i < 6; i++) boxes[6 * to + i] = boxes[6 * from + i]!
  levels[to] = levels[from]!
}
