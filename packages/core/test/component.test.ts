import { addComponent, addEntity, hasComponent, query } from 'bitecs'
import { describe, expect, it } from 'vitest'
import {
  arena,
  columns,
  createWorld,
  defineComponent,
  f32,
  i32,
  mat4,
  quat,
  u8,
  u16,
  u32,
  vec,
  vec3,
} from '../src/index.js'

const Everything = defineComponent('Everything', {
  a: f32,
  b: u32,
  c: i32,
  d: u16,
  e: u8,
  place: vec3,
  turn: quat,
  matrix: mat4,
  box: vec(f32, 8),
  pair: vec(u16, 2),
})

describe('defineComponent', () => {
  it.each(['component', 'data'])('refuses a field named %s', (name) => {
    expect(() => defineComponent('Bad', { [name]: f32 })).toThrow(TypeError)
    expect(() => defineComponent('Bad', { [name]: f32 })).toThrow(`Bad has a field named "${name}"`)
  })

  it('refuses a kind of number that there is none of', () => {
    const schema = { size: { kind: 'f64' as 'f32', width: 1 } }
    expect(() => defineComponent('Bad', schema)).toThrow('Bad.size is of kind f64, expected one of f32, u32')
  })

  it('refuses an empty name', () => {
    expect(() => defineComponent('', {})).toThrow(TypeError)
  })

  it('makes a token that bitECS takes as it is', () => {
    const world = createWorld({ capacity: 4 })
    const eid = addEntity(world)
    addComponent(world, eid, Everything)
    expect(hasComponent(world, eid, Everything)).toBe(true)
    expect([...query(world, [Everything])]).toEqual([eid])
  })
})

describe('vec', () => {
  it.each([0, -1, 1.5, NaN])('refuses a width of %s', (width) => {
    expect(() => vec(f32, width)).toThrow(`width is ${width}`)
  })

  it('multiplies widths', () => {
    expect(vec(vec3, 2)).toEqual({ kind: 'f32', width: 6 })
  })
})

describe('columns', () => {
  it('gives arrays of the schema with capacity + 1 rows, in the arena', () => {
    const world = createWorld({ capacity: 9 })
    const all = columns(world, Everything)
    expect(all.a).toBeInstanceOf(Float32Array)
    expect(all.b).toBeInstanceOf(Uint32Array)
    expect(all.c).toBeInstanceOf(Int32Array)
    expect(all.d).toBeInstanceOf(Uint16Array)
    expect(all.e).toBeInstanceOf(Uint8Array)
    expect(all.place.length).toBe(30)
    expect(all.turn.length).toBe(40)
    expect(all.matrix.length).toBe(160)
    expect(all.box.length).toBe(80)
    expect(all.pair.length).toBe(20)
    for (const array of Object.values(all)) {
      expect(array.buffer).toBe(arena(world).buffer)
      expect(array.every((value: number) => value === 0)).toBe(true)
    }
  })

  it('gives the same arrays each time, and none of another world', () => {
    const [one, two] = [createWorld({ capacity: 9 }), createWorld({ capacity: 9 })]
    expect(columns(one, Everything)).toBe(columns(one, Everything))
    columns(one, Everything).a.fill(3)
    expect(columns(two, Everything).a[1]).toBe(0)
    expect(columns(two, Everything).a.buffer).not.toBe(columns(one, Everything).a.buffer)
  })

  it('takes tags, which have no arrays', () => {
    expect(columns(createWorld({ capacity: 1 }), defineComponent('Tag', {}))).toEqual({})
  })

  it('says what does not fit, takes nothing then, and works for a smaller one', () => {
    const world = createWorld({ capacity: 1000, arenaBytes: 400_000 })
    const Huge = defineComponent('Huge', { small: f32, large: vec(f32, 100) })
    const top = arena(world).top
    expect(() => columns(world, Huge)).toThrow(RangeError)
    expect(() => columns(world, Huge)).toThrow(/Huge\.large does not fit: .*400400 bytes.*arenaBytes/)
    expect(arena(world).top).toBe(top)
    expect(columns(world, defineComponent('Small', { a: u8 })).a.length).toBe(1001)
  })
})
