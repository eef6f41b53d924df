import type { AttributeConfig, Buffer, Elements, Regl, Texture2D } from 'regl'
import { MAX_MORPHS } from './animation/clip.js'
import { Variant, variantOf } from './commands/variant.js'
import type { Material, MaterialStore } from './material.js'
import { type Mesh, type MeshStore, SkinLayout, VertexLayout } from './mesh.js'

/** A mesh on the GPU. */
export type GpuMesh = {
  readonly source: Mesh
  readonly position: AttributeConfig
  readonly normal: AttributeConfig
  readonly color: AttributeConfig
  readonly uv: AttributeConfig
  /** Of skinned meshes. */
  readonly joints: AttributeConfig | undefined
  readonly weights: AttributeConfig | undefined
  /** One for each of `MAX_MORPHS` targets; empty: it has none. */
  readonly morphs: readonly AttributeConfig[]
  /** Bits of `Variant` that the mesh asks for. */
  readonly variant: number
  readonly elements: Elements
  readonly bytes: number
  readonly destroy: () => void
}

/** A material as commands read it. */
export type GpuMaterial = {
  readonly source: Material
  readonly color: Float32Array
  readonly surface: Float32Array
  readonly glow: number
  /** Amplitude; the time is added when it is drawn. */
  readonly wind: number
  readonly texture: Texture2D | undefined
  /** Which forms of a shader draw it, see `Variant`: its solid and its fading instances. */
  readonly solidVariant: number
  readonly fadingVariant: number
}

/** The copies of a store's meshes and materials on the GPU. */
export type GpuStore = {
  readonly meshes: (GpuMesh | undefined)[]
  readonly materials: (GpuMaterial | undefined)[]
  /** Version of the mesh store that was copied last. */
  meshVersion: number
  bytes: number
}

/** Nothing copied yet. */
export function createGpuStore(): GpuStore {
  return { meshes: [], materials: [], meshVersion: -1, bytes: 0 }
}

/** Follows the stores: copies what is new, frees what is gone. Returns the bytes that were sent. */
export function syncStore(regl: Regl, gpu: GpuStore, meshes: MeshStore, materials: MaterialStore): number {
  let sent = 0
  for (let i = gpu.materials.length; i < materials.materials.length; i++) {
    const material = materials.materials[i]
    gpu.materials[i] = material && copyMaterial(regl, material)
  }
  if (gpu.meshVersion === meshes.version) return sent
  gpu.meshVersion = meshes.version
  for (let i = 0; i < meshes.meshes.length; i++) {
    const mesh = meshes.meshes[i]
    const copy = gpu.meshes[i]
    if (copy?.source === mesh) continue
    if (copy !== undefined) {
      copy.destroy()
      gpu.bytes -= copy.bytes
    }
    gpu.meshes[i] = mesh && copyMesh(regl, mesh)
    sent += gpu.meshes[i]?.bytes ?? 0
  }
  gpu.bytes += sent
  return sent
}

function copyMesh(regl: Regl, mesh: Mesh): GpuMesh {
  const buffer = regl.buffer({ data: mesh.vertices, type: 'uint8', usage: 'static' })
  const elements = regl.elements({
    data: mesh.indices,
    type: mesh.indices instanceof Uint32Array ? 'uint32' : 'uint16',
    primitive: 'triangles',
    count: mesh.indices.length,
  })
  const stride = VertexLayout.bytes
  const skin = copySkin(regl, mesh)
  return {
    source: mesh,
    position: { buffer, stride, offset: VertexLayout.position, type: 'float', size: 3 },
    normal: { buffer, stride, offset: VertexLayout.normal, type: 'int8', size: 4, normalized: true },
    color: { buffer, stride, offset: VertexLayout.color, type: 'uint8', size: 4, normalized: true },
    uv: { buffer, stride, offset: VertexLayout.uv, type: 'uint16', size: 2, normalized: true },
    joints: skin.joints,
    weights: skin.weights,
    morphs: skin.morphs,
    variant: skin.variant,
    elements,
    bytes: bytesOf(mesh),
    destroy() {
      elements.destroy()
      buffer.destroy()
      for (const one of skin.buffers) one.destroy()
    },
  }
}

function bytesOf({ vertices, indices, skin, morphs }: Mesh): number {
  return vertices.byteLength + indices.byteLength + (skin?.byteLength ?? 0) + (morphs?.byteLength ?? 0)
}

type GpuSkin = Pick<GpuMesh, 'joints' | 'weights' | 'morphs' | 'variant'> & { readonly buffers: Buffer[] }

function copySkin(regl: Regl, { skin, morphs }: Mesh): GpuSkin {
  if (skin === undefined)
    return { joints: undefined, weights: undefined, morphs: [], variant: 0, buffers: [] }
  const buffer = regl.buffer({ data: skin, type: 'uint8', usage: 'static' })
  const bytes = (offset: number, normalized: boolean): AttributeConfig => {
    return { buffer, stride: SkinLayout.bytes, offset, type: 'uint8', size: 4, normalized }
  }
  const joints = bytes(SkinLayout.joints, false)
  const weights = bytes(SkinLayout.weights, true)
  if (morphs === undefined)
    return { joints, weights, morphs: [], variant: Variant.skinned, buffers: [buffer] }
  const deltas = regl.buffer({ data: morphs, type: 'float', usage: 'static' })
  const targets = Array.from({ length: MAX_MORPHS }, (_, target): AttributeConfig => {
    return { buffer: deltas, stride: MAX_MORPHS * 12, offset: target * 12, type: 'float', size: 3 }
  })
  const variant = Variant.skinned | Variant.morphed
  return { joints, weights, morphs: targets, variant, buffers: [buffer, deltas] }
}

function copyMaterial(regl: Regl, material: Material): GpuMaterial {
  const image = material.texture
  return {
    source: material,
    color: material.color,
    surface: material.surface,
    glow: material.surface[0]!,
    wind: material.surface[1]!,
    solidVariant: variantOf(material, false),
    fadingVariant: variantOf(material, true),
    texture:
      image &&
      regl.texture({
        width: image.width,
        height: image.height,
        data: image.pixels,
        mag: 'linear',
        min: isPowerOfTwo(image.width) && isPowerOfTwo(image.height) ? 'mipmap' : 'linear',
        mipmap: isPowerOfTwo(image.width) && isPowerOfTwo(image.height),
      }),
  }
}

/** WebGL 1 makes no mipmaps of other sizes. */
function isPowerOfTwo(size: number): boolean {
  return (size & (size - 1)) === 0
}
