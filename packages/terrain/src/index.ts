/** Terrain for bitECS worlds: heights, patches of each view, rays, occluders. No GL. */
export * from './collision/index.js'
export * from './heightfield/index.js'
export * from './quadtree/index.js'
export { selectTerrain } from './systems/select-terrain.js'
export { streamTerrain } from './systems/stream-terrain.js'
export { onTerrainEdit, setTerrainCells, setTerrainHeights } from './world/edit-terrain.js'
export {
  heightAt,
  heightAtMany,
  isGroundAt,
  normalAt,
  raycastTerrain,
  slopeAt,
} from './world/height-at.js'
export {
  destroyTerrain,
  setupTerrain,
  TERRAIN_DEFAULTS,
  type TerrainOptions,
  terrainEntity,
  terrainSystems,
  terrainTree,
} from './world/setup-terrain.js'
export type { TerrainEditListener } from './world/terrain-state.js'
export { TerrainTile } from './world/tiles.js'
export { terrainPatches, terrainStats } from './world/view-patches.js'
