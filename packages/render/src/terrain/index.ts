/** Draws a terrain of `@sightline/terrain` in the pictures of `@sightline/render`. */
export { type Band, createGroundLayers, type GroundLayer, MAX_LAYERS } from './ground-layers.js'
export { createGroundTexture, type GroundTextureSettings } from './ground-textures.js'
export { TERRAIN_DEBUG_DEFAULTS, type TerrainDebug } from './terrain-debug.js'
export {
  createTerrainDrawing,
  destroyTerrainDrawing,
  setTerrainDebug,
  type TerrainDrawing,
  type TerrainDrawingOptions,
  type TerrainDrawingStats,
  terrainDrawingStats,
  updateTerrainDrawing,
} from './terrain-drawing.js'
