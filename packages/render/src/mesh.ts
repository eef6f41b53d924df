import type { World } from '@sightline/core'
import { setBox } from '@sightline/culling'
import { MAX_MORPHS } from './animation/clip.js'
import { renderState } from './state.js'

/**
 * A triangle mesh as a game or a generator makes it. Metres, y up. Vertices are not shared across hard edges:
 * a flat face has vertices of its own.
 */
export type MeshData = {
  /** x, y, z of each vertex. */
  readonly positions: Float32Array
  /** Unit x, y, z of each vertex. */
  readonly normals: Float32Array
  /**
   * r, g, b, mask of each vertex: sRGB albedo, ambient occlusion multiplied in. The mask says how much of the
   * instance's tint applies: 255 all of it, 0 none.
   */
  readonly colors: Uint8Array
  /** Three vertex numbers a triangle, counter-clockwise seen from outside. */
  readonly indices: Uint16Array | Uint32Array
  /** One number a vertex: how brightly it glows by itself, in its own colour. Default: all 0. */
  readonly emissive?: Uint8Array
  /** u, v of each vertex, 0 to 1, for materials with a texture. Default: all 0. */
  readonly uvs?: Float32Array
  /**
   * Which joints move each vertex: numbers of four palette entries of a rig (see `createRig`), and their
   * weights, which come to 255. Default: the mesh is rigid.
   */
  readonly skin?: { readonly joints: Uint8Array; readonly weights: Uint8Array }
  /**
   * Morph targets, 1 to 4, of a mesh with a skin: x, y, z that each adds to each vertex at weight 1. Default:
   * none.
   */
  readonly morphs?: readonly Float32Array[]
}

/** A mesh that was handed over with `createMesh`. Positive; 0 is "none". */
export type MeshHandle = number

/**
 * One mesh as it is kept: the bytes that the GPU gets, so that they can be given again after a lost context.
 */
export type Mesh = {
  /** Interleaved vertices, see `VertexLayout`. */
  readonly vertices: Uint8Array
  readonly indices: Uint16Array | Uint32Array
  readonly vertexCount: number
  readonly triangleCount: number
  /** Local box: min x, y, z, max x, y, z. */
  readonly bounds: Float32Array
  /** See `SkinLayout`; undefined: the mesh is rigid. */
  readonly skin: Uint8Array | undefined
  /** x, y, z of each of `MAX_MORPHS` targets a vertex; undefined: none. */
  readonly morphs: Float32Array | undefined
}

/** All meshes of a world by handle. */
export type MeshStore = {
  readonly meshes: (Mesh | undefined)[]
  /** Handles of destroyed meshes, to be given out again. */
  readonly free: number[]
  /** Counts every change, so that the GPU's copies know when to follow. */
  version: number
}

/** Byte offsets in one vertex. */
export const VertexLayout: {
  /** 3 float32. */
  readonly position: 0
  /** 3 int8, unit range, and in a fourth the glow, 0 to 127. */
  readonly normal: 12
  /** 4 uint8. */
  readonly color: 16
  /** 2 uint16, unit range. */
  readonly uv: 20
  readonly bytes: 24
} = { position: 0, normal: 12, color: 16, uv: 20, bytes: 24 }

/** Byte offsets in the skin of one vertex. */
export const SkinLayout: {
  /** 4 uint8, palette entries. */
  readonly joints: 0
  /** 4 uint8, unit range. */
  readonly weights: 4
  readonly bytes: 8
} = { joints: 0, weights: 4, bytes: 8 }

/** As many vertices have numbers of 16 bits. */
const SHORT_INDICES = 65_536

/** An empty store. */
export function createMeshStore(): MeshStore {
  return { meshes: [undefined], free: [], version: 0 }
}

/**
 * Takes a mesh over; its arrays are copied. Throws a `TypeError` or `RangeError` that names the field when
 * lengths do not fit each other, an index points nowhere, a position is not a finite number, or there are
 * more than 65,536 vertices where the browser cannot count so far.
 */
export function createMesh(world: World, data: MeshData): MeshHandle {
  const { meshes: store, device } = renderState(world)
  checkMesh(data)
  const vertexCount = data.positions.length / 3
  if (vertexCount > SHORT_INDICES && device?.longIndices === false) {
    throw new RangeError(
      `createMesh: positions has ${vertexCount} vertices, expected ${SHORT_INDICES} at most: this browser's WebGL has no OES_element_index_uint`,
    )
  }
  const handle = store.free.pop() ?? store.meshes.length
  store.meshes[handle] = {
    vertices: interleave(data),
    indices: vertexCount > SHORT_INDICES ? new Uint32Array(data.indices) : new Uint16Array(data.indices),
    vertexCount,
    triangleCount: data.indices.length / 3,
    bounds: boundsOf(data.positions),
    skin: data.skin && interleaveSkin(data.skin),
    morphs: data.morphs && interleaveMorphs(data.morphs, vertexCount),
  }
  store.version++
  return handle
}

/** Gives a mesh back. What still refers to it is not drawn. The handle may be given out again. */
export function destroyMesh(world: World, handle: MeshHandle): void {
  const store = renderState(world).meshes
  meshAt(store, handle, 'destroyMesh')
  store.meshes[handle] = undefined
  store.free.push(handle)
  store.version++
}

/** The mesh's box in its own space: min x, y, z, max x, y, z. Always the same array; do not write. */
export function meshBounds(world: World, handle: MeshHandle): Float32Array {
  return meshAt(renderState(world).meshes, handle, 'meshBounds').bounds
}

/**
 * Gives an entity the mesh's box as its `Bounds`, for meshes that stand still in their own space. Throws an
 * `Error` if the entity has no `Bounds`, a `RangeError` for a handle that is not alive.
 */
