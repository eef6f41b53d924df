/** All meshes of a document as one skinned mesh. */
import type { Accessor, Document, Node, Primitive } from '@gltf-transform/core'
import { MAX_MORPHS } from '../animation/clip.js'
import { MAX_PALETTE } from '../animation/pose-store.js'
import type { SkinJoint } from '../animation/rig.js'
import type { MeshData } from '../mesh.js'
import type { PrimitiveColors } from './colors.js'
import type { JointTree } from './nodes.js'
import { flatNormals } from './normals.js'
import { writeInfluences } from './weights.js'

/** Which of the model's morph targets each node's are: -1 for those that nothing moves. */
export type MorphSlots = { readonly slotsOf: ReadonlyMap<Node, readonly number[]>; readonly count: number }

export type ModelShape = { readonly mesh: MeshData; readonly skin: readonly SkinJoint[] }

/** How much of each morph target a node shows where no clip says so. */
export function weightsAtRest(node: Node): readonly number[] {
  return node.getWeights().length > 0 ? node.getWeights() : (node.getMesh()?.getWeights() ?? [])
}

/** Finds the morph targets that clips move, four at most. */
export function findMorphs(document: Document, warnings: string[]): MorphSlots {
  const slotsOf = new Map<Node, number[]>()
  let count = 0
  for (const channel of document
    .getRoot()
    .listAnimations()
    .flatMap((animation) => animation.listChannels())) {
    const node = channel.getTargetNode()
    const targets = node?.getMesh()?.listPrimitives()[0]?.listTargets().length ?? 0
    if (channel.getTargetPath() !== 'weights' || node === null || targets === 0) continue
    const slots = slotsOf.get(node) ?? Array.from({ length: targets }, () => -1)
    slotsOf.set(node, slots)
    const values = Array.from(channel.getSampler()?.getOutput()?.getArray() ?? [])
    slots.forEach((slot, target) => {
      if (slot >= 0 || !values.some((value, i) => i % targets === target && value !== 0)) return
      if (count < MAX_MORPHS) slots[target] = count++
      else
        warnings.push(
          `morph target ${target} of "${node.getName()}" is left out: there are more than ${MAX_MORPHS}`,
        )
    })
  }
  return { slotsOf, count }
}

type Corner = {
  readonly node: Node
  readonly primitive: Primitive
  readonly indices: Uint32Array
  readonly first: number
}

/**
 * Collects the triangles of every node with a mesh that `shown` lets pass. Vertices of nodes without a skin
 * go wholly with their node. `colors` gives a primitive's looks.
 */
export function readShape(
  tree: JointTree,
  morphs: MorphSlots,
  shown: (name: string) => boolean,
  colors: (primitive: Primitive) => PrimitiveColors,
  warnings: string[],
): ModelShape {
  const parts: Corner[] = []
  let vertices = 0
  for (const node of tree.numberOf.keys()) {
    for (const primitive of shown(node.getName()) ? (node.getMesh()?.listPrimitives() ?? []) : []) {
      const indices = triangleCorners(primitive)
      if (indices === undefined) {
        warnings.push(`a primitive of "${node.getName()}" is left out: it is not made of triangles`)
        continue
      }
      parts.push({ node, primitive, indices, first: vertices })
      vertices += indices.length
    }
  }
  if (vertices === 0) throw new RangeError('readModel: the document has no triangles to draw')
  const palette = createPalette(tree)
  const mesh = {
    positions: new Float32Array(vertices * 3),
    normals: new Float32Array(vertices * 3),
    colors: new Uint8Array(vertices * 4),
    uvs: new Float32Array(vertices * 2),
    skin: { joints: new Uint8Array(vertices * 4), weights: new Uint8Array(vertices * 4) },
    morphs: Array.from({ length: morphs.count }, () => new Float32Array(vertices * 3)),
  }
  for (const part of parts) {
    writeShape(mesh, part, morphs.slotsOf.get(part.node) ?? [])
    writeSkin(mesh.skin, part, palette)
    colors(part.primitive).write(mesh.colors, mesh.uvs, part.indices, part.first)
  }
  return { mesh: weld(mesh, vertices), skin: palette.entries }
}

type Palette = {
  readonly entries: SkinJoint[]
  readonly entryOf: (node: Node, inverseBind?: readonly number[]) => number
}

function createPalette(tree: JointTree): Palette {
  const entries: SkinJoint[] = []
  const known = new Map<string, number>()
  const entryOf = (node: Node, inverseBind?: readonly number[]): number => {
    const joint = tree.numberOf.get(node)!
    const key = `${joint}:${inverseBind?.join(',') ?? ''}`
    const found = known.get(key)
    if (found !== undefined) return found
    if (entries.length === MAX_PALETTE) {
      throw new RangeError(`readModel: more than ${MAX_PALETTE} joints move vertices`)
    }
    known.set(key, entries.length)
    return entries.push(inverseBind === undefined ? { joint } : { joint, inverseBind }) - 1
  }
  return { entries, entryOf }
}

