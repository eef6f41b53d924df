import type { World } from '@sightline/core'
import { setUpdateBudget, type UpdateKind, updateStats } from '@sightline/culling'
import { AnimationUpdates, animationStats } from '@sightline/render'
import type GUI from 'lil-gui'
import { game } from '../game.js'
import { peopleCount } from '../people/crew.js'
import { FEWEST_PEOPLE, MOST_PEOPLE, setPeopleCount } from '../people/people.js'
import { KINDS, setResting } from '../update-kinds.js'
import { withCommas } from './element.js'
import { createTable } from './tables.js'

/** How many people there are, and of each kind of update who is due, who rests and who is slowed. Answers what updates it. */
export function addUpdates(gui: GUI, world: World): () => void {
  const folder = gui.addFolder('People and update rates').close()
  const wanted = { people: peopleCount(world), rest: true, budget: game(world).preset.animationBudget }
  folder
    .add(wanted, 'people', FEWEST_PEOPLE, MOST_PEOPLE, 100)
    .onFinishChange((count: number) => setPeopleCount(world, count))
  folder
    .add(wanted, 'rest')
    .name('rest unseen')
    .onChange((on: boolean) => setResting(world, on))
  folder
    .add(wanted, 'budget', 0.1, 8, 0.1)
    .name('animation, ms a frame')
    .onChange((budget: number) => setUpdateBudget(world, AnimationUpdates, budget))
  const tables = KINDS.map((kind) => createTable(folder.$children, kind.name))
  return () => {
    if (folder._closed) return
    KINDS.forEach((kind, i) => {
      fillKind(tables[i]!, world, kind)
    })
    const { full, reduced, shared, poseBytes } = animationStats(world)
    tables[0]!.set('poses, of main joints', `${withCommas(full)}, ${withCommas(reduced)}`)
    tables[0]!.set('share a pose', withCommas(shared))
    tables[0]!.set('poses sent', `${(poseBytes / 1024).toFixed(0)} kB`)
  }
}

function fillKind(table: ReturnType<typeof createTable>, world: World, kind: UpdateKind): void {
  const { members, due, resting, slowed, bands, budget, spent } = updateStats(world, kind)
  table.set(kind.name, `${withCommas(members)} members`)
  table.set('due', withCommas(due))
  table.set('resting', withCommas(resting))
  table.set('slowed', withCommas(slowed))
  table.set('near, far', `${withCommas(bands.near)}, ${withCommas(bands.far)}`)
  table.set('hidden', withCommas(bands.hidden))
  table.set('outside, beyond', `${withCommas(bands.outside)}, ${withCommas(bands.beyond)}`)
  table.set('spent', `${spent.toFixed(2)} of ${budget === Infinity ? 'any' : budget.toFixed(1)} ms`)
}
