/** Draws what culling found visible: instanced batches, sun and shadows, haze, sky, debug lines, picking. */
export {
  animationEventName,
  animationEvents,
  animationStats,
  clipNames,
  createRig,
  type RigHandle,
  setAnimationSource,
} from './animation/animation.js'
export type { AnimationSource, AnimationStats } from './animation/animation-state.js'
export { AnimationUpdates } from './animation/animation-updates.js'
export {
  type AnimatorSettings,
  catchUp,
  clipOf,
  crossFade,
  type PlayOptions,
  readJoint,
  setAnimator,
  setAttachment,
  setClip,
} from './animation/animator.js'
export { Animator } from './animation/animator-component.js'
export {
  type ClipData,
  type ClipEvent,
  MAX_MORPHS,
  type TrackData,
  type TrackTarget,
} from './animation/clip.js'
export type { EventList } from './animation/event-list.js'
export type { SkinnedShape } from './animation/influence.js'
export { RIG_DETAIL_DEFAULTS, type RigData, type RigDetail, type SkinJoint } from './animation/rig.js'
export type { JointData } from './animation/skeleton.js'
export { MAX_LEVELS } from './batches.js'
export { type Color, packTint, WHITE_TINT } from './color.js'
export { setDebugDraw } from './debug.js'
export { DEBUG_DEFAULTS, type DebugSettings } from './debug-settings.js'
export type { DeviceOptions } from './device.js'
export {
  type AmbientSettings,
  type FogSettings,
  type SkySettings,
  type SunSettings,
  setAmbient,
  setExposure,
  setFog,
  setSky,
  setSun,
} from './environment.js'
export { fitCanvas, setPixelRatio } from './fit-canvas.js'
export {
  createMaterial,
  type MaterialHandle,
  type MaterialKind,
  type MaterialSettings,
  type TextureData,
} from './material.js'
export { createMesh, destroyMesh, type MeshData, type MeshHandle, meshBounds, setMeshBounds } from './mesh.js'
export type { ColorKey, CurveKey } from './particles/curves.js'
export type {
  EffectSettings,
  EmissionShape,
  GroundContact,
  ParticleImage,
  Span,
  Vector,
  WhenHidden,
} from './particles/effect-settings.js'
export { Emitter } from './particles/emitter-component.js'
export type { ParticleStats } from './particles/particle-state.js'
export { ParticleUpdates } from './particles/particle-updates.js'
export {
  createEffect,
  destroyEffect,
  type EffectHandle,
  type EmitterInfo,
  type EmitterSettings,
  emitterInfo,
  particleStats,
  setEmitter,
  startEmitter,
  stopEmitter,
} from './particles/particles.js'
export type { Burst } from './particles/streams.js'
export { drawItemBuffer, pickEntity } from './pick.js'
export { pickBounds } from './pick-bounds.js'
export { removeRenderView } from './remove-view.js'
export {
  destroyRender,
  RENDER_DEFAULTS,
  type RenderOptions,
  renderStats,
  renderSystems,
  setupRender,
} from './render.js'
export { type RenderViewSettings, setRenderView } from './render-view.js'
export { Renderable, type RenderableSettings, RenderFlag, setRenderable, setTint } from './renderable.js'
export { SHADOW_DEFAULTS, type ShadowSettings } from './shadow-settings.js'
export { setShadows, shadowViews } from './shadows.js'
export type { RenderStats } from './state.js'
export { animate } from './systems/animate.js'
export { buildDrawLists } from './systems/build-draw-lists.js'
export { drawViews } from './systems/draw-views.js'
export { layOutNameplates } from './systems/lay-out-nameplates.js'
export { simulateParticles } from './systems/simulate-particles.js'
export { trackEmitters } from './systems/track-emitters.js'
export { uploadInstances } from './systems/upload-instances.js'
