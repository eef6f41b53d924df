import type { World } from '@sightline/core'
import { type Color, readLinearColor } from './color.js'
import { renderState } from './state.js'

/**
 * The stage of the picture a material belongs to. Stages follow each other in this order: opaque near to far, then
 * alpha-tested (its pixels may be thrown away, so the GPU cannot reject hidden ones as early), then sky where nothing
 * else is, then transparent far to near.
 */
export type MaterialKind = 'opaque' | 'alpha-test' | 'sky' | 'transparent'

/** The kinds in the order in which they are drawn; a kind's number is its place here. */
export const MATERIAL_KINDS: readonly MaterialKind[] = ['opaque', 'alpha-test', 'sky', 'transparent']

/** An image for a material: 4 bytes a pixel (sRGB and alpha), rows from the top, u to the right, v downwards. */
export type TextureData = { readonly width: number; readonly height: number; readonly pixels: Uint8Array }

/** What a surface looks like. Everything but the kind has a default. */
export type MaterialSettings = {
  readonly kind: MaterialKind
  /** Multiplies the vertex colours. Default white. */
  readonly color?: Color
  /** 0 to 1, for transparent materials. Default 1. */
  readonly opacity?: number
  /** Strength of the mesh's own glow, 1 is as bright as a white wall in the sun. Default 1. */
  readonly glow?: number
  /** How far the wind moves a vertex that stands a metre above the mesh's origin, in metres. Default 0. */
  readonly wind?: number
  /** How much of the sky is mirrored at a flat angle, 0 to 1: water, glass. Default 0. */
  readonly reflection?: number
  /** Draws both sides; lighting follows the side that is seen. Needed for mirrored instances too. Default false. */
  readonly doubleSided?: boolean
  /** Alpha-tested: what has less alpha is not there. Default 0.5. */
  readonly alphaCutoff?: number
  /** Multiplies the vertex colours, read at the mesh's `uvs`. Default: none. */
  readonly texture?: TextureData
  /**
   * Where light and haze are worked out. 'vertex' costs a fraction where the processor draws, and suits meshes whose faces are
   * small on the screen; not with a texture or a reflection. Shadows are worked out at the pixels all the same.
   * Default 'pixel'.
   */
  readonly shading?: 'pixel' | 'vertex'
  /** False: the colour is drawn as it is, without light. Default true, and false for sky. */
  readonly lit?: boolean
}

/** A material that was handed over with `createMaterial`. Positive; 0 is "none". */
export type MaterialHandle = number

/** A material as it is kept. */
export type Material = {
  /** Its place in `MATERIAL_KINDS`. */
  readonly kind: number
  /** Linear r, g, b and opacity. */
  readonly color: Float32Array
  /** Glow, wind, reflection, alpha cutoff. */
  readonly surface: Float32Array
  readonly doubleSided: boolean
  readonly lit: boolean
  readonly shading: 'pixel' | 'vertex'
  readonly texture: TextureData | undefined
}

/** All materials of a world by handle. */
export type MaterialStore = { readonly materials: (Material | undefined)[] }

/** An empty store. */
export function createMaterialStore(): MaterialStore {
  return { materials: [undefined] }
}

/** Takes a material over. Throws a `TypeError` or `RangeError` that names the field and the value. */
export function createMaterial(world: World, settings: MaterialSettings): MaterialHandle {
  const { materials } = renderState(world).materials
  const material = readMaterial(settings)
  materials.push(material)
  return materials.length - 1
}

/** The material of a handle. Throws a `RangeError` that begins with `caller` when there is none. */
export function materialAt(store: MaterialStore, handle: MaterialHandle, caller: string): Material {
  const material = store.materials[handle]
  if (material === undefined) throw new RangeError(`${caller}: material ${handle} does not exist`)
  return material
}

function readMaterial(settings: MaterialSettings): Material {
  const kind = MATERIAL_KINDS.indexOf(settings.kind)
  if (kind < 0) {
    throw new TypeError(
      `createMaterial: kind is "${settings.kind}", expected one of ${MATERIAL_KINDS.join(', ')}`,
    )
  }
  const color = new Float32Array(4)
  readLinearColor(color, settings.color ?? [1, 1, 1], 1, 'createMaterial')
  color[3] = numberIn('opacity', settings.opacity ?? 1, 1)
  checkTexture(settings.texture)
  return {
    kind,
    color,
    surface: new Float32Array([
      numberIn('glow', settings.glow ?? 1, 1000),
      numberIn('wind', settings.wind ?? 0, 10),
      numberIn('reflection', settings.reflection ?? 0, 1),
      numberIn('alphaCutoff', settings.alphaCutoff ?? 0.5, 1),
    ]),
    doubleSided: settings.doubleSided ?? false,
    lit: settings.lit ?? settings.kind !== 'sky',
    shading: readShading(settings),
    texture: settings.texture,
  }
}

function numberIn(field: string, value: number, max: number): number {
  if (!(value >= 0 && value <= max)) {
    throw new RangeError(`createMaterial: ${field} is ${value}, expected 0 to ${max}`)
  }
  return value
}

function readShading({ shading = 'pixel', texture, reflection = 0 }: MaterialSettings): 'pixel' | 'vertex' {
  if (shading !== 'pixel' && shading !== 'vertex') {
    throw new TypeError(`createMaterial: shading is "${shading}", expected "pixel" or "vertex"`)
  }
  if (shading === 'vertex' && (texture !== undefined || reflection > 0)) {
    throw new TypeError(
      'createMaterial: shading is "vertex", expected "pixel" with a texture or a reflection',
    )
  }
  return shading
}

function checkTexture(texture: TextureData | undefined): void {
  if (texture === undefined) return
  const { width, height, pixels } = texture
  if (!(width >= 1 && height >= 1 && pixels.length === width * height * 4)) {
    throw new RangeError(
      `createMaterial: texture is ${width} x ${height} with ${pixels.length} bytes, expected width * height * 4`,
    )
  }
}
