import { expect } from 'vitest'
import { HIDDEN, MUST, type Oracle } from './oracle.js'

const boxText = (oracle: Oracle, id: number) =>
  Array.from(oracle.boxes.subarray(id * 6, id * 6 + 6)).join(' ')

/** Holds the first `count` ids of `out` against a verdict for every id of the world. Returns how many extras. */
export function compareSets(
  label: string,
  oracle: Oracle,
  out: Uint32Array,
  count: number,
  verdict: (id: number) => number,
): number {
  const seen = new Uint8Array(oracle.capacity + 1)
  for (let i = 0; i < count; i++) {
    const id = out[i]!
    if (!oracle.present[id]) expect.fail(`${label}: answers id ${id}, which is not in the world`)
    if (seen[id]) expect.fail(`${label}: answers id ${id} twice`)
    seen[id] = 1
  }
  let extras = 0
  for (let id = 0; id <= oracle.capacity; id++) {
    if (!oracle.present[id]) continue
    const right = verdict(id)
    if (right === MUST && !seen[id]) expect.fail(`${label}: misses id ${id} with box ${boxText(oracle, id)}`)
    if (right === HIDDEN && seen[id])
      expect.fail(`${label}: answers id ${id} with box ${boxText(oracle, id)}, which is outside`)
    if (right !== MUST && seen[id]) extras++
  }
  return extras
}
