import createREGL, { type Regl } from 'regl'
import type { Environment } from './environment.js'
import { createGpu, destroyGpu, type Gpu } from './gpu.js'
import type { RenderStats } from './state.js'

/** A canvas with its WebGL context, and what we keep on the GPU. */
export type Device = {
  readonly canvas: HTMLCanvasElement
  readonly gl: WebGLRenderingContext
  /** The game's own regl on the same context: it must be told that we have changed the GPU's state. */
  readonly gameRegl: Regl | undefined
  /** Drawing pixels for each CSS pixel; 0 is "as the screen has them". */
  pixelRatio: number
  readonly maxPixelRatio: number
  readonly stats: RenderStats
  /** Meshes may have more than 65,536 vertices. */
  readonly longIndices: boolean
  /** Everything on the GPU; undefined while the context is lost. */
  gpu: Gpu | undefined
  /** Takes back what `openDevice` attached to the canvas. */
  detach: () => void
}

/** Where `setupRender` draws: give `canvas`, or `regl` if the game has one already. */
export type DeviceOptions = {
  readonly canvas?: HTMLCanvasElement
  readonly regl?: Regl
  /** Smooth edges, if the browser can. Only with `canvas`. Default true. */
  readonly antialias?: boolean
  /** Keeps the picture for screenshots between frames. Only with `canvas`. Default false. */
  readonly preserveDrawingBuffer?: boolean
}

/** Without it nothing is drawn. */
const REQUIRED_EXTENSION = 'ANGLE_instanced_arrays'

/** Used where they are there: meshes of more than 65,536 vertices, shadow maps as depth textures, poses. */
const OPTIONAL_EXTENSIONS = ['OES_element_index_uint', 'WEBGL_depth_texture', 'OES_texture_float']

/**
 * Opens the canvas and follows its context. When a context is lost, everything on the GPU is gone with it; when it comes
 * back, a new regl is made and everything anew, from what the world keeps. (regl's own restoring is not used: it makes
 * buffers without their contents, and keeps extension objects that died with the old context.)
 * Throws an `Error` that says what is missing where the browser gives no WebGL or cannot draw instances.
 */
export function openDevice(
  options: DeviceOptions,
  pixelRatio: number,
  maxPixelRatio: number,
  packedDepth: boolean,
  environment: Environment,
  stats: RenderStats,
): Device {
  const gl = options.regl?._gl ?? openContext(options)
  if (gl.getExtension(REQUIRED_EXTENSION) === null) {
    throw new Error(
      `setupRender: this browser's WebGL cannot draw instances: ${REQUIRED_EXTENSION} is missing`,
    )
  }
  const canvas = gl.canvas as HTMLCanvasElement
  const create = (): Gpu => createGpu(createOwnRegl(gl), environment, packedDepth)
  const device: Device = {
    canvas,
    gl,
    gameRegl: options.regl,
    pixelRatio,
    maxPixelRatio,
    stats,
    longIndices: gl.getExtension('OES_element_index_uint') !== null,
    gpu: create(),
    detach: () => {},
  }
  const onLost = (event: Event): void => {
    // Without this the browser would never give it back.
    event.preventDefault()
    if (device.gpu !== undefined) destroyGpu(device.gpu)
    device.gpu = undefined
  }
  const onRestored = (): void => {
    device.gpu = create()
    stats.contextRestored++
  }
  canvas.addEventListener('webglcontextlost', onLost)
  canvas.addEventListener('webglcontextrestored', onRestored)
  device.detach = () => {
    canvas.removeEventListener('webglcontextlost', onLost)
    canvas.removeEventListener('webglcontextrestored', onRestored)
  }
  return device
}

/** Frees everything on the GPU and lets go of the canvas. */
export function closeDevice(device: Device): void {
  device.detach()
  if (device.gpu !== undefined) destroyGpu(device.gpu)
  device.gpu = undefined
  device.gameRegl?._refresh()
}

function openContext({
  canvas,
  antialias = true,
  preserveDrawingBuffer = false,
}: DeviceOptions): WebGLRenderingContext {
  if (canvas === undefined) throw new TypeError('setupRender: neither canvas nor regl is given')
  const gl = canvas.getContext('webgl', {
    alpha: false,
    antialias,
    depth: true,
    stencil: false,
    preserveDrawingBuffer,
    powerPreference: 'high-performance',
  })
  if (gl !== null) return gl
  throw new Error(
    'setupRender: the browser gives no WebGL context: it may be turned off, or the graphics driver blocked',
  )
}

function createOwnRegl(gl: WebGLRenderingContext): Regl {
  return createREGL({ gl, extensions: [REQUIRED_EXTENSION], optionalExtensions: OPTIONAL_EXTENSIONS })
}
