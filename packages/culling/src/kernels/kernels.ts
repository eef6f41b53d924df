/**
 * Which kernels run: WebAssembly with SIMD once `compileKernels` has compiled it, else the TypeScript twins. The binary is compiled
 * once for each kind of memory, shared and not; each memory gets one instance, which all trees in it use.
 */
import type { Arena } from '@sightline/core/memory'
import { compileOcclusionKernels } from '../occlusion/kernels/loader.js'
import { compileModules, type Modules } from './modules.js'
import { bindTwins } from './twins.js'
import type { KernelKind, OctreeKernels } from './types.js'

let modules: Modules | null = null
const instances = new WeakMap<WebAssembly.Memory, OctreeKernels>()
const twins = new WeakMap<WebAssembly.Memory, OctreeKernels>()

/** Which kernels are in use: `'typescript'` until `loadKernels` has succeeded. */
export function kernelKind(): KernelKind {
  return modules === null ? 'typescript' : 'wasm-simd'
}

/** The TypeScript kernels for an arena. */
export function twinKernels(arena: Arena): OctreeKernels {
  let bound = twins.get(arena.memory)
  if (bound === undefined) {
    bound = bindTwins({ f32: arena.f32, u32: arena.u32, u8: arena.u8 })
    twins.set(arena.memory, bound)
  }
  return bound
}

/** The best kernels there are for an arena at this moment. */
export function bestKernels(arena: Arena): OctreeKernels {
  const module = arena.shared ? modules?.shared : modules?.plain
  if (!module) return twinKernels(arena)
  let bound = instances.get(arena.memory)
  if (bound === undefined) {
    const { exports } = new WebAssembly.Instance(module, { env: { memory: arena.memory } })
    bound = { ...(exports as Omit<OctreeKernels, 'kind'>), kind: 'wasm-simd' }
    instances.set(arena.memory, bound)
  }
  return bound
}

/** Compiles the WebAssembly kernels; where that is not possible the twins stay in use, and that is said on the console. */
export async function compileKernels(): Promise<void> {
  try {
    modules = await compileModules(await import('./kernels.generated.js'))
    await compileOcclusionKernels()
  } catch (cause) {
    console.warn('sightline: no WebAssembly SIMD kernels here, the TypeScript ones are used instead.', cause)
  }
}
