/**
 * Bits of `CullingState.flags`. The first four are kept by `updateWorldBounds` and `updateOctree`, the others by observers
 * and setters, at once.
 */
export const EntityFlag: {
  /** It has a box: `Bounds` or `WorldBounds`. */
  readonly member: 1
  /** Its box is computed from `Bounds`; else the game writes `WorldBounds`. */
  readonly computed: 2
  /** It is in the octree. */
  readonly indexed: 4
  /** Its box holds NaN. */
  readonly broken: 8
  /** Hidden by its own `Visibility` or by an ancestor's. */
  readonly hidden: 16
  /** Has `NeverCull`. */
  readonly neverCull: 32
  /** Has `CullRange`. */
  readonly ranged: 64
  /** Its local box was set since the last `updateWorldBounds`. */
  readonly boundsTouched: 128
  /** Has `Bounds`, `WorldBounds`, `Layers`, `Visibility`. */
  readonly bounds: 256
  readonly worldBounds: 512
  readonly layers: 1024
  readonly visibility: 2048
  /** It lost its box and `NeverCull`, or was destroyed, since the last `updateWorldBounds`, whatever has the id now. */
  readonly departed: 4096
  /** Has `Occluder`, shapes in it, and is not switched off. */
  readonly occluder: 8192
} = {
  member: 1,
  computed: 2,
  indexed: 4,
  broken: 8,
  hidden: 16,
  neverCull: 32,
  ranged: 64,
  boundsTouched: 128,
  bounds: 256,
  worldBounds: 512,
  layers: 1024,
  visibility: 2048,
  departed: 4096,
  occluder: 8192,
}
