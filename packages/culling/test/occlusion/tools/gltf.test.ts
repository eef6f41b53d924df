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
    expect(result!.findings).toEqual([])
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
