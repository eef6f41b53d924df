/** Where the meshes and the `*_OCC` nodes of a glTF document stand to each other. */
import type { Document, Mesh, Node, Scene } from '@gltf-transform/core'
import { IDENTITY, multiply, transformPoint } from './affine.js'
import { meshProblem } from './mesh-problem.js'

/** Triangles of one or more meshes, in one space. */
export type Geometry = { readonly positions: Float32Array; readonly indices: Uint32Array }

const OCCLUDER_NAME = /_OCC$/
export const isOccluderNode = (node: Node): boolean => OCCLUDER_NAME.test(node.getName())

/**
 * The `*_OCC` nodes of each node or scene: their owner is the nearest ancestor that has a mesh to be drawn, in
 * itself or below it; without such a node it is the scene. Those that have neither are listed apart.
 */
export function findOwners(document: Document): {
  readonly owners: ReadonlyMap<Node | Scene, Node[]>
  readonly orphans: readonly Node[]
} {
  const owners = new Map<Node | Scene, Node[]>()
  const orphans: Node[] = []
  const scenes = document.getRoot().listScenes()
  for (const node of document.getRoot().listNodes()) {
    if (!isOccluderNode(node)) continue
    let top = node
    let owner: Node | Scene | undefined
    for (let above = node.getParentNode(); above !== null; above = above.getParentNode()) {
      top = above
      if (isOccluderNode(above) || !drawsSomething(above)) continue
      owner = above
      break
    }
    owner ??= scenes.find((scene) => scene.listChildren().includes(top) && drawsSomething(scene))
    if (owner === undefined) orphans.push(node)
    else owners.set(owner, [...(owners.get(owner) ?? []), node])
  }
  return { owners, orphans }
}

function drawsSomething(root: Node | Scene): boolean {
  return drawnNodes(root).length > 0
}

/** Nodes with a mesh that are no occluders: the root itself and all below it. */
function drawnNodes(root: Node | Scene): Node[] {
  const found: Node[] = []
  root.traverse((node) => {
    if (node.getMesh() !== null && !isOccluderNode(node)) found.push(node)
  })
  return found
}

/** From a node's space to that of an ancestor or its scene. */
export function matrixTo(owner: Node | Scene, node: Node): readonly number[] {
  let matrix: readonly number[] = IDENTITY
  for (let at: Node | null = node; at !== null && at !== owner; at = at.getParentNode())
    matrix = multiply(at.getMatrix(), matrix)
  return matrix
}

/** Whether the shape of a node is another in every frame. */
export function changesShape(node: Node): boolean {
  const primitives = node.getMesh()?.listPrimitives() ?? []
  return node.getSkin() !== null || primitives.some((primitive) => primitive.listTargets().length > 0)
}

/**
 * What is drawn at an owner and below it, in its space, or null if nothing is made of triangles. Where all of it
 * together is not closed, only those meshes that are.
 */
export function geometryBelow(owner: Node | Scene): Geometry | null {
  const parts: Geometry[] = []
  for (const node of drawnNodes(owner)) {
    const own = changesShape(node) ? null : readGeometry(node.getMesh()!, matrixTo(owner, node))
    if (own !== null) parts.push(own)
  }
  if (parts.length === 0) return null
  const whole = join(parts)
  if (parts.length === 1 || meshProblem(whole.positions, whole.indices) === null) return whole
  const closed = parts.filter(({ positions, indices }) => meshProblem(positions, indices) === null)
  return closed.length > 0 ? join(closed) : whole
}

function join(parts: readonly Geometry[]): Geometry {
  if (parts.length === 1) return parts[0]!
  const positions = new Float32Array(parts.reduce((sum, part) => sum + part.positions.length, 0))
  const indices = new Uint32Array(parts.reduce((sum, part) => sum + part.indices.length, 0))
  let vertex = 0
  let corner = 0
  for (const part of parts) {
    positions.set(part.positions, 3 * vertex)
    for (const index of part.indices) indices[corner++] = vertex + index
    vertex += part.positions.length / 3
  }
  return { positions, indices }
}

/** The value of a primitive's mode in glTF. */
const TRIANGLES = 4

/** Triangles of all primitives together, placed by a matrix, or null if there are none. */
export function readGeometry(mesh: Mesh, matrix: readonly number[] = IDENTITY): Geometry | null {
  const positions: number[] = []
  const indices: number[] = []
  for (const primitive of mesh.listPrimitives()) {
    const vertices = primitive.getAttribute('POSITION')
    if (primitive.getMode() !== TRIANGLES || vertices === null) continue
    const first = positions.length / 3
    const place: [number, number, number] = [0, 0, 0]
    for (let i = 0; i < vertices.getCount(); i++) {
      vertices.getElement(i, place)
      if (matrix === IDENTITY) positions.push(...place)
      else positions.push(...transformPoint(matrix, place))
    }
    const corners = primitive.getIndices()
    const count = corners === null ? vertices.getCount() : corners.getCount()
    const order = isMirror(matrix) ? MIRRORED : STRAIGHT
    for (let i = 0; i < count - (count % 3); i++) {
      const corner = i - (i % 3) + order[i % 3]!
      indices.push(first + (corners === null ? corner : corners.getScalar(corner)))
    }
  }
  if (indices.length === 0) return null
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) }
}

const STRAIGHT = [0, 1, 2]
const MIRRORED = [0, 2, 1]

/** A mirrored node turns its triangles the other way round; glTF draws them so that they face outwards still. */
function isMirror(m: readonly number[]): boolean {
  const [x, y, z] = [m.slice(0, 3), m.slice(4, 7), m.slice(8, 11)] as [number[], number[], number[]]
  const across = [0, 1, 2].map((k) => y[(k + 1) % 3]! * z[(k + 2) % 3]! - y[(k + 2) % 3]! * z[(k + 1) % 3]!)
  return x[0]! * across[0]! + x[1]! * across[1]! + x[2]! * across[2]! < 0
}
