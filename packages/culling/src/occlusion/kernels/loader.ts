/** Which occlusion kernels run: WebAssembly with SIMD once it is compiled, else the TypeScript twins. */
import type { Arena } from '@sightline/core/memory'
import { compileModules, type Modules } from '../../kernels/modules.js'
import { bindTwins } from './twins.js'
import type { OcclusionKernels } from './types.js'

let modules: Modules | null = null
const instances = new WeakMap<WebAssembly.Memory, OcclusionKernels>()
const twins = new WeakMap<WebAssembly.Memory, OcclusionKernels>()

/** Compiles the WebAssembly kernels; rejects where WebAssembly with SIMD is missing. */
export async function compileOcclusionKernels(): Promise<void> {
  modules = await compileModules(await import('./kernels.generated.js'))
}

/** The TypeScript kernels for an arena. */
export function occlusionTwins(arena: Arena): OcclusionKernels {
  let bound = twins.get(arena.memory)
  if (bound === undefined) {
    bound = bindTwins(arena)
    twins.set(arena.memory, bound)
  }
  return bound
}

/** The best kernels there are for an arena at this moment. */
export function bestOcclusionKernels(arena: Arena): OcclusionKernels {
  const module = arena.shared ? modules?.shared : modules?.plain
  if (!module) return occlusionTwins(arena)
  let bound = instances.get(arena.memory)
  if (bound === undefined) {
    const { exports } = new WebAssembly.Instance(module, { env: { memory: arena.memory } })
    bound = { ...(exports as Omit<OcclusionKernels, 'kind'>), kind: 'wasm-simd' }
    instances.set(arena.memory, bound)
  }
  return bound
}
