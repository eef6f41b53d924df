/**
 * An octree of point and spot lights, so that a view asks only those near what it sees. Lights are few among entities, so
 * it has numbers of its own for them (slots), as many as there are lights, and grows by doubling.
 */
import { createOctree, insert, move, type Octree, queryFrustum, remove } from '../spatial/index.js'

export type LightIndex = {
  readonly kernels: 'auto' | 'typescript'
  octree: Octree
  /** How many lights fit. */
  room: number
  /** By entity: slot + 1, 0 for "not filed". */
  readonly slotOf: Uint32Array
  /** By slot: entity. */
  eidOf: Uint32Array
  /** Slots from here on were never used; those given back stand in `free`. */
  used: number
  free: Uint32Array
  freeCount: number
  /** Where queries write slots. */
  found: Uint32Array
}

const FIRST_ROOM = 64

/** An empty index for entities 1 to `capacity`. */
export function createLightIndex(capacity: number, kernels: 'auto' | 'typescript'): LightIndex {
  return {
    kernels,
    octree: createOctree({ capacity: FIRST_ROOM, kernels }),
    room: FIRST_ROOM,
    slotOf: new Uint32Array(capacity + 1),
    eidOf: new Uint32Array(FIRST_ROOM),
    used: 0,
    free: new Uint32Array(FIRST_ROOM),
    freeCount: 0,
    found: new Uint32Array(FIRST_ROOM),
  }
}

/** Empties the index and makes room for at least `count` lights. */
export function growLightIndex(index: LightIndex, count: number): void {
  const room = Math.max(index.room * 2, count)
  index.octree = createOctree({ capacity: room, kernels: index.kernels })
  index.room = room
  index.slotOf.fill(0)
  index.eidOf = new Uint32Array(room)
  index.used = 0
  index.free = new Uint32Array(room)
  index.freeCount = 0
  index.found = new Uint32Array(room)
}

/** Files a light by its box, anew or for the first time. There must be room. */
export function fileLight(
  index: LightIndex,
  eid: number,
  minX: number,
  minY: number,
  minZ: number,
  maxX: number,
  maxY: number,
  maxZ: number,
): void {
  const { octree, slotOf } = index
  if (slotOf[eid] !== 0) {
    move(octree, slotOf[eid]! - 1, minX, minY, minZ, maxX, maxY, maxZ)
    return
  }
  const slot = index.freeCount > 0 ? index.free[--index.freeCount]! : index.used++
  slotOf[eid] = slot + 1
  index.eidOf[slot] = eid
  insert(octree, slot, minX, minY, minZ, maxX, maxY, maxZ)
}

/** Takes a light out; nothing happens if it is not in. */
export function unfileLight(index: LightIndex, eid: number): void {
  const { octree, slotOf } = index
  if (slotOf[eid] === 0) return
  const slot = slotOf[eid]! - 1
  remove(octree, slot)
  slotOf[eid] = 0
  index.free[index.freeCount++] = slot
}

/** Writes to `index.found` the slots of all lights whose box is not wholly outside one of the planes; returns how many. */
export function findLights(index: LightIndex, planes: Float32Array): number {
  return queryFrustum(index.octree, planes, index.found)
}
