import type { World } from '@sightline/core'
import { ACTIONS } from '../actions.js'
import { game } from '../game.js'
import type { Loop } from '../loop.js'
import { setMode } from '../modes.js'
import { listenToKeys } from '../page/keys.js'
import { listenToPointer } from '../page/pointer.js'
import { countParts } from './counts.js'
import { createEntityCard } from './entity-card.js'
import { createFigure } from './figure.js'
import { createHints } from './hints.js'
import { createPanel } from './panel.js'

/** Everything over the picture. */
export type Hud = { afterFrame(loop: Loop): void }

/** Milliseconds between updates of the words: nobody reads faster. */
const UPDATE_EVERY = 220

/** Builds the HUD into `root` and listens to keys, mouse and thumbs. */
export function createHud(world: World, canvas: HTMLCanvasElement, root: HTMLElement): Hud {
  const figure = createFigure(world, root)
  const panel = createPanel(world, root)
  const card = createEntityCard(world, root)
  const hints = createHints(root)
  let updated = -Infinity

  const moved = (): void => {
    hints.used('move')
    // Whoever moves during a tour leaves it, and flies on from there.
    if (game(world).mode === 'route') setMode(world, 'fly')
  }
  listenToKeys(
    world,
    (code) => {
      if (code === '?') hints.toggleKeys()
      else if (code === 'KeyH') root.classList.toggle('away')
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
    afterFrame(loop) {
      panel.tick()
      const now = performance.now()
      if (now - updated < UPDATE_EVERY) return
      updated = now
      const counts = countParts(world)
      figure.update(counts, loop)
      panel.update(counts, loop)
      card.update()
    },
  }
}
