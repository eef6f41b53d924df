// The ways of handing occluders and boxes to the buffer that the benchmark times.
import { type Arena, createArena, float32Array, uint8Array, uint32Array } from '@sightline/core/memory'
import {
  addBoxOccluder,
  addOccluders,
  type BeginOcclusionOptions,
  beginOcclusion,
  createOccluderSet,
  createOcclusionBuffer,
  type OccluderSet,
  type OcclusionBuffer,
  occlusionStats,
  queryVisible,
  setBoxOccluder,
  setHullOccluder,
  setPrismOccluder,
  testBoxIds,
} from '@sightline/culling/occlusion'
import { createOctree, insertMany, type Octree, queryFrustum } from '@sightline/culling/spatial'
import type { OcclusionPose, OcclusionScene } from './occlusion-scene.js'

/** One way: a picture in three parts that are timed apart. */
export type Way = {
  readonly name: string
  begin(pose: OcclusionPose, options?: BeginOcclusionOptions): void
  draw(pose: OcclusionPose): void
  /** Not timed: what a frustum query before it would leave in memory. */
  prepare(pose: OcclusionPose): void
  /** How many boxes in the frustum are hidden. */
  test(pose: OcclusionPose): number
}

export type Ways = {
  readonly kept: Way
  readonly handedIn: Way
  readonly prisms: Way
  readonly hulls: Way
  readonly octree: Way
  /** Boxes in the frustum of a pose. */
  inFrustum(pose: OcclusionPose): number
}

type Memory = {
  readonly arena: Arena
  readonly buffer: OcclusionBuffer
  readonly octree: Octree
  readonly rows: Float32Array
  /** Ids of each pose's boxes in the frustum. */
  readonly candidates: ReadonlyMap<OcclusionPose, Uint32Array>
  readonly planes: ReadonlyMap<OcclusionPose, Float32Array>
  readonly lists: ReadonlyMap<OcclusionPose, Uint32Array>
  readonly hidden: Uint8Array
  readonly found: Uint32Array
}

/** Everything in one arena, as a game would have it. */
export function createWays(scene: OcclusionScene, width: number, height: number): Ways {
  const memory = createMemory(scene, width, height)
  const { buffer, arena } = memory
  const count = scene.houses.length
  const set = (fill: (set: OccluderSet, i: number, m: Float32Array) => void): OccluderSet => {
    const made = createOccluderSet(arena, count)
    scene.houses.forEach((m, i) => {
      fill(made, i, m)
    })
    return made
  }
  const boxes = set(setBoxOccluder)
  const prisms = set((s, i, m) => {
    const corners = hullOf(m)
    const ring = [0, 1, 5, 4].flatMap((v) => [corners[3 * v]!, corners[3 * v + 2]!])
    setPrismOccluder(s, i, Float32Array.from(ring), m[13]! - m[5]! / 2, m[13]! + m[5]! / 2)
  })
  const hulls = set((s, i, m) => setHullOccluder(s, i, hullOf(m), CUBE))
  const begin: Way['begin'] = ({ matrix }, options) => beginOcclusion(buffer, matrix, options)
  const listed = uint32Array(arena, scene.boxes.length / 6)
  const prepare: Way['prepare'] = (pose) => listed.set(memory.candidates.get(pose)!)
  const flat: Way['test'] = (pose) =>
    testBoxIds(buffer, memory.rows, listed, memory.candidates.get(pose)!.length, memory.hidden)
  const fromSet = (name: string, occluders: OccluderSet): Way => ({
    name,
    begin,
    draw: (pose) => addOccluders(buffer, occluders, memory.lists.get(pose)!, pose.houses.length),
    prepare,
    test: flat,
  })
  const kept = fromSet('boxes kept in a set', boxes)
  return {
    kept,
    prisms: fromSet('prisms kept in a set', prisms),
    hulls: fromSet('hulls kept in a set', hulls),
    handedIn: {
      name: 'boxes handed in one by one',
      begin,
      draw({ houses }) {
        for (let i = 0; i < houses.length; i++) addBoxOccluder(buffer, scene.houses[houses[i]!]!)
        occlusionStats(buffer)
      },
      prepare,
      test: flat,
    },
    octree: {
      name: 'all boxes through the octree',
      begin,
      draw: kept.draw,
      prepare: () => {},
      test: (pose) =>
        memory.candidates.get(pose)!.length -
        queryVisible(buffer, memory.octree, memory.planes.get(pose)!, memory.found),
    },
    inFrustum: (pose) => memory.candidates.get(pose)!.length,
  }
}

function createMemory(scene: OcclusionScene, width: number, height: number): Memory {
  const arena = createArena(64e6)
  const count = scene.boxes.length / 6
  const buffer = createOcclusionBuffer({ width, height, arena })
  const rows = float32Array(arena, 8 * count)
  const octree = createOctree({ arena, capacity: count - 1, boxes: rows })
  insertMany(
    octree,
    Uint32Array.from({ length: count }, (_, i) => i),
    scene.boxes,
    count,
  )
  const found = uint32Array(arena, count + 64)
  const candidates = new Map<OcclusionPose, Uint32Array>()
  const planes = new Map<OcclusionPose, Float32Array>()
  const lists = new Map<OcclusionPose, Uint32Array>()
  for (const pose of scene.poses) {
    planes.set(pose, planesOf(pose.matrix))
    const inside = queryFrustum(octree, planes.get(pose)!, found)
    // In rising order, as the prototype has them.
    candidates.set(pose, found.slice(0, inside).sort())
    const list = uint32Array(arena, pose.houses.length)
    list.set(pose.houses)
    lists.set(pose, list)
  }
  return { arena, buffer, octree, rows, candidates, planes, lists, found, hidden: uint8Array(arena, count) }
}

/** Inward planes of a matrix with clip depth −1 to 1. */
function planesOf(m: Float32Array): Float32Array {
  return Float32Array.from({ length: 24 }, (_, i) => {
    const plane = i >> 2
    const sign = plane & 1 ? -1 : 1
    return m[4 * (i & 3) + 3]! + sign * m[4 * (i & 3) + (plane >> 1)]!
  })
}

const CUBE = Uint32Array.of(
  ...[
    0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7,
    5,
  ],
)

/** The corners of a house: bit 0 of a corner's number is its end along x, bit 1 along y, bit 2 along z. */
function hullOf(m: Float32Array): Float32Array {
  return Float32Array.from({ length: 24 }, (_, i) => {
    const v = Math.floor(i / 3)
    const k = i % 3
    const end = (axis: number) => ((v >> axis) & 1) - 0.5
    return m[12 + k]! + end(0) * m[k]! + end(1) * m[4 + k]! + end(2) * m[8 + k]!
  })
}
