import type { World } from '@sightline/core'
import { mirrorNameplates } from '@sightline/render/nameplates'
import { ACTIONS } from '../actions.js'
import { game } from '../game.js'
import type { Loop } from '../loop.js'
import { setMode } from '../modes.js'
import { listenToKeys } from '../page/keys.js'
import { listenToPointer } from '../page/pointer.js'
import { createAudio } from '../sound/audio.js'
import { createTour, type Tour } from '../tour/tour.js'
import { countParts } from './counts.js'
import { element } from './element.js'
import { createEntityCard } from './entity-card.js'
import { createFigure } from './figure.js'
import { createHints } from './hints.js'
import { showNotice } from './notice.js'
import { createPanel } from './panel.js'

/** Everything over the picture. */
export type Hud = { readonly tour: Tour; afterFrame(loop: Loop): void }

/** Milliseconds between updates of the words: nobody reads faster. */
const UPDATE_EVERY = 220

/**
 * Builds the HUD into `root` and listens to keys, mouse and thumbs. `notices`: what did not go as it was
 * asked for.
 */
export function createHud(
  world: World,
  canvas: HTMLCanvasElement,
  root: HTMLElement,
  notices: readonly string[] = [],
): Hud {
  const figure = createFigure(world, root)
  const audio = createAudio(world)
  const dock = element('div', 'dock', root)
  const panel = createPanel(world, root, dock, audio)
  const card = createEntityCard(world, dock)
  const hints = createHints(root, dock)
  for (const notice of notices) showNotice(dock, notice)
  mirrorNameplates(world, game(world).view, { parent: root })
  const tour = createTour(world, root, dock)
  let updated = -Infinity

  const moved = (): void => {
    hints.used('move')
    // Whoever moves during a tour or on a route leaves it, and flies on from there.
    tour.leave()
    if (game(world).mode === 'route') setMode(world, 'fly')
  }
  listenToKeys(
    world,
    (code) => {
      if (code === '?') hints.toggleKeys()
      else if (code === 'KeyH') root.classList.toggle('away')
      else if (code === 'KeyT') tour.at < 0 ? tour.start() : tour.stop()
      else if (code === 'KeyM') audio.turn(!audio.on)
      else ACTIONS.find((action) => action.code === code)?.run(world)
      hints.used(code)
      updated = -Infinity
    },
    moved,
  )
  listenToPointer(world, canvas, card.pick, moved)
  canvas.addEventListener('pointermove', (event) => {
    if (event.buttons !== 0) hints.used('look')
  })

  return {
    tour,
    afterFrame(loop) {
      panel.tick()
      audio.follow()
      const says = tour.follow(loop)
      const now = performance.now()
      // Words beside a caption have the numbers of the same frame.
      if (tour.at >= 0 ? !says : now - updated < UPDATE_EVERY) return
      updated = now
      const counts = countParts(world)
      figure.update(counts, loop)
      panel.update(counts, loop)
      card.update()
    },
  }
}
