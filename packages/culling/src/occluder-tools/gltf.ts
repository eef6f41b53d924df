/** Occluders of the nodes of a glTF document. */

import type { Document, Node, Scene } from '@gltf-transform/core'
import { quoted } from '@sightline/core/checks'
import { isBoxMatrix } from '../occlusion/box-record.js'
import { multiply } from './affine.js'
import { type CheckOccludersOptions, findFaults, type OccluderFinding } from './check-occluders.js'
import {
  changesShape,
  findOwners,
  type Geometry,
  geometryBelow,
  isOccluderNode,
  matrixTo,
  readGeometry,
} from './gltf-tree.js'
import { meshProblem } from './mesh-problem.js'
import { boxOccluderMatrix, type OccludersFromMeshOptions, occludersFromMesh } from './occluders-from-mesh.js'
import { bothSettings } from './settings.js'
import { createSolid, volumeOf } from './solid.js'

export type GltfOccludersOptions = OccludersFromMeshOptions & CheckOccludersOptions

/** What one node got. */
export type GltfOccluders = {
  /** The node's name, or its number in the file; `scene` and a number for a scene without a name. */
  readonly node: string
  /** `authored`: from `*_OCC` nodes; `generated`: from its own mesh; `none`: `refused` says why. */
  readonly source: 'authored' | 'generated' | 'none'
  /**
   * Matrices of boxes in the node's space, column-major, 16 floats a box, for `addBoxOccluder` after the
   * node's world matrix.
   */
  readonly matrices: readonly Float32Array[]
  /** Which share of the cells inside the mesh generated boxes cover; 0 for authored ones. */
  readonly covered: number
  /** Why there are none, or which `*_OCC` nodes are no use and why. */
  readonly refused: string | null
  readonly findings: readonly OccluderFinding[]
}

/**
 * Occluders for the nodes of a document. Nodes named `*_OCC` are not drawn: each becomes an occluder of the
 * nearest ancestor that has a mesh, in itself or in a node below it (of the scene where there is no such node):
 * its box if it is one, else boxes inside it. They are held against all that is drawn at that ancestor and below
 * it, as far as it is closed. Every other node with a mesh gets boxes inside its own; all primitives of a mesh
 * together must be closed. Skinned and morphed meshes get none, as their shape changes.
 *
 * An `*_OCC` node that is open, flat or has nothing to belong to is a finding of the kind `useless`. Throws a
 * `TypeError` or `RangeError` for what is no document, an option that does not exist or is out of range.
 */
export function occludersFromGltf(document: Document, options: GltfOccludersOptions = {}): GltfOccluders[] {
  const settings = bothSettings('occludersFromGltf', options)
  if (typeof document?.getRoot !== 'function') {
    throw new TypeError(`occludersFromGltf: document is ${quoted(document)}, expected one of glTF Transform`)
  }
  const { owners, orphans } = findOwners(document)
  const nodes = document.getRoot().listNodes()
  const nameOf = (node: Node): string => node.getName() || `node ${nodes.indexOf(node)}`
  const results: GltfOccluders[] = []
  for (const node of nodes) {
    if (isOccluderNode(node)) continue
    const authored = owners.get(node)
    if (authored === undefined && node.getMesh() === null) continue
    if (changesShape(node)) results.push(none(nameOf(node), 'its shape changes: it is skinned or morphed'))
    else if (authored === undefined) results.push(generated(node, nameOf(node), settings))
    else results.push(authoredOf(node, nameOf(node), authored, settings))
  }
  document
    .getRoot()
    .listScenes()
    .forEach((scene, i) => {
      const authored = owners.get(scene)
      if (authored === undefined) return
      results.push(authoredOf(scene, scene.getName() || `scene ${i}`, authored, settings))
    })
  for (const node of orphans) {
    const why = 'there is no mesh that it could be an occluder of'
    results.push({ ...none(nameOf(node), why), findings: [useless(`${nameOf(node)} is no use: ${why}`)] })
  }
  return results
}

type Settings = ReturnType<typeof bothSettings>

