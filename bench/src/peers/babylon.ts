import { BoundingInfo } from '@babylonjs/core/Culling/boundingInfo.js'
import { Octree } from '@babylonjs/core/Culling/Octrees/octree.js'
import { Plane } from '@babylonjs/core/Maths/math.plane.js'
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js'
import { BOX_STRIDE, type Scene } from '../scene.js'
import type { Peer } from './peer.js'

type Entry = { id: number; info: BoundingInfo }

/** Babylon's selection octree (64 entries a block, depth 2), then its exact box test, as its scene does. */
export function babylon(scene: Scene): Peer {
  const corner = (id: number, k: number) => {
    const at = id * BOX_STRIDE + k
    return new Vector3(scene.boxes[at], scene.boxes[at + 1], scene.boxes[at + 2])
  }
  const entries: Entry[] = Array.from({ length: scene.count }, (_, id) => ({
    id,
    info: new BoundingInfo(corner(id, 0), corner(id, 4)),
  }))
  const octree = new Octree<Entry>(
    (entry, block) => {
      if (entry.info.boundingBox.intersectsMinMax(block.minPoint, block.maxPoint)) block.entries.push(entry)
    },
    64,
    2,
  )
  const low = new Vector3(-64, -64, -64)
  const high = new Vector3(scene.side + 64, 128, scene.side + 64)
  const planes = Array.from({ length: 6 }, () => new Plane(0, 0, 0, 0))
  return {
    name: '@babylonjs/core octree',
    keepsTree: true,
    build: () => octree.update(low, high, entries),
    query(pose, out) {
      planes.forEach((plane, k) => {
        plane.normal.set(pose.planes[k * 4]!, pose.planes[k * 4 + 1]!, pose.planes[k * 4 + 2]!)
        plane.d = pose.planes[k * 4 + 3]!
      })
      const selected = octree.select(planes)
      let found = 0
      for (let i = 0; i < selected.length; i++) {
        const { id, info } = selected.data[i]!
        if (info.isInFrustum(planes)) out[found++] = id
      }
      return found
    },
    sync() {
      for (const id of scene.movers) entries[id]!.info.reConstruct(corner(id, 0), corner(id, 4))
    },
    // The octree has no way to move an entry but to be filled again.
    update: () => octree.update(low, high, entries),
  }
}
