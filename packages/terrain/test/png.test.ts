import { encode } from 'fast-png'
import { describe, expect, it } from 'vitest'
import { hasSharedData } from '../../../test/support/shared-data.js'
import { sampleHeight } from '../src/heightfield/index.js'
import { heightfieldFromPng } from '../src/png.js'
import { realField } from './support/fields.js'

const grey = (width: number, height: number, values: ArrayLike<number>) =>
  encode({ width, height, data: Uint16Array.from(values), depth: 16, channels: 1 })

/** Red, green and blue of metres, as the format's page says it: the shares of 256, 1 and 1/256. */
const terrarium = (width: number, height: number, metres: ArrayLike<number>, channels: 3 | 4 = 3) => {
  const data = new Uint8Array(width * height * channels).fill(255)
  for (let i = 0; i < width * height; i++) {
    const value = metres[i]! + 32_768
    data.set(
      [Math.floor(value / 256), Math.floor(value) % 256, Math.floor((value - Math.floor(value)) * 256)],
      i * channels,
    )
  }
  return encode({ width, height, data, depth: 8, channels })
}

describe('a heightfield from a PNG file', () => {
  it('keeps 16-bit grey to the bit, top row first', () => {
    const field = heightfieldFromPng(grey(3, 2, [0, 1, 255, 256, 40_000, 65_535]), {
      heightScale: 0.5,
      heightOffset: -100,
      spacingX: 2,
      originX: 10,
    })
    expect([...field.samples]).toEqual([0, 1, 255, 256, 40_000, 65_535])
    expect(sampleHeight(field, 12, 2)).toBe(-100 + 0.5 * 40_000)
    expect(field.spacingZ).toBe(2)
  })

  it('takes a view of a larger buffer', () => {
    const file = grey(2, 2, [1, 2, 3, 4])
    const within = new Uint8Array(file.length + 13)
    within.set(file, 7)
    expect([...heightfieldFromPng(within.subarray(7, 7 + file.length)).samples]).toEqual([1, 2, 3, 4])
  })

  it.each([3, 4] as const)('reads terrarium tiles of %i channels within half a step', (channels) => {
    const metres = [-430.25, -400, 0, 0.5, 1908.75, 8848]
    const field = heightfieldFromPng(terrarium(3, 2, metres, channels), { encoding: 'terrarium' })
    const halfStep = (8848 + 430.25) / 65_535 / 2
    for (let i = 0; i < 6; i++) {
      const height = sampleHeight(field, i % 3, Math.floor(i / 3))
      expect(Math.abs(height - metres[i]!)).toBeLessThanOrEqual(halfStep * 1.001)
    }
  })

  it('leaves room for edits with lowest and highest', () => {
    const file = terrarium(2, 2, [10, 20, 30, 40])
    const field = heightfieldFromPng(file, { encoding: 'terrarium', lowest: -100, highest: 500 })
    expect(field.heightOffset).toBe(-100)
    expect(field.heightOffset + 65_535 * field.heightScale).toBeCloseTo(500, 9)
  })

  it.skipIf(!hasSharedData).each(['whitemountains', 'minskplain'] as const)('gives %s back', (name) => {
    const raw = realField(name)
    const { heightScale, heightOffset, spacingX, spacingZ } = raw
    const field = heightfieldFromPng(grey(raw.columns, raw.rows, raw.samples), {
      heightScale,
      heightOffset,
      spacingX,
      spacingZ,
    })
    // As bytes: a matcher takes seconds over a million numbers.
    expect(Buffer.from(field.samples.buffer).equals(Buffer.from(raw.samples.buffer))).toBe(true)
    expect({ ...field, samples: null }).toEqual({ ...raw, samples: null })
  })

  const colours = encode({ width: 2, height: 2, data: new Uint8Array(12), depth: 8, channels: 3 })
  const coarse = encode({ width: 2, height: 2, data: new Uint8Array(4), depth: 8, channels: 1 })
  const broken = grey(2, 2, [1, 2, 3, 4])
  broken[45] = broken[45]! ^ 1
  it.each([
    ['no file', undefined, {}, /file is undefined, expected an ArrayBuffer or a Uint8Array/],
    ['another format', new Uint8Array([71, 73, 70, 56]), {}, /file is no whole PNG file/],
    ['half a file', grey(9, 9, new Array(81).fill(7)).slice(0, 60), {}, /file is no whole PNG file/],
    ['a flipped bit', broken, {}, /file is no whole PNG file/],
    ['colours as grey', colours, {}, /has 3 channel\(s\) of 8 bits, expected 1 channel of 16 bits/],
    ['8 bits of grey', coarse, {}, /has 1 channel\(s\) of 8 bits, expected 1 channel of 16 bits/],
    ['grey as terrarium', coarse, { encoding: 'terrarium' }, /expected 3 or 4 channels of 8 bits/],
    ['one row', grey(2, 1, [1, 2]), {}, /rows is 1, expected a whole number from 2/],
    ['another encoding', colours, { encoding: 'mapbox' }, /encoding is "mapbox", expected 'grey' or/],
    ['a scale for terrarium', colours, { encoding: 'terrarium', heightScale: 2 }, /heightScale is given/],
    ['a range for grey', grey(2, 2, [1, 2, 3, 4]), { lowest: 0 }, /lowest is given, expected none with/],
    ['too narrow a range', colours, { encoding: 'terrarium', highest: 0, lowest: -9 }, /lowest and highest/],
    ['a spacing of 0', grey(2, 2, [1, 2, 3, 4]), { spacingX: 0 }, /spacingX is 0, expected/],
    ['an unknown option', grey(2, 2, [1, 2, 3, 4]), { scale: 0 }, /scale/],
  ])('refuses %s', (_, file, options, message) => {
    expect(() => heightfieldFromPng(file as Uint8Array, options as object)).toThrow(message)
  })
})
