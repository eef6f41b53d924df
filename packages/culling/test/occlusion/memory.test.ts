import { createArena } from '@sightline/core/memory'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import {
  addBoxOccluder,
  addPrismOccluder,
  beginOcclusion,
  createOcclusionBuffer,
  loadKernels,
  occlusionImage,
  queryVisible,
  testBoxes,
} from '../../src/occlusion/index.js'
import { createOctree, insert } from '../../src/spatial/index.js'
import { randomCamera } from './support/cameras.js'
import { randomTown } from './support/town.js'

await loadKernels()

/** Everything that a picture of a town answers, in memory of its own. */
function answers(isShared: boolean) {
  if (!isShared) vi.stubGlobal('crossOriginIsolated', false)
  const arena = createArena(16e6)
  vi.unstubAllGlobals()
  expect(arena.shared).toBe(isShared)
  expect(arena.buffer).toBeInstanceOf(isShared ? SharedArrayBuffer : ArrayBuffer)
  const buffer = createOcclusionBuffer({ arena })
  const random = createRandom(4)
  const town = randomTown(random, [0, 0, 0], 1500)
  const lens = randomCamera(random, [3, 2, 5], 1, -0.1, 0)
  beginOcclusion(buffer, lens.matrix)
  expect(buffer.kernels.kind).toBe('wasm-simd')
  for (const m of town.houses) addBoxOccluder(buffer, m)
  addPrismOccluder(buffer, Float32Array.of(40, 40, 60, 40, 60, 60, 50, 45, 40, 60), -1, 12)
  const count = town.boxes.length / 6
  const hidden = new Uint8Array(count)
  testBoxes(buffer, town.boxes, count, hidden)
  const octree = createOctree({ arena, capacity: count })
  for (let i = 0; i < count; i++) {
    const [x0, y0, z0, x1, y1, z1] = town.boxes.subarray(6 * i, 6 * i + 6)
    insert(octree, i, x0!, y0!, z0!, x1!, y1!, z1!)
  }
  const found = new Uint32Array(count)
  const visible = queryVisible(buffer, octree, new Float32Array(0), found)
  const { inverseDepth } = occlusionImage(buffer)
  return { hidden, visible: found.slice(0, visible), picture: Float32Array.from(inverseDepth) }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('memory that is not shared', () => {
  it('gives the same picture and answers from the WebAssembly kernels', () => {
    const shared = answers(true)
    expect(answers(false)).toEqual(shared)
    expect(shared.hidden.filter((bit) => bit === 1).length).toBeGreaterThan(100)
    expect(shared.picture.some((depth) => depth > 0)).toBe(true)
  })
})