export function setMeshBounds(world: World, eid: number, handle: MeshHandle): void {
  const box = meshAt(renderState(world).meshes, handle, 'setMeshBounds').bounds
  setBox(world, eid, box[0]!, box[1]!, box[2]!, box[3]!, box[4]!, box[5]!)
}

/** The mesh of a handle. Throws a `RangeError` that begins with `caller` for a handle that is not alive. */
export function meshAt(store: MeshStore, handle: MeshHandle, caller: string): Mesh {
  const mesh = store.meshes[handle]
  if (mesh === undefined) throw new RangeError(`${caller}: mesh ${handle} does not exist`)
  return mesh
}

function checkMesh({ positions, normals, colors, indices, emissive, uvs, skin, morphs }: MeshData): void {
  if (positions.length === 0 || positions.length % 3 !== 0) {
    throw new RangeError(
      `createMesh: positions has length ${positions.length}, expected a multiple of 3 above 0`,
    )
  }
  const count = positions.length / 3
  const expectLength = (name: string, length: number, wanted: number): void => {
    if (length !== wanted) {
      throw new RangeError(
        `createMesh: ${name} has length ${length}, expected ${wanted} for ${count} vertices`,
      )
    }
  }
  expectLength('normals', normals.length, count * 3)
  expectLength('colors', colors.length, count * 4)
  if (emissive !== undefined) expectLength('emissive', emissive.length, count)
  if (uvs !== undefined) expectLength('uvs', uvs.length, count * 2)
  if (skin !== undefined) {
    expectLength('skin.joints', skin.joints.length, count * 4)
    expectLength('skin.weights', skin.weights.length, count * 4)
    checkWeights(skin.weights)
  }
  if (morphs !== undefined) {
    if (skin === undefined) throw new TypeError('createMesh: morphs are given without skin, expected both')
    if (morphs.length < 1 || morphs.length > MAX_MORPHS) {
      throw new RangeError(`createMesh: ${morphs.length} morphs given, expected 1 to ${MAX_MORPHS}`)
    }
    morphs.forEach((deltas, i) => {
      expectLength(`morphs[${i}]`, deltas.length, count * 3)
    })
  }
  if (indices.length === 0 || indices.length % 3 !== 0) {
    throw new RangeError(`createMesh: indices has length ${indices.length}, expected a multiple of 3 above 0`)
  }
  for (let i = 0; i < indices.length; i++) {
    if (indices[i]! >= count) {
      throw new RangeError(`createMesh: indices[${i}] is ${indices[i]}, expected below ${count}`)
    }
  }
  for (let i = 0; i < positions.length; i++) {
    if (!Number.isFinite(positions[i]!)) {
      throw new RangeError(`createMesh: positions[${i}] is ${positions[i]}, expected a finite number`)
    }
  }
}

/** Weights are shares of 255: with any other sum a vertex would leave what its joints hold. */
function checkWeights(weights: Uint8Array): void {
  for (let at = 0; at < weights.length; at += 4) {
    const sum = weights[at]! + weights[at + 1]! + weights[at + 2]! + weights[at + 3]!
    if (sum !== 255) {
      throw new RangeError(`createMesh: skin.weights of vertex ${at / 4} come to ${sum}, expected 255`)
    }
  }
}

function interleaveSkin({ joints, weights }: { joints: Uint8Array; weights: Uint8Array }): Uint8Array {
  const out = new Uint8Array(joints.length * 2)
  for (let at = 0; at < joints.length; at += 4) {
    out.set(joints.subarray(at, at + 4), at * 2 + SkinLayout.joints)
    out.set(weights.subarray(at, at + 4), at * 2 + SkinLayout.weights)
  }
  return out
}

function interleaveMorphs(morphs: readonly Float32Array[], vertexCount: number): Float32Array {
  const out = new Float32Array(vertexCount * MAX_MORPHS * 3)
  morphs.forEach((deltas, target) => {
    for (let v = 0; v < vertexCount; v++) {
      out.set(deltas.subarray(v * 3, v * 3 + 3), (v * MAX_MORPHS + target) * 3)
    }
  })
  return out
}

function interleave({ positions, normals, colors, emissive, uvs }: MeshData): Uint8Array {
  const count = positions.length / 3
  const out = new Uint8Array(count * VertexLayout.bytes)
  const view = new DataView(out.buffer)
  for (let v = 0; v < count; v++) {
    const at = v * VertexLayout.bytes
    for (let k = 0; k < 3; k++) {
      view.setFloat32(at + VertexLayout.position + k * 4, positions[v * 3 + k]!, true)
      view.setInt8(at + VertexLayout.normal + k, Math.round(normals[v * 3 + k]! * 127))
    }
    view.setInt8(at + VertexLayout.normal + 3, (emissive?.[v] ?? 0) >> 1)
    for (let k = 0; k < 4; k++) out[at + VertexLayout.color + k] = colors[v * 4 + k]!
    for (let k = 0; k < 2; k++)
      view.setUint16(at + VertexLayout.uv + k * 2, unitToU16(uvs?.[v * 2 + k] ?? 0), true)
  }
  return out
}

function unitToU16(value: number): number {
  return Math.round(Math.min(Math.max(value, 0), 1) * 65535)
}

function boundsOf(positions: Float32Array): Float32Array {
  const bounds = new Float32Array([Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity])
  for (let i = 0; i < positions.length; i++) {
    const axis = i % 3
    bounds[axis] = Math.min(bounds[axis]!, positions[i]!)
    bounds[axis + 3] = Math.max(bounds[axis + 3]!, positions[i]!)
  }
  return bounds
}
