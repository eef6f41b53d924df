/** Triangles of the ground for physics engines, without an ECS. */
export {
  type CollisionTile,
  type CollisionTileOptions,
  createCollisionTile,
  moveCollisionTile,
} from './collision-tile.js'
