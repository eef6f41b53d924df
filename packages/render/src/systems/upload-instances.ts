import type { World } from '@sightline/core'
import { cameraOf } from '@sightline/culling'
import { gpuInstances } from '../gpu.js'
import { uploadInstanceBuffer } from '../gpu-instances.js'
import { type InstanceBuffer, packInstances, writeMaps } from '../instance-buffer.js'
import { type RenderState, renderState } from '../state.js'
import { writeFrame } from '../view-frame.js'

/**
 * Packs the instances of each draw list, relative to the camera, and sends them to the GPU, if there is one.
 * Reads: draw lists, WorldMatrix, Renderable, the cameras. Writes: instance buffers, view frames.
 */
export function uploadInstances(world: World): void {
  const state = renderState(world)
  const { matrices, tints } = state
  state.stats.bytesUploaded = 0
  for (let i = 0; i < state.views.length; i++) {
    const renderView = state.views[i]!
    const { origin } = renderView.frame
    writeFrame(renderView.frame, cameraOf(world, renderView.camera))
    const { list, instances, shadows } = renderView
    packInstances(instances, list.eids, list.fades, list.count, matrices, tints, origin)
    upload(state, instances)
    for (let k = 0; k < state.drawables.length; k++) state.drawables[k]!.pack(renderView)
    if (shadows === undefined) continue
    const { casters } = shadows
    packInstances(shadows.instances, casters.eids, casters.fades, casters.count, matrices, tints, origin)
    writeMaps(shadows.instances, casters.maps)
    upload(state, shadows.instances)
  }
}

function upload(state: RenderState, instances: InstanceBuffer): void {
  const gpu = state.device?.gpu
  if (gpu === undefined) return
  state.stats.bytesUploaded += uploadInstanceBuffer(gpuInstances(gpu, instances), instances)
}
