import { describe, expect, it } from 'vitest'
import { heightfieldFromRaw } from '../../src/heightfield/index.js'

describe('heightfieldFromRaw', () => {
  const meta = { width: 2, height: 2 }
  it.each([
    [{}, 'heightfieldFromRaw: width is undefined, expected a whole number'],
    [{ width: 2, height: 1 }, 'heightfieldFromRaw: height is 1, expected a whole number'],
    [{ ...meta, metresPerSample: null }, 'metresPerSample is null, expected a number'],
    [{ ...meta, metresPerSample: 0 }, 'metresPerSample is 0, expected a finite number above 0'],
    [{ ...meta, metresPerSample: { x: 1 } }, 'metresPerSample.z is undefined, expected a number'],
  ])('names the field of the description: %j', (description, message) => {
    expect(() => heightfieldFromRaw(new Uint8Array(8), description as never)).toThrow(message)
  })
})
