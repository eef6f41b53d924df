import { InstancedMesh2 } from '@three.ez/instanced-mesh'
import { BoxGeometry, Matrix4, MeshBasicMaterial } from 'three'
import { BOX_STRIDE, type Scene } from '../scene.js'
import type { Peer } from './peer.js'

const MARGIN = 2

/** @three.ez/instanced-mesh: one InstancedMesh2 of unit cubes with its BVH, no renderer. */
export function instancedMesh(scene: Scene): Peer {
  const mesh = new InstancedMesh2(new BoxGeometry(1, 1, 1), new MeshBasicMaterial(), {
    capacity: scene.count,
  })
  const matrix = new Matrix4()
  const place = (id: number) => {
    const at = id * BOX_STRIDE
    const [x0, y0, z0, , x1, y1, z1] = scene.boxes.subarray(at, at + BOX_STRIDE) as unknown as number[]
    matrix.makeScale(x1! - x0!, y1! - y0!, z1! - z0!)
    matrix.setPosition((x0! + x1!) / 2, (y0! + y1!) / 2, (z0! + z1!) / 2)
    mesh.setMatrixAt(id, matrix)
  }
  mesh.addInstances(scene.count, () => {})
  for (let id = 0; id < scene.count; id++) place(id)
  const projection = new Matrix4()
  return {
    name: '@three.ez/instanced-mesh',
    keepsTree: true,
    build: () => mesh.computeBVH({ margin: MARGIN }),
    query(pose, out) {
      let found = 0
      projection.fromArray(pose.matrix)
      mesh.bvh!.frustumCulling(projection, (node) => {
        out[found++] = node.object as number
      })
      return found
    },
    sync() {},
    // setMatrixAt moves the instance in the tree as well: the two cannot be told apart.
    update() {
      for (const id of scene.movers) place(id)
    },
  }
}
