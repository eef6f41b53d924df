import { type Component, defineComponent, type World } from '@sightline/core'
import { expectNumber, expectOptions } from '@sightline/core/checks'
import { expectNotNegative } from './cull-range.js'
import { checkedMask, DEFAULT_LAYERS } from './layers.js'
import {
  type ClipDepth,
  type OffCenterOptions,
  type OrthographicOptions,
  orthographicMatrix,
  type PerspectiveOptions,
  perspectiveMatrix,
  perspectiveOffCenterMatrix,
} from './projection/matrices.js'
import { setProjection } from './projection/projection.js'
import { type Refresh, type ViewKind, type ViewState, viewState } from './state.js'
import { applyMatrix, finishProjection, isCurrent } from './view-projection.js'

export { type Eye, setEyes } from './eyes.js'

/**
 * Set by the game: this entity asks what it can see, from its place in the world (its `WorldMatrix`, without
 * scale), looking along its -Z with Y up. What it sees is set with `setPerspective` and its siblings and with
 * `setView`. One that `maxViews` leaves no room for sees nothing and cannot be set; once another goes it
 * takes its place, with defaults.
 */
// biome-ignore lint/complexity/noBannedTypes: a tag; what a view is told stands in its ViewState
export const View: Component<{}> = defineComponent('View', {})

/** What `setView` sets. Fields that are not given stay as they are. */
export type ViewOptions = {
  /** Layers that the view sees, as bits. Default 1. */
  layers?: number
  /**
   * Distances are multiplied by this before they are held against `maxDistance` and LOD distances: below 1
   * shows more and finer. (LOD distances follow the field of view by themselves.) Above 0. Default 1.
   */
  distanceScale?: number
  /**
   * Whatever is smaller on the screen is left out, in pixels of `viewportHeight`; 0 is "no limit". Default 0.
   */
  minPixels?: number
  /**
   * The height of the picture in pixels; 0 when the canvas has no size: nothing is visible then. Default
   * 1080.
   */
  viewportHeight?: number
  /** When to ask the octree again. Default 'every-frame'. */
  refresh?: Refresh
  /** Whether occluders hide things in this view. Default true. */
  occlusion?: boolean
  /** Whether things outside the view's volume are left out; false is for comparisons. Default true. */
  frustum?: boolean
  /** Cameras see, lights collect shadow casters. Default 'camera'. */
  kind?: ViewKind
}

const KNOWN_OPTIONS: Readonly<Record<keyof ViewOptions, true>> = {
  layers: true,
  distanceScale: true,
  minPixels: true,
  viewportHeight: true,
  refresh: true,
  occlusion: true,
  frustum: true,
  kind: true,
}

/** What a view is until told otherwise. */
export const VIEW_DEFAULTS: Required<ViewOptions> & {
  viewportWidth: number
  perspective: PerspectiveOptions
} = {
  layers: DEFAULT_LAYERS,
  distanceScale: 1,
  minPixels: 0,
  viewportWidth: 1920,
  viewportHeight: 1080,
  refresh: 'every-frame',
  occlusion: true,
  frustum: true,
  kind: 'camera',
  perspective: { fovY: Math.PI / 3, aspect: 16 / 9, near: 0.1, far: 1000 },
}

const MATRIX = new Float64Array(16)

/**
 * Gives a view a symmetric perspective. Without `aspect` it is that of the viewport (see `setViewport`), 16:9
 * at first. An aspect of 0, Infinity or NaN is what a canvas without size gives: the last good camera stays
 * and nothing is visible until a good aspect comes.
 * Throws a `RangeError` that names the field, or an `Error` if the entity is not a view; nothing is changed
 * then.
 */
export function setPerspective(world: World, view: number, options: PerspectiveOptions): void {
  const state = viewState(world, view, 'setPerspective')
  const aspect = options.aspect ?? state.viewportWidth / state.viewportHeight
  const broken = aspect === 0 || aspect === Infinity || Number.isNaN(aspect)
  perspectiveMatrix({ ...options, aspect: broken ? 1 : aspect }, MATRIX, 'setPerspective')
  if (!broken) applyMatrix(state, MATRIX, options.clipDepth, 'setPerspective')
  state.perspective = { ...options }
  if (state.aspectBroken !== broken) state.settingsChanged = true
  state.aspectBroken = broken
}

