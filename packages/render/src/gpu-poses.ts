import type { AttributeConfig, Buffer, Regl, Texture2D } from 'regl'
import { createRowBlocks, type RowBlock, type RowBlocks, sendRows } from './animation/dirty-rows.js'
import { type PoseRefs, REF_FLOATS } from './animation/pose-refs.js'
import { POSE_ROW, POSE_ROW_BYTES, type PoseStore } from './animation/pose-store.js'

/** Poses on the GPU: a texture of floats that vertex shaders read. */
export type GpuPoses = {
  readonly texture: Texture2D
  /** Texels across and down. */
  readonly size: Float32Array
  /** Version of the store that it was made for. */
  version: number
  readonly blocks: RowBlocks
  readonly send: (block: RowBlock) => void
  readonly refs: Map<PoseRefs, GpuRefs>
}

/** One list's references to poses on the GPU. */
export type GpuRefs = { readonly buffer: Buffer; bytes: number; prefixes: Float32Array[]; of: Float32Array }

/** Whether this GPU can draw skinned meshes: textures of floats, read by vertex shaders. */
export function canPose(regl: Regl): boolean {
  return regl.hasExtension('OES_texture_float') && regl.limits.maxVertexTextureUnits > 0
}

/** Nothing on the GPU yet. */
export function createGpuPoses(regl: Regl): GpuPoses {
  const texture = regl.texture({ width: POSE_ROW, height: 1, ...FORM })
  return {
    texture,
    size: new Float32Array([POSE_ROW, 1]),
    version: -1,
    blocks: createRowBlocks(),
    send: (block) => texture.subimage(block, 0, block.first),
    refs: new Map(),
  }
}

const FORM = { format: 'rgba', type: 'float', min: 'nearest', mag: 'nearest' } as const

/**
 * Sends the poses that have changed, all of them where there is more room than before. Returns the bytes that
 * were sent.
 */
export function syncPoses(poses: GpuPoses, store: PoseStore): number {
  if (poses.version !== store.version) {
    poses.version = store.version
    poses.size[1] = store.rows
    store.dirty.fill(0)
    poses.texture({ width: POSE_ROW, height: store.rows, data: store.floats, ...FORM })
    return store.rows * POSE_ROW_BYTES
  }
  return sendRows(store, poses.blocks, poses.send)
}

/** Uploads are rounded up to whole steps of so many instances. */
const STEP = 64

/** Sends a list's references. Returns the bytes that were sent. */
export function uploadRefs(regl: Regl, poses: GpuPoses, refs: PoseRefs): number {
  if (refs.count === 0) return 0
  let gpu = poses.refs.get(refs)
  if (gpu === undefined) {
    const buffer = regl.buffer({ length: 4, type: 'float', usage: 'dynamic' })
    gpu = { buffer, bytes: 4, prefixes: [], of: refs.floats }
    poses.refs.set(refs, gpu)
  }
  if (refs.floats !== gpu.of) {
    gpu.of = refs.floats
    gpu.prefixes = []
  }
  if (refs.floats.byteLength > gpu.bytes) {
    gpu.bytes = refs.floats.byteLength
    gpu.buffer({ length: gpu.bytes, type: 'float', usage: 'dynamic' })
  }
  const steps = Math.ceil(refs.count / STEP)
  const range = gpu.prefixes[steps] ?? refs.floats.subarray(0, steps * STEP * REF_FLOATS)
  gpu.prefixes[steps] = range
  gpu.buffer.subdata(range, 0)
  return range.byteLength
}

/** Frees the buffer of a list that is drawn no longer. */
export function releaseRefs(poses: GpuPoses | undefined, refs: PoseRefs): void {
  poses?.refs.get(refs)?.buffer.destroy()
  poses?.refs.delete(refs)
}

/** Bytes that are held. */
export function posesHeld({ size, refs }: GpuPoses): number {
  let bytes = size[1]! * POSE_ROW_BYTES
  for (const { bytes: one } of refs.values()) bytes += one
  return bytes
}

/** The attribute of a run's references, from its first instance on. */
export function pointAtRefs(out: AttributeConfig, poses: GpuPoses, refs: PoseRefs, run: number): void {
  out.buffer = poses.refs.get(refs)!.buffer
  out.offset = refs.runFirst[run]! * REF_FLOATS * 4
}

/** An attribute that is pointed at a run's references when it is drawn. */
export function createPoseAttribute(buffer: Buffer): AttributeConfig {
  return { buffer, stride: REF_FLOATS * 4, offset: 0, divisor: 1, type: 'float', size: REF_FLOATS }
}
