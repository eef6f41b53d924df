import { element } from './element.js'

/** Says something that went wrong, until it is closed. */
export function showNotice(dock: HTMLElement, text: string): void {
  const box = element('section', 'notice')
  dock.prepend(box)
  box.setAttribute('role', 'alert')
  element('p', '', box, text)
  const close = element('button', 'close', box, '×')
  close.type = 'button'
  close.setAttribute('aria-label', 'Close')
  close.addEventListener('click', () => box.remove())
}
