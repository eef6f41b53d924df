/** Fields that tests run over: seeded ones and the real ones beside the checkout. */

import { createRandom } from '../../../../test/support/random.js'
import { readSharedBinary, readSharedJson } from '../../../../test/support/shared-data.js'
import {
  createHeightfield,
  type Heightfield,
  type HeightfieldPlace,
  heightfieldFromRaw,
  type RawHeightsMeta,
} from '../../src/heightfield/index.js'

/** Waves and noise, with cliffs here and there. */
export function randomField(
  seed: number,
  columns: number,
  rows: number,
  place: HeightfieldPlace = {},
): Heightfield {
  const random = createRandom(seed)
  const waves = Array.from({ length: 6 }, (_, k) => ({
    u: ((random() - 0.5) * 2 ** k) / 20,
    v: ((random() - 0.5) * 2 ** k) / 20,
    shift: random() * 7,
    high: 12_000 / 2 ** k,
  }))
  const samples = new Uint16Array(columns * rows)
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      let value = 32_768 + random() * 500
      for (const { u, v, shift, high } of waves) value += high * Math.sin(u * i + v * j + shift)
      if (random() < 0.002) value = random() * 65_535
      samples[j * columns + i] = Math.min(65_535, Math.max(0, value))
    }
  }
  return createHeightfield({ columns, rows, samples, heightScale: 0.01, heightOffset: -120, ...place })
}

export type RealName = 'whitemountains' | 'minskplain'

/** A real field, with its own spacing or one that is given. */
export function realField(name: RealName, place: HeightfieldPlace = {}): Heightfield {
  const meta = readSharedJson<RawHeightsMeta>(`terrain/${name}.json`)
  return heightfieldFromRaw(readSharedBinary(`terrain/${name}.u16`), meta, place)
}

/** A part of a field, from a sample on. */
export function partOf(
  field: Heightfield,
  column: number,
  row: number,
  columns: number,
  rows: number,
): Heightfield {
  const samples = new Uint16Array(columns * rows)
  for (let j = 0; j < rows; j++) {
    const from = (row + j) * field.columns + column
    samples.set(field.samples.subarray(from, from + columns), j * columns)
  }
  const { heightScale, heightOffset, spacingX, spacingZ } = field
  return createHeightfield({ columns, rows, samples, heightScale, heightOffset, spacingX, spacingZ })
}
