/** Fields that the drawing is tried on: ridges and hollows from a seed. */
import {
  type Heightfield,
  type HeightfieldPlace,
  heightfieldFromFunction,
} from '@sightline/terrain/heightfield'
import { createRandom } from '../../../../../test/support/random.js'

/** Waves of all lengths, some of them sharp ridges, from 0 to some 240 m. */
export function seededField(
  seed: number,
  columns: number,
  rows: number,
  place: HeightfieldPlace & { lowest?: number; highest?: number } = {},
): Heightfield {
  const random = createRandom(seed)
  const waves = Array.from({ length: 7 }, (_, k) => {
    const angle = random() * 6.28
    const length = 900 / 2 ** k
    return {
      u: Math.cos(angle) / length,
      v: Math.sin(angle) / length,
      shift: random() * 7,
      high: 60 / 1.9 ** k,
      k,
    }
  })
  const height = (x: number, z: number): number => {
    let sum = 80
    for (const { u, v, shift, high, k } of waves) {
      const wave = Math.sin((x * u + z * v) * 6.28 + shift)
      sum += high * (k % 2 === 0 ? wave : 1 - 2 * Math.abs(wave))
    }
    return Math.max(sum, 0)
  }
  return heightfieldFromFunction(height, columns, rows, { lowest: 0, highest: 400, ...place })
}
