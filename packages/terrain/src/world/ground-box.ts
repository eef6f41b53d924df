import type { World } from '@sightline/core'
import { setBox } from '@sightline/culling'
import { cellBox } from '../quadtree/bounds.js'
import type { TerrainTree } from '../quadtree/terrain.js'

const BOX = new Float64Array(6)

/** The box round all ground. */
export function setGroundBox(world: World, entity: number, { boxes, grid }: TerrainTree): void {
  const { columns, rows, quads } = grid.pyramid[0]!
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (!cellBox(boxes, 0, column * quads, row * quads, quads, BOX, 0)) continue
      for (let k = 0; k < 3; k++) {
        box[k] = Math.min(box[k]!, BOX[k]!)
        box[3 + k] = Math.max(box[3 + k]!, BOX[3 + k]!)
      }
    }
  }
  const [x0, y0, z0, x1, y1, z1] = box as [number, number, number, number, number, number]
  setBox(world, entity, x0, y0, z0, x1, y1, z1)
}
