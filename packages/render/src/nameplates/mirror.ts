/** The nearest names as text of the page, for those who do not see the picture. */

import type { World } from '@sightline/core'
import { expectNumber, expectOptions } from '@sightline/core/checks'
import { findRenderView } from '../render-view.js'
import type { RenderView } from '../state.js'
import { type NameplateState, PlateRow } from './nameplate-state.js'
import { nameplatesOf } from './set-nameplate.js'

export type MirrorOptions = {
  /** Where the list is put. */
  readonly parent: HTMLElement
  /** The most names, 1 to 100. Default 8. */
  readonly count?: number
  /** Least seconds from one change to the next, 0.1 at least. Default 0.5. */
  readonly interval?: number
  /** What the list is called. Default `'In view'`. */
  readonly label?: string
}

/** A list that is kept. */
export type NameplateMirror = {
  readonly view: RenderView
  readonly list: HTMLElement
  readonly count: number
  readonly interval: number
  /** When it was changed last: seconds of the world's clock. */
  readonly changed: Float64Array
  /** What each item says. */
  readonly items: { readonly element: HTMLElement; text: string }[]
}

const KNOWN: Readonly<Record<keyof MirrorOptions, true>> = {
  parent: true,
  count: true,
  interval: true,
  label: true,
}

/** Takes the list out of sight, not out of reach: what has no size or is hidden is not read aloud. */
const OUT_OF_SIGHT =
  'position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap'

/**
 * Keeps a list with the names that are shown in a drawn view, the most significant first, as text in the
 * page: out of sight, there for screen readers. Returns the function that takes it away. Throws an `Error` if
 * the view is not drawn, a `TypeError` or `RangeError` that names the option.
 */
export function mirrorNameplates(world: World, view: number, options: MirrorOptions): () => void {
  const caller = 'mirrorNameplates'
  const { mirrors } = nameplatesOf(world, caller)
  expectOptions(caller, options, KNOWN)
  const { parent, count = 8, interval = 0.5, label = 'In view' } = options
  if (typeof parent?.append !== 'function')
    throw new TypeError(`${caller}: parent is ${String(parent)}, expected an element`)
  expectNumber(caller, 'count', count)
  expectNumber(caller, 'interval', interval)
  if (!(Number.isInteger(count) && count >= 1 && count <= 100))
    throw new RangeError(`${caller}: count is ${count}, expected a whole number from 1 to 100`)
  if (!(interval >= 0.1 && interval < Infinity))
    throw new RangeError(`${caller}: interval is ${interval}, expected seconds of 0.1 or more`)
  const renderView = findRenderView(world, view, caller)
  const list = parent.ownerDocument.createElement('ul')
  // Some browsers take the role from a list without bullets.
  list.setAttribute('role', 'list')
  list.setAttribute('aria-label', label)
  list.setAttribute('style', OUT_OF_SIGHT)
  parent.append(list)
  const changed = new Float64Array(1).fill(-Infinity)
  const mirror: NameplateMirror = { view: renderView, list, count, interval, changed, items: [] }
  mirrors.push(mirror)
  return () => {
    const at = mirrors.indexOf(mirror)
    if (at < 0) return
    mirrors.splice(at, 1)
    list.remove()
  }
}

/** Brings a list to what is shown now, if its time has come. Items that say the same stay as they are. */
export function updateMirror(state: NameplateState, mirror: NameplateMirror, now: number): void {
  const { changed, interval, list, items, view } = mirror
  const since = now - changed[0]!
  // A clock that was set back does not stop the list.
  if (since >= 0 && since < interval) return
  changed[0] = now
  const shown = state.views.get(view)?.shown
  const count = Math.min(mirror.count, shown?.count ?? 0)
  for (let i = 0; i < count; i++) {
    const text = describe(state, shown!.ids[i]!)
    let item = items[i]
    if (item === undefined) {
      const element = list.ownerDocument.createElement('li')
      // Each name has its own direction.
      element.setAttribute('dir', 'auto')
      list.append(element)
      item = { element, text: '' }
      items.push(item)
    }
    if (item.text === text) continue
    item.text = text
    item.element.textContent = text
  }
  while (items.length > count) items.pop()!.element.remove()
}

function describe({ plates, rows }: NameplateState, eid: number): string {
  const { name, guild, speech, hasBar } = plates[eid]!.content
  const parts = [name]
  if (guild !== undefined) parts.push(guild)
  if (hasBar) parts.push(`${Math.round(rows.floats[eid * PlateRow.count + PlateRow.health]! * 100)} %`)
  const who = parts.join(', ')
  return speech === undefined ? who : `${who}: ${speech}`
}
