/**
 * Turns a generated kernel module (see scripts/build-kernels.mjs) into WebAssembly modules for both kinds of
 * memory.
 */

/** `shared` is null where threads are missing: there is no shared memory either then. */
export type Modules = { readonly plain: WebAssembly.Module; readonly shared: WebAssembly.Module | null }

/** What a generated module exports. */
export type GeneratedKernels = {
  readonly KERNELS_BASE64: string
  readonly MEMORY_FLAGS_AT: number
  readonly SHARED_MEMORY_FLAGS: number
}

/** Compiles both builds; rejects where WebAssembly with SIMD is missing. */
export async function compileModules(generated: GeneratedKernels): Promise<Modules> {
  const bytes = decodeBase64(generated.KERNELS_BASE64)
  const plain = await WebAssembly.compile(bytes)
  bytes[generated.MEMORY_FLAGS_AT] = generated.SHARED_MEMORY_FLAGS
  return { plain, shared: await compileOrNull(bytes) }
}

async function compileOrNull(bytes: Uint8Array<ArrayBuffer>): Promise<WebAssembly.Module | null> {
  try {
    return await WebAssembly.compile(bytes)
  } catch {
    return null
  }
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i)
  return bytes
}
