import {
  createOctree,
  insert,
  insertMany,
  move,
  type Octree,
  octreeStats,
  queryBox,
  remove,
  validateOctree,
} from '@sightline/culling/spatial'
import { describe, expect, it } from 'vitest'
import { answersOf, CAPACITY, expectRefusals, out, type Refusal, smallTown } from '../support/refusals.js'

const NAN = Number.NaN
const END = Number.POSITIVE_INFINITY

type Edit = (o: Octree, id: number, ...box: number[]) => unknown
const insertBox: Edit = (o, id, ...b) => insert(o, id, b[0]!, b[1]!, b[2]!, b[3]!, b[4]!, b[5]!)
const moveBox: Edit = (o, id, ...b) => move(o, id, b[0]!, b[1]!, b[2]!, b[3]!, b[4]!, b[5]!)

/** What `insert` and `move` have in common; `id` is one that would be right. */
const edits = (name: string, edit: Edit, id: number): Refusal[] => [
  [`${name}: id above the capacity`, 'RangeError id 201 200', (o) => edit(o, 201, 0, 0, 0, 1, 1, 1)],
  [`${name}: id of 33 bits`, 'RangeError id 4294967296 200', (o) => edit(o, 2 ** 32, 0, 0, 0, 1, 1, 1)],
  [`${name}: id below 0`, 'RangeError id -1', (o) => edit(o, -1, 0, 0, 0, 1, 1, 1)],
  [`${name}: id with a fraction`, 'RangeError id 7.5 whole|integer', (o) => edit(o, 7.5, 0, 0, 0, 1, 1, 1)],
  [`${name}: id NaN`, 'RangeError id NaN', (o) => edit(o, NAN, 0, 0, 0, 1, 1, 1)],
  [`${name}: minX > maxX`, 'RangeError minX 3 maxX 2', (o) => edit(o, id, 3, 0, 0, 2, 1, 1)],
  [`${name}: minY > maxY`, 'RangeError minY 3 maxY 2', (o) => edit(o, id, 0, 3, 0, 1, 2, 1)],
  [`${name}: minZ > maxZ`, 'RangeError minZ 3 maxZ 2', (o) => edit(o, id, 0, 0, 3, 1, 1, 2)],
  [
    `${name}: endless and inverted`,
    'RangeError minX Infinity maxX',
    (o) => edit(o, id, END, 0, 0, -END, 1, 1),
  ],
  // As JavaScript calls it.
  [
    `${name}: the last number forgotten`,
    'TypeError maxZ undefined number',
    (o) => edit(o, id, 0, 0, 0, 1, 1, undefined as unknown as number),
  ],
  [
    `${name}: a text`,
    'TypeError minY "0" number',
    (o) => edit(o, id, 0, '0' as unknown as number, 0, 1, 1, 1),
  ],
  [`${name}: inverted beside a NaN`, 'RangeError minZ 4 maxZ 1', (o) => edit(o, id, NAN, 0, 4, 1, 1, 1)],
]

const boxes = new Float32Array(60).fill(1)
const boxesWith = (at: number, value: number) => boxes.map((one, i) => (i === at ? value : one))
const ids = (...list: number[]) => new Uint32Array(list)
const list = [150, 151] as unknown as Uint32Array
const doubles = new Float64Array(6) as unknown as Float32Array

