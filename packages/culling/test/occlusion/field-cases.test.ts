/** Faults that occlusion culling had in real engines, as numbers (the rows of the field cases, 52 to 58), each with its kin. */
import { beforeEach, describe, expect, it } from 'vitest'
import {
  addBoxOccluder,
  addPrismOccluder,
  beginOcclusion,
  createOcclusionBuffer,
  loadKernels,
  type OcclusionBuffer,
  testBoxes,
} from '../../src/occlusion/index.js'
import { type CameraInput, camera } from './support/cameras.js'

await loadKernels()

const out = new Uint8Array(16)
const rad = (degrees: number) => (degrees * Math.PI) / 180

/** A camera at the origin looking along −Z. */
function ahead(fovY: number, aspect: number, more: Partial<CameraInput> = {}): Float64Array {
  const t = Math.tan(rad(fovY) / 2)
  return camera({
    eye: [0, 0, 0],
    yaw: 0,
    pitch: 0,
    roll: 0,
    near: 0.1,
    far: 100,
    sides: [-t * aspect, t * aspect, -t, t],
    ...more,
  }).matrix
}

function box(
  b: OcclusionBuffer,
  x0: number,
  y0: number,
  z0: number,
  x1: number,
  y1: number,
  z1: number,
): void {
  addBoxOccluder(b, [
    x1 - x0,
    0,
    0,
    0,
    0,
    y1 - y0,
    0,
    0,
    0,
    0,
    z1 - z0,
    0,
    (x0 + x1) / 2,
    (y0 + y1) / 2,
    (z0 + z1) / 2,
    1,
  ])
}

function isHidden(b: OcclusionBuffer, ...bounds: number[]): boolean {
  testBoxes(b, Float32Array.from(bounds), 1, out)
  return out[0] === 1
}

