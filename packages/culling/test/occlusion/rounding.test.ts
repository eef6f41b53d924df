/** The margins of docs/occlusion.md: enough as they are, and turned outwards the oracle must notice, or it could notice nothing. */
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import {
  addBoxOccluder,
  beginOcclusion,
  createOcclusionBuffer,
  loadKernels,
  type OcclusionBuffer,
  occlusionImage,
  testBoxes,
} from '../../src/occlusion/index.js'
import * as layout from '../../src/occlusion/kernels/layout.js'
import { between, camera, type Random, type Vec3 } from './support/cameras.js'
import { boxSolid } from './support/oracle.js'
import { boxMatrix } from './support/town.js'

await loadKernels()

/** Scales the margins that the view has just written. */
function scaleMargins(b: OcclusionBuffer, scale: number): void {
  for (const at of [layout.EDGE_MARGIN, layout.PLANE_MARGIN]) {
    const i = (b.state + at) >>> 2
    b.memory.f32[i] = b.memory.f32[i]! * scale
  }
}

/** A picture of one occluder, near or very far, small or large; counts pixel corners whose ray misses it, and depths that are too near. */
function violations(random: Random, scale: number): { corners: number; misses: number; depths: number } {
  const eye: Vec3 = [between(random, -1, 1), between(random, -1, 1), between(random, -1, 1)]
  const t = between(random, 0.2, 1.2)
  const lens = camera({
    eye,
    yaw: between(random, -3, 3),
    pitch: between(random, -1.4, 1.4),
    roll: between(random, -3, 3),
    near: 0.05,
    far: 1 / 0,
    sides: [-2 * t, 2 * t, -t, t],
  })
  const b = createOcclusionBuffer({ width: 128, height: 64 })
  const distance = 10 ** between(random, -0.5, 4.3)
  const size = distance * 10 ** between(random, -1.3, 0)
  const centre = eye.map(
    (v, k) => v + (distance + size) * (lens.forward[k]! + between(random, -0.4, 0.4)),
  ) as unknown as Vec3
  const m = boxMatrix(
    centre,
    [size, size * between(random, 0.2, 2), size * between(random, 0.2, 2)],
    between(random, -3, 3),
    between(random, -3, 3),
    between(random, -3, 3),
  )
  beginOcclusion(b, lens.matrix)
  scaleMargins(b, scale)
  addBoxOccluder(b, m)
  const { inverseDepth, width, height } = occlusionImage(b)
  const solid = boxSolid(m)
  const found = { corners: 0, misses: 0, depths: 0 }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const depth = inverseDepth[y * width + x]!
      if (depth === 0) continue
      for (let corner = 0; corner < 4; corner++) {
        // The buffer is wider than the view by 2⁻²⁰.
        const u = ((2 * (x + (corner & 1))) / width - 1) * (1 + 2 ** -20) * lens.sides[1]
        const v = ((2 * (y + (corner >> 1))) / height - 1) * (1 + 2 ** -20) * lens.sides[3]
        const d = [0, 1, 2].map((k) => lens.forward[k]! + u * lens.right[k]! + v * lens.up[k]!) as [
          number,
          number,
          number,
        ]
        const entry = solid.entry(...eye, ...d)
        found.corners++
        if (entry === Number.POSITIVE_INFINITY) found.misses++
        // Nearer than the entry by more than doubles can be wrong.
        else if (depth * entry > 1 + 1e-12) found.depths++
      }
    }
  }
  return found
}

describe('the rounding bound', () => {
  it.each([
    [1, true],
    [0.25, true],
    [-4, false],
  ] as const)('times %f: pixels and depths are all inside is %s', (scale, holds) => {
    const random = createRandom(11)
    const sum = { corners: 0, misses: 0, depths: 0 }
    for (let round = 0; round < 400; round++) {
      const found = violations(random, scale)
      sum.corners += found.corners
      sum.misses += found.misses
      sum.depths += found.depths
    }
    expect(sum.corners).toBeGreaterThan(100_000)
    if (holds) expect(sum).toEqual({ corners: sum.corners, misses: 0, depths: 0 })
    else expect(sum.misses + sum.depths).toBeGreaterThan(0)
  })

  it('holds for boxes: rectangles and depths are outward at any distance and size, seed 3', () => {
    // A wall with a straight border through the picture; a box may be called hidden only if it ends before the border and behind the wall.
    const random = createRandom(3)
    const out = new Uint8Array(1)
    let hidden = 0
    for (let round = 0; round < 20_000; round++) {
      const b = buffers[round % 2]!
      if (round % 50 < 2) {
        beginOcclusion(
          b,
          camera({ eye: [0, 0, 0], yaw: 0, pitch: 0, roll: 0, near: 0.1, far: 1 / 0, sides: [-1, 1, -1, 1] })
            .matrix,
        )
        addBoxOccluder(b, [200, 0, 0, 0, 0, 200, 0, 0, 0, 0, 2, 0, -100, 0, -6, 1])
      }
      // The wall covers x <= 0 at z = −5. The box ends at x = 0 but for a hair, somewhere behind z = −5 but for a hair.
      const distance = 10 ** between(random, 0.69897, 4)
      const sx = distance * 10 ** between(random, -4, -0.5)
      const hairX = distance * 10 ** between(random, -9, -1) * (random() < 0.5 ? 1 : -1)
      const box = Float32Array.of(
        hairX - sx,
        -sx * random(),
        -distance - sx * 10 ** between(random, -3, 1),
        hairX,
        sx * random(),
        -distance,
      )
      testBoxes(b, box, 1, out)
      if (out[0] === 0) continue
      hidden++
      expect(box[3]!, `round ${round}`).toBeLessThanOrEqual(0)
      expect(box[5]!, `round ${round}`).toBeLessThan(-5)
    }
    expect(hidden).toBeGreaterThan(1000)
  })
})

const buffers = [
  createOcclusionBuffer({ width: 256, height: 256 }),
  createOcclusionBuffer({ width: 256, height: 256, kernels: 'typescript' }),
]
