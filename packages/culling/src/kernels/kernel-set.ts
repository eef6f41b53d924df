/**
 * One set of kernels: a WebAssembly binary and its TypeScript twins. The binary is compiled once for each
 * kind of memory, shared and not; each memory gets one instance, which everything in it uses.
 */
import type { Arena } from '@sightline/core/memory'
import { compileModules, type GeneratedKernels, type Modules } from './modules.js'
import type { KernelKind } from './types.js'

export type KernelSet<K> = {
  /** Compiles the binary, once; rejects where WebAssembly with SIMD is missing. */
  compile(): Promise<void>
  /** Which kernels `best` gives now. */
  kind(): KernelKind
  /** The best kernels there are for an arena at this moment. */
  best(arena: Arena): K
  /** The TypeScript kernels for an arena. */
  twins(arena: Arena): K
}

const sets: KernelSet<unknown>[] = []

/**
 * Makes a set and enters it into the list that `compileKernels` goes through: an unused subpath costs
 * nothing.
 */
export function createKernelSet<K extends { readonly kind: KernelKind }>(
  generated: () => Promise<GeneratedKernels>,
  bindTwins: (arena: Arena) => K,
): KernelSet<K> {
  let modules: Modules | null = null
  let compiling: Promise<void> | null = null
  const instances = new WeakMap<WebAssembly.Memory, K>()
  const bound = new WeakMap<WebAssembly.Memory, K>()

  const set: KernelSet<K> = {
    compile() {
      compiling ??= generated()
        .then(compileModules)
        .then((compiled) => {
          modules = compiled
        })
      return compiling
    },
    kind: () => (modules === null ? 'typescript' : 'wasm-simd'),
    best(arena) {
      const module = arena.shared ? modules?.shared : modules?.plain
      if (!module) return set.twins(arena)
      let instance = instances.get(arena.memory)
      if (instance === undefined) {
        const { exports } = new WebAssembly.Instance(module, { env: { memory: arena.memory } })
        instance = { ...(exports as unknown as K), kind: 'wasm-simd' }
        instances.set(arena.memory, instance)
      }
      return instance
    },
    twins(arena) {
      let twins = bound.get(arena.memory)
      if (twins === undefined) {
        twins = bindTwins(arena)
        bound.set(arena.memory, twins)
      }
      return twins
    },
  }
  sets.push(set)
  return set
}

let warned = false

/**
 * Compiles all sets; where that is not possible the twins stay in use, and that is said once on the console.
 */
export async function compileKernels(): Promise<void> {
  try {
    await Promise.all(sets.map((set) => set.compile()))
  } catch (cause) {
    if (!warned) {
      console.warn(
        'sightline: no WebAssembly SIMD kernels here, the TypeScript ones are used instead.',
        cause,
      )
    }
    warned = true
  }
}
