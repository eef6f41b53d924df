// Interleaved timing: contenders take turns in one process, each figure is a median.
import type { Peer } from './peers/peer.js'
import type { Pose } from './scene.js'

export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort()
  const middle = sorted.length >> 1
  if (sorted.length === 0) return Number.NaN
  return sorted.length & 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

const timed = (action: () => void): number => {
  const start = performance.now()
  action()
  return performance.now() - start
}

/** Where the rounds of one measurement stop: after `minRounds` and `seconds`, at the latest after `maxRounds`. */
export type Budget = { readonly seconds: number; readonly minRounds: number; readonly maxRounds: number }

function* rounds(budget: Budget): Generator<number> {
  const start = performance.now()
  for (let round = 0; round < budget.maxRounds; round++) {
    if (round >= budget.minRounds && performance.now() - start > budget.seconds * 1000) return
    yield round
  }
}

/**
 * The `pass` regime: a peer answers all poses of the walk, then the next peer does; who begins rotates.
 * Returns for each peer the median over the poses of the median over the rounds, in microseconds a query.
 */
export function measureQueries(peers: Peer[], walk: Pose[], out: Uint32Array, budget: Budget): number[] {
  const times = peers.map(() => walk.map((): number[] => []))
  const pass = (peer: Peer, record?: number[][]) => {
    walk.forEach((pose, i) => {
      const time = timed(() => peer.query(pose, peer.out ?? out))
      record?.[i]?.push(time)
    })
  }
  for (let warm = 0; warm < 3; warm++) for (const peer of peers) pass(peer)
  for (const round of rounds(budget)) {
    for (let k = 0; k < peers.length; k++) {
      const j = (k + round) % peers.length
      pass(peers[j]!, times[j]!)
    }
  }
  return times.map((poses) => median(poses.map(median)) * 1000)
}

/** Interleaved medians of any set of actions, in milliseconds; `before` runs untimed ahead of each. */
export function measureActions(
  actions: readonly { before?(round: number): void; run(): void }[],
  budget: Budget,
  warmUps = 2,
): number[] {
  const times = actions.map((): number[] => [])
  for (const round of rounds({ ...budget, minRounds: budget.minRounds + warmUps })) {
    for (let k = 0; k < actions.length; k++) {
      const j = (k + round) % actions.length
      const action = actions[j]!
      action.before?.(round)
      const time = timed(() => action.run())
      if (round >= warmUps) times[j]!.push(time)
    }
  }
  return times.map(median)
}

/** A number that depends on which ids each pose got, not on their order. */
export function checksum(peer: Peer, walk: Pose[], scratch: Uint32Array): { ids: number; hash: number } {
  const out = peer.out ?? scratch
  let ids = 0
  let hash = 0
  for (const pose of walk) {
    const count = peer.query(pose, out)
    ids += count
    for (let i = 0; i < count; i++) hash = (hash + Math.imul(out[i]! + 1, 0x9e3779b1)) >>> 0
  }
  return { ids, hash }
}
