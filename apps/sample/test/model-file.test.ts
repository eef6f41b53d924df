import { describe, expect, it } from 'vitest'
import { checkModelFile } from '../src/page/model-file.js'

/** A binary glTF file of a description alone. */
function glb(description: unknown, version = 2): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(description).padEnd(64))
  const file = new Uint8Array(20 + json.length)
  new Uint32Array(file.buffer, 0, 5).set([0x46546c67, version, file.length, json.length, 0x4e4f534a])
  file.set(json, 20)
  return file
}

const text = (words: string): Uint8Array => new TextEncoder().encode(words.padEnd(64))
const whole = { asset: { version: '2.0' }, meshes: [{}], buffers: [{ byteLength: 4 }] }

describe('a model from elsewhere', () => {
  it('is let through with all its parts inside', () => {
    expect(() => checkModelFile(glb(whole))).not.toThrow()
    expect(() =>
      checkModelFile(glb({ ...whole, images: [{ uri: 'data:image/png;base64,AA' }] })),
    ).not.toThrow()
  })

  it.each([
    [
      'parts apart',
      glb({ ...whole, images: [{ uri: 'skin.png' }] }),
      /^it needs skin\.png beside it: expected one \.glb/,
    ],
    [
      'several parts apart',
      glb({ ...whole, buffers: [{ uri: 'a.bin' }], images: [{ uri: 'b.png' }, { uri: 'c.png' }] }),
      /needs a\.bin and 2 more beside it/,
    ],
    [
      'compression',
      glb({ ...whole, extensionsRequired: ['KHR_draco_mesh_compression'] }),
      /needs KHR_draco_mesh_compression.*Export it without compression/,
    ],
    ['no mesh', glb({ asset: {} }), /no mesh in it/],
    ['an old version', glb(whole, 1), /it is glTF 1: expected glTF 2\.0/],
    ['half of it', glb(whole).subarray(0, 60), /it is cut off: 60 of \d+ bytes/],
    ['text', text('{"asset":{}}'), /it is a \.gltf/],
    ['a page', text('<!doctype html>'), /a web page has come instead/],
    ['a picture', text('PNG'), /it is no glTF/],
    ['nothing', new Uint8Array(0), /it is empty/],
    ['a damaged description', glb(whole).fill(0x7b, 20), /it is damaged/],
  ])('says what came and what to do: %s', (_, file, words) => {
    expect(() => checkModelFile(file)).toThrow(words)
  })
})