function triangleCorners(primitive: Primitive): Uint32Array | undefined {
  if (primitive.getMode() !== 4) return undefined
  const indices = primitive.getIndices()?.getArray()
  const count = primitive.getAttribute('POSITION')?.getCount() ?? 0
  const corners = indices ? Uint32Array.from(indices) : new Uint32Array(count).map((_, i) => i)
  return corners.subarray(0, corners.length - (corners.length % 3))
}

type OpenMesh = {
  positions: Float32Array
  normals: Float32Array
  colors: Uint8Array
  uvs: Float32Array
  skin: { joints: Uint8Array; weights: Uint8Array }
  morphs: Float32Array[]
}

function writeShape(
  mesh: OpenMesh,
  { node, primitive, indices, first }: Corner,
  slots: readonly number[],
): void {
  copy3(mesh.positions, primitive.getAttribute('POSITION'), indices, first)
  const normal = primitive.getAttribute('NORMAL')
  if (normal) copy3(mesh.normals, normal, indices, first)
  else flatNormals(mesh.normals, mesh.positions, first, indices.length)
  const atRest = weightsAtRest(node)
  primitive.listTargets().forEach((target, i) => {
    const slot = slots[i] ?? -1
    const deltas = target.getAttribute('POSITION')
    if (slot >= 0) copy3(mesh.morphs[slot]!, deltas, indices, first)
    else if (atRest[i]) addScaled(mesh.positions, deltas, indices, first, atRest[i])
  })
}

/** What no clip moves stays as it is. */
function addScaled(
  out: Float32Array,
  accessor: Accessor | null,
  indices: Uint32Array,
  first: number,
  weight: number,
): void {
  if (accessor === null) return
  const element = [0, 0, 0]
  indices.forEach((index, i) => {
    accessor.getElement(index, element)
    for (let k = 0; k < 3; k++) {
      const at = (first + i) * 3 + k
      out[at] = out[at]! + element[k]! * weight
    }
  })
}

function copy3(out: Float32Array, accessor: Accessor | null, indices: Uint32Array, first: number): void {
  if (accessor === null) return
  const element = [0, 0, 0]
  indices.forEach((index, i) => {
    out.set(accessor.getElement(index, element), (first + i) * 3)
  })
}

function writeSkin(
  out: OpenMesh['skin'],
  { node, primitive, indices, first }: Corner,
  palette: Palette,
): void {
  const skin = node.getSkin()
  const sets = [0, 1].flatMap((set) => {
    const joints = primitive.getAttribute(`JOINTS_${set}`)
    const weights = primitive.getAttribute(`WEIGHTS_${set}`)
    return joints && weights ? { joints, weights } : []
  })
  if (skin === null || sets.length === 0) {
    const entry = palette.entryOf(node)
    indices.forEach((_, i) => {
      writeInfluences(out.joints, out.weights, (first + i) * 4, [{ entry, weight: 1 }])
    })
    return
  }
  const nodes = skin.listJoints()
  const binds = skin.getInverseBindMatrices()
  const entryOf = new Map<number, number>()
  const entry = (joint: number): number => {
    const known = entryOf.get(joint) ?? palette.entryOf(nodes[joint]!, binds?.getElement(joint, []))
    entryOf.set(joint, known)
    return known
  }
  indices.forEach((index, i) => {
    const influences = sets.flatMap(({ joints, weights }) => {
      const [j, w] = [joints.getElement(index, []), weights.getElement(index, [])]
      return j.flatMap((joint, k) => (w[k]! > 0 ? { entry: entry(joint), weight: w[k]! } : []))
    })
    writeInfluences(out.joints, out.weights, (first + i) * 4, influences)
  })
}

/** Joins corners that are alike in everything. */
function weld(mesh: OpenMesh, count: number): MeshData {
  const arrays = [
    mesh.positions,
    mesh.normals,
    mesh.colors,
    mesh.uvs,
    mesh.skin.joints,
    mesh.skin.weights,
    ...mesh.morphs,
  ]
  const known = new Map<string, number>()
  const kept: number[] = []
  const indices = new Uint32Array(count)
  for (let v = 0; v < count; v++) {
    const key = arrays
      .map((array) => array.subarray(v * (array.length / count), (v + 1) * (array.length / count)).join())
      .join(';')
    const found = known.get(key) ?? kept.push(v) - 1
    known.set(key, found)
    indices[v] = found
  }
  const pick = <T extends Float32Array | Uint8Array>(array: T): T => {
    const width = array.length / count
    const out = array.slice(0, kept.length * width) as T
    kept.forEach((from, to) => {
      out.set(array.subarray(from * width, (from + 1) * width), to * width)
    })
    return out
  }
  const { positions, normals, colors, uvs, skin, morphs } = mesh
  return {
    positions: pick(positions),
    normals: pick(normals),
    colors: pick(colors),
    uvs: pick(uvs),
    skin: { joints: pick(skin.joints), weights: pick(skin.weights) },
    ...(morphs.length > 0 ? { morphs: morphs.map(pick) } : {}),
    indices,
  }
}
