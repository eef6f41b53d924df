/** Heightfields without an ECS: heights on a grid, and the ground they stand for. */
export { type GridRect, setCells, setHeights } from './edit.js'
export {
  Cell,
  type CellKind,
  createHeightfield,
  type Heightfield,
  type HeightfieldOptions,
} from './heightfield.js'
export { isGround, sampleHeight, sampleNormal, sampleSlope } from './sample-height.js'
export { sampleHeights } from './sample-heights.js'
export {
  type HeightfieldPlace,
  heightfieldFromFunction,
  heightfieldFromMetres,
  heightfieldFromRaw,
  type RawHeightsMeta,
} from './sources.js'
