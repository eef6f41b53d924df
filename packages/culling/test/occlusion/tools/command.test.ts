import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Document, NodeIO } from '@gltf-transform/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../../../bin/command.mjs'
import { boxMesh } from './meshes.js'

let folder = ''
const at = (name: string) => join(folder, name)

/** Runs the command; what it said on either way out, and the code it ends with. */
async function call(...args: string[]) {
  const log: string[] = []
  const error: string[] = []
  const code = await run(args, { log: (line) => log.push(line), error: (line) => error.push(line) })
  return { code, log: log.join('\n'), error: error.join('\n') }
}

async function writeHouse(name: string, occluderScale: [number, number, number] | null) {
  const document = new Document()
  const buffer = document.createBuffer()
  const mesh = (min: number[], max: number[]) => {
    const { positions, indices } = boxMesh(min, max)
    const accessor = (type: 'VEC3' | 'SCALAR', array: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>) =>
      document.createAccessor().setType(type).setArray(array).setBuffer(buffer)
    const primitive = document
      .createPrimitive()
      .setAttribute('POSITION', accessor('VEC3', Float32Array.from(positions)))
      .setIndices(accessor('SCALAR', Uint32Array.from(indices)))
    return document.createMesh().addPrimitive(primitive)
  }
  const house = document.createNode('house').setMesh(mesh([0, 0, 0], [8, 6, 10]))
  if (occluderScale !== null) {
    const occluder = document.createNode('house_OCC').setMesh(mesh([-0.5, -0.5, -0.5], [0.5, 0.5, 0.5]))
    house.addChild(occluder.setTranslation([4, 3, 5]).setScale(occluderScale))
  }
  document.createScene().addChild(house)
  await new NodeIO().write(at(name), document)
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-occluders-'))
  await writeHouse('house.glb', null)
  await writeHouse('good.glb', [6, 5, 8])
  await writeHouse('large.glb', [9, 5, 8])
  await writeHouse('flat.glb', [0, 5, 8])
  const whole = readFileSync(at('house.glb'))
  writeFileSync(at('cut.glb'), whole.subarray(0, whole.length - 100))
  writeFileSync(at('head.glb'), whole.subarray(0, 6))
  writeFileSync(at('none.gltf'), '{}')
  writeFileSync(at('text.gltf'), 'house')
  writeFileSync(at('empty.glb'), '')
  writeFileSync(at('lost.gltf'), '{"asset":{"version":"2.0"},"buffers":[{"uri":"lost.bin","byteLength":4}]}')
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('sightline-occluders', () => {
  it('says what it made and writes it', async () => {
    const { code, log, error } = await call(at('house.glb'), '--out', at('house.json'))
    expect([code, error]).toEqual([0, ''])
    expect(log).toBe('house: 1 box, generated, 100 % of the inside\nnodes: 1, faults: 0')
    const [{ node, occluders }] = JSON.parse(readFileSync(at('house.json'), 'utf8'))
    expect([node, ...occluders[0].map(Math.round)].join(' ')).toBe('house 8 0 0 0 0 6 0 0 0 0 10 0 4 3 5 1')
  })

  it('writes to standard output for -, and reports beside it', async () => {
    const { code, log, error } = await call(at('good.glb'), '--out', '-')
    expect(code).toBe(0)
    expect(JSON.parse(log)).toMatchObject([{ node: 'house', occluders: [{ length: 16 }] }])
    expect(error).toBe('house: 1 box, authored\nnodes: 1, faults: 0')
    expect(existsSync('-')).toBe(false)
  })

  it('ends with 1 for faults, and names the node', async () => {
    const large = await call(at('large.glb'))
    expect(large.code).toBe(1)
    expect(large.log).toMatch(
      /^house: 1 box, authored\n {2}wrong: occluder 0 sticks out .*\nnodes: 1, faults: 1$/,
    )
    const flat = await call(at('flat.glb'))
    expect(flat.code).toBe(1)
    expect(flat.log).toMatch(/^house: 0 boxes, authored\n {2}wrong: house_OCC has no volume/)
  })

  it.each([
    ['cut.glb', /cut\.glb can't be read: it is cut off: it has \d+ bytes, its header says \d+$/],
    ['head.glb', /it is cut off: it has 6 bytes, its header says 12$/],
    ['empty.glb', /it is empty$/],
    ['none.gltf', /none\.gltf can't be read: it has no asset\.version, so it is no glTF file$/],
    ['text.gltf', /it is neither binary glTF nor JSON/],
    ['lost.gltf', /lost\.gltf can't be read: .*lost\.bin/],
    ['missing.glb', /missing\.glb can't be read: ENOENT/],
  ])('can not read %s, ends with 2 and says why', async (name, message) => {
    const { code, log, error } = await call(at(name))
    expect([code, log]).toEqual([2, ''])
    expect(error).toMatch(message)
  })

  it('a folder that is not there can not be written to: 2, not 1', async () => {
    const { code, error } = await call(at('house.glb'), '--out', at('nowhere/x.json'))
    expect(code).toBe(2)
    expect(error).toMatch(/^sightline-occluders: --out .*nowhere\/x\.json can't be written: ENOENT/)
  })

  it.each([
    [['--resolution', ''], '--resolution is "", expected a number'],
    [['--resolution', '3'], '--resolution is 3, expected a whole number from 4 to 128'],
    [['--max-boxes', ' '], '--max-boxes is " ", expected a number'],
    [['--min-share', '2'], '--min-share is 2, expected a number from 0 to 1'],
    [['--gap', 'wide'], '--gap is "wide", expected a number'],
    [['--tolerance=-1'], '--tolerance is -1, expected a number of 0 or more'],
    [['--out', ''], '--out is empty, expected the name of a file, or -'],
    [['--boxes', '3'], "Unknown option '--boxes'"],
    [['second.glb'], 'expected one file, got 2'],
  ])('refuses %j before it looks at the file', async (args, message) => {
    const { code, log, error } = await call(at('missing.glb'), ...args)
    expect([code, log]).toEqual([2, ''])
    expect(error).toContain(`sightline-occluders: ${message}`)
    expect(error).toContain('usage: sightline-occluders FILE')
  })

  it('shows its usage', async () => {
    expect(await call('--help')).toMatchObject({ code: 0, error: '', log: expect.stringContaining('usage:') })
    expect(await call()).toMatchObject({
      code: 2,
      error: expect.stringContaining('expected one file, got 0'),
    })
    expect(await call('')).toMatchObject({ code: 2, error: expect.stringContaining('got an empty name') })
  })
})
