import { type Document, type Node, NodeIO } from '@gltf-transform/core'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { hasSharedData, sharedData } from '../../../../test/support/shared-data.js'
import { mixBounds, packRig, type Rig } from '../../src/animation/rig.js'
import { readDocument } from '../../src/gltf/read-model.js'
import { type LocalPose, mixed, poseAt, restPose, verticesOf, worldMatrices } from './support/gltf-oracle.js'
import { transform } from './support/oracle.js'

const MODELS = ['fox', 'knight', 'mage', 'rigged-figure', 'robot-expressive']

async function open(name: string): Promise<{ document: Document; rig: Rig; size: number; vertices: number }> {
  const document = await new NodeIO().read(sharedData(`models/${name}.glb`))
  const data = await readDocument(document)
  const { positions, skin, morphs = [] } = data.mesh
  const rig = packRig({ ...data, shapes: [{ positions, ...skin!, morphs }] }, 1, () => 0)
  const { box } = rig.clipBounds[0]!
  return { document, rig, size: Math.max(...box.map(Math.abs)), vertices: positions.length / 3 }
}

/** How far any point lies outside of a box. */
function outside(points: readonly number[][], box: Float32Array): number {
  let most = -Infinity
  for (const p of points) {
    for (let k = 0; k < 3; k++) most = Math.max(most, box[k]! - p[k]!, p[k]! - box[k + 3]!)
  }
  return most
}

/** Number of a node's joint; -1 if it is none, or one of several of its name. */
function jointOf(names: readonly string[], node: Node): number {
  const joint = names.indexOf(node.getName())
  return names.indexOf(node.getName(), joint + 1) < 0 ? joint : -1
}

/** Puts the joints at rest that the reduced level of detail leaves out. */
function restOthers(document: Document, { skeleton, mask }: Rig, pose: LocalPose): void {
  const rest = restPose(document)
  for (const node of document.getRoot().listNodes()) {
    const joint = jointOf(skeleton.names, node)
    if (joint >= 0 && mask[joint] === 0) pose.set(node, { ...rest.get(node)!, morph: pose.get(node)!.morph })
  }
}

function boxOf(points: readonly number[][]): Float32Array {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]
  for (const p of points) {
    for (let k = 0; k < 3; k++) {
      box[k] = Math.min(box[k]!, p[k]!)
      box[k + 3] = Math.max(box[k + 3]!, p[k]!)
    }
  }
  return Float32Array.from(box)
}

describe.skipIf(!hasSharedData)('bounds of real models', () => {
  it.each(MODELS)('hold every pose of every clip of %s, between keys too (seed 5)', async (name) => {
    const random = createRandom(5)
    const { document, rig, size } = await open(name)
    const rest = boxOf(verticesOf(document, restPose(document)))
    let beyondRest = 0
    rig.clips.forEach((clip, number) => {
      const { box } = rig.clipBounds[number]!
      const union = boxOf([])
      const rounds = Math.ceil(60 / rig.clips.length) + 12
      for (let round = 0; round < rounds; round++) {
        const pose = poseAt(document, number, random() * clip.duration)
        // Seen from some way off only main joints move.
        if (round % 3 === 0) restOthers(document, rig, pose)
        const vertices = verticesOf(document, pose)
        // Weights are bytes: 1/510 of the distance between where two joints would have a vertex.
        expect(outside(vertices, box), `${name}: ${clip.name}`).toBeLessThan(size * 1e-5)
        if (outside(vertices, rest) > 0) beyondRest++
        const posed = boxOf(vertices)
        for (let k = 0; k < 3; k++) {
          union[k] = Math.min(union[k]!, posed[k]!)
          union[k + 3] = Math.max(union[k + 3]!, posed[k + 3]!)
        }
      }
      for (let k = 0; k < 3; k++) {
        const looseness = (box[k + 3]! - box[k]!) / (union[k + 3]! - union[k]!)
        expect(looseness, `${name}: ${clip.name} along ${'xyz'[k]}`).toBeLessThan(1.75)
      }
    })
    // The trap: the box of the pose at rest would not do.
    expect(beyondRest).toBeGreaterThan(0)
  })

  it.each(MODELS)('know where what hangs on a joint of %s can be (seed 7)', async (name) => {
    const random = createRandom(7)
    const { document, rig, size } = await open(name)
    const nodes = document.getRoot().listNodes()
    for (let round = 0; round < 60; round++) {
      const [a, b] = [0, 1].map(() => Math.floor(random() * rig.clips.length)) as [number, number]
      const pose = (clip: number) => poseAt(document, clip, random() * rig.clips[clip]!.duration)
      const worldOf = worldMatrices(round % 2 === 0 ? pose(a) : mixed(pose(a), pose(b), random()))
      const { jointBoxes, jointScales } = round % 2 === 0 ? rig.clipBounds[a]! : mixBounds(rig, a, b, b)
      const reach = 0.3
      for (const node of nodes) {
        const joint = jointOf(rig.skeleton.names, node)
        if (joint < 0) continue
        const tip = [random() - 0.5, random() - 0.5, random() - 0.5]
        const point = transform(
          worldOf(node),
          tip.map((value) => (value / Math.hypot(...tip)) * reach),
        )
        const far = reach * jointScales[joint]! + size * 1e-5
        for (let k = 0; k < 3; k++) {
          expect(point[k]!, `${node.getName()} ${'xyz'[k]}`).toBeGreaterThan(jointBoxes[joint * 6 + k]! - far)
          expect(point[k]!, `${node.getName()} ${'xyz'[k]}`).toBeLessThan(
            jointBoxes[joint * 6 + 3 + k]! + far,
          )
        }
      }
    }
  })

  it.each(MODELS)('hold mixes of the clips of %s (seed 6)', async (name) => {
    const random = createRandom(6)
    const { document, rig, size } = await open(name)
    const pick = (): number => Math.floor(random() * rig.clips.length)
    for (let round = 0; round < 40; round++) {
      const [a, b, c] = [pick(), pick(), pick()]
      const pose = (clip: number) => poseAt(document, clip, random() * rig.clips[clip]!.duration)
      const two = mixed(pose(a), pose(b), random())
      const three = mixed(two, pose(c), random())
      expect(
        outside(verticesOf(document, three), mixBounds(rig, a, b, c).box),
        `${a} ${b} ${c}`,
      ).toBeLessThan(size * 1e-5)
    }
  })
})
