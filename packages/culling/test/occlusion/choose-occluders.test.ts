import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { chooseOccluders, createOccluderChoice } from '../../src/occlusion/index.js'
import { between } from './support/cameras.js'

const COUNT = 2000

function randomRows(seed: number) {
  const random = createRandom(seed)
  const boxes = new Float32Array(8 * COUNT)
  const ids = Uint32Array.from({ length: COUNT }, (_, i) => i)
  for (let i = 0; i < COUNT; i++) {
    const p = [between(random, -400, 400), 0, between(random, -400, 400)]
    const s = [between(random, 2, 30), between(random, 2, 20), between(random, 2, 30)]
    for (let k = 0; k < 3; k++) {
      boxes[8 * i + k] = p[k]!
      boxes[8 * i + 4 + k] = p[k]! + s[k]!
    }
  }
  return { random, boxes, ids }
}

function gap(boxes: Float32Array, id: number, eye: readonly number[]): number {
  return Math.hypot(
    ...[0, 1, 2].map((k) => Math.max(boxes[8 * id + k]! - eye[k]!, eye[k]! - boxes[8 * id + 4 + k]!, 0)),
  )
}

describe('chooseOccluders', () => {
  it.each([1, 2, 3])(
    'keeps the limit and the range, nearest first, whatever the order of the ids, seed %i',
    (seed) => {
      const { random, boxes, ids } = randomRows(seed)
      const eye = [between(random, -300, 300), 2, between(random, -300, 300)]
      const out = new Uint32Array(80)
      const options = { maxOccluders: 80, range: 150 }
      const count = chooseOccluders(createOccluderChoice(COUNT), boxes, ids, COUNT, eye, out, options)
      expect(count).toBe(80)
      const chosen = [...out]
      expect(new Set(chosen).size).toBe(80)
      const distances = chosen.map((id) => gap(boxes, id, eye))
      expect(Math.max(...distances)).toBeLessThanOrEqual(150)
      for (let i = 1; i < 80; i++) expect(distances[i]!).toBeGreaterThanOrEqual(distances[i - 1]! - 1e-3)
      const shuffled = ids.slice().sort(() => random() - 0.5)
      chooseOccluders(createOccluderChoice(COUNT), boxes, shuffled, COUNT, eye, out, options)
      expect([...out]).toEqual(chosen)
      // What was left out within range covers less of the view than the least of what was chosen, seen from its middle.
      const angle = (id: number) => {
        const d = [0, 1, 2].map((k) => (boxes[8 * id + k]! + boxes[8 * id + 4 + k]!) / 2 - eye[k]!)
        const s = [0, 1, 2].map((k) => boxes[8 * id + 4 + k]! - boxes[8 * id + k]!)
        const length = Math.hypot(...d)
        return (
          (Math.abs(d[0]!) * s[1]! * s[2]! +
            Math.abs(d[1]!) * s[0]! * s[2]! +
            Math.abs(d[2]!) * s[0]! * s[1]!) /
          length ** 3
        )
      }
      const least = Math.min(...chosen.map(angle))
      const best = [...ids].filter((id) => gap(boxes, id, eye) <= 150).sort((p, q) => angle(q) - angle(p))
      for (const id of best.slice(0, 20))
        expect(chosen, `of angle ${angle(id)} against ${least}`).toContain(id)
    },
  )

  it('swaps few while the eye walks in small steps, and fewer than without memory', () => {
    const { boxes, ids } = randomRows(9)
    const swaps = (loyalty: number): number => {
      const choice = createOccluderChoice(COUNT)
      const out = new Uint32Array(60)
      let before = new Set<number>()
      let changed = 0
      for (let step = 0; step < 300; step++) {
        // Back and forth within a metre.
        const eye = [10 + Math.sin(step), 2, Math.cos(2 * step)]
        const count = chooseOccluders(choice, boxes, ids, COUNT, eye, out, { maxOccluders: 60, loyalty })
        const now = new Set(out.subarray(0, count))
        if (step > 0) for (const id of now) if (!before.has(id)) changed++
        before = now
      }
      return changed
    }
    expect(swaps(1)).toBeGreaterThan(20)
    expect(swaps(1.3)).toBeLessThanOrEqual(3)
  })

  it('passes over broken boxes and says what is wrong with its input', () => {
    const { boxes, ids } = randomRows(4)
    const choice = createOccluderChoice(COUNT)
    const out = new Uint32Array(100)
    boxes[8 * 7] = Number.NaN
    boxes[8 * 8 + 4] = Number.POSITIVE_INFINITY
    const count = chooseOccluders(choice, boxes, ids, COUNT, [0, 2, 0], out)
    expect([...out.subarray(0, count)]).not.toContain(7)
    expect([...out.subarray(0, count)]).not.toContain(8)
    expect(() => chooseOccluders(choice, boxes, ids, COUNT, [0, 0, 0], new Uint32Array(9))).toThrow(
      'out has 9 places, expected at least 100',
    )
    expect(() => chooseOccluders(choice, boxes, ids, COUNT, [0, 0, 0], out, { maxOccluders: -1 })).toThrow(
      'maxOccluders is -1',
    )
    expect(() => chooseOccluders(choice, boxes, Uint32Array.of(9999), 1, [0, 0, 0], out)).toThrow(
      'ids[0] is 9999, expected below 2000',
    )
    expect(() => createOccluderChoice(0)).toThrow('capacity is 0')
  })
})
