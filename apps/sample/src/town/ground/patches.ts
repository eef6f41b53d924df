import { FEEL, type Feeler } from '../feeler.js'
import type { Rgb } from '../palette.js'
import { addToBuckets, type Buckets, bucketAt, createBuckets } from '../plan/buckets.js'
import type { Point } from '../types.js'

/** A piece of ground that lies a little above the bare one: a block behind its kerb, a road, a field. */
export type Patch = {
  /** convex, of positive area */
  readonly points: readonly Point[]
  readonly lift: number
  /** patches of one group lie side by side and share their corners */
  readonly group: number
  color(x: number, z: number): Rgb
  /** how much of it is green, for the bare ground below, which is seen instead from afar */
  readonly green?: (x: number, z: number) => number
}

export type Patches = {
  readonly list: Patch[]
  /** least x, least z, greatest x, greatest z of each */
  readonly bounds: number[]
  readonly near: Buckets
}

export function createPatches(): Patches {
  return { list: [], bounds: [], near: createBuckets(14) }
}

export function addPatch({ list, bounds, near }: Patches, patch: Patch): void {
  const item = list.push(patch) - 1
  const xs = patch.points.map((p) => p.x)
  const zs = patch.points.map((p) => p.z)
  const [minX, minZ] = [Math.min(...xs), Math.min(...zs)]
  const [maxX, maxZ] = [Math.max(...xs), Math.max(...zs)]
  bounds.push(minX, minZ, maxX, maxZ)
  addToBuckets(near, item, minX, minZ, maxX, maxZ)
}

/** The patch that lies on top where a feeler is. */
export function patchAt({ list, bounds, near }: Patches, at: Feeler): Patch | undefined {
  const items = bucketAt(near, at)
  const x = at[FEEL.x]!
  const z = at[FEEL.z]!
  let top: Patch | undefined
  for (let k = 0; k < items.length; k++) {
    const box = items[k]! * 4
    if (x < bounds[box]! || z < bounds[box + 1]! || x > bounds[box + 2]! || z > bounds[box + 3]!) continue
    const patch = list[items[k]!]!
    if ((top === undefined || patch.lift > top.lift) && holds(patch.points, at)) top = patch
  }
  return top
}

/** Adds to a feeler's ground the metres by which the surface lies over the bare ground there. */
export function feelLift(patches: Patches, at: Feeler): void {
  const patch = patchAt(patches, at)
  if (patch !== undefined) at[FEEL.ground] = at[FEEL.ground]! + patch.lift
}

/** Whether a polygon holds the place of a feeler: how many sides a ray along x crosses is odd. */
function holds(points: readonly Point[], at: Feeler): boolean {
  const x = at[FEEL.x]!
  const z = at[FEEL.z]!
  let inside = false
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    const a = points[i]!
    const b = points[j]!
    if (a.z > z !== b.z > z && x < ((b.x - a.x) * (z - a.z)) / (b.z - a.z) + a.x) inside = !inside
  }
  return inside
}
