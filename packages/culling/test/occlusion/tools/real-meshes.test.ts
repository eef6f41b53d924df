import { readdirSync } from 'node:fs'
import { Logger, NodeIO } from '@gltf-transform/core'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../../test/support/random.js'
import {
  hasSharedData,
  readSharedBinary,
  readSharedJson,
  sharedData,
} from '../../../../../test/support/shared-data.js'
import {
  boxOccluderMatrix,
  checkOccluders,
  meshProblem,
  occludersFromGltf,
  occludersFromMesh,
} from '../../../src/occluder-tools/index.js'
import { type Mesh, windingByRay } from './meshes.js'

const PLACES = 30

/** Corners and random places of every box, by a ray each. */
function expectInsideByRays(
  mesh: Mesh,
  matrices: readonly Float32Array[],
  random: () => number,
  name: string,
) {
  matrices.forEach((m, box) => {
    for (let n = 0; n < PLACES; n++) {
      const place = [0, 1, 2].map((k) => {
        const v = n < 8 ? ((n >> k) & 1) - 0.5 : random() - 0.5
        return m[12 + k]! + m[5 * k]! * v
      })
      expect(windingByRay(mesh, place, random), `${name}, box ${box}, (${place})`).toBeGreaterThan(0)
    }
  })
}

describe.skipIf(!hasSharedData)('Den Haag', () => {
  it('its closed solids hold their occluders, by the checker and by rays, seed 1; open ones are refused', () => {
    const json = readSharedJson<{
      positions: { byteOffset: number; count: number }
      indices: { byteOffset: number; count: number }
      prismGroups: [number, number][]
    }>('towns/denhaag.mesh.json')
    const bin = readSharedBinary('towns/denhaag.mesh.bin')
    const positions = new Float32Array(bin, json.positions.byteOffset, 3 * json.positions.count)
    const all = new Uint32Array(bin, json.indices.byteOffset, json.indices.count)
    const random = createRandom(1)
    const refused: string[] = []
    let solids = 0
    let boxCount = 0
    let covered = 0
    json.prismGroups.forEach(([first, count], i) => {
      const indices = all.slice(first, first + count)
      const problem = meshProblem(positions, indices)
      if (problem !== null) {
        refused.push(problem.reason)
        expect(() => occludersFromMesh(positions, indices)).toThrow(problem.message)
        return
      }
      if (i % 16 !== 0) return
      const result = occludersFromMesh(positions, indices, { resolution: 32 })
      const occluders = Array.from({ length: result.boxes.length / 6 }, (_, k) =>
        boxOccluderMatrix(result.boxes, k),
      )
      const wrong = checkOccluders({ positions, indices, occluders }).filter(
        ({ severity }) => severity === 'wrong',
      )
      expect(
        wrong.map(({ message }) => message),
        `solid ${i}`,
      ).toEqual([])
      expectInsideByRays({ positions, indices }, occluders, random, `solid ${i}`)
      solids++
      boxCount += occluders.length
      covered += result.covered
    })
    expect(refused).toEqual(['open', 'open'])
    expect(solids).toBeGreaterThan(120)
    expect(boxCount / solids).toBeGreaterThan(1)
    expect(covered / solids).toBeGreaterThan(0.7)
  })
})

describe.skipIf(!hasSharedData)('models', () => {
  it('static closed ones hold their occluders; open and moving ones are refused with a reason', async () => {
    const io = new NodeIO().setLogger(new Logger(Logger.Verbosity.SILENT))
    const random = createRandom(2)
    const made: string[] = []
    const refused: string[] = []
    for (const folder of ['', 'town-kenney', 'town-kaykit']) {
      const names = readdirSync(sharedData(`models/${folder}`)).filter((name) => /\.gl(b|tf)$/.test(name))
      for (const name of names) {
        const document = await io.read(sharedData(`models/${folder}/${name}`))
        for (const result of occludersFromGltf(document)) {
          const { node, source, matrices, findings } = result
          if (source === 'none') {
            expect(result.refused, node).toMatch(/open at \d+ sides, one of them at \(|skinned|too thin/)
            refused.push(node)
            continue
          }
          expect(matrices.length, node).toBeGreaterThan(0)
          expect(
            findings.filter(({ severity }) => severity === 'wrong'),
            node,
          ).toEqual([])
          const primitives = document
            .getRoot()
            .listNodes()
            .find((other) => other.getName() === node && other.getMesh() !== null)!
            .getMesh()!
            .listPrimitives()
          const parts = primitives.map((primitive) => ({
            positions: Float32Array.from(primitive.getAttribute('POSITION')!.getArray()!),
            indices: Uint32Array.from(primitive.getIndices()!.getArray()!),
          }))
          const first = (k: number) => parts.slice(0, k).reduce((sum, p) => sum + p.positions.length / 3, 0)
          const mesh = {
            positions: Float32Array.from(parts.flatMap((p) => [...p.positions])),
            indices: Uint32Array.from(parts.flatMap((p, k) => [...p.indices].map((i) => first(k) + i))),
          }
          expectInsideByRays(mesh, matrices, random, node)
          made.push(node)
        }
      }
    }
    expect(made).toContain('pavement-fountain')
    expect(made.length).toBeGreaterThan(8)
    expect(refused.length).toBeGreaterThan(40)
  })
})
