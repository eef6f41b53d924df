import { columns, resource, Transform, type World } from '@sightline/core'
import { Nameplate, setNameplate } from '@sightline/render/nameplates'
import { addComponent, removeComponent } from 'bitecs'
import { game } from '../game.js'
import { CrewOfWorld } from '../people/crew.js'
import { PERSON_ROLES } from '../town/index.js'
import { SITS_LOWER } from '../town/people/clips.js'
import { headTop } from '../town/people/joints.js'
import { makeNames } from './names.js'

/** More people than this share names. */
const NAMES = 3000

/** Gives everyone a name over the head, or takes them away. */
export function setLabels(world: World, on: boolean): void {
  const state = game(world)
  const { eids } = resource(world, CrewOfWorld)
  state.labels = on
  const names = makeNames(state.town.seed, NAMES)
  const guild = state.preset.guilds ? {} : { guild: '' }
  eids.forEach((eid, i) => {
    if (!on) {
      removeComponent(world, eid, Nameplate)
      return
    }
    addComponent(world, eid, Nameplate)
    // Guards have been in a fight.
    const isGuard = state.town.meshes[state.meshes[eid]!]!.name === 'person-guard'
    const health = isGuard ? { health: 0.4 + ((i * 7) % 60) / 100 } : {}
    setNameplate(world, eid, { ...names[i % NAMES]!, ...guild, ...health, ...heightOf(world, eid, i) })
  })
}

/** Metres from someone's feet to the top of the hat; of figures from elsewhere nobody knows. */
function heightOf(world: World, eid: number, i: number): { height?: number } {
  const { town, meshes, figure } = game(world)
  if (figure !== undefined) return {}
  const { people } = town
  const sits = i < people.count && PERSON_ROLES[people.role[i]!] === 'sits'
  const standing = headTop(town.meshes[meshes[eid]!]!.data)
  const scale = columns(world, Transform).scale[eid * 3 + 1]!
  return { height: (standing - (sits ? SITS_LOWER : 0)) * scale }
}
