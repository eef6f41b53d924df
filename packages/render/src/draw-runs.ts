import type { PoseRefs } from './animation/pose-refs.js'
import type { Batches } from './batches.js'
import type { RunCommand } from './commands/run-command.js'
import type { DrawList } from './draw-list.js'
import { commandFor, type Gpu, gpuInstances, type Pipeline } from './gpu.js'
import { type RunProps, runProps } from './gpu-instances.js'
import { pointAtRefs } from './gpu-poses.js'
import type { InstanceBuffer } from './instance-buffer.js'
import type { Shadows } from './state.js'

/** What was drawn. */
export type Tally = { drawCalls: number; instances: number; triangles: number }

/** Runs that wait for the same command. */
const pending: RunProps[] = []

/**
 * Draws the runs from `first` to `last - 1` of a list, in their order; neighbours that share a command go in one batch.
 * Runs whose mesh is gone are left out.
 */
export function drawRuns(
  gpu: Gpu,
  batches: Batches,
  list: DrawList,
  instances: InstanceBuffer,
  poseRefs: PoseRefs,
  first: number,
  last: number,
  pipeline: Pipeline,
  shadows: Shadows | undefined,
  tally: Tally,
): void {
  const buffer = gpuInstances(gpu, instances)
  const { poses } = gpu.pass
  let current: RunCommand | undefined
  pending.length = 0
  for (let run = first; run < last; run++) {
    const rank = list.runRank[run]!
    const batch = batches.rankBatch[rank]!
    const mesh = gpu.store.meshes[batches.meshOf[batch]!]
    const material = gpu.store.materials[batches.materialOf[batch]!]
    if (mesh === undefined || material === undefined) continue
    const variant = batches.rankFading[rank] === 1 ? material.fadingVariant : material.solidVariant
    // Without poses a skinned mesh is drawn as it was modelled.
    const posed = poses !== undefined && mesh.variant !== 0
    const command = commandFor(gpu, pipeline, posed ? variant | mesh.variant : variant, shadows)
    if (command !== current) flush(current)
    current = command
    const length = list.runLength[run]!
    const props = runProps(buffer, run, mesh, material, list.runFirst[run]!, length)
    if (posed) pointAtRefs(props.pose, poses, poseRefs, run)
    pending.push(props)
    tally.drawCalls++
    tally.instances += length
    tally.triangles += length * mesh.source.triangleCount
  }
  flush(current)
}

function flush(command: RunCommand | undefined): void {
  if (command !== undefined && pending.length > 0) command(pending)
  pending.length = 0
}

/** The first run of a list whose rank is at least `rank`: runs are in order of their ranks' stages. */
export function firstRunFrom(list: DrawList, rank: number): number {
  let run = 0
  while (run < list.runCount && list.runRank[run]! < rank) run++
  return run
}
