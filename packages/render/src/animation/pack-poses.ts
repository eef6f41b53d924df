import type { Batches } from '../batches.js'
import type { DrawList } from '../draw-list.js'
import type { MeshStore } from '../mesh.js'
import type { AnimationState } from './animation-state.js'
import { addRefs, beginRefs, type PoseRefs } from './pose-refs.js'

/** Packs where the skinned runs of a list find their poses. */
export function packPoses(
  refs: PoseRefs,
  list: DrawList,
  batches: Batches,
  { meshes }: MeshStore,
  animation: AnimationState,
): void {
  const { crowd } = animation
  if (crowd === undefined) return
  beginRefs(refs, list.runCount)
  for (let run = 0; run < list.runCount; run++) {
    const mesh = meshes[batches.meshOf[batches.rankBatch[list.runRank[run]!]!]!]
    if (mesh?.skin === undefined) continue
    addRefs(refs, run, animation, crowd, list.eids, list.runFirst[run]!, list.runLength[run]!)
  }
}
