import { ACTIONS, OTHER_KEYS } from '../actions.js'
import { element } from './element.js'

/**
 * Hints for keys at the bottom of the page, each of which goes when its key is first used; and the list of
 * all keys.
 */
export type Hints = {
  /** Says that a key was used: its code, 'move', 'look' or '?'. */
  used(what: string): void
  /** Opens or closes the list. */
  toggleKeys(): void
}

export function createHints(root: HTMLElement, dock: HTMLElement): Hints {
  const touch = matchMedia('(pointer: coarse)').matches
  const line = element('ul', 'hints', dock)
  const hints = new Map<string, HTMLElement>()
  const add = (what: string, key: string, text: string): void => {
    const item = element('li', '', line)
    element('kbd', '', item, key)
    item.append(` ${text}`)
    hints.set(what, item)
  }
  if (touch) {
    add('move', 'left thumb', 'walks')
    add('look', 'right thumb', 'looks')
  } else {
    add('move', 'W A S D', 'walk')
    add('look', 'drag', 'look')
    for (const { code, key, hint } of ACTIONS) if (hint !== undefined) add(code, key, hint)
    add('KeyT', 'T', 'tour')
    add('?', '?', 'all keys')
  }
  const list = createList(root)
  return {
    used(what) {
      const hint = hints.get(what)
      if (hint === undefined) return
      hints.delete(what)
      hint.classList.add('used')
      hint.addEventListener('transitionend', () => hint.remove())
      setTimeout(() => hint.remove(), 1500)
    },
    toggleKeys() {
      if (list.open) list.close()
      else {
        list.showModal()
        list.scrollTop = 0
      }
    },
  }
}

function createList(root: HTMLElement): HTMLDialogElement {
  const dialog = element('dialog', 'keys', root)
  dialog.setAttribute('aria-label', 'Keys')
  element('h2', '', dialog, 'Keys')
  const list = element('dl', '', dialog)
  for (const { key, label } of [...OTHER_KEYS, ...ACTIONS]) {
    if (label === '') continue
    element('dt', '', list).append(element('kbd', '', undefined, key))
    element('dd', '', list, label)
  }
  const close = element('button', '', dialog, 'Close')
  close.type = 'button'
  close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
  })
  return dialog
}