/**
 * Gives a view an off-centre perspective: `left`, `right`, `bottom`, `top` on the near plane.
 * Throws a `RangeError` that names the field, or an `Error` if the entity is not a view; nothing is changed
 * then.
 */
export function setPerspectiveOffCenter(world: World, view: number, options: OffCenterOptions): void {
  const state = viewState(world, view, 'setPerspectiveOffCenter')
  perspectiveOffCenterMatrix(options, MATRIX, 'setPerspectiveOffCenter')
  applyMatrix(state, MATRIX, options.clipDepth, 'setPerspectiveOffCenter')
}

/**
 * Gives a view parallel rays. `near` may be negative: then things behind the view's place are seen too.
 * Throws a `RangeError` that names the field, or an `Error` if the entity is not a view; nothing is changed
 * then.
 */
export function setOrthographic(world: World, view: number, options: OrthographicOptions): void {
  const state = viewState(world, view, 'setOrthographic')
  orthographicMatrix(options, MATRIX, 'setOrthographic')
  applyMatrix(state, MATRIX, options.clipDepth, 'setOrthographic')
}

/**
 * Gives a view any projection matrix, from view space (looking along -Z) to clip space, column-major. Depth
 * may be reversed and the far plane infinite; both are found from the matrix. `clipDepth` must say for which
 * range it was made: 'minus-one-to-one' (WebGL, the default) or 'zero-to-one' (WebGPU).
 * Throws a `TypeError` or `RangeError` that names the field, or an `Error` if the entity is not a view;
 * nothing is changed then.
 */
export function setProjectionMatrix(
  world: World,
  view: number,
  matrix: ArrayLike<number>,
  clipDepth: ClipDepth = 'minus-one-to-one',
): void {
  const state = viewState(world, view, 'setProjectionMatrix')
  if (matrix?.length !== 16 || !isCurrent(state, matrix, clipDepth)) {
    setProjection(state.projection, matrix, clipDepth, 'setProjectionMatrix')
    finishProjection(state)
  }
  state.perspective = null
}

/**
 * Tells a view the size of its picture in pixels. A view with `setPerspective` gets the aspect of it, also
 * where another was given before. A size of 0 means that nothing is visible until there is one again; the
 * camera stays as it was.
 * Throws a `RangeError` for a negative size, a `TypeError` for what is no number, an `Error` if the entity is
 * not a view.
 */
export function setViewport(world: World, view: number, width: number, height: number): void {
  const state = viewState(world, view, 'setViewport')
  expectNumber('setViewport', 'width', width)
  expectNumber('setViewport', 'height', height)
  if (width < 0 || width === Infinity) {
    throw new RangeError(`setViewport: width is ${width}, expected pixels of 0 or more`)
  }
  if (height < 0 || height === Infinity) {
    throw new RangeError(`setViewport: height is ${height}, expected pixels of 0 or more`)
  }
  if (!Object.is(state.viewportWidth, width) || !Object.is(state.viewportHeight, height)) {
    state.settingsChanged = true
  }
  state.viewportWidth = width
  state.viewportHeight = height
  if (state.perspective !== null)
    setPerspective(world, view, { ...state.perspective, aspect: width / height })
}

/**
 * Sets what is given and leaves the rest as it is.
 * Throws a `RangeError` or `TypeError` that names the field, or an `Error` if the entity is not a view;
 * nothing is changed then.
 */
export function setView(world: World, view: number, options: ViewOptions): void {
  const state = viewState(world, view, 'setView')
  checkView(options)
  if (differs(state, options)) state.settingsChanged = true
  if (options.layers !== undefined) state.layers = checkedMask('setView', 'layers', options.layers)
  if (options.distanceScale !== undefined) state.distanceScale = options.distanceScale
  if (options.minPixels !== undefined) state.minPixels = options.minPixels
  if (options.viewportHeight !== undefined) state.viewportHeight = options.viewportHeight
  if (options.refresh !== undefined) state.refresh = options.refresh
  if (options.occlusion !== undefined) state.occlusion = options.occlusion
  if (options.frustum !== undefined) state.frustum = options.frustum
  if (options.kind !== undefined) state.kind = options.kind
}

