import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import {
  addPrismOccluder,
  beginOcclusion,
  createOcclusionBuffer,
  loadKernels,
  occlusionImage,
  occlusionStats,
} from '../../src/occlusion/index.js'
import { MAX_PIECE_CORNERS, splitPiece } from '../../src/occlusion/split-piece.js'
import { camera } from './support/cameras.js'
import { createVerdict, judge } from './support/judge.js'
import { prismSolid } from './support/oracle.js'
import { boxesAhead } from './support/scenes.js'

await loadKernels()

/** Corners on a circle, every `step`-th of `count`. */
const round = (count: number, step: number, x: number, z: number, r: number) =>
  Float32Array.from({ length: 2 * (count / step) }, (_, i) => {
    const turn = (2 * Math.PI * step * (i >> 1)) / count
    return i & 1 ? z + r * Math.sin(turn) : x + r * Math.cos(turn)
  })

/** How far a place is inside a convex polygon; below 0 outside. */
function depthIn(polygon: ArrayLike<number>, x: number, z: number): number {
  let least = Infinity
  for (let k = 0; k < polygon.length; k += 2) {
    const n = (k + 2) % polygon.length
    const [dx, dz] = [polygon[n]! - polygon[k]!, polygon[n + 1]! - polygon[k + 1]!]
    least = Math.min(least, (dx * (z - polygon[k + 1]!) - dz * (x - polygon[k]!)) / Math.hypot(dx, dz))
  }
  return least
}

describe('convex footprints of many corners', () => {
  it.each([32, 33, 51, 52, 100, 333])(
    '%i are cut into parts that overlap and together are the whole',
    (count) => {
      const whole = Float64Array.from(round(count, 1, 0, 0, 10))
      const parts = splitPiece(whole)
      if (count <= MAX_PIECE_CORNERS) expect(parts).toEqual([whole])
      for (const part of parts) expect(part.length / 2).toBeLessThanOrEqual(MAX_PIECE_CORNERS)
      const random = createRandom(count)
      for (let i = 0; i < 2000; i++) {
        const [x, z] = [20 * random() - 10, 20 * random() - 10]
        const depth = depthIn(whole, x, z)
        const deepest = Math.max(...parts.map((part) => depthIn(part, x, z)))
        if (depth <= 0) expect(deepest).toBeLessThanOrEqual(1e-9)
        // Where parts only touched, the deepest would be 0.
        else expect(deepest).toBeGreaterThanOrEqual(Math.min(depth, 0.02) - 1e-9)
      }
    },
  )

  it.each([0, 0.05])('leave no seam, shrunk by %f', (erosion) => {
    const lens = camera({
      eye: [0, 5, 0],
      yaw: 0,
      pitch: -0.2,
      roll: 0,
      near: 0.1,
      far: 500,
      sides: [-1, 1, -0.56, 0.56],
    })
    const covered = [2, 1].map((step) => {
      const b = createOcclusionBuffer()
      beginOcclusion(b, lens.matrix, { erosion })
      addPrismOccluder(b, round(64, step, 0, -20, 8), 0, 4)
      expect(occlusionStats(b).drawn).toBe(1)
      return occlusionImage(b).inverseDepth.map((v) => (v > 0 ? 1 : 0))
    })
    // Every second corner makes a prism of one record, inside the other.
    expect(covered[0]!.reduce((a, v) => a + v, 0)).toBeGreaterThan(3000)
    expect(covered[0]!.filter((v, i) => v > covered[1]![i]!).length).toBe(0)
  })

  it.each([1, 2])('hide nothing that a ray past them reaches, seed %i', (seed) => {
    const random = createRandom(seed)
    const verdict = createVerdict()
    for (let view = 0; view < 40; view++) {
      const lens = camera({
        eye: [random(), 2 + random(), random()],
        yaw: 0,
        pitch: -0.1,
        roll: 0,
        near: 0.1,
        far: 500,
        sides: [-1, 1, -0.56, 0.56],
      })
      const b = createOcclusionBuffer()
      const ring = round(33 + Math.floor(100 * random()), 1, 4 * random() - 2, -20, 4 + 4 * random())
      judge(
        {
          b,
          camera: lens,
          matrix: lens.matrix,
          solids: [prismSolid([ring], -1, 6)],
          boxes: boxesAhead(random, lens, 100),
          draw: () => addPrismOccluder(b, ring, -1, 6),
          points: 60,
          random,
          name: `seed ${seed}, view ${view}`,
        },
        verdict,
      )
    }
    expect(verdict.falseHides).toEqual([])
    expect(verdict.hidden).toBeGreaterThan(50)
  })
})
