/** The ground of this world for the game: the same samples and the same triangles that are drawn at the finest level. */
import type { World } from '@sightline/core'
import { isGround, sampleHeight, sampleNormal, sampleSlope } from '../heightfield/sample-height.js'
import { sampleHeights } from '../heightfield/sample-heights.js'
import { raycastTree } from '../quadtree/raycast.js'
import { followField } from './follow-field.js'
import { terrainState } from './terrain-state.js'

/** The height of the ground at (x, z), metres. On and beyond the border, and in holes, as the field's `outside` and `noGround` say. */
export function heightAt(world: World, x: number, z: number): number {
  return sampleHeight(terrainState(world).tree.field, x, z)
}

/** Writes the heights at `count` places to `out`: see `sampleHeights`. */
export function heightAtMany(
  world: World,
  places: Float32Array | Float64Array,
  count: number,
  out: Float32Array | Float64Array,
  stride = 2,
): void {
  sampleHeights(terrainState(world).tree.field, places, count, out, stride)
}

/** Writes the unit normal of the ground's triangle at (x, z) to `out[at]`; see `sampleNormal`. */
export function normalAt(
  world: World,
  x: number,
  z: number,
  out: Float32Array | Float64Array | number[],
  at = 0,
): void {
  sampleNormal(terrainState(world).tree.field, x, z, out, at)
}

/** How steep the ground is at (x, z), radians from 0 (level) to below π/2; 0 where there is none. */
export function slopeAt(world: World, x: number, z: number): number {
  return sampleSlope(terrainState(world).tree.field, x, z)
}

/** Whether there is ground at (x, z): inside the border and not in a hole. */
export function isGroundAt(world: World, x: number, z: number): boolean {
  return isGround(terrainState(world).tree.field, x, z)
}

/**
 * How far along a ray the ground is met first, in metres; Infinity if not within `maxDistance`. From above and from below; holes and the
 * outside are no ground. Throws a `RangeError` if a number is not finite or the direction has no length.
 */
export function raycastTerrain(
  world: World,
  originX: number,
  originY: number,
  originZ: number,
  directionX: number,
  directionY: number,
  directionZ: number,
  maxDistance: number = Infinity,
): number {
  const state = terrainState(world)
  followField(world, state)
  return raycastTree(state.tree, originX, originY, originZ, directionX, directionY, directionZ, maxDistance)
}