/** A game may set the same every frame: that must not count as a change. */
function differs(state: ViewState, options: ViewOptions): boolean {
  const { layers, refresh } = options
  if (layers !== undefined && layers >>> 0 !== state.layers) return true
  if (refresh !== undefined && !isSameRefresh(refresh, state.refresh)) return true
  for (const field of PLAIN_FIELDS) {
    if (options[field] !== undefined && !Object.is(options[field], state[field])) return true
  }
  return false
}

const PLAIN_FIELDS = ['distanceScale', 'minPixels', 'viewportHeight', 'occlusion', 'frustum', 'kind'] as const

function isSameRefresh(a: Refresh, b: Refresh): boolean {
  return typeof a === 'object' && typeof b === 'object' ? a.seconds === b.seconds : a === b
}

function checkView(options: ViewOptions): void {
  expectOptions('setView', options, KNOWN_OPTIONS)
  const { layers, distanceScale, minPixels, viewportHeight, refresh, occlusion, frustum, kind } = options
  if (layers !== undefined) checkedMask('setView', 'layers', layers)
  if (distanceScale !== undefined) expectNumber('setView', 'distanceScale', distanceScale)
  if (distanceScale !== undefined && !(distanceScale > 0 && distanceScale < Infinity)) {
    throw new RangeError(`setView: distanceScale is ${distanceScale}, expected a finite number above 0`)
  }
  if (minPixels !== undefined) expectNotNegative('setView', 'minPixels', minPixels)
  if (viewportHeight !== undefined && !Number.isNaN(viewportHeight)) {
    expectNotNegative('setView', 'viewportHeight', viewportHeight)
  }
  if (refresh !== undefined) checkRefresh(refresh)
  if (occlusion !== undefined && typeof occlusion !== 'boolean') {
    throw new TypeError(`setView: occlusion is ${String(occlusion)}, expected true or false`)
  }
  if (frustum !== undefined && typeof frustum !== 'boolean') {
    throw new TypeError(`setView: frustum is ${String(frustum)}, expected true or false`)
  }
  if (kind !== undefined && kind !== 'camera' && kind !== 'light') {
    throw new TypeError(`setView: kind is ${JSON.stringify(kind)}, expected 'camera' or 'light'`)
  }
}

function checkRefresh(refresh: Refresh): void {
  if (refresh === 'every-frame' || refresh === 'on-change') return
  if (typeof refresh !== 'object' || refresh === null) {
    throw new TypeError(
      `setView: refresh is ${JSON.stringify(refresh)}, expected 'every-frame', 'on-change' or { seconds }`,
    )
  }
  expectNumber('setView', 'refresh.seconds', refresh.seconds)
  if (!(refresh.seconds > 0 && refresh.seconds < Infinity)) {
    throw new RangeError(`setView: refresh.seconds is ${refresh.seconds}, expected a finite number above 0`)
  }
}

/**
 * What a renderer needs of a view; computed by `updateViews`. The arrays stay the same and are changed in
 * place.
 */
export type Camera = {
  /** Camera to world, without scale. */
  readonly camera: Float64Array
  /** World to camera. */
  readonly viewMatrix: Float64Array
  /** World to clip space. */
  readonly viewProjection: Float64Array
  readonly eye: Float64Array
  readonly projection: { readonly matrix: Float64Array }
  /** Four floats a plane, n·p + d >= 0 inside, pushed out for rounding. */
  readonly activePlanes: Float32Array
  /** False for a view that goes without its planes. */
  readonly frustum: boolean
  readonly kind: ViewKind
  /** Distances are multiplied by this before they are held against limits. */
  readonly distanceScale: number
  /** Pixels. */
  readonly viewportHeight: number
  /** From where distances are measured: for shadow casters their camera, else the view itself. */
  readonly lens: { readonly eye: Float64Array }
}

/** The matrices of a view as of the last `updateViews`. Throws an `Error` if the entity is not a view. */
export function cameraOf(world: World, view: number): Camera {
  return viewState(world, view, 'cameraOf')
}
