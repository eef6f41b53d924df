import type { World } from '@sightline/core'
import { cameraOf } from '@sightline/culling'
import { countRows } from '../animation/dirty-rows.js'
import { packPoses } from '../animation/pack-poses.js'
import type { PoseRefs } from '../animation/pose-refs.js'
import { gpuInstances, gpuPoses } from '../gpu.js'
import { uploadInstanceBuffer } from '../gpu-instances.js'
import { syncPoses, uploadRefs } from '../gpu-poses.js'
import { type InstanceBuffer, packInstances, writeMaps } from '../instance-buffer.js'
import { type RenderState, renderState } from '../state.js'
import { writeFrame } from '../view-frame.js'

/**
 * Packs the instances of each draw list, relative to the camera, and sends them to the GPU, if there is one.
 * Reads: draw lists, WorldMatrix, Renderable, the cameras. Writes: instance buffers, view frames, stops of draw lists.
 */
export function uploadInstances(world: World): void {
  const state = renderState(world)
  const { matrices, tints } = state
  state.stats.bytesUploaded = 0
  uploadPoses(state)
  for (let i = 0; i < state.views.length; i++) {
    const renderView = state.views[i]!
    const { origin } = renderView.frame
    writeFrame(renderView.frame, cameraOf(world, renderView.camera))
    const { list, instances, poseRefs, shadows } = renderView
    for (let k = 0; k < state.drawables.length; k++) state.drawables[k]!.pack(renderView)
    packInstances(instances, list.eids, list.fades, list.count, matrices, tints, origin)
    upload(state, instances)
    packPoses(poseRefs, list, state.batches, state.meshes, state.animation)
    uploadPoseRefs(state, poseRefs)
    if (shadows === undefined) continue
    const { casters } = shadows
    packInstances(shadows.instances, casters.eids, casters.fades, casters.count, matrices, tints, origin)
    writeMaps(shadows.instances, casters.maps)
    upload(state, shadows.instances)
    packPoses(shadows.poseRefs, casters, state.batches, state.meshes, state.animation)
    uploadPoseRefs(state, shadows.poseRefs)
  }
}

/** Sends the poses that are new. Without a GPU they are only counted. */
function uploadPoses(state: RenderState): void {
  const { crowd, stats } = state.animation
  if (crowd === undefined) return
  const gpu = state.device?.gpu
  const poses = gpu && gpuPoses(gpu)
  stats.poseBytes = poses === undefined ? countRows(crowd.poses) : syncPoses(poses, crowd.poses)
  if (poses !== undefined) state.stats.bytesUploaded += stats.poseBytes
}

function uploadPoseRefs(state: RenderState, refs: PoseRefs): void {
  const gpu = state.device?.gpu
  if (gpu?.pass.poses === undefined) return
  state.stats.bytesUploaded += uploadRefs(gpu.regl, gpu.pass.poses, refs)
}

function upload(state: RenderState, instances: InstanceBuffer): void {
  const gpu = state.device?.gpu
  if (gpu === undefined) return
  state.stats.bytesUploaded += uploadInstanceBuffer(gpuInstances(gpu, instances), instances)
}
