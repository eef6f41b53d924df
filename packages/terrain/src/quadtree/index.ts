/** The quadtree of a terrain without an ECS: chosen nodes, patches, rays. */
export { type CellBoxes, cellBox } from './bounds.js'
export { clearPatches, cullPatches, type PatchView, type TileMask } from './cull-patches.js'
export { edgeStep, patchVertex, Side, vertexHeight } from './edge-vertices.js'
export {
  nodeNumber,
  nodePlace,
  type PyramidLevel,
  QUADTREE_DEFAULTS,
  type QuadtreeOptions,
  type TerrainGrid,
} from './grid.js'
export type { HeightPyramid } from './height-pyramid.js'
export { forEachChosenNode, isSplit, levelAt, nodeEdges } from './level-map.js'
export { levelHeight, type NodeErrors } from './node-errors.js'
export { createPatchList, PATCH_STRIDE, type PatchList, type PatchStats } from './patch-list.js'
export { raycastTree } from './raycast.js'
export {
  SELECTION_DEFAULTS,
  type Selection,
  type SelectionOptions,
  selectNodes,
} from './selection.js'
export {
  createTerrainTree,
  setTreeHeights,
  TERRAIN_TREE_DEFAULTS,
  type TerrainTree,
  type TerrainTreeOptions,
} from './terrain.js'
export {
  occluderRect,
  type TerrainOccluder,
  terrainOccluder,
  updateTerrainOccluder,
} from './terrain-occluder.js'