expectRefusals([
  ...edits('insert', insertBox, 150),
  ['insert: an id twice', 'Error id 7 already', (o) => insertBox(o, 7, 0, 0, 0, 1, 1, 1)],
  ['insert: an id without a place', 'Error id 40 already', (o) => insertBox(o, 40, 0, 0, 0, 1, 1, 1)],
  ...edits('move', moveBox, 7),
  ['move: an unknown id', 'Error id 123 not', (o) => moveBox(o, 123, 0, 0, 0, 1, 1, 1)],
  ['insertMany: ids too short', 'RangeError ids 2 3', (o) => insertMany(o, ids(150, 151), boxes, 3)],
  [
    'insertMany: boxes too short',
    'RangeError boxes 17 18',
    (o) => insertMany(o, ids(1, 2, 3), boxes.slice(0, 17), 3),
  ],
  ['insertMany: count below 0', 'RangeError count -1', (o) => insertMany(o, ids(150), boxes, -1)],
  [
    'insertMany: count with a fraction',
    'RangeError count 1.5',
    (o) => insertMany(o, ids(150, 151), boxes, 1.5),
  ],
  ['insertMany: count NaN', 'RangeError count NaN', (o) => insertMany(o, ids(150), boxes, NAN)],
  [
    'insertMany: last id too large',
    'RangeError id 201 200',
    (o) => insertMany(o, ids(150, 151, 201), boxes, 3),
  ],
  ['insertMany: an id that is in', 'Error id 7 already', (o) => insertMany(o, ids(150, 151, 7), boxes, 3)],
  [
    'insertMany: an id twice',
    'Error id 150 twice|already',
    (o) => insertMany(o, ids(150, 151, 150), boxes, 3),
  ],
  [
    'insertMany: minY > maxY',
    'RangeError minY 9 maxY 1',
    (o) => insertMany(o, ids(150, 151), boxesWith(7, 9), 2),
  ],
  [
    'insertMany: minZ > maxZ',
    'RangeError minZ 9 maxZ 1',
    (o) => insertMany(o, ids(150, 151), boxesWith(2, 9), 2),
  ],
  ['insertMany: ids as a list', 'TypeError ids Uint32Array', (o) => insertMany(o, list, boxes, 2)],
  [
    'insertMany: boxes in doubles',
    'TypeError boxes Float32Array',
    (o) => insertMany(o, ids(150), doubles, 1),
  ],
])

describe('options', () => {
  it.each([
    [{ capacity: 0 }, 'capacity', '0'],
    [{ capacity: 0.5 }, 'capacity', '0.5'],
    [{ capacity: -1 }, 'capacity', '-1'],
    [{ capacity: NAN }, 'capacity', 'NaN'],
    [{ capacity: 2 ** 33 }, 'capacity', '8589934592'],
    [{ maxObjectsPerNode: 0 }, 'maxObjectsPerNode', '0'],
    [{ maxObjectsPerNode: 2.5 }, 'maxObjectsPerNode', '2.5'],
    [{ minNodeSize: -1 }, 'minNodeSize', '-1'],
    [{ minNodeSize: NAN }, 'minNodeSize', 'NaN'],
    [{ maxDepth: -1 }, 'maxDepth', '-1'],
    [{ maxDepth: 1.5 }, 'maxDepth', '1.5'],
    [{ refitBudget: 0 }, 'refitBudget', '0'],
    [{ worldBox: [0, 0, 0, 1, 1] }, 'worldBox', '[0, 0, 0, 1, 1]'],
    [{ worldBox: [0, 0, 0, 1, -1, 1] }, 'worldBox', '-1'],
  ])('%o is refused by name and value', (options, field, value) => {
    expect(() => createOctree(options)).toThrow(RangeError)
    expect(() => createOctree(options)).toThrow(field)
    expect(() => createOctree(options)).toThrow(value)
  })
})

describe('what is no error', () => {
  it('removing an id that is not in the octree answers false', () => {
    const tree = smallTown()
    const before = answersOf(smallTown())
    expect(remove(tree, 123)).toBe(false)
    expect(answersOf(tree)).toEqual(before)
    expect(remove(tree, 7)).toBe(true)
    expect(remove(tree, 7)).toBe(false)
  })

  it('removing what can be no id throws, by name and value', () => {
    for (const id of [-1, 201, 7.5, NAN]) {
      expect(() => remove(smallTown(), id)).toThrow(RangeError)
      expect(() => remove(smallTown(), id)).toThrow(String(id))
    }
  })

  it('id 0, the id of the capacity, and all of them at once', () => {
    const tree = createOctree({ capacity: CAPACITY })
    for (let id = 0; id <= CAPACITY; id++) insert(tree, id, id, 0, 0, id + 1, 1, 1)
    expect(octreeStats(tree).objects).toBe(CAPACITY + 1)
    expect(queryBox(tree, 0, 0, 0, CAPACITY, 1, 1, out)).toBe(CAPACITY + 1)
    validateOctree(tree)
  })

  it('NaN and infinity in a box', () => {
    const tree = createOctree({ capacity: CAPACITY })
    insert(tree, 1, NAN, NAN, NAN, NAN, NAN, NAN)
    insert(tree, 2, -END, -END, -END, END, END, END)
    move(tree, 1, 0, 0, 0, 1, 1, 1)
    move(tree, 2, 0, 0, 0, 1, NAN, 1)
    expect(queryBox(tree, 0, 0, 0, 1, 1, 1, out)).toBe(2)
    expect(queryBox(tree, 5, 5, 5, 6, 6, 6, out)).toBe(1)
  })
})