describe.each(['auto', 'typescript'] as const)('with %s kernels', (kernels) => {
  let b: OcclusionBuffer
  beforeEach(() => {
    b = createOcclusionBuffer({ width: 256, height: 128, kernels })
  })

  describe('52: a hole that touches the edge of the screen', () => {
    // A wall 30 × 10 with a hole 1 × 2 in its middle, in four pieces; the eye turned 35° to the left, so the hole spans 0.73 to 1.12.
    const wall = (buffer: OcclusionBuffer) => {
      box(buffer, -15, -5, -5.2, -0.5, 5, -5)
      box(buffer, 0.5, -5, -5.2, 15, 5, -5)
      box(buffer, -0.5, 1, -5.2, 0.5, 5, -5)
      box(buffer, -0.5, -5, -5.2, 0.5, -1, -5)
    }
    const half = Math.tan(rad(75) / 2)

    it.each([256, 64, 512])('shows the block behind it, %i pixels wide', (width) => {
      b = createOcclusionBuffer({ width, height: 128, kernels })
      beginOcclusion(b, ahead(60, 1, { yaw: rad(35), sides: [-half, half, -half, half] }))
      wall(b)
      expect(isHidden(b, -10, -1, -18, 10, 1, -10)).toBe(false)
    })

    it('hides what lies wholly behind the wall beside the hole', () => {
      beginOcclusion(b, ahead(60, 1, { yaw: rad(35), sides: [-half, half, -half, half] }))
      wall(b)
      expect(isHidden(b, -12, -1, -11, -11, 1, -10)).toBe(true)
    })

    it('shows a block where only a border pixel is open', () => {
      for (const gap of [2, 1, 0.5, 0.1]) {
        beginOcclusion(b, ahead(90, 2))
        // All of the picture but `gap` pixels at its right border.
        box(b, -30, -30, -11, 20 * (1 - gap / 128), 30, -10)
        expect(isHidden(b, -5, -1, -30, 90, 1, -20), `gap of ${gap} pixels`).toBe(false)
      }
    })
  })

  describe('53: a gap thinner than a pixel', () => {
    it.each([0.05, 0.01, 0.001])('of %f between two walls shows what is behind it', (gap) => {
      b = createOcclusionBuffer({ width: 64, height: 40, kernels })
      for (const shift of [0, 0.03, 0.11, 0.4]) {
        beginOcclusion(b, ahead(60, 16 / 9))
        box(b, -20, -20, -10.3, shift - gap / 2, 20, -10)
        box(b, shift + gap / 2, -20, -10.3, 20, 20, -10)
        expect(isHidden(b, shift - 0.5, -0.5, -20, shift + 0.5, 0.5, -19)).toBe(false)
      }
    })
  })

  describe('56: an eye inside an occluder', () => {
    it('does not see that occluder', () => {
      beginOcclusion(b, ahead(60, 1))
      box(b, -5, -5, -5, 5, 5, 5)
      expect(isHidden(b, -0.3, -0.3, -3.3, 0.3, 0.3, -3)).toBe(false)
      expect(isHidden(b, -0.3, -0.3, -20.3, 0.3, 0.3, -20)).toBe(false)
    })

    it('does not see the other pieces of a bent one either', () => {
      // An L round the eye: its other arm lies ahead.
      const ring = Float32Array.of(-2, 2, 2, 2, 2, -8, 12, -8, 12, -12, -2, -12)
      beginOcclusion(b, ahead(60, 1))
      addPrismOccluder(b, ring, -5, 5)
      expect(isHidden(b, -0.3, -0.3, -20.3, 0.3, 0.3, -20)).toBe(false)
    })

    it('nor one that the near plane cuts', () => {
      // The wall begins 0.05 before the eye, the near plane lies at 0.1: one looks into it.
      beginOcclusion(b, ahead(60, 1))
      box(b, -5, -5, -1, 5, 5, -0.05)
      expect(isHidden(b, -0.3, -0.3, -3.3, 0.3, 0.3, -3)).toBe(false)
      beginOcclusion(b, ahead(60, 1))
      box(b, -5, -5, -1, 5, 5, -0.2)
      expect(isHidden(b, -0.3, -0.3, -3.3, 0.3, 0.3, -3)).toBe(true)
    })

    it('nor, with erosion, one that the moved eye could be in', () => {
      for (const [distance, hides] of [
        [0.65, false],
        [1.5, true],
      ] as const) {
        beginOcclusion(b, ahead(60, 1), { erosion: 0.6 })
        box(b, -50, -50, -distance - 5, 50, 50, -distance)
        expect(isHidden(b, -0.3, -0.3, -20.3, 0.3, 0.3, -20), `wall at ${distance}`).toBe(hides)
      }
    })
  })

  describe('57: odd sizes', () => {
    it.each([
      [8, 8],
      [72, 40],
      [1024, 512],
      [1024, 8],
      [8, 512],
      [200, 504],
    ])('%i × %i keeps its last column and row', (width, height) => {
      b = createOcclusionBuffer({ width, height, kernels })
      // The picture is covered but for a strip along one border, where something far shows.
      for (const [x0, x1, y0, y1] of [
        [-99, 9, -99, 99],
        [-9, 99, -99, 99],
        [-99, 99, -99, 9],
        [-99, 99, -9, 99],
      ] as const) {
        beginOcclusion(b, ahead(90, 1))
        box(b, x0, y0, -11, x1, y1, -10)
        expect(isHidden(b, -99, -99, -110, 99, 99, -100)).toBe(false)
        expect(isHidden(b, -1, -1, -110, 1, 1, -100)).toBe(true)
      }
      // Covered wholly: hidden wherever the box lies.
      beginOcclusion(b, ahead(90, 1))
      box(b, -99, -99, -11, 99, 99, -10)
      for (const at of [-99, -50, 0, 50, 98])
        expect(isHidden(b, at, at, -110, at + 1, at + 1, -100)).toBe(true)
    })
  })

  describe('58: corners behind the eye', () => {
    it('are not divided as if they were in front', () => {
      beginOcclusion(b, ahead(60, 1))
      // A plate at −0.5 over ±0.3 of the screen; the box reaches from before the eye to behind it.
      const half = 0.3 * 0.5 * Math.tan(rad(30))
      box(b, -half, -half, -0.52, half, half, -0.5)
      expect(isHidden(b, 0.05, -0.5, -1, 0.15, 0.5, 1)).toBe(false)
    })

    it('nor on the near plane exactly', () => {
      beginOcclusion(b, ahead(60, 1))
      box(b, -5, -5, -2, 5, 5, -0.3)
      for (const z of [0, -0.05, -0.0999, -0.1, -0.1001])
        expect(isHidden(b, -0.02, -0.02, -5, 0.02, 0.02, z), `to ${z}`).toBe(false)
      expect(isHidden(b, -0.02, -0.02, -5, 0.02, 0.02, -2.5)).toBe(true)
    })
  })

  describe('broken boxes', () => {
    it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
      'with %f in them are visible',
      (bad) => {
        beginOcclusion(b, ahead(60, 1))
        box(b, -50, -50, -11, 50, 50, -10)
        for (let k = 0; k < 6; k++) {
          const bounds = [-1, -1, -31, 1, 1, -30]
          expect(isHidden(b, ...bounds)).toBe(true)
          bounds[k] = bad
          expect(isHidden(b, ...bounds), `number ${k}`).toBe(false)
        }
      },
    )

    it('with their corners the other way round are the same boxes', () => {
      beginOcclusion(b, ahead(60, 1))
      box(b, -5, -5, -11, 5, 5, -10)
      expect(isHidden(b, 1, 1, -30, -1, -1, -31)).toBe(true)
      expect(isHidden(b, 9, 1, -12, -9, -1, -13)).toBe(false)
    })
  })

  it('an empty picture hides nothing', () => {
    beginOcclusion(b, ahead(60, 1))
    expect(isHidden(b, -1, -1, -31, 1, 1, -30)).toBe(false)
    expect(isHidden(b, -1, -1, -1e6, 1, 1, -9e5)).toBe(false)
  })

  it('a box is not hidden by itself', () => {
    for (const distance of [0.3, 1, 10, 90, 3000]) {
      beginOcclusion(b, ahead(60, 1, { far: Number.POSITIVE_INFINITY }))
      const half = distance * 0.2
      box(b, -half, -half, -distance - half, half, half, -distance)
      expect(isHidden(b, -half, -half, -distance - half, half, half, -distance), `at ${distance}`).toBe(false)
    }
  })
})
