import { Document } from '@gltf-transform/core'
import { describe, expect, it } from 'vitest'
import { occludersFromGltf } from '../../../src/occluder-tools/index.js'
import { boxMesh, joinMeshes, type Mesh } from './meshes.js'

function addMesh(document: Document, { positions, indices }: Mesh) {
  const buffer = document.getRoot().listBuffers()[0] ?? document.createBuffer()
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', document.createAccessor().setType('VEC3').setArray(positions).setBuffer(buffer))
    .setIndices(document.createAccessor().setType('SCALAR').setArray(indices).setBuffer(buffer))
  return document.createMesh().addPrimitive(primitive)
}

const house = boxMesh([0, 0, 0], [8, 6, 10])
/** Without the hair by which a box is made smaller. */
const rounded = (numbers: Float32Array) => Array.from(numbers, (v) => Math.round(1e4 * v) / 1e4)

describe('occludersFromGltf', () => {
  it('takes children named *_OCC for occluders of their parent, in its space', () => {
    const document = new Document()
    const cube = boxMesh([-0.5, -0.5, -0.5], [0.5, 0.5, 0.5])
    const occluder = document
      .createNode('house_OCC')
      .setMesh(addMesh(document, cube))
      .setTranslation([4, 3, 5])
      .setScale([6, 5, 8])
    document
      .createNode('house')
      .setMesh(addMesh(document, house))
      .setTranslation([100, 0, 0])
      .addChild(occluder)
    const results = occludersFromGltf(document)
    expect(results).toHaveLength(1)
    expect(results[0]).toMatchObject({ node: 'house', source: 'authored', refused: null, findings: [] })
    const [m] = results[0]!.matrices
    expect([m![0], m![5], m![10]].map((v) => v!.toFixed(4))).toEqual(['6.0000', '5.0000', '8.0000'])
    expect([...m!.subarray(12, 15)]).toEqual([4, 3, 5])

    occluder.setScale([9, 5, 8])
    expect(occludersFromGltf(document)[0]!.findings).toMatchObject([
      { kind: 'sticks-out', severity: 'wrong' },
    ])
  })

  it('cuts up an *_OCC node that is no box, and says why one is no use', () => {
    const document = new Document()
    const parent = document.createNode('house').setMesh(addMesh(document, house))
    const ell = joinMeshes(boxMesh([1, 1, 1], [7, 5, 3]), boxMesh([1, 1, 2], [3, 5, 9]))
    const occluder = document.createNode('a_OCC').setMesh(addMesh(document, ell))
    parent.addChild(occluder).addChild(document.createNode('b_OCC'))
    const [result] = occludersFromGltf(document)
    expect(result!.matrices.length).toBeGreaterThan(1)
    expect(result!.findings).toMatchObject([
      { kind: 'useless', severity: 'wrong', message: 'b_OCC has no triangles' },
    ])
    expect(result!.refused).toBe('b_OCC has no triangles')
    occluder.setMesh(addMesh(document, boxMesh([1, 1, 1], [7, 5, 9], 0)))
    expect(occludersFromGltf(document)[0]!.refused).toMatch(/^a_OCC is open at 4 sides.*; b_OCC/)
  })

  it('makes occluders where there are none, from all primitives together, and leaves skinned meshes alone', () => {
    const document = new Document()
    const walls = addMesh(document, boxMesh([0, 0, 0], [8, 6, 10], 3))
    const all = boxMesh([0, 0, 0], [8, 6, 10])
    const lid = { positions: all.positions, indices: all.indices.slice(18, 24) }
    for (const primitive of addMesh(document, lid).listPrimitives()) walls.addPrimitive(primitive)
    document.createNode('house').setMesh(walls)
    document.createNode('ghost').setMesh(addMesh(document, house)).setSkin(document.createSkin())
    document.createNode('shed').setMesh(addMesh(document, boxMesh([0, 0, 0], [8, 6, 10], 3)))
    const [made, ghost, shed] = occludersFromGltf(document)
    expect(made).toMatchObject({ node: 'house', source: 'generated', covered: 1 })
    expect(made!.matrices).toHaveLength(1)
    expect(ghost).toMatchObject({
      node: 'ghost',
      source: 'none',
      refused: expect.stringContaining('skinned'),
    })
    expect(shed).toMatchObject({
      node: 'shed',
      source: 'none',
      refused: expect.stringContaining('open at 4 sides'),
    })
  })
})

