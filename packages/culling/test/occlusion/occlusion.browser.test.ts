// The tests that need no files, in a real browser: its WebAssembly engine compiles and runs the kernels on its own.
import { createOcclusionBuffer, kernelKind, loadKernels } from '@sightline/culling/occlusion'
import { expect, it } from 'vitest'
import './memory.test.js'
import './octree-boxes.test.js'
import './shapes.test.js'
import './towns.test.js'
import './twin.test.js'

it('runs on shared memory, with the WebAssembly kernels', async () => {
  await loadKernels()
  expect(crossOriginIsolated).toBe(true)
  expect(kernelKind()).toBe('wasm-simd')
  expect(createOcclusionBuffer().arena.buffer).toBeInstanceOf(SharedArrayBuffer)
})
