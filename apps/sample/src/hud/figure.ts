import type { World } from '@sightline/core'
import { renderStats } from '@sightline/render'
import { game } from '../game.js'
import type { Loop } from '../loop.js'
import { isCulling, setCulling } from '../switches.js'
import { type Counts, PART_WORDS, PARTS } from './counts.js'
import { element, setText, withCommas } from './element.js'

/** The one number that matters, with its bar and what it saves. */
export type Figure = { update(counts: Counts, loop: Loop): void }

export function createFigure(world: World, root: HTMLElement): Figure {
  const box = element('section', 'figure', root)
  box.setAttribute('aria-label', 'What is drawn')
  const number = element('p', 'number', box)
  const drawn = element('b', '', number)
  const rest = element('span', '', number)
  const bar = element('div', 'bar', box)
  bar.setAttribute('role', 'img')
  const slices = PARTS.map((part) => element('i', part, bar))
  const legend = element('ul', 'legend', box)
  const words = PARTS.map((part) => {
    const item = element('li', part, legend)
    item.title = PART_WORDS[part]
    return item
  })
  const times = element('p', 'times', box)
  const time = element('span', '', times)
  const compare = element('button', '', times)
  compare.type = 'button'
  compare.title = 'Turns culling off, and on again (C)'
  compare.addEventListener('click', () => setCulling(world, !isCulling(world)))
  const state = element('p', 'state', box)
  const cost = createCost(world)

  return {
    update(counts, loop) {
      setText(drawn, withCommas(counts.drawn))
      setText(rest, ` of ${withCommas(counts.total)} drawn`)
      PARTS.forEach((part, i) => {
        slices[i]!.style.flexGrow = `${counts[part]}`
        setText(words[i]!, `${part} ${withCommas(counts[part])}`)
      })
      bar.setAttribute('aria-label', PARTS.map((part) => `${part} ${counts[part]}`).join(', '))
      setText(time, cost.text(loop))
      setText(compare, isCulling(world) ? 'turn culling off' : 'turn culling on')
      setText(state, stateOf(world))
    },
  }
}

/** Keeps the last frame times with culling and without, and says them. */
function createCost(world: World): { text(loop: Loop): string } {
  const known = { on: 0, off: 0 }
  let mode: 'on' | 'off' = 'on'
  return {
    text(loop) {
      const now = isCulling(world) ? 'on' : 'off'
      if (now !== mode) loop.measureAnew()
      else if (loop.interval > 0) known[mode] = loop.interval
      mode = now
      const culled = `${known.on === 0 ? '…' : milliseconds(known.on)} a frame`
      if (known.off === 0) return culled
      return `${culled}, ${milliseconds(known.off)} without culling (${(known.off / known.on).toFixed(1)}×)`
    },
  }
}

function milliseconds(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
}

function stateOf(world: World): string {
  if (renderStats(world).contextLost)
    return 'the graphics were lost: waiting until the browser gives them back'
  const { switches, mode } = game(world)
  const parts: string[] = []
  if (!isCulling(world)) parts.push('culling is off')
  if (switches.frozen) parts.push('culling is frozen')
  if (mode === 'route') parts.push('tour: move to leave it')
  return parts.join(' · ')
}
