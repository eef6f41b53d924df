import type { Box3 } from 'three'
// The class that all of the library's trees derive from; it is exported but not in its type declarations.
import * as library from 'three-mesh-bvh'
import { BOX_STRIDE, type Scene } from '../scene.js'
import type { Peer } from './peer.js'

type Shapecast = {
  intersectsBounds(box: Box3, isLeaf: boolean, score: number | undefined, depth: number): number
  intersectsRange(offset: number, count: number, contained: boolean, depth: number): boolean
}

interface BaseBvh {
  primitiveBuffer: Uint32Array
  primitiveBufferStride: number
  _roots: ArrayBuffer[]
  init(options: object): void
  refit(): void
  shapecast(callbacks: Shapecast): boolean
}

const Base = (library as unknown as { BVH: new () => BaseBvh }).BVH

const NOT_INTERSECTED = 0
const INTERSECTED = 1
const CONTAINED = 2

/**
 * three-mesh-bvh over boxes instead of triangles, as its documentation shows for other primitives: a subclass that
 * writes the bounds of a box, and a shapecast with three-way plane tests whose masks are kept by depth. `interleaved`
 * reads one array of boxes, otherwise six arrays of coordinates.
 */
export function threeMeshBvh(scene: Scene, leafSize: number, interleaved: boolean): Peer {
  const store = interleaved ? interleavedStore(scene) : separateStore(scene)
  const { outside, write } = store

  class BoxBvh extends Base {
    readonly count: number
    constructor(count: number) {
      super()
      this.count = count
      this.primitiveBuffer = Uint32Array.from({ length: count }, (_, id) => id)
      this.primitiveBufferStride = 1
      this.init({ targetLeafSize: leafSize, strategy: 0, maxDepth: 64, verbose: false })
    }
    getRootRanges() {
      return [{ offset: 0, count: this.count }]
    }
    writePrimitiveBounds(index: number, target: Float32Array, at: number) {
      write(this.primitiveBuffer[index]!, target, at)
    }
  }

  const masks = new Int32Array(256)
  let bvh: BoxBvh
  let planes = new Float64Array(24)
  let out = new Uint32Array(0)
  let found = 0

  const shapecast: Shapecast = {
    intersectsBounds(box, _isLeaf, _score, depth) {
      const crossing = masks[depth - 1]!
      const { min, max } = box
      let rest = crossing
      for (let k = 0; k < 6; k++) {
        if (!((crossing >> k) & 1)) continue
        const a = planes[k * 4]!
        const b = planes[k * 4 + 1]!
        const c = planes[k * 4 + 2]!
        const d = planes[k * 4 + 3]!
        const near = a * (a > 0 ? max.x : min.x) + b * (b > 0 ? max.y : min.y) + c * (c > 0 ? max.z : min.z)
        if (near + d < 0) return NOT_INTERSECTED
        const far = a * (a > 0 ? min.x : max.x) + b * (b > 0 ? min.y : max.y) + c * (c > 0 ? min.z : max.z)
        if (far + d >= 0) rest &= ~(1 << k)
      }
      masks[depth] = rest
      return rest === 0 ? CONTAINED : INTERSECTED
    },
    intersectsRange(offset, count, contained, depth) {
      const ids = bvh.primitiveBuffer
      const all = contained || leafSize === 1
      const crossing = masks[depth]!
      for (let i = offset; i < offset + count; i++) {
        const id = ids[i]!
        if (all || !outside(id, planes, crossing)) out[found++] = id
      }
      return false
    },
  }

  return {
    name: `three-mesh-bvh leaf ${leafSize}${interleaved ? ' interleaved' : ''}`,
    keepsTree: true,
    build() {
      bvh = new BoxBvh(scene.count)
    },
    query(pose, target) {
      planes = pose.planes64 as Float64Array<ArrayBuffer>
      out = target as Uint32Array<ArrayBuffer>
      found = 0
      masks[0] = 63
      bvh.shapecast(shapecast)
      return found
    },
    sync: () => store.sync(scene.movers),
    update: () => bvh.refit(),
    bytes: () => bvh._roots.reduce((sum, root) => sum + root.byteLength, 0) + scene.count * 4,
  }
}

type Store = {
  write(id: number, target: Float32Array, at: number): void
  outside(id: number, planes: Float64Array, crossing: number): boolean
  sync(ids: Uint32Array): void
}

function interleavedStore(scene: Scene): Store {
  const boxes = scene.boxes.slice()
  return {
    write(id, target, at) {
      const from = id * BOX_STRIDE
      for (let k = 0; k < 3; k++) {
        target[at + k] = boxes[from + k]!
        target[at + 3 + k] = boxes[from + 4 + k]!
      }
    },
    outside(id, planes, crossing) {
      const at = id * BOX_STRIDE
      for (let k = 0; k < 6; k++) {
        if (!((crossing >> k) & 1)) continue
        const a = planes[k * 4]!
        const b = planes[k * 4 + 1]!
        const c = planes[k * 4 + 2]!
        const x = boxes[a > 0 ? at + 4 : at]!
        const y = boxes[b > 0 ? at + 5 : at + 1]!
        const z = boxes[c > 0 ? at + 6 : at + 2]!
        if (a * x + b * y + c * z + planes[k * 4 + 3]! < 0) return true
      }
      return false
    },
    sync(ids) {
      for (const id of ids) for (let k = id * 8; k < id * 8 + 8; k++) boxes[k] = scene.boxes[k]!
    },
  }
}

function separateStore(scene: Scene): Store {
  const column = (k: number) =>
    Float32Array.from({ length: scene.count }, (_, id) => scene.boxes[id * BOX_STRIDE + k]!)
  const [minX, minY, minZ, maxX, maxY, maxZ] = [0, 1, 2, 4, 5, 6].map(column) as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ]
  return {
    write(id, target, at) {
      target[at] = minX[id]!
      target[at + 1] = minY[id]!
      target[at + 2] = minZ[id]!
      target[at + 3] = maxX[id]!
      target[at + 4] = maxY[id]!
      target[at + 5] = maxZ[id]!
    },
    outside(id, planes, crossing) {
      for (let k = 0; k < 6; k++) {
        if (!((crossing >> k) & 1)) continue
        const a = planes[k * 4]!
        const b = planes[k * 4 + 1]!
        const c = planes[k * 4 + 2]!
        const x = a > 0 ? maxX[id]! : minX[id]!
        const y = b > 0 ? maxY[id]! : minY[id]!
        const z = c > 0 ? maxZ[id]! : minZ[id]!
        if (a * x + b * y + c * z + planes[k * 4 + 3]! < 0) return true
      }
      return false
    },
    sync(ids) {
      for (const id of ids) {
        const at = id * BOX_STRIDE
        minX[id] = scene.boxes[at]!
        minY[id] = scene.boxes[at + 1]!
        minZ[id] = scene.boxes[at + 2]!
        maxX[id] = scene.boxes[at + 4]!
        maxY[id] = scene.boxes[at + 5]!
        maxZ[id] = scene.boxes[at + 6]!
      }
    },
  }
}
