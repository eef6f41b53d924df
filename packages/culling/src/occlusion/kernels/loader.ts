/** The kernels of the occlusion buffer. */
import type { Arena } from '@sightline/core/memory'
import { createKernelSet, type KernelSet } from '../../kernels/kernel-set.js'
import { bindTwins } from './twins.js'
import type { OcclusionKernels } from './types.js'

const occlusionKernels: KernelSet<OcclusionKernels> = createKernelSet(
  () => import('./kernels.generated.js'),
  bindTwins,
)

/** The TypeScript kernels for an arena. */
export function occlusionTwins(arena: Arena): OcclusionKernels {
  return occlusionKernels.twins(arena)
}

/** The best kernels there are for an arena at this moment. */
export function bestOcclusionKernels(arena: Arena): OcclusionKernels {
  return occlusionKernels.best(arena)
}
