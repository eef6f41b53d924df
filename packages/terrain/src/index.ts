/** Terrain for bitECS worlds: heights, patches of each view, rays, occluders. No GL. */
export * from './heightfield/index.js'
export * from './quadtree/index.js'
