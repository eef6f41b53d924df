export { createFeeler, FEEL, type Feeler } from './feeler.js'
export { COVER, type GroundCover } from './ground/ground-cover.js'
export type { Relief } from './ground/land.js'
export { strollers } from './place/place-people.js'
export { createTownPlan, type TownPlan } from './plan/town-plan.js'
export { sampleRoute } from './routes.js'
export { buildTown, createTown } from './town.js'
export {
  type Box,
  type CameraPose,
  type Collision,
  type Door,
  type GroundTile,
  type MeshData,
  PERSON_ROLES,
  type People,
  type PersonRole,
  type Point,
  type Progress,
  type Quality,
  type Route,
  type Solid,
  STREET_KINDS,
  type StreetGraph,
  type StreetKind,
  THING_KINDS,
  type ThingKind,
  type Things,
  type Town,
  type TownMesh,
  type TownOptions,
} from './types.js'
