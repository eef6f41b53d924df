/** Culling for bitECS worlds: what each view can see, and how much it matters. No DOM, no GL. */
export { Bounds, markBounds, setBox, setSphere, WorldBounds } from './bounds.js'
export { CullRange, type CullRangeOptions, setCullRange } from './cull-range.js'
export { CULLING_DEFAULTS, cullingSystems, setupCulling } from './culling.js'
export { type Explanation, explain, type Test } from './explain.js'
export { ALL_LAYERS, DEFAULT_LAYERS, Layers, setLayers } from './layers.js'
export {
  type CascadeOptions,
  type CubeFaceOptions,
  clearCasters,
  type SpotShadowOptions,
  setCascade,
  setCubeFace,
  setSpotShadow,
} from './lights/casters.js'
export {
  Light,
  type PointLightOptions,
  type SpotLightOptions,
  setDirectionalLight,
  setPointLight,
  setSpotLight,
} from './lights/light.js'
export {
  forceLevel,
  LOD_DEFAULTS,
  LOD_REFERENCE_FOV,
  type LodOptions,
  LodRange,
  lodQuality,
  setLodQuality,
  setLodRange,
} from './lod.js'
export { MAX_LEVELS } from './lod-choice.js'
export { NeverCull } from './never-cull.js'
export {
  isOccluding,
  Occluder,
  setBoxOccluder,
  setHeightfieldOccluder,
  setHullOccluder,
  setOccluders,
  setOccluding,
  setPrismOccluder,
  updateHeightfieldOccluder,
} from './occluders/occluder.js'
export type {
  BoxShape,
  HeightfieldShape,
  HeightSource,
  HullShape,
  OccluderShape,
  PrismShape,
  TurnedBoxShape,
} from './occluders/occluder-shape.js'
export type { HeightfieldGrid } from './occlusion/heightfield.js'
export type { OcclusionImage } from './occlusion/occlusion-buffer.js'
export { occludersIn, occlusionPicture } from './occlusion-frame/look-again.js'
export {
  cutView,
  disposeOcclusion,
  type OcclusionReport,
  occlusionOf,
  setOcclusion,
  slowOcclusion,
} from './occlusion-frame/occlusion.js'
export {
  OCCLUSION_DEFAULTS,
  OCCLUSION_TIERS,
  type OcclusionMode,
  type OcclusionOptions,
  type OcclusionTier,
  type TierSettings,
  type WorkerLike,
} from './occlusion-frame/occlusion-options.js'
export type { DropReason } from './occlusion-frame/occlusion-state.js'
export { octreeOf } from './octree-of.js'
export type {
  ClipDepth,
  OffCenterOptions,
  OrthographicOptions,
  PerspectiveOptions,
} from './projection/matrices.js'
export { screenFraction, screenPixels } from './projection/screen-size.js'
export { PLANE_NAMES } from './projection/view-volume.js'
export {
  type BuiltInReasons,
  type CullReason,
  CullReasons,
  cullReasonName,
  defineCullReason,
} from './reasons.js'
export {
  type CandidateList,
  candidates,
  cullCandidate,
  distances,
  entered,
  fades,
  isSeen,
  isVisible,
  left,
  leftReasons,
  levels,
  type ResultList,
  type ViewStats,
  version,
  viewStats,
  visible,
} from './results.js'
export { type Due, due, noteCost, runDue } from './schedule/due.js'
export type { BandName } from './schedule/policies.js'
export {
  explainUpdate,
  type UpdateExplanation,
  type UpdateStats,
  updateStats,
} from './schedule/report.js'
export {
  defineUpdateKind,
  MAX_INTERVAL,
  type Rate,
  UPDATE_DEFAULTS,
  type UpdateKind,
  type UpdateKindOptions,
  type UpdatePolicy,
} from './schedule/update-kind.js'
export {
  clearUpdateRate,
  setImportance,
  setUpdateBudget,
  setUpdateRate,
  UpdateRate,
} from './schedule/update-rate.js'
export type { Octree } from './spatial/index.js'
export { kernelKind, loadKernels } from './spatial/index.js'
export type { CullingOptions, Refresh, ViewKind } from './state.js'
export { applyOcclusion } from './systems/apply-occlusion.js'
export { cullLights, lights } from './systems/cull-lights.js'
export { cullViews } from './systems/cull-views.js'
export { publishVisibility } from './systems/publish-visibility.js'
export { requestOcclusion } from './systems/request-occlusion.js'
export { scheduleUpdates } from './systems/schedule-updates.js'
export { selectLods } from './systems/select-lods.js'
export { sweepCasters } from './systems/sweep-casters.js'
export { updateLights } from './systems/update-lights.js'
export { updateOccluders } from './systems/update-occluders.js'
export { updateOctree } from './systems/update-octree.js'
export { updateViews } from './systems/update-views.js'
export { updateWorldBounds } from './systems/update-world-bounds.js'
export { validateCulling } from './validate.js'
export {
  type Camera,
  cameraOf,
  type Eye,
  setEyes,
  setOrthographic,
  setPerspective,
  setPerspectiveOffCenter,
  setProjectionMatrix,
  setView,
  setViewport,
  VIEW_DEFAULTS,
  View,
  type ViewOptions,
} from './view.js'
export { isHidden, setVisibility, Visibility, type VisibilityState } from './visibility.js'