function none(node: string, refused: string): GltfOccluders {
  return { node, source: 'none', matrices: [], covered: 0, refused, findings: [] }
}

function useless(message: string): OccluderFinding {
  return { kind: 'useless', severity: 'wrong', message, index: -1, distance: 0, at: null }
}

function authoredOf(
  owner: Node | Scene,
  name: string,
  authored: readonly Node[],
  { make, check }: Settings,
): GltfOccluders {
  const geometry = geometryBelow(owner)
  if (geometry === null) return none(name, 'it is not made of triangles')
  const refusals: string[] = []
  const matrices = authored.flatMap((node) => {
    const made = matricesOfAuthored(node, owner, make)
    if (typeof made !== 'string') return made
    refusals.push(`${node.getName()} ${made}`)
    return []
  })
  const findings = findFaults({ ...geometry, occluders: matrices }, check)
  // Advice is about one mesh: those of a group are meshes of their own already.
  const isMesh = 'getMesh' in owner && owner.getMesh() !== null
  return {
    node: name,
    source: 'authored',
    matrices,
    covered: 0,
    refused: refusals.length > 0 ? refusals.join('; ') : null,
    findings: [
      ...findings.filter(({ severity }) => isMesh || severity === 'wrong'),
      ...refusals.map((text) => useless(text)),
    ],
  }
}

function generated(node: Node, name: string, { make, check }: Settings): GltfOccluders {
  const geometry = readGeometry(node.getMesh()!)
  if (geometry === null) return none(name, 'it is not made of triangles')
  const problem = meshProblem(geometry.positions, geometry.indices)
  if (problem !== null) {
    return { ...none(name, `its mesh ${problem.message}`), findings: findFaults(geometry, check) }
  }
  const { boxes, covered } = occludersFromMesh(geometry.positions, geometry.indices, make)
  const all = Array.from({ length: boxes.length / 6 }, (_, i) => boxOccluderMatrix(boxes, i))
  const matrices = all.filter(isBoxMatrix)
  const findings = findFaults({ ...geometry, occluders: matrices }, check)
  if (matrices.length === 0) {
    const why = all.length === 0 ? 'it is too thin for a box' : 'it is too small or too large for a box'
    return { ...none(name, why), findings }
  }
  return { node: name, source: 'generated', matrices, covered, refused: null, findings }
}

/** Boxes of a `*_OCC` node in its owner's space, or why there are none. */
function matricesOfAuthored(
  node: Node,
  owner: Node | Scene,
  make: Settings['make'],
): Float32Array[] | string {
  const mesh = node.getMesh()
  const geometry = mesh === null ? null : readGeometry(mesh)
  if (geometry === null) return 'has no triangles'
  const problem = meshProblem(geometry.positions, geometry.indices)
  if (problem !== null) return problem.message
  const boxes = boxOfMesh(geometry) ?? occludersFromMesh(geometry.positions, geometry.indices, make).boxes
  if (boxes.length === 0) return 'is too thin for a box'
  const placed = matrixTo(owner, node)
  const all = Array.from({ length: boxes.length / 6 }, (_, i) =>
    Float32Array.from(multiply(placed, boxOccluderMatrix(boxes, i))),
  )
  const matrices = all.filter(isBoxMatrix)
  return matrices.length > 0
    ? matrices
    : 'has no volume, or one too small or too large for a box: its scale or a parent makes it so'
}

/** min xyz, max xyz if every vertex is a corner of the box around them and the mesh fills it, else null. */
function boxOfMesh({ positions, indices }: Geometry): Float32Array | null {
  const solid = createSolid(positions, indices)
  const { points, min, max } = solid
  for (let i = 0; i < points.length; i++) {
    if (points[i] !== min[i % 3] && points[i] !== max[i % 3]) return null
  }
  const volume = (max[0] - min[0]) * (max[1] - min[1]) * (max[2] - min[2])
  return Math.abs(volumeOf(solid) / volume - 1) < 1e-9 ? Float32Array.of(...min, ...max) : null
}
