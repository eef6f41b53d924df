import { describe, expect, it } from 'vitest'
import { hasSharedData, readSharedJson } from '../../../../test/support/shared-data.js'
import {
  type ClipDepth,
  orthographicMatrix,
  perspectiveMatrix,
  perspectiveOffCenterMatrix,
} from '../../src/projection/matrices.js'
import { type FrustumCase, matrixOf } from './helpers.js'

const depthAt = (m: Float64Array, z: number) => (m[10]! * z + m[14]!) / (m[11]! * z + m[15]!)

const DEPTHS: [ClipDepth, boolean, number, number][] = [
  ['minus-one-to-one', false, -1, 1],
  ['minus-one-to-one', true, 1, -1],
  ['zero-to-one', false, 0, 1],
  ['zero-to-one', true, 1, 0],
]

describe('depth runs from the near to the far value', () => {
  it.each(DEPTHS)('%s, reversed %s', (clipDepth, reversed, atNear, atFar) => {
    const out = new Float64Array(16)
    for (const far of [20, 1e6, Number.POSITIVE_INFINITY]) {
      const lens = { fovY: 1, aspect: 1.5, near: 0.25, far, clipDepth, reversed }
      const m = perspectiveMatrix(lens, out)
      expect(depthAt(m, -0.25)).toBeCloseTo(atNear, 12)
      expect(depthAt(m, far === Number.POSITIVE_INFINITY ? -1e18 : -far)).toBeCloseTo(atFar, 8)
      const extents = { left: -1, right: 3, bottom: -2, top: 0.5, near: 0.25, far, clipDepth, reversed }
      const offCenter = perspectiveOffCenterMatrix(extents, new Float64Array(16))
      expect([offCenter[10], offCenter[14]]).toEqual([m[10], m[14]])
    }
    const ortho = { left: -1, right: 3, bottom: -2, top: 0.5, near: -5, far: 20, clipDepth, reversed }
    const m = orthographicMatrix(ortho, out)
    expect(depthAt(m, 5)).toBeCloseTo(atNear, 12)
    expect(depthAt(m, -20)).toBeCloseTo(atFar, 12)
  })
})

describe('extents of the near plane land on the edges of the picture', () => {
  it('off-centre and orthographic', () => {
    const extents = { left: -1, right: 3, bottom: -2, top: 0.5, near: 0.25, far: 9 }
    for (const make of [perspectiveOffCenterMatrix, orthographicMatrix]) {
      const m = make(extents, new Float64Array(16))
      const project = (x: number, y: number) => {
        const w = m[11]! * -0.25 + m[15]!
        return [(m[0]! * x + m[8]! * -0.25 + m[12]!) / w, (m[5]! * y + m[9]! * -0.25 + m[13]!) / w]
      }
      expect(project(-1, -2)).toEqual([expect.closeTo(-1, 12), expect.closeTo(-1, 12)])
      expect(project(3, 0.5)).toEqual([expect.closeTo(1, 12), expect.closeTo(1, 12)])
    }
  })
})

describe('bad input names the field and leaves the matrix alone', () => {
  const good = { fovY: 1, aspect: 1, near: 1, far: 2 }
  const box = { left: -1, right: 1, bottom: -1, top: 1, near: 1, far: 2 }
  it.each([
    ['fovY', { fovY: 0 }],
    ['fovY', { fovY: Math.PI }],
    ['fovY', { fovY: Number.NaN }],
    ['aspect', { aspect: Number.NaN }],
    ['aspect', { aspect: 0 }],
    ['aspect', { aspect: Number.POSITIVE_INFINITY }],
    ['near', { near: 0 }],
    ['near', { near: -1 }],
    ['near', { near: Number.NaN }],
    ['far', { far: 1 }],
    ['far', { far: 0.5 }],
    ['far', { far: Number.NaN }],
  ])('perspective %s: %o', (field, bad) => {
    const out = new Float64Array(16).fill(7)
    expect(() => perspectiveMatrix({ ...good, ...bad }, out, 'setPerspective')).toThrow(
      new RegExp(`^setPerspective: ${field} is `),
    )
    expect(out.every((v) => v === 7)).toBe(true)
  })
  it.each([
    ['left', { left: Number.NaN }],
    ['right', { right: -1 }],
    ['bottom', { bottom: Number.NEGATIVE_INFINITY }],
    ['top', { top: -1 }],
    ['near', { near: 0 }],
    ['far', { far: 0.5 }],
  ])('off-centre %s: %o', (field, bad) => {
    expect(() => perspectiveOffCenterMatrix({ ...box, ...bad }, new Float64Array(16))).toThrow(
      `: ${field} is `,
    )
  })
  it.each([
    ['right', { right: -2 }],
    ['top', { top: Number.NaN }],
    ['near', { near: Number.NaN }],
    ['far', { far: 1 }],
    ['far', { far: Number.POSITIVE_INFINITY }],
  ])('orthographic %s: %o', (field, bad) => {
    expect(() => orthographicMatrix({ ...box, ...bad }, new Float64Array(16))).toThrow(`: ${field} is `)
  })
  it('clipDepth and reversed', () => {
    const out = new Float64Array(16)
    expect(() => perspectiveMatrix({ ...good, clipDepth: 'opengl' as ClipDepth }, out)).toThrow(
      'clipDepth is opengl',
    )
    expect(() => orthographicMatrix({ ...box, reversed: 1 as unknown as boolean }, out)).toThrow(
      'reversed is 1',
    )
  })
})

type MatrixCases = {
  groups: { projectionMatrix: { tolerance: number; cases: { frustum: FrustumCase; columns: number[][] }[] } }
}

describe.skipIf(!hasSharedData)('Godot: projection matrices', () => {
  it('agrees', () => {
    const { cases, tolerance } = readSharedJson<MatrixCases>('culling/godot.json').groups.projectionMatrix
    expect(cases.length).toBe(3)
    for (const { frustum, columns } of cases) {
      const m = matrixOf(frustum)
      columns.flat().forEach((value, i) => {
        expect(Math.abs(m[i]! - value), `entry ${i} of ${JSON.stringify(frustum)}`).toBeLessThanOrEqual(
          tolerance,
        )
      })
    }
  })
})
