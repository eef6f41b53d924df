import { BOX_STRIDE, type Scene } from '../scene.js'
import type { Peer } from './peer.js'

/** The plainest thing that is right: every box against six planes, in JavaScript, over one typed array. */
export function scan(scene: Scene): Peer {
  const boxes = scene.boxes.slice()
  return {
    name: 'plain JS scan',
    keepsTree: false,
    build() {},
    query: ({ planes64 }, out) => scanBoxes(boxes, scene.count, planes64, out),
    sync() {
      for (const id of scene.movers) {
        const at = id * BOX_STRIDE
        for (let k = 0; k < BOX_STRIDE; k++) boxes[at + k] = scene.boxes[at + k]!
      }
    },
    update() {},
  }
}

/** Ids of all boxes of `boxes` that no plane has wholly behind it. */
export function scanBoxes(
  boxes: Float32Array,
  count: number,
  planes: Float64Array,
  out: Uint32Array,
): number {
  let found = 0
  for (let id = 0, at = 0; id < count; id++, at += BOX_STRIDE) {
    let visible = true
    for (let k = 0; k < 24; k += 4) {
      const a = planes[k]!
      const b = planes[k + 1]!
      const c = planes[k + 2]!
      const x = boxes[a > 0 ? at + 4 : at]!
      const y = boxes[b > 0 ? at + 5 : at + 1]!
      const z = boxes[c > 0 ? at + 6 : at + 2]!
      if (a * x + b * y + c * z + planes[k + 3]! < 0) {
        visible = false
        break
      }
    }
    if (visible) out[found++] = id
  }
  return found
}
