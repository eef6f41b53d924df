/** The nodes of a glTF scene that matter to its meshes, as joints of one skeleton. */
import type { Document, Node } from '@gltf-transform/core'
import type { JointData } from '../animation/skeleton.js'

/** The skeleton of a document, and the number of each node's joint. */
export type JointTree = {
  readonly joints: readonly JointData[]
  readonly numberOf: ReadonlyMap<Node, number>
}

/** How a model is placed in its own space. */
export type ModelPlace = { readonly scale: number; readonly turn: number }

/**
 * Makes joints of the nodes of the default scene that carry a mesh or move vertices, of those named in
 * `keep`, and of all above them, parents first. Joint 0 is the model itself, with its scale and its turn
 * about y.
 */
export function readJoints(document: Document, place: ModelPlace, keep: readonly string[]): JointTree {
  const root = document.getRoot()
  const scene = root.getDefaultScene() ?? root.listScenes()[0]
  if (scene === undefined) throw new RangeError('readModel: the document has no scene')
  const wanted = new Set<Node>()
  const want = (node: Node | null): void => {
    for (let one = node; one !== null && !wanted.has(one); one = one.getParentNode()) wanted.add(one)
  }
  for (const node of root.listNodes())
    if (node.getMesh() !== null || keep.includes(node.getName())) want(node)
  for (const skin of usedSkins(document)) for (const joint of skin.listJoints()) want(joint)

  const { scale, turn } = place
  const rotation = [0, Math.sin(turn / 2), 0, Math.cos(turn / 2)]
  const joints: JointData[] = [{ name: 'model', parent: -1, scale: [scale, scale, scale], rotation }]
  const numberOf = new Map<Node, number>()
  const add = (node: Node, parent: number): void => {
    if (!wanted.has(node)) return
    const number = joints.length
    numberOf.set(node, number)
    joints.push({
      name: node.getName(),
      parent,
      translation: node.getTranslation(),
      rotation: node.getRotation(),
      scale: node.getScale(),
    })
    for (const child of node.listChildren()) add(child, number)
  }
  for (const node of scene.listChildren()) add(node, 0)
  return { joints, numberOf }
}

function usedSkins(document: Document) {
  const nodes = document.getRoot().listNodes()
  return new Set(nodes.flatMap((node) => (node.getMesh() === null ? [] : (node.getSkin() ?? []))))
}
