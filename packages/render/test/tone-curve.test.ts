import { expect, it } from 'vitest'
import { createRandom } from '../../../test/support/random.js'
import { applyTone, invertTone } from '../src/tone-curve.js'

it('turns colours into the light that is shown as them (seed 5)', () => {
  const random = createRandom(5)
  const shown = new Float64Array(3)
  for (let i = 0; i < 200; i++) {
    const wanted = [random(), random(), random()].map((value) => 0.02 + value * 0.9)
    const light = Float32Array.from(wanted)
    invertTone(light)
    applyTone(shown, light[0]!, light[1]!, light[2]!)
    for (let k = 0; k < 3; k++) expect(shown[k]).toBeCloseTo(wanted[k]!, 2)
  }
})
