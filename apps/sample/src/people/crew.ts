/** Who is there, and what their figures became. */
import { defineResource, type Resource, resource, type World } from '@sightline/core'
import { game } from '../game.js'
import type { Model } from '../populate.js'
import type { Acts } from './acts.js'

/** Everyone's entities. */
export type Crew = { readonly models: readonly Model[]; readonly eids: readonly number[] }

export const CrewOfWorld: Resource<Crew> = defineResource('Crew', 'createGame')

/** How someone's figure moves; undefined for things. */
export function actsOfPerson(world: World, eid: number): Acts | undefined {
  return resource(world, CrewOfWorld).models[game(world).meshes[eid]!]!.acts
}

export function peopleCount(world: World): number {
  return resource(world, CrewOfWorld).eids.length
}
