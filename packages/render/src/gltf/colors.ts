import type { Document, Primitive, Texture } from '@gltf-transform/core'
import type { TextureData } from '../material.js'

/** Turns the bytes of an image into pixels; undefined if it cannot. */
export type ImageDecoder = (
  bytes: Uint8Array<ArrayBuffer>,
  mimeType: string,
) => Promise<TextureData | undefined>

/** Writes a primitive's colours, and where it reads the texture. */
export type PrimitiveColors = {
  readonly write: (
    colors: Uint8Array,
    uvs: Uint8Array | Float32Array,
    indices: Uint32Array,
    first: number,
  ) => void
}

/** How a whole model is coloured: by one texture that all of it shares, or at the vertices alone. */
export type ModelColors = {
  readonly texture: TextureData | undefined
  readonly cutout: boolean
  readonly doubleSided: boolean
  readonly of: (primitive: Primitive) => PrimitiveColors
}

/**
 * Reads base colours. Where every primitive shares one texture and stays within it, the model keeps it;
 * otherwise textures are read at the vertices, as colours are. `tinted` says of which materials the
 * instance's tint multiplies the colour.
 */
export async function readColors(
  document: Document,
  decode: ImageDecoder | undefined,
  tinted: (material: string) => boolean,
  warnings: string[],
): Promise<ModelColors> {
  const primitives = document
    .getRoot()
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives())
  const images = new Map<Texture, TextureData>()
  for (const primitive of primitives) {
    const texture = primitive.getMaterial()?.getBaseColorTexture()
    const bytes = texture?.getImage()
    if (!texture || !bytes || images.has(texture)) continue
    const image = await decode?.(new Uint8Array(bytes), texture.getMimeType())
    if (image !== undefined) images.set(texture, image)
    else warnings.push(`texture "${texture.getName()}" is left out: it cannot be decoded here`)
  }
  const [shared] = images.keys()
  const one = shared !== undefined && primitives.every((primitive) => isWithin(primitive, shared))
  const of = (primitive: Primitive): PrimitiveColors => {
    const material = primitive.getMaterial()
    const texture = material?.getBaseColorTexture() ?? undefined
    const image = one || texture === undefined ? undefined : images.get(texture)
    const mask = tinted(material?.getName() ?? '') ? 255 : 0
    return { write: (...out) => writeColors(primitive, image, mask, ...out) }
  }
  const materials = primitives.map((primitive) => primitive.getMaterial())
  return {
    texture: one ? images.get(shared) : undefined,
    cutout: one && materials.some((material) => material?.getAlphaMode() === 'MASK'),
    doubleSided: materials.some((material) => material?.getDoubleSided() === true),
    of,
  }
}

function isWithin(primitive: Primitive, shared: Texture): boolean {
  const uvs = primitive.getAttribute('TEXCOORD_0')
  if (primitive.getMaterial()?.getBaseColorTexture() !== shared || uvs === null) return false
  return uvs.getMin([]).every((value) => value >= 0) && uvs.getMax([]).every((value) => value <= 1)
}

function writeColors(
  primitive: Primitive,
  image: TextureData | undefined,
  mask: number,
  colors: Uint8Array,
  uvs: Uint8Array | Float32Array,
  indices: Uint32Array,
  first: number,
): void {
  const factor = primitive.getMaterial()?.getBaseColorFactor() ?? [1, 1, 1, 1]
  const coordinates = primitive.getAttribute('TEXCOORD_0')
  const painted = primitive.getAttribute('COLOR_0')
  indices.forEach((index, i) => {
    const uv = coordinates?.getElement(index, []) ?? [0, 0]
    const paint = painted?.getElement(index, []) ?? [1, 1, 1]
    const texel = image === undefined ? 0 : texelAt(image, uv[0]!, uv[1]!)
    const at = (first + i) * 4
    for (let k = 0; k < 3; k++) {
      // Factors and vertex colours are linear, texels and ours are sRGB.
      const encoded =
        toSrgb(factor[k]! * paint[k]!) * (image === undefined ? 1 : image.pixels[texel + k]! / 255)
      colors[at + k] = Math.round(encoded * 255)
    }
    colors[at + 3] = mask
    uvs[(first + i) * 2] = uv[0]!
    uvs[(first + i) * 2 + 1] = uv[1]!
  })
}

/** The texel at a place of a texture that repeats. */
function texelAt({ width, height }: TextureData, u: number, v: number): number {
  const x = Math.min(Math.floor((u - Math.floor(u)) * width), width - 1)
  const y = Math.min(Math.floor((v - Math.floor(v)) * height), height - 1)
  return (y * width + x) * 4
}

/** IEC 61966-2-1. */
function toSrgb(light: number): number {
  const value = Math.min(Math.max(light, 0), 1)
  return value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
}
