/** The kernels of the octree. */
import type { Arena } from '@sightline/core/memory'
import { createKernelSet, type KernelSet } from './kernel-set.js'
import { bindTwins } from './twins.js'
import type { KernelKind, OctreeKernels } from './types.js'

const octreeKernels: KernelSet<OctreeKernels> = createKernelSet(
  () => import('./kernels.generated.js'),
  bindTwins,
)

/** Which kernels are in use: `'typescript'` until `loadKernels` has succeeded. */
export function kernelKind(): KernelKind {
  return octreeKernels.kind()
}

/** The TypeScript kernels for an arena. */
export function twinKernels(arena: Arena): OctreeKernels {
  return octreeKernels.twins(arena)
}

/** The best kernels there are for an arena at this moment. */
export function bestKernels(arena: Arena): OctreeKernels {
  return octreeKernels.best(arena)
}
