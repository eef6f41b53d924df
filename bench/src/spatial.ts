// Queries, movement and build of boxes against the indices that npm offers.
import { type Budget, checksum, measureActions, measureQueries } from './measure.js'
import { babylon } from './peers/babylon.js'
import { bvhJs } from './peers/bvh-js.js'
import { instancedMesh } from './peers/instanced-mesh.js'
import type { CreatePeer, Peer } from './peers/peer.js'
import { scan } from './peers/scan.js'
import { sightline } from './peers/sightline.js'
import { threeLoop } from './peers/three-loop.js'
import { threeMeshBvh } from './peers/three-mesh-bvh.js'
import { createScene, createWalk, type Scene, stepMovers } from './scene.js'

/** Peers and the largest world that they can finish in reasonable time and memory. */
const PEERS: { create: CreatePeer; largest: number }[] = [
  { create: sightline, largest: Number.POSITIVE_INFINITY },
  { create: (scene) => threeMeshBvh(scene, 1, false), largest: Number.POSITIVE_INFINITY },
  { create: (scene) => threeMeshBvh(scene, 10, false), largest: Number.POSITIVE_INFINITY },
  { create: (scene) => threeMeshBvh(scene, 1, true), largest: Number.POSITIVE_INFINITY },
  { create: (scene) => threeMeshBvh(scene, 10, true), largest: Number.POSITIVE_INFINITY },
  { create: bvhJs, largest: Number.POSITIVE_INFINITY },
  { create: instancedMesh, largest: 100_000 },
  { create: babylon, largest: 10_000 },
  { create: threeLoop, largest: 100_000 },
  { create: scan, largest: Number.POSITIVE_INFINITY },
]

export type Row = {
  name: string
  keepsTree: boolean
  /** Microseconds a query with far = 300 m, and with far = the whole world. */
  near: number
  world: number
  /** Milliseconds until queries are exact again after a tenth of the boxes moved about 1 m. */
  update: number
  /** Milliseconds of the bulk build, best of the builds of the run. */
  build: number
  bytesPerBox: number | null
  /** Ids found on the walk and a hash of them, before and after the movement. */
  before: { ids: number; hash: number }
  after: { ids: number; hash: number }
}

export type SpatialResult = { count: number; seed: number; rows: Row[] }

export async function benchSpatial(count: number, seed: number, seconds: number): Promise<SpatialResult> {
  // Every peer has a world of its own: movement in one must not warm the caches of another.
  const worlds: Scene[] = []
  const peers: Peer[] = []
  for (const { create, largest } of PEERS) {
    if (count > largest) continue
    const world = createScene(count, seed)
    worlds.push(world)
    peers.push(await create(world))
  }
  const { side } = worlds[0]!
  const near = createWalk(side, 300)
  const world = createWalk(side, side * 2)
  const out = new Uint32Array(count + 64)
  // Small worlds finish before the engine has compiled what they run: they get more rounds to warm up.
  const warm = count <= 100_000
  const budget: Budget = { seconds, minRounds: 7, maxRounds: 200 }

  const builds = measureActions(
    peers.map((peer) => ({ run: () => peer.build() })),
    { ...budget, minRounds: warm ? 8 : 3, maxRounds: 20 },
    warm ? 8 : 1,
  )
  const before = peers.map((peer) => checksum(peer, near, out))
  const nearTimes = measureQueries(peers, near, out, budget)
  const worldTimes = measureQueries(peers, world, out, budget)
  const updates = measureActions(
    peers.map((peer, i) => ({
      before(round: number) {
        stepMovers(worlds[i]!, round)
        peer.sync()
      },
      run: () => peer.update(),
    })),
    { ...budget, minRounds: warm ? 20 : 6 },
    warm ? 60 : 3,
  )
  const after = peers.map((peer) => checksum(peer, near, out))

  const rows = peers.map((peer, i): Row => {
    const bytes = peer.bytes?.()
    return {
      name: peer.name,
      keepsTree: peer.keepsTree,
      near: nearTimes[i]!,
      world: worldTimes[i]!,
      update: updates[i]!,
      build: builds[i]!,
      bytesPerBox: bytes === undefined ? null : bytes / count,
      before: before[i]!,
      after: after[i]!,
    }
  })
  return { count, seed, rows }
}

/** How many times faster our row is than the fastest other row that `counts` lets in. */
export function ratio(
  rows: Row[],
  figure: 'near' | 'world' | 'update' | 'build',
  counts: (row: Row) => boolean,
) {
  const [own, ...others] = rows
  return Math.min(...others.filter(counts).map((row) => row[figure])) / own![figure]
}
