import type { Rgb } from '../palette.js'
import { addToBuckets, type Buckets, bucketAt, createBuckets } from '../plan/buckets.js'
import { insidePolygon } from '../plan/geometry.js'
import type { Point } from '../types.js'

/** A piece of ground that lies a little above the bare one: a block behind its kerb, a road, a field. */
export type Patch = {
  /** convex, of positive area */
  readonly points: readonly Point[]
  readonly lift: number
  /** patches of one group lie side by side and share their corners */
  readonly group: number
  color(x: number, z: number): Rgb
  /** nothing of the bare ground shows through where patches of this kind cover a triangle */
  readonly hides: boolean
}

export type Patches = { readonly list: Patch[]; readonly near: Buckets }

export function createPatches(): Patches {
  return { list: [], near: createBuckets(14) }
}

export function addPatch(patches: Patches, patch: Patch): void {
  const item = patches.list.push(patch) - 1
  const xs = patch.points.map((p) => p.x)
  const zs = patch.points.map((p) => p.z)
  addToBuckets(patches.near, item, Math.min(...xs), Math.min(...zs), Math.max(...xs), Math.max(...zs))
}

/** Metres by which the ground's surface at (x, z) lies over the bare ground. */
export function liftAt(patches: Patches, x: number, z: number): number {
  let lift = 0
  for (const item of bucketAt(patches.near, x, z)) {
    const patch = patches.list[item]!
    if (patch.lift > lift && insidePolygon(x, z, patch.points)) lift = patch.lift
  }
  return lift
}
