import { Box3, Frustum, Matrix4 } from 'three'
import { BOX_STRIDE, type Scene } from '../scene.js'
import type { Peer } from './peer.js'

/** three.js without an index: Frustum.intersectsBox over an array of Box3. */
export function threeLoop(scene: Scene): Peer {
  const frustum = new Frustum()
  const matrix = new Matrix4()
  const boxes: Box3[] = []
  const copyBox = (box: Box3, id: number) => {
    const at = id * BOX_STRIDE
    box.min.fromArray(scene.boxes, at)
    box.max.fromArray(scene.boxes, at + 4)
  }
  return {
    name: 'three.js loop',
    keepsTree: false,
    build() {
      boxes.length = 0
      for (let id = 0; id < scene.count; id++) {
        const box = new Box3()
        copyBox(box, id)
        boxes.push(box)
      }
    },
    query(pose, out) {
      frustum.setFromProjectionMatrix(matrix.fromArray(pose.matrix))
      let found = 0
      for (let id = 0; id < boxes.length; id++) if (frustum.intersectsBox(boxes[id]!)) out[found++] = id
      return found
    },
    sync() {},
    update() {
      for (const id of scene.movers) copyBox(boxes[id]!, id)
    },
  }
}
