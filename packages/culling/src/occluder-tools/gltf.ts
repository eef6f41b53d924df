/** Occluders of the nodes of a glTF document. */
import type { Document, Mesh, Node } from '@gltf-transform/core'
import { type CheckOccludersOptions, checkOccluders, type OccluderFinding } from './check-occluders.js'
import { meshProblem } from './mesh-problem.js'
import { boxOccluderMatrix, type OccludersFromMeshOptions, occludersFromMesh } from './occluders-from-mesh.js'
import { createSolid, volumeOf } from './solid.js'

export type GltfOccludersOptions = OccludersFromMeshOptions & CheckOccludersOptions

/** What one node got. */
export type GltfOccluders = {
  /** The node's name, or its number in the file. */
  readonly node: string
  /**
   * `authored`: from its children named `*_OCC`; `generated`: from its own mesh; `none`: `refused` says why.
   */
  readonly source: 'authored' | 'generated' | 'none'
  /**
   * Matrices of boxes in the node's space, column-major, 16 floats a box, for `addBoxOccluder` after the
   * node's world matrix.
   */
  readonly matrices: readonly Float32Array[]
  /** Which share of the cells inside the mesh generated boxes cover; 0 for authored ones. */
  readonly covered: number
  readonly refused: string | null
  readonly findings: readonly OccluderFinding[]
}

const OCCLUDER_NAME = /_OCC$/

/**
 * Occluders for every node of a document that has a mesh, and what the checker says of them. Children named
 * `*_OCC` are not drawn: each becomes an occluder of its parent, its box if it is one, else boxes inside it.
 * Nodes without such children get boxes inside their own mesh; all primitives of a mesh together must be
 * closed. Skinned and morphed meshes get none, as their shape changes.
 */
export function occludersFromGltf(document: Document, options: GltfOccludersOptions = {}): GltfOccluders[] {
  const nodes = document.getRoot().listNodes()
  return nodes.flatMap((node, i) => {
    const mesh = node.getMesh()
    if (mesh === null || OCCLUDER_NAME.test(node.getName())) return []
    return [occludersOfNode(node, mesh, node.getName() || `node ${i}`, options)]
  })
}

type Geometry = { readonly positions: Float32Array; readonly indices: Uint32Array }

function occludersOfNode(node: Node, mesh: Mesh, name: string, options: GltfOccludersOptions): GltfOccluders {
  const none = (refused: string): GltfOccluders => {
    return { node: name, source: 'none', matrices: [], covered: 0, refused, findings: [] }
  }
  const changing = mesh.listPrimitives().some((primitive) => primitive.listTargets().length > 0)
  if (node.getSkin() !== null || changing) return none('its shape changes: it is skinned or morphed')
  const geometry = readGeometry(mesh)
  if (geometry === null) return none('it is not made of triangles')

  const authored = node.listChildren().filter((child) => OCCLUDER_NAME.test(child.getName()))
  if (authored.length > 0) {
    const refusals: string[] = []
    const matrices = authored.flatMap((child) => matricesOfAuthored(child, options, refusals))
    const findings = checkOccluders({ ...geometry, occluders: matrices }, options)
    const refused = refusals.length > 0 ? refusals.join('; ') : null
    return { node: name, source: 'authored', matrices, covered: 0, refused, findings }
  }
  const problem = meshProblem(geometry.positions, geometry.indices)
  if (problem !== null) {
    return { ...none(`its mesh ${problem.message}`), findings: checkOccluders(geometry, options) }
  }
  const { boxes, covered } = occludersFromMesh(geometry.positions, geometry.indices, options)
  const matrices = Array.from({ length: boxes.length / 6 }, (_, i) => boxOccluderMatrix(boxes, i))
  const findings = checkOccluders({ ...geometry, occluders: matrices }, options)
  if (matrices.length === 0) return { ...none('it is too thin for a box'), findings }
  return { node: name, source: 'generated', matrices, covered, refused: null, findings }
}

/** Triangles of all primitives together, or null if there are none. */
function readGeometry(mesh: Mesh): Geometry | null {
  const positions: number[] = []
  const indices: number[] = []
  for (const primitive of mesh.listPrimitives()) {
    const vertices = primitive.getAttribute('POSITION')
    if (primitive.getMode() !== TRIANGLES || vertices === null) continue
    const first = positions.length / 3
    const place = [0, 0, 0]
    for (let i = 0; i < vertices.getCount(); i++) positions.push(...vertices.getElement(i, place))
    const corners = primitive.getIndices()
    const count = corners === null ? vertices.getCount() : corners.getCount()
    for (let i = 0; i < count - (count % 3); i++)
      indices.push(first + (corners === null ? i : corners.getScalar(i)))
  }
  if (indices.length === 0) return null
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) }
}

/** The value of a primitive's mode in glTF. */
const TRIANGLES = 4

/** Boxes of a `*_OCC` node in its parent's space. */
function matricesOfAuthored(child: Node, options: GltfOccludersOptions, refusals: string[]): Float32Array[] {
  const mesh = child.getMesh()
  const geometry = mesh === null ? null : readGeometry(mesh)
  if (geometry === null) {
    refusals.push(`${child.getName()} has no triangles`)
    return []
  }
  const problem = meshProblem(geometry.positions, geometry.indices)
  if (problem !== null) {
    refusals.push(`${child.getName()} ${problem.message}`)
    return []
  }
  const box = boxOfMesh(geometry.positions, geometry.indices)
  const boxes = box ?? occludersFromMesh(geometry.positions, geometry.indices, options).boxes
  if (boxes.length === 0) refusals.push(`${child.getName()} is too thin for a box`)
  const local = child.getMatrix()
  return Array.from({ length: boxes.length / 6 }, (_, i) => multiply(local, boxOccluderMatrix(boxes, i)))
}

/** min xyz, max xyz if every vertex is a corner of the box around them and the mesh fills it, else null. */
function boxOfMesh(positions: Float32Array, indices: Uint32Array): Float32Array | null {
  const solid = createSolid(positions, indices)
  const { points, min, max } = solid
  for (let i = 0; i < points.length; i++) {
    if (points[i] !== min[i % 3] && points[i] !== max[i % 3]) return null
  }
  const volume = (max[0] - min[0]) * (max[1] - min[1]) * (max[2] - min[2])
  return Math.abs(volumeOf(solid) / volume - 1) < 1e-9 ? Float32Array.of(...min, ...max) : null
}

/** a b, both column-major. */
function multiply(a: ArrayLike<number>, b: ArrayLike<number>): Float32Array {
  return Float32Array.from({ length: 16 }, (_, i) => {
    let sum = 0
    for (let k = 0; k < 4; k++) sum += a[4 * k + (i & 3)]! * b[(i & ~3) + k]!
    return sum
  })
}
