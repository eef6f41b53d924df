import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../test/support/random.js'
import {
  createInstanceBuffer,
  InstanceLayout,
  packInstances,
  uploadRange,
  writeItemIds,
} from '../src/instance-buffer.js'

describe('packInstances', () => {
  it('packs rows, tint and fade in the given order, relative to the origin (seed 3)', () => {
    const random = createRandom(3)
    const matrices = Float32Array.from({ length: 101 * 16 }, () => random() * 100)
    const tints = Uint32Array.from({ length: 101 }, () => Math.floor(random() * 2 ** 32))
    const eids = Uint32Array.from({ length: 200 }, () => 1 + Math.floor(random() * 100))
    const fades = Float32Array.from({ length: 200 }, () => random())
    const buffer = createInstanceBuffer()
    packInstances(buffer, eids, fades, 200, matrices, tints, Float32Array.of(10, 20, 30))
    expect(buffer.count).toBe(200)
    for (let i = 0; i < 200; i++) {
      const matrix = matrices.subarray(eids[i]! * 16, eids[i]! * 16 + 16)
      const at = i * InstanceLayout.words
      for (let row = 0; row < 3; row++) {
        for (let column = 0; column < 4; column++) {
          const shift = column === 3 ? [10, 20, 30][row]! : 0
          expect(buffer.floats[at + row * 4 + column]).toBe(Math.fround(matrix[column * 4 + row]! - shift))
        }
      }
      expect(buffer.words[at + InstanceLayout.tint]).toBe(tints[eids[i]!])
      expect(buffer.floats[at + InstanceLayout.fade]).toBe(fades[i])
    }
    writeItemIds(buffer, eids)
    expect(buffer.words[7 * InstanceLayout.words + InstanceLayout.tint]).toBe(eids[7])
  })

  it('uploads all instances through views that are made once', () => {
    const buffer = createInstanceBuffer()
    const eids = new Uint32Array(1000)
    const pack = (count: number): Float32Array => {
      packInstances(
        buffer,
        eids,
        new Float32Array(1000),
        count,
        new Float32Array(16),
        new Uint32Array(1),
        new Float32Array(3),
      )
      return uploadRange(buffer)
    }
    pack(1000)
    for (const count of [0, 1, 63, 64, 65, 999, 1000]) {
      const range = pack(count)
      expect(range.length).toBeGreaterThanOrEqual(count * InstanceLayout.words)
      expect(range.length).toBeLessThanOrEqual(buffer.floats.length)
      expect(pack(count)).toBe(range)
    }
  })
})
