/** Reads glTF models, skinned or not, for `createRig`, `createMesh` and `createMaterial`. */
export type { ClipAdditions } from './clips.js'
export type { ImageDecoder } from './colors.js'
export { createModel, loadModel, type Model } from './load-model.js'
export { type ModelData, type ModelOptions, readDocument, readModel } from './read-model.js'
