import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

function constantsOf(path: string): Map<string, number> {
  const text = readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8')
  const found = new Map<string, number>()
  for (const [, name, value] of text.matchAll(/^export const (\w+)(?:: \w+)? = ([^\n]+)$/gm)) {
    found.set(name!, Number(value!.replaceAll('_', '')))
  }
  return found
}

const kernels = constantsOf('../../assembly/layout.ts')
const structure = constantsOf('../../src/spatial/octree.ts')

describe('the layout of the octree', () => {
  test('is the same in AssemblyScript and in TypeScript', () => {
    expect(kernels.size).toBeGreaterThan(60)
    for (const [name, value] of kernels) {
      expect(value, name).not.toBeNaN()
      expect(value, name).toBe(structure.get(name))
    }
  })

  test('parts of a record do not overlap', () => {
    const parts: [string, number][][] = [
      [
        ['NODE_REFS', 32],
        ['NODE_PARENT', 4],
        ['NODE_NEXT', 4],
        ['NODE_LENGTH', 1],
        ['NODE_DIRTY', 1],
        ['NODE_BYTES', 0],
      ],
      [
        ['LEAF_COUNTS', 8],
        ['LEAF_PARENT', 4],
        ['LEAF_LENGTH', 1],
        ['LEAF_DIRTY', 1],
        ['LEAF_COUNT', 1],
        ['LEAF_EXTENT', 4],
        ['LEAF_REACH_MIN', 12],
        ['LEAF_REACH_MAX', 12],
        ['LEAF_NEXT', 4],
        ['LEAF_BLOCKS', 1536],
        ['LEAF_BYTES', 0],
      ],
      [
        ['WORK_PLANES', 32 * 128],
        ['WORK_PACK', 256],
        ['WORK_LANE', 32],
        ['WORK_CELL', 24],
        ['WORK_SINK', 4],
        ['WORK_LEAF_QUEUE', 64 * 8],
        ['WORK_BLOCK_QUEUE', 104 * 12],
        ['WORK_COPY_QUEUE', 24 * 4],
        ['WORK_LIST', 66 * 8],
        ['WORK_HISTOGRAM', 3 * 2048 * 4],
        ['WORK_BYTES', 0],
      ],
    ]
    for (const record of parts) {
      let end = 0
      for (const [name, bytes] of record) {
        expect(structure.get(name), name).toBeGreaterThanOrEqual(end)
        end = structure.get(name)! + bytes
      }
    }
  })
})
