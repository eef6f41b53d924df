import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { countRows, createRowBlocks, sendRows } from '../../src/animation/dirty-rows.js'
import {
  createPosePool,
  createPoseStore,
  POSE_ROW,
  POSE_ROW_BYTES,
  type PosePool,
  type PoseStore,
  releasePose,
  takePose,
  takeShared,
} from '../../src/animation/pose-store.js'

const PEOPLE = 400

/** What an entity's pose holds, so that it is known again. */
function mark({ floats }: PoseStore, texel: number, { texels }: PosePool, value: number): void {
  floats.fill(value, texel * 4, (texel + texels) * 4)
}

function holds({ floats }: PoseStore, texel: number, { texels }: PosePool, value: number): boolean {
  return floats.subarray(texel * 4, (texel + texels) * 4).every((float) => float === value)
}

/** A copy of the texture, kept by what is sent. */
function createCopy(store: PoseStore) {
  const blocks = createRowBlocks()
  let copy = store.floats.slice()
  let version = store.version
  return {
    sync(): number {
      if (version !== store.version) {
        version = store.version
        copy = store.floats.slice()
        store.dirty.fill(0)
        return 0
      }
      return sendRows(store, blocks, ({ first, data }) => copy.set(data, first * POSE_ROW * 4))
    },
    agrees: (): boolean => copy.every((float, i) => float === store.floats[i]),
  }
}

describe('poses in a texture', () => {
  it.each([1, 2, 3])('stay whole, apart, and few rows, whoever comes and goes (seed %i)', (seed) => {
    const random = createRandom(seed)
    const store = createPoseStore(PEOPLE, 4096)
    const pools = [createPosePool(1, 19), createPosePool(2, 60)] as const
    const shared = pools.map((pool) => takeShared(store, pool, 20))
    shared.forEach((texels, i) => {
      for (const texel of texels) mark(store, texel, pools[i]!, -1 - i)
    })
    const poolOf = (id: number): PosePool => pools[id % 2]!
    const values = new Map<number, number>()
    const gpu = createCopy(store)
    gpu.sync()
    for (let frame = 0; frame < 300; frame++) {
      const crowd = Math.floor((Math.sin(frame / 40) * 0.5 + 0.5) * PEOPLE)
      let bytes = 0
      for (let id = 1; id <= PEOPLE; id++) {
        if (id > crowd && values.delete(id)) releasePose(store, poolOf(id), id)
        if (id > crowd || random() > 0.3) continue
        const texel = takePose(store, poolOf(id), id)
        expect(texel).toBeGreaterThan(0)
        mark(store, texel, poolOf(id), frame * PEOPLE + id)
        values.set(id, frame * PEOPLE + id)
        bytes += poolOf(id).texels * 16
      }
      // In proportion to those who got one: what is closed up is sent again, and each rig's open row is half
      // full.
      expect(gpu.sync()).toBeLessThanOrEqual(bytes * 2.2 + 4 * POSE_ROW_BYTES)
      expect(gpu.agrees()).toBe(true)
      for (const [id, value] of values) expect(holds(store, store.texelOf[id]!, poolOf(id), value)).toBe(true)
      for (let id = 1; id <= PEOPLE; id++) if (!values.has(id)) expect(store.texelOf[id]).toBe(0)
    }
    shared.forEach((texels, i) => {
      for (const texel of texels) expect(holds(store, texel, pools[i]!, -1 - i)).toBe(true)
    })
    for (const pool of pools) {
      expect(pool.own.length).toBeLessThanOrEqual((2 * PEOPLE) / 2 / pool.perRow + 2)
    }
    expect(pools[0].live + pools[1].live).toBe(values.size)
  })

  it('have no room beyond the rows that there can be, and find it again', () => {
    const store = createPoseStore(PEOPLE, 16)
    const pool = createPosePool(1, 100)
    const given = Array.from({ length: PEOPLE }, (_, i) => takePose(store, pool, i + 1))
    expect(given.filter((texel) => texel > 0).length).toBe(15 * pool.perRow)
    expect(takePose(store, pool, PEOPLE)).toBe(0)
    for (let id = 1; id <= pool.perRow; id++) releasePose(store, pool, id)
    expect(takePose(store, pool, PEOPLE)).toBeGreaterThan(0)
    expect(() => takeShared(store, createPosePool(2, 10), 1)).toThrow(
      'createRig: no room for 1 more shared poses',
    )
  })

  it('are not sent when nobody got one', () => {
    const store = createPoseStore(PEOPLE, 64)
    const pool = createPosePool(1, 19)
    takePose(store, pool, 1)
    expect(countRows(store)).toBe(2 * POSE_ROW_BYTES)
    expect(countRows(store)).toBe(0)
    takePose(store, pool, 2)
    expect(countRows(store)).toBe(POSE_ROW_BYTES)
  })
})