describe('where *_OCC nodes stand', () => {
  const cube = boxMesh([-0.5, -0.5, -0.5], [0.5, 0.5, 0.5])

  /** A node with a box for a mesh, or without a mesh. */
  function add(
    document: Document,
    name: string,
    mesh: Mesh | null,
    at: [number, number, number] = [0, 0, 0],
  ) {
    const node = document.createNode(name).setTranslation(at)
    return mesh === null ? node : node.setMesh(addMesh(document, mesh))
  }

  it('under an empty they are held against the meshes beside them, in the empty`s space', () => {
    const document = new Document()
    const empty = add(document, 'farm', null, [50, 0, 0])
    // A mirror image of a box from 0 to 8 is one from -8 to 0: moved by 8 it is the box again.
    const walls = add(document, 'walls', boxMesh([0, 0, 0], [8, 4, 10]), [8, 0, 0]).setScale([-1, 1, 1])
    const roof = add(document, 'roof', boxMesh([0, 0, 0], [8, 2.1, 10]), [0, 3.9, 0])
    const occluder = add(document, 'farm_OCC', cube, [4, 3, 5]).setScale([7, 5.5, 9])
    empty.addChild(walls).addChild(roof).addChild(occluder)
    document.createScene().addChild(empty)
    const results = occludersFromGltf(document)
    expect(results.map(({ node, source }) => [node, source])).toEqual([
      ['farm', 'authored'],
      ['walls', 'generated'],
      ['roof', 'generated'],
    ])
    expect(results[0]!.findings).toEqual([])
    expect(rounded(results[0]!.matrices[0]!)).toEqual([7, 0, 0, 0, 0, 5.5, 0, 0, 0, 0, 9, 0, 4, 3, 5, 1])
    roof.setTranslation([0, 30, 0])
    expect(occludersFromGltf(document)[0]!.findings).toMatchObject([
      { kind: 'sticks-out', severity: 'wrong' },
    ])
  })

  it('below a group they belong to the mesh above it', () => {
    const document = new Document()
    const group = add(document, 'group', null, [1, 1, 1]).setScale([2, 2, 2])
    group.addChild(add(document, 'house_OCC', cube, [1.5, 1, 2]).setScale([3, 2, 4]))
    document.createScene().addChild(add(document, 'house', house).addChild(group))
    const results = occludersFromGltf(document)
    expect(results).toMatchObject([{ node: 'house', source: 'authored', refused: null, findings: [] }])
    expect(rounded(results[0]!.matrices[0]!)).toEqual([6, 0, 0, 0, 0, 4, 0, 0, 0, 0, 8, 0, 4, 3, 5, 1])
  })

  it('at the root they belong to the scene, beside which an open mesh does no harm', () => {
    const document = new Document()
    const scene = document.createScene('village')
    scene.addChild(add(document, 'house', house, [20, 0, 0]))
    scene.addChild(add(document, 'grass', boxMesh([0, 0, 0], [90, 1, 90], 3)))
    scene.addChild(add(document, 'house_OCC', cube, [24, 3, 5]).setScale([6, 5, 8]))
    const [own, grass, village] = occludersFromGltf(document)
    expect([own!.source, grass!.source]).toEqual(['generated', 'none'])
    expect(village).toMatchObject({ node: 'village', source: 'authored', refused: null, findings: [] })
    expect([...village!.matrices[0]!.subarray(12, 15)]).toEqual([24, 3, 5])
  })

  it('with nothing to belong to, they are named', () => {
    const document = new Document()
    document.createScene().addChild(add(document, 'lost_OCC', cube))
    expect(occludersFromGltf(document)).toMatchObject([
      {
        node: 'lost_OCC',
        source: 'none',
        findings: [
          {
            kind: 'useless',
            message: 'lost_OCC is no use: there is no mesh that it could be an occluder of',
          },
        ],
      },
    ])
  })

  it('one without a volume is a finding, and the others are kept', () => {
    const document = new Document()
    const flat = add(document, 'flat_OCC', cube, [4, 3, 5]).setScale([0, 1, 1])
    const good = add(document, 'good_OCC', cube, [4, 3, 5]).setScale([6, 5, 8])
    document.createScene().addChild(add(document, 'house', house).addChild(flat).addChild(good))
    const [result, ...rest] = occludersFromGltf(document)
    expect(rest).toEqual([])
    expect(result!.matrices).toHaveLength(1)
    expect(result!.refused).toMatch(/^flat_OCC has no volume/)
    expect(result!.findings).toMatchObject([
      { kind: 'useless', severity: 'wrong', message: expect.stringMatching(/^flat_OCC has no volume/) },
    ])
  })

  it('sizes that no box can have are said, and do not end the run', () => {
    const document = new Document()
    const scene = document.createScene()
    for (const [name, size] of [
      ['huge', 1e20],
      ['large', 1e14],
      ['tiny', 1e-20],
      ['fine', 1],
    ] as const)
      scene.addChild(add(document, name, boxMesh([0, 0, 0], [size, size, size])))
    const results = occludersFromGltf(document)
    expect(results.map(({ source }) => source)).toEqual(['none', 'none', 'none', 'generated'])
    expect(results[0]!.refused).toMatch(/expected a number between -1e15 and 1e15/)
    expect(results[1]!.refused).toBe('it is too small or too large for a box')
  })

  it('options are checked even where there is no mesh', () => {
    const read = occludersFromGltf as (document: unknown, options?: unknown) => unknown
    const empty = new Document()
    expect(() => read(empty, { resolution: 3 })).toThrow('occludersFromGltf: resolution is 3, expected')
    expect(() => read(empty, { tolerance: -1 })).toThrow('occludersFromGltf: tolerance is -1, expected')
    expect(() => read(empty, { boxes: 3 })).toThrow('boxes is not an option, expected one of resolution')
    expect(() => read(undefined)).toThrow('occludersFromGltf: document is undefined, expected one of')
    expect(read(empty, { resolution: undefined, gap: undefined })).toEqual([])
  })
})
