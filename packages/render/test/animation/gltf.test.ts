import { Document, NodeIO } from '@gltf-transform/core'
import { createWorld } from '@sightline/core'
import { setupCulling } from '@sightline/culling'
import { describe, expect, it, vi } from 'vitest'
import { hasSharedData, readSharedBinary, sharedData } from '../../../../test/support/shared-data.js'
import { clipNames } from '../../src/animation/animation.js'
import { packRig } from '../../src/animation/rig.js'
import { createModel, loadModel, readDocument, readModel } from '../../src/gltf/index.js'
import { setupRender } from '../../src/index.js'

/** A triangle with two morph targets, hung on a node that turns; no skin. */
function createFlag(): Document {
  const document = new Document()
  const buffer = document.createBuffer()
  const floats = (type: 'VEC3' | 'VEC4' | 'SCALAR', values: number[]) =>
    document.createAccessor().setType(type).setArray(Float32Array.from(values)).setBuffer(buffer)
  const target = (values: number[]) =>
    document.createPrimitiveTarget().setAttribute('POSITION', floats('VEC3', values))
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', floats('VEC3', [0, 0, 0, 1, 0, 0, 0, 1, 0]))
    .addTarget(target([5, 0, 0, 0, 0, 0, 0, 0, 0]))
    .addTarget(target([0, 0, 0, 0, 0, 2, 0, 0, 0]))
    .setMaterial(document.createMaterial('red').setBaseColorFactor([1, 0, 0, 1]))
  const mesh = document.createMesh().addPrimitive(primitive)
  const node = document.createNode('flag').setMesh(mesh).setTranslation([10, 0, 0])
  const spare = document.createNode('hook').setTranslation([0, 3, 0])
  document.createScene().addChild(node).addChild(spare)
  const times = floats('SCALAR', [0, 1])
  const sampler = document
    .createAnimationSampler()
    .setInput(times)
    .setOutput(floats('SCALAR', [0, 0, 0, 0.5]))
  const channel = document
    .createAnimationChannel()
    .setTargetNode(node)
    .setTargetPath('weights')
    .setSampler(sampler)
  document.createAnimation('wave').addSampler(sampler).addChannel(channel)
  return document
}

describe('readDocument', () => {
  it('takes unskinned meshes along with their node, keeps moved morph targets, and bounds them', async () => {
    const data = await readDocument(createFlag(), { scale: 2, tinted: (name) => name === 'red' })
    expect(data.joints.map(({ name, parent }) => [name, parent])).toEqual([
      ['model', -1],
      ['flag', 0],
    ])
    expect(data.mesh.morphs?.length).toBe(1)
    expect(Array.from(data.mesh.skin!.weights)).toEqual([255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0])
    expect(Array.from(data.mesh.colors)).toEqual([255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255])
    expect(Array.from(data.mesh.normals.subarray(0, 3))).toEqual([0, 0, 1])
    const { positions, skin, morphs = [] } = data.mesh
    const rig = packRig({ ...data, shapes: [{ positions, ...skin!, morphs }] }, 1, () => 0)
    const [x0, y0, z0, x1, y1, z1] = Array.from(
      rig.clipBounds[0]!.box,
      (value) => Math.round(value * 100) / 100,
    )
    expect([x0, y0, z0, x1, y1, z1]).toEqual([20, -0, -0, 22, 2, 2])
  })

  it('keeps nodes to hang things on, and leaves out what is not shown', async () => {
    const data = await readDocument(createFlag(), { keep: ['hook'] })
    expect(data.joints.map(({ name }) => name)).toEqual(['model', 'flag', 'hook'])
    await expect(readDocument(createFlag(), { shown: () => false })).rejects.toThrow(
      'has no triangles to draw',
    )
  })

  it.each([
    [{ scale: 0 }, 'readModel: scale is 0, expected a finite number above 0'],
    [{ scael: 1 }, 'readModel: scael is not an option'],
    [{ rootMotion: 'hips' }, 'readModel: rootMotion is "hips", expected one of model, flag'],
    [{ clips: { Walk: {} } }, 'readModel: clips.Walk is not in the file, expected one of wave'],
  ])('names a wrong option (%#)', async (options, message) => {
    await expect(readDocument(createFlag(), options as never)).rejects.toThrow(message)
  })

  it('shows morph targets as the file has them where no clip moves them', async () => {
    const document = createFlag()
    document.getRoot().listMeshes()[0]!.setWeights([0.5, 0.25])
    const still = document.createAnimation('still')
    const data = await readDocument(document)
    expect(still.getName()).toBe('still')
    // The first is moved by nobody: half of its 5 along x is there already.
    expect(Math.max(...data.mesh.positions.filter((_, i) => i % 3 === 0))).toBe(2.5)
    const [wave, resting] = data.clips
    expect(wave!.tracks.map(({ target }) => target)).toEqual(['morph'])
    expect(resting!.tracks).toEqual([{ target: 'morph', times: [0], values: Float32Array.of(0.25, 0, 0, 0) }])
  })

  it('says what it leaves out', async () => {
    const document = createFlag()
    document.getRoot().listMeshes()[0]!.addPrimitive(document.createPrimitive().setMode(1))
    expect((await readDocument(document)).warnings).toEqual([
      'a primitive of "flag" is left out: it is not made of triangles',
    ])
  })
})

describe.skipIf(!hasSharedData)('real models', () => {
  it('keeps clips, events, scale and joints of the fox, and makes its normals', async () => {
    const file = new Uint8Array(readSharedBinary('models/fox.glb'))
    const data = await readModel(file, {
      scale: 0.01,
      clips: { Walk: { events: [{ name: 'paw', time: 0.1 }] } },
    })
    expect(data.clips.map(({ name }) => name)).toEqual(['Survey', 'Walk', 'Run'])
    expect(data.clips[1]!.events).toEqual([{ name: 'paw', time: 0.1 }])
    expect(data.mesh.indices.length).toBe(1728)
    const { normals } = data.mesh
    for (let i = 0; i < normals.length; i += 3) {
      expect(Math.hypot(normals[i]!, normals[i + 1]!, normals[i + 2]!)).toBeCloseTo(1, 5)
    }
    expect(data.warnings).toEqual(['texture "" is left out: it cannot be decoded here'])
  })

  it('fetches a model, says what it cannot keep, and refuses what is not there', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const file = new Uint8Array(readSharedBinary('models/fox.glb'))
    vi.stubGlobal(
      'fetch',
      async (url: string) => new Response(file, { status: url === 'fox.glb' ? 200 : 404 }),
    )
    const world = createWorld({ capacity: 10 })
    setupCulling(world)
    setupRender(world)
    const { rig } = await loadModel(world, 'fox.glb', { scale: 0.01 })
    expect(clipNames(world, rig)).toEqual(['Survey', 'Walk', 'Run'])
    expect(warn.mock.calls.flat()).toEqual([
      'sightline: fox.glb: texture "" is left out: it cannot be decoded here',
    ])
    await expect(loadModel(world, 'dog.glb')).rejects.toThrow('loadModel: dog.glb answers 404, expected 200')
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  it('hands a model over to a world', async () => {
    const world = createWorld({ capacity: 10 })
    setupCulling(world)
    setupRender(world)
    const document = await new NodeIO().read(sharedData('models/robot-expressive.glb'))
    const model = createModel(world, await readDocument(document))
    expect(clipNames(world, model.rig).length).toBe(14)
    expect(model.mesh).toBe(1)
  })
})
