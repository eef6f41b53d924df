import type { World } from '@sightline/core'
import { controls } from '../controls.js'

/** What a held key does. */
const HELD = {
  KeyW: 'forward',
  ArrowUp: 'forward',
  KeyS: 'back',
  ArrowDown: 'back',
  KeyA: 'left',
  ArrowLeft: 'left',
  KeyD: 'right',
  ArrowRight: 'right',
  KeyE: 'up',
  KeyQ: 'down',
  Space: 'jump',
  ShiftLeft: 'fast',
  ShiftRight: 'fast',
} as const
type Held = (typeof HELD)[keyof typeof HELD]

/** Moving by keys, and one call for each other key that is pressed. `onMove` hears of the first key of a walk. */
export function listenToKeys(
  world: World,
  onKey: (code: string, event: KeyboardEvent) => void,
  onMove: () => void,
): void {
  const down = new Set<string>()
  const holds = (what: Held): boolean => {
    for (const code of down) if (HELD[code as keyof typeof HELD] === what) return true
    return false
  }
  const apply = (): void => {
    const wanted = controls(world)
    wanted.forward = Number(holds('forward')) - Number(holds('back'))
    wanted.right = Number(holds('right')) - Number(holds('left'))
    wanted.up = Number(holds('up') || holds('jump')) - Number(holds('down'))
    wanted.fast = holds('fast')
    wanted.jump = holds('jump')
  }
  const release = (): void => {
    down.clear()
    apply()
  }
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || typesInto(event.target)) return
    if (event.code in HELD) {
      if (isControl(event.target) && !/^Key|^Shift/.test(event.code)) return
      if (event.code !== 'ShiftLeft' && event.code !== 'ShiftRight') onMove()
      if (event.code === 'KeyE' && !event.repeat) controls(world).use = true
      down.add(event.code)
      event.preventDefault()
      apply()
    } else if (!event.repeat) onKey(event.key === '?' ? '?' : event.code, event)
  })
  addEventListener('keyup', (event) => {
    down.delete(event.code)
    apply()
  })
  // Keys that are let go while another window has them are never heard of.
  addEventListener('blur', release)
  document.addEventListener('visibilitychange', release)
}

function typesInto(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=checkbox]):not([type=range]), textarea, select')
  )
}

/** Controls of the panel have their own use for arrows and the space bar. */
function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('button, input, select, summary, a, dialog *')
}
