import type { AttributeConfig, Buffer, Regl } from 'regl'
import type { GpuMaterial, GpuMesh } from './gpu-meshes.js'
import { createPoseAttribute } from './gpu-poses.js'
import { type InstanceBuffer, InstanceLayout, uploadRange } from './instance-buffer.js'

/** What a command gets for one run: a mesh, a material, and where in the instance buffer the run stands. */
export type RunProps = {
  mesh: GpuMesh
  material: GpuMaterial
  instances: number
  readonly row0: AttributeConfig
  readonly row1: AttributeConfig
  readonly row2: AttributeConfig
  readonly tint: AttributeConfig
  readonly fade: AttributeConfig
  /** Of skinned runs: see `PoseRefs`. */
  readonly pose: AttributeConfig
}

/** One list's instances on the GPU. */
export type GpuInstances = {
  readonly buffer: Buffer
  bytes: number
  /** One for each run of a frame, reused in the next. */
  readonly runs: RunProps[]
}

/** An empty buffer on the GPU. */
export function createGpuInstances(regl: Regl): GpuInstances {
  return { buffer: regl.buffer({ length: 4, type: 'float', usage: 'dynamic' }), bytes: 4, runs: [] }
}

/** Sends packed instances. Returns the bytes that were sent. */
export function uploadInstanceBuffer(gpu: GpuInstances, instances: InstanceBuffer): number {
  if (instances.count === 0) return 0
  const room = instances.floats.byteLength
  if (room > gpu.bytes) {
    gpu.buffer({ length: room, type: 'float', usage: 'dynamic' })
    gpu.bytes = room
  }
  const range = uploadRange(instances)
  gpu.buffer.subdata(range, 0)
  return range.byteLength
}

/** The props of run number `index`, pointing at instances from `first` on. */
export function runProps(
  gpu: GpuInstances,
  index: number,
  mesh: GpuMesh,
  material: GpuMaterial,
  first: number,
  instances: number,
): RunProps {
  let props = gpu.runs[index]
  if (props === undefined) {
    props = createRunProps(gpu.buffer, mesh, material)
    gpu.runs[index] = props
  }
  const at = first * InstanceLayout.bytes
  props.mesh = mesh
  props.material = material
  props.instances = instances
  props.row0.offset = at + InstanceLayout.row0 * 4
  props.row1.offset = at + InstanceLayout.row1 * 4
  props.row2.offset = at + InstanceLayout.row2 * 4
  props.tint.offset = at + InstanceLayout.tint * 4
  props.fade.offset = at + InstanceLayout.fade * 4
  return props
}

function createRunProps(buffer: Buffer, mesh: GpuMesh, material: GpuMaterial): RunProps {
  const stride = InstanceLayout.bytes
  const floats = (size: number): AttributeConfig => ({
    buffer,
    stride,
    offset: 0,
    divisor: 1,
    type: 'float',
    size,
  })
  return {
    mesh,
    material,
    instances: 0,
    row0: floats(4),
    row1: floats(4),
    row2: floats(4),
    tint: { buffer, stride, offset: 0, divisor: 1, type: 'uint8', size: 4, normalized: true },
    fade: floats(1),
    pose: createPoseAttribute(buffer),
  }
}
