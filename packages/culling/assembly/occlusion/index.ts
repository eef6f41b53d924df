// The occlusion buffer's kernels. Signatures and meaning: ../../src/occlusion/kernels/types.ts; layout:
// layout.ts beside it.
export { clear, buildWindows } from './windows'
export { drawOccluders } from './occluders'
export { testBoxes, largestId } from './boxes'
export { queryVisible, testTreeIds } from './tree'
