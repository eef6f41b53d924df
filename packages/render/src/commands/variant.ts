import { MATERIAL_KINDS, type Material } from '../material.js'

/**
 * Which form of a shader a run needs, as bits: a command is compiled for each combination that occurs. What costs (throwing
 * pixels away, a texture, shadows) is only in the forms that use it.
 */
export const Variant: {
  readonly fading: 1
  readonly textured: 2
  readonly cutout: 4
  readonly blended: 8
  readonly doubleSided: 16
  readonly lit: 32
  readonly infinite: 64
  readonly shadows: 128
  readonly coarse: 256
  readonly skinned: 512
  readonly morphed: 1024
} = {
  fading: 1,
  textured: 2,
  cutout: 4,
  blended: 8,
  doubleSided: 16,
  lit: 32,
  infinite: 64,
  shadows: 128,
  coarse: 256,
  skinned: 512,
  morphed: 1024,
}

const DEFINES: readonly (readonly [number, string])[] = [
  [Variant.fading, 'FADING'],
  [Variant.textured, 'TEXTURED'],
  [Variant.cutout, 'CUTOUT'],
  [Variant.blended, 'BLENDED'],
  [Variant.doubleSided, 'DOUBLE_SIDED'],
  [Variant.lit, 'LIT'],
  [Variant.infinite, 'AT_INFINITY'],
  [Variant.shadows, 'SHADOWS'],
  [Variant.coarse, 'COARSE'],
  [Variant.skinned, 'SKINNED'],
  [Variant.morphed, 'MORPHED'],
]

/** Bits of a variant that matter to shadow maps and item buffers. */
export const SHAPE_BITS: number =
  Variant.fading | Variant.cutout | Variant.doubleSided | Variant.skinned | Variant.morphed

/** The variant of a material, for solid or fading instances. */
export function variantOf(material: Material, fading: boolean): number {
  const kind = MATERIAL_KINDS[material.kind]
  let bits = 0
  if (kind !== 'sky' && (fading || kind !== 'opaque')) bits |= Variant.fading
  if (material.texture !== undefined) bits |= Variant.textured
  if (material.texture !== undefined && kind === 'alpha-test') bits |= Variant.cutout
  if (kind === 'transparent') bits |= Variant.blended
  if (material.doubleSided) bits |= Variant.doubleSided
  if (material.lit) bits |= Variant.lit
  if (kind === 'sky') bits |= Variant.infinite
  if (material.shading === 'vertex') bits |= Variant.coarse
  return bits
}

/** Preprocessor lines for a variant. */
export function definesOf(variant: number): string {
  let lines = ''
  for (const [bit, name] of DEFINES) if ((variant & bit) !== 0) lines += `#define ${name}\n`
  return lines
}
