import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { createProjection, setProjection } from '../../src/projection/projection.js'
import { matrixOf, projectionOf, randomLens } from './helpers.js'

describe('what is found from a matrix', () => {
  it('is what it was made from, seed 1', () => {
    const random = createRandom(1)
    for (let n = 0; n < 300; n++) {
      const { frustum, clipDepth, reversed } = randomLens(random)
      const projection = projectionOf(frustum, clipDepth, reversed)
      const label = JSON.stringify({ frustum, clipDepth, reversed })
      expect(projection.perspective, label).toBe(frustum.kind !== 'orthographic')
      expect(projection.reversed, label).toBe(reversed)
      expect(projection.near / frustum.near, label).toBeCloseTo(1, 6)
      if (frustum.far === Number.POSITIVE_INFINITY) expect(projection.far, label).toBe(frustum.far)
      else expect(projection.far / frustum.far, label).toBeCloseTo(1, 6)
      const matrix = matrixOf(frustum, clipDepth, reversed)
      expect(projection.scaleX).toBeCloseTo(matrix[0]!, 10)
      expect(projection.scaleY).toBeCloseTo(matrix[5]!, 10)
    }
  })

  it('holds for a matrix turned and scaled: a camera built into it', () => {
    // Rows scaled alike leave the picture as it is; a roll turns x into y.
    const m = matrixOf({ kind: 'perspective', verticalFovDegrees: 60, aspect: 1, near: 1, far: 50 })
    const scaled = m.map((v) => v * 3)
    const projection = createProjection()
    setProjection(projection, scaled, 'minus-one-to-one')
    expect(projection.scaleY).toBeCloseTo(Math.sqrt(3), 12)
    expect(projection.near).toBeCloseTo(1, 10)
    expect(projection.far).toBeCloseTo(50, 8)
    const rolled = m.slice()
    for (let i = 0; i < 4; i++) {
      rolled[i] = -m[i + 4]!
      rolled[i + 4] = m[i]!
    }
    setProjection(projection, rolled, 'minus-one-to-one')
    expect(projection.scaleY).toBeCloseTo(Math.sqrt(3), 12)
    expect(projection.volume.planeCount).toBe(6)
  })

  it('float32 matrices with a very far plane have none', () => {
    const m = Float32Array.from(
      matrixOf({ kind: 'perspective', verticalFovDegrees: 60, aspect: 1, near: 0.01, far: 1e7 }),
    )
    const projection = createProjection()
    setProjection(projection, m, 'minus-one-to-one')
    expect(projection.far).toBe(Number.POSITIVE_INFINITY)
    expect(projection.volume.planeCount).toBe(5)
  })
})

describe('bad matrices', () => {
  const good = matrixOf({ kind: 'perspective', verticalFovDegrees: 60, aspect: 1, near: 1, far: 50 })
  const broken = good.slice()
  broken[5] = Number.NaN
  const flat = good.slice()
  flat[0] = 0
  it.each([
    ['15 numbers', good.slice(0, 15), 'matrix is 15 numbers, expected 16 numbers'],
    ['nothing', null, 'matrix is null'],
    ['NaN', broken, 'matrix[5] is NaN, expected a finite number'],
    ['no inverse', flat, 'matrix is not a projection'],
    ['zero', new Float64Array(16), 'matrix is not a projection'],
    ['nothing in front', good.map((v) => -v), 'matrix is not a projection'],
  ])('%s: an error that says so, nothing changed', (_, matrix, message) => {
    const projection = createProjection()
    setProjection(projection, good, 'minus-one-to-one')
    const before = JSON.stringify(projection)
    const set = () =>
      setProjection(projection, matrix as Float64Array, 'minus-one-to-one', 'setProjectionMatrix')
    expect(set).toThrow(`setProjectionMatrix: ${message}`)
    expect(JSON.stringify(projection)).toBe(before)
  })
  it('an unknown clip depth', () => {
    expect(() => setProjection(createProjection(), good, 'webgl' as never)).toThrow('clipDepth is webgl')
  })
})
