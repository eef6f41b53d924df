import { BVH, type BVHNode, type FloatArray, HybridBuilder, WebGLCoordinateSystem } from 'bvh.js'
import { BOX_STRIDE, type Scene } from '../scene.js'
import type { Peer } from './peer.js'

/** Slack of a node's box, so that small moves need no reinsertion: the best of the values tried. */
const MARGIN = 2

/** bvh.js with its own dynamic reinsertion. */
export function bvhJs(scene: Scene): Peer {
  let bvh = new BVH<object, number>(new HybridBuilder(), WebGLCoordinateSystem)
  let nodes: BVHNode<object, number>[] = []
  let out = new Uint32Array(0)
  let found = 0
  const write = (id: number, box: FloatArray) => {
    const at = id * BOX_STRIDE
    for (let k = 0; k < 3; k++) {
      box[k * 2] = scene.boxes[at + k]!
      box[k * 2 + 1] = scene.boxes[at + 4 + k]!
    }
    return box
  }
  return {
    name: 'bvh.js',
    keepsTree: true,
    build() {
      bvh = new BVH(new HybridBuilder(), WebGLCoordinateSystem)
      nodes = new Array(scene.count)
      const ids = Array.from({ length: scene.count }, (_, id) => id)
      const boxes = ids.map((id) => write(id, new Float32Array(6)))
      bvh.createFromArray(ids, boxes, (node) => (nodes[node.object!] = node), MARGIN)
    },
    query(pose, target) {
      out = target as Uint32Array<ArrayBuffer>
      found = 0
      bvh.frustumCulling(pose.matrix, (node, frustum, mask) => {
        if (frustum!.isIntersectedMargin(node.box, mask!, MARGIN)) out[found++] = node.object!
      })
      return found
    },
    sync() {},
    update() {
      for (const id of scene.movers) {
        const node = nodes[id]!
        write(id, node.box)
        bvh.move(node, MARGIN)
      }
    },
  }
}
