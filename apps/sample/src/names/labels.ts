import { resource, type World } from '@sightline/core'
import { Nameplate, setNameplate } from '@sightline/render/nameplates'
import { addComponent, removeComponent } from 'bitecs'
import { game } from '../game.js'
import { CrewOfWorld } from '../people/crew.js'
import { makeNames } from './names.js'

/** More people than this share names. */
const NAMES = 3000

/** Gives everyone a name over the head, or takes them away. */
export function setLabels(world: World, on: boolean): void {
  const state = game(world)
  const { eids } = resource(world, CrewOfWorld)
  state.labels = on
  const names = makeNames(state.town.seed, NAMES)
  eids.forEach((eid, i) => {
    if (!on) {
      removeComponent(world, eid, Nameplate)
      return
    }
    addComponent(world, eid, Nameplate)
    // Guards have been in a fight.
    const isGuard = state.town.meshes[state.meshes[eid]!]!.name === 'person-guard'
    const health = isGuard ? { health: 0.4 + ((i * 7) % 60) / 100 } : {}
    setNameplate(world, eid, { ...names[i % NAMES]!, ...health })
  })
}
