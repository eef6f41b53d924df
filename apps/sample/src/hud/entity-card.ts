import type { World } from '@sightline/core'
import { explain } from '@sightline/culling'
import { pickBounds, pickEntity } from '@sightline/render'
import { ENTITY_KINDS, game } from '../game.js'
import { element, setText } from './element.js'

/** Says of one entity why it is drawn, or not. */
export type EntityCard = {
  /** Chooses what the picture shows at a point, in CSS pixels from its upper left corner. */
  pick(x: number, y: number): void
  update(): void
}

export function createEntityCard(world: World, dock: HTMLElement): EntityCard {
  const box = element('section', 'entity', dock)
  box.setAttribute('role', 'status')
  box.hidden = true
  const title = element('h2', '', box)
  const text = element('p', '', box)
  const close = element('button', 'close', box, '×')
  close.type = 'button'
  close.setAttribute('aria-label', 'Close')
  let chosen = 0
  const choose = (eid: number): void => {
    chosen = eid
    box.hidden = eid === 0
    if (eid !== 0) update()
  }
  close.addEventListener('click', () => choose(0))

  function update(): void {
    if (chosen === 0) return
    const { view } = game(world)
    const { visible, reason, text: why, distance, pixels } = explain(world, view, chosen)
    setText(title, `${nameOf(world, chosen)}: ${visible ? 'drawn' : reason}`)
    box.dataset.reason = visible ? 'drawn' : reason
    const facts = [why]
    if (distance !== undefined) facts.push(`${distance.toFixed(1)} m away`)
    if (pixels !== undefined && Number.isFinite(pixels)) facts.push(`${Math.round(pixels)} pixels large`)
    setText(text, `${facts.join(', ')}.`)
  }

  return {
    pick(x, y) {
      const { view, overlays } = game(world)
      // Where boxes are shown, those of things that are not drawn are asked for too.
      choose((overlays.bounds ? pickBounds(world, view, x, y) : 0) || pickEntity(world, view, x, y))
    },
    update,
  }
}

function nameOf(world: World, eid: number): string {
  const { kinds, meshes, town } = game(world)
  const kind = ENTITY_KINDS[kinds[eid]!]!
  const mesh = kind === 'ground' || kind === 'water' ? '' : (town.meshes[meshes[eid]!]?.name ?? '')
  const name = mesh === '' || mesh.startsWith(kind) ? mesh || kind : `${kind} (${mesh})`
  return `${name} ${eid}`
}
