import type { World } from '@sightline/core'
import { Occluder, type OccluderShape, setOccluders } from '@sightline/culling'
import { addComponent } from 'bitecs'
import type { Solid } from './town/index.js'

/** Lets an entity hide what is behind the solids of its mesh. */
export function hideBehind(world: World, eid: number, solids: readonly Solid[]): void {
  if (solids.length === 0) return
  addComponent(world, eid, Occluder)
  setOccluders(world, eid, solids.map(shapeOf))
}

function shapeOf(solid: Solid): OccluderShape {
  if (solid.kind === 'box') return { min: solid.box.slice(0, 3), max: solid.box.slice(3) }
  const footprint = Float32Array.from(solid.footprint.flatMap(({ x, z }) => [x, z]))
  return { footprint, baseY: solid.y0, topY: solid.y1 }
}
