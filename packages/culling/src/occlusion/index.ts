export { kernelKind } from '../kernels/kernels.js'
export type { KernelKind } from '../kernels/types.js'
export { loadKernels } from '../spatial/octree-load.js'
export { type BeginOcclusionOptions, beginOcclusion, clearOcclusion } from './begin-occlusion.js'
export {
  CHOOSE_OCCLUDERS_DEFAULTS,
  type ChooseOccludersOptions,
  chooseOccluders,
  createOccluderChoice,
  type OccluderChoice,
} from './choose-occluders.js'
export { footprintProblem } from './footprint.js'
export type { HeightfieldGrid } from './heightfield.js'
export {
  addBoxOccluder,
  addHeightfieldOccluder,
  addHullOccluder,
  addPrismOccluder,
} from './loose-occluders.js'
export {
  addOccluders,
  createOccluderSet,
  hasOccluder,
  type OccluderSet,
  removeOccluder,
  setBoxOccluder,
  setHullOccluder,
  setPrismOccluder,
} from './occluder-set.js'
export {
  createOcclusionBuffer,
  type OcclusionBuffer,
  type OcclusionBufferOptions,
  type OcclusionImage,
  type OcclusionStats,
  occlusionBytes,
  occlusionStats,
} from './occlusion-buffer.js'
export { occlusionImage } from './occlusion-image.js'
export type { OcclusionClipDepth } from './occlusion-view.js'
export { queryVisible, testOctreeIds } from './octree-boxes.js'
export { testBoxes, testBoxIds } from './test-boxes.js'
