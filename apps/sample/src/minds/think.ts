import { resource, type World } from '@sightline/core'
import { due, noteCost } from '@sightline/culling'
import { chance, type Minds, MindsOfWorld, MindUpdates } from './minds.js'

/** Of so many wishes to stop one is followed: most people have somewhere to go. */
const STOPS = 0.6
/** Seconds. */
const SHORTEST_ACT = 9
const LONGEST_ACT = 50
const SHORTEST_PAUSE = 2
const LONGEST_PAUSE = 7

/**
 * Lets those think whose turn it is: all decisions that have come due since their last turn, so that rests change none.
 * Reads: who is due. Writes: Minds.
 */
export function think(world: World): void {
  const minds = resource(world, MindsOfWorld)
  const { ids, seconds, count } = due(world, MindUpdates)
  const start = performance.now()
  for (let i = 0; i < count; i++) {
    const eid = ids[i]!
    minds.clock[eid] = minds.clock[eid]! + seconds[i]!
    while (minds.next[eid]! <= minds.clock[eid]!) decide(minds, eid)
  }
  noteCost(world, MindUpdates, performance.now() - start)
}

function decide(minds: Minds, eid: number): void {
  const { wish, next, decisions } = minds
  const pauses = wish[eid] === 1 && chance(minds, eid) < STOPS
  const [shortest, longest] = pauses ? PAUSE : ACT
  wish[eid] = pauses ? 0 : 1
  next[eid] = next[eid]! + shortest + chance(minds, eid) * (longest - shortest)
  decisions[eid] = decisions[eid]! + 1
}

const ACT = [SHORTEST_ACT, LONGEST_ACT] as const
const PAUSE = [SHORTEST_PAUSE, LONGEST_PAUSE] as const
