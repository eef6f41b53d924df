import { columns, markTouched, resource, Transform, type World } from '@sightline/core'
import { due, noteCost } from '@sightline/culling'
import { straighten, writeRotation } from './basis.js'
import { moveOn, POINTS } from './chains.js'
import { followWearer, swingCloak } from './cloak.js'
import { type Cloth, ClothOfWorld, ClothUpdates } from './cloth.js'

const passed = new Float64Array(1)
/** The strip's own: along it, across it, and off it. */
const axes = new Float64Array(9)

/**
 * Moves the cloth whose turn it was in the last frame, and its pieces.
 * Reads: Player and its pose, Boom, who is due. Writes: Cloth, Transforms of pieces and owners, Visibility of
 * the cloak.
 */
export function swingCloth(world: World): void {
  const cloth = resource(world, ClothOfWorld)
  const { chains, chainOf, cloak } = cloth
  const { ids, seconds, count } = due(world, ClothUpdates)
  const start = performance.now()
  if (cloak !== undefined) followWearer(world, cloak)
  for (let i = 0; i < count; i++) {
    const chain = chainOf[ids[i]!]!
    passed[0] = seconds[i]!
    if (cloak !== undefined && chain === cloak.first) {
      swingCloak(world, chains, cloak, passed)
      continue
    }
    moveOn(chains, chain, passed)
    showStrips(world, cloth, chain)
  }
  noteCost(world, ClothUpdates, performance.now() - start)
}

/** Strips of a flag stand upright. */
function showStrips(world: World, { chains, strips }: Cloth, chain: number): void {
  const { position, rotation } = columns(world, Transform)
  for (let k = 0; k < POINTS - 1; k++) {
    const eid = strips[chain * (POINTS - 1) + k]!
    const at = (chain * POINTS + k) * 3
    for (let axis = 0; axis < 3; axis++) {
      position[eid * 3 + axis] = chains.now[at + axis]!
      axes[axis] = chains.now[at + 3 + axis]! - chains.now[at + axis]!
      axes[3 + axis] = axis === 1 ? 1 : 0
    }
    straighten(axes)
    writeRotation(axes, rotation, eid * 4)
    markTouched(world, eid)
  }
}
