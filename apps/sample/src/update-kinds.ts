import type { World } from '@sightline/core'
import { explainUpdate, setUpdateRate, type UpdateKind, UpdateRate } from '@sightline/culling'
import { AnimationUpdates, ParticleUpdates } from '@sightline/render'
import { NameplateUpdates } from '@sightline/render/nameplates'
import { query } from 'bitecs'
import { ClothUpdates } from './cloth/cloth.js'
import { MindUpdates } from './minds/minds.js'
import { UNSEEN_PEOPLE } from './people/acts.js'
import { SoundUpdates } from './sound/sounds.js'
import { WalkUpdates } from './systems/crowd.js'

/** Everything in the town that may be done less often. */
export const KINDS: readonly UpdateKind[] = [
  AnimationUpdates,
  ParticleUpdates,
  NameplateUpdates,
  MindUpdates,
  WalkUpdates,
  ClothUpdates,
  SoundUpdates,
]

const AWAKE = { near: 1, far: 1, hidden: 1, outside: 1, beyond: 1 } as const

/** Lets rest who is not seen, or wakes everyone for good, to compare. */
export function setResting(world: World, on: boolean): void {
  for (const kind of KINDS) {
    const rates = !on ? AWAKE : kind === AnimationUpdates ? UNSEEN_PEOPLE : {}
    for (const eid of query(world, [UpdateRate])) {
      if (explainUpdate(world, kind, eid) !== null) setUpdateRate(world, eid, kind, rates)
    }
  }
}
