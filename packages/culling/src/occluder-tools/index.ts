/**
 * `@sightline/culling/occluder-tools`: makes and checks occluders when assets are built. Runs in Node and in the browser; nothing of it
 * belongs in a frame.
 */
export {
  type CheckOccludersInput,
  type CheckOccludersOptions,
  checkOccluders,
  type OccluderFinding,
} from './check-occluders.js'
export {
  type GltfOccluders,
  type GltfOccludersOptions,
  occludersFromGltf,
} from './gltf.js'
export { type MeshProblem, meshProblem } from './mesh-problem.js'
export {
  boxOccluderMatrix,
  type MeshOccluders,
  type OccludersFromMeshOptions,
  occludersFromMesh,
} from './occluders-from-mesh.js'
export { OCCLUDERS_FROM_MESH_DEFAULTS } from './settings.js'
export type { Vec3 } from './solid.js'
