import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { screenFraction, screenPixels } from '../../src/projection/screen-size.js'
import { type FrustumCase, projectionOf, randomLens } from './helpers.js'

/** Half the height of the sphere's picture, by projecting points of the sphere: the highest y / w. */
function sampledHeight(matrix: Float64Array, depth: number, radius: number): number {
  let highest = 0
  for (let i = 0; i <= 20_000; i++) {
    const angle = (i / 20_000) * Math.PI
    const y = radius * Math.sin(angle)
    const z = -depth + radius * Math.cos(angle)
    // Off-centre terms shift the picture; the height is measured from where the middle of the view is.
    highest = Math.max(highest, (matrix[5]! * y) / (matrix[11]! * z + matrix[15]!))
  }
  return highest
}

describe('size on the screen', () => {
  it('is the height of the silhouette, seed 1', () => {
    const random = createRandom(1)
    for (let n = 0; n < 60; n++) {
      const { frustum, clipDepth, reversed } = randomLens(random)
      const { matrix, scaleY, perspective } = projectionOf(frustum, clipDepth, reversed)
      const radius = 0.1 + random() * 3
      const depth = radius * (1.05 + random() * 50)
      const fraction = screenFraction(radius, depth, scaleY, perspective)
      const label = JSON.stringify({ frustum, radius, depth })
      expect(sampledHeight(matrix, depth, radius) / fraction, label).toBeCloseTo(1, 5)
    }
  })

  const at = (frustum: FrustumCase) => projectionOf(frustum)
  it('in numbers', () => {
    const square = at({ kind: 'perspective', verticalFovDegrees: 90, aspect: 2, near: 0.1, far: 100 })
    expect(square.scaleY).toBeCloseTo(1, 12)
    expect(square.scaleX).toBeCloseTo(0.5, 12)
    // A ball of radius 1 at √2 is seen under 45° to each side: it fills the picture.
    expect(screenFraction(1, Math.SQRT2, square.scaleY, true)).toBeCloseTo(1, 12)
    expect(screenPixels(1, Math.SQRT2, square.scaleY, true, 720)).toBeCloseTo(720, 9)
    const flat = at({ kind: 'orthographic', left: -10, right: 10, bottom: -5, top: 5, near: 0, far: 9 })
    expect(screenFraction(2.5, 1e6, flat.scaleY, false)).toBeCloseTo(0.5, 12)
  })
  it('grows with zoom and falls with distance; from within it is infinite', () => {
    expect(screenFraction(1, 20, 4, true)).toBeCloseTo(4 * screenFraction(1, 20, 1, true), 12)
    expect(screenFraction(1, 20, 1, true)).toBeGreaterThan(screenFraction(1, 21, 1, true))
    expect(screenFraction(1, 1, 1, true)).toBe(Number.POSITIVE_INFINITY)
    expect(screenFraction(1, 0, 1, true)).toBe(Number.POSITIVE_INFINITY)
    expect(screenFraction(0, 5, 1, true)).toBe(0)
  })
})
