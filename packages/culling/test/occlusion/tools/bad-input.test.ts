import { describe, expect, it } from 'vitest'
import * as tools from '../../../src/occluder-tools/index.js'
import { boxMesh } from './meshes.js'

/** What the types forbid, as a program without them may hand it in. */
type Loose<T> = {
  [K in keyof T]: T[K] extends (...args: never[]) => infer R ? (...args: unknown[]) => R : T[K]
}
const { boxOccluderMatrix, checkOccluders, meshProblem, occludersFromMesh } = tools as unknown as Loose<
  typeof tools
>

const house = boxMesh([0, 0, 0], [8, 6, 10])
const { positions, indices } = house
const check = (more: object, options?: object) => checkOccluders({ ...house, ...more }, options)

describe.each<[string, string, () => unknown]>([
  ['occludersFromMesh', 'positions is undefined, expected a Float32Array', () => occludersFromMesh()],
  ['occludersFromMesh', 'positions is of type Array, expected', () => occludersFromMesh([0, 0, 0], indices)],
  [
    'occludersFromMesh',
    'indices is of type Uint16Array, expected',
    () => occludersFromMesh(positions, Uint16Array.from(indices)),
  ],
  [
    'occludersFromMesh',
    'options is null, expected an object',
    () => occludersFromMesh(positions, indices, null),
  ],
  [
    'occludersFromMesh',
    'maxBox is not an option, expected one of',
    () => occludersFromMesh(positions, indices, { maxBox: 1 }),
  ],
  [
    'occludersFromMesh',
    'resolution is "48", expected a whole number',
    () => occludersFromMesh(positions, indices, { resolution: '48' }),
  ],
  [
    'occludersFromMesh',
    'minShare is "0", expected a number',
    () => occludersFromMesh(positions, indices, { minShare: '0' }),
  ],
  ['meshProblem', 'positions is undefined, expected a Float32Array', () => meshProblem()],
  ['checkOccluders', 'input is undefined, expected an object', () => checkOccluders()],
  ['checkOccluders', 'positions is undefined, expected a Float32Array', () => checkOccluders({})],
  ['checkOccluders', 'occluders is 3, expected an array', () => check({ occluders: 3 })],
  [
    'checkOccluders',
    'occluders[0] is undefined, expected 16 numbers',
    () => check({ occluders: [undefined] }),
  ],
  [
    'checkOccluders',
    'occluders[0] has 12 numbers, expected 16',
    () => check({ occluders: [new Float32Array(12)] }),
  ],
  ['checkOccluders', 'bounds has 2 numbers, expected 6', () => check({ bounds: [1, 2] })],
  [
    'checkOccluders',
    'bounds[5] is NaN, expected a number',
    () => check({ bounds: [0, 0, 0, 8, 6, Number.NaN] }),
  ],
  [
    'checkOccluders',
    'bounds[1] is 7, expected at most bounds[4], which is 6',
    () => check({ bounds: [0, 7, 0, 8, 6, 10] }),
  ],
  ['checkOccluders', 'poses[1] has 1 numbers, expected 24', () => check({ poses: [positions, [1]] })],
  ['checkOccluders', 'poses[0] is null, expected 24 numbers', () => check({ poses: [null] })],
  ['checkOccluders', 'slack is not an option, expected one of tolerance', () => check({}, { slack: 1 })],
  ['checkOccluders', 'tolerance is -1, expected a number of 0 or more', () => check({}, { tolerance: -1 })],
  ['checkOccluders', 'gap is "1", expected a number', () => check({}, { gap: '1' })],
  ['checkOccluders', 'looseness is 0.5, expected a factor of 1 or more', () => check({}, { looseness: 0.5 })],
  ['checkOccluders', 'smallest is NaN, expected', () => check({}, { smallest: Number.NaN })],
  [
    'boxOccluderMatrix',
    'i is 3, expected the number of one of the 1 boxes',
    () => boxOccluderMatrix(new Float32Array(6), 3),
  ],
  ['boxOccluderMatrix', 'i is undefined, expected', () => boxOccluderMatrix(new Float32Array(6))],
  ['boxOccluderMatrix', 'boxes is undefined, expected a Float32Array', () => boxOccluderMatrix()],
  [
    'boxOccluderMatrix',
    'out has room for 12 numbers, expected 16',
    () => boxOccluderMatrix(new Float32Array(6), 0, new Float32Array(12)),
  ],
])('%s', (caller, message, call) => {
  it(`says that ${message}`, () => {
    expect(call).toThrow(`${caller}: ${message}`)
  })
})

it('undefined means the default', () => {
  const options = { resolution: undefined, maxBoxes: undefined, minShare: undefined }
  expect(occludersFromMesh(positions, indices, options)).toEqual(occludersFromMesh(positions, indices))
  expect(check({ bounds: undefined, poses: undefined, occluders: undefined }, { gap: undefined })).toEqual([])
})

it('bounds without an end are loose', () => {
  const bounds = [0, 0, 0, 8, Infinity, 10]
  expect(check({ bounds })).toMatchObject([{ kind: 'bounds-loose', distance: Infinity }])
})
