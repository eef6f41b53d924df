/** Who is in the streets: the town's people, and as many more as the player wants. */
import { destroy, resource, setResource, type World } from '@sightline/core'
import { game } from '../game.js'
import { addMind } from '../minds/minds.js'
import { setLabels } from '../names/labels.js'
import { addPerson, type Model } from '../populate.js'
import { CrowdOfWorld, createCrowd } from '../systems/crowd.js'
import { PERSON_ROLES, type People, type PersonRole, strollers } from '../town/index.js'
import { CrewOfWorld } from './crew.js'

/** The most that streets are made for. */
export const MOST_PEOPLE = 20_000
export const FEWEST_PEOPLE = 100

/** Roles of those who decide something. */
const HAVE_MINDS: readonly PersonRole[] = ['walks', 'talks']

export function setupPeople(world: World, models: readonly Model[]): void {
  setResource(world, CrewOfWorld, { models, eids: [] })
  setPeopleCount(world, game(world).town.people.count)
}

/** Sends everyone home and calls so many: the town's own first, then strollers. They begin where the town has them. */
export function setPeopleCount(world: World, wanted: number): void {
  const { models, eids } = resource(world, CrewOfWorld)
  const state = game(world)
  const { town } = state
  const count = Math.min(MOST_PEOPLE, Math.max(FEWEST_PEOPLE, Math.round(wanted)))
  for (const eid of eids) destroy(world, eid)
  state.entityCount -= eids.length
  const more = count - town.people.count
  const people = more > 0 ? join(town.people, strollers(town, more)) : first(town.people, count)
  const called = Array.from({ length: people.count }, (_, i) => addPerson(world, state, models, people, i))
  called.forEach((eid, i) => {
    if (HAVE_MINDS.includes(PERSON_ROLES[people.role[i]!]!)) addMind(world, eid, town.seed * 65_537 + i)
  })
  setResource(world, CrewOfWorld, { models, eids: called })
  if (state.labels) setLabels(world, true)
  setResource(world, CrowdOfWorld, createCrowd(world, town, people, Uint32Array.from(called)))
}

/** Every column of `People` but its count. */
type Columns = Omit<People, 'count'>

function first(people: People, count: number): People {
  const cut = Object.entries(columnsOf(people)).map(([name, column]) => {
    return [name, column.slice(0, (column.length / people.count) * count)]
  })
  return { ...(Object.fromEntries(cut) as Columns), count }
}

function join(a: People, b: People): People {
  const others = columnsOf(b)
  const joined = Object.entries(columnsOf(a)).map(([name, column]) => {
    const other = others[name as keyof Columns]
    const both = new (column.constructor as Float32ArrayConstructor)(column.length + other.length)
    both.set(column)
    both.set(other, column.length)
    return [name, both]
  })
  return { ...(Object.fromEntries(joined) as Columns), count: a.count + b.count }
}

function columnsOf({ count: _, ...columns }: People): Columns {
  return columns
}
