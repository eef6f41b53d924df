import type { World } from '@sightline/core'
import { controls } from '../controls.js'

/** Radians for each pixel that is dragged. */
const TURN = 0.0032
const TOUCH_TURN = 0.0052
/** A press that moves less than this many pixels, and is shorter than this many milliseconds, is a click. */
const CLICK_SLACK = 6
const CLICK_TIME = 350
/** Pixels from the thumb's first touch to full speed, and to a run. */
const STICK = 56
const RUN_AT = 1.35

type Press = { id: number; startX: number; startY: number; x: number; y: number; at: number; stick: boolean }

/**
 * Dragging looks around. On a touch screen the left half is a stick to walk with and the right half looks. A short
 * press calls `onClick` with pixels from the canvas's upper left corner; a double click locks the mouse to looking.
 */
export function listenToPointer(
  world: World,
  canvas: HTMLCanvasElement,
  onClick: (x: number, y: number) => void,
  onMove: () => void,
): void {
  const presses = new Map<number, Press>()
  canvas.addEventListener('pointerdown', (event) => {
    canvas.focus({ preventScroll: true })
    canvas.setPointerCapture(event.pointerId)
    const { pointerId: id, clientX: x, clientY: y, pointerType, timeStamp } = event
    const stick = pointerType === 'touch' && x < innerWidth / 2
    presses.set(id, { id, startX: x, startY: y, x, y, at: timeStamp, stick })
  })
  canvas.addEventListener('pointermove', (event) => {
    if (document.pointerLockElement === canvas) {
      turn(world, event.movementX, event.movementY, TURN)
      return
    }
    const press = presses.get(event.pointerId)
    if (press === undefined) return
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y]
    press.x = event.clientX
    press.y = event.clientY
    if (press.stick) {
      push(world, press)
      onMove()
    } else turn(world, dx, dy, event.pointerType === 'touch' ? TOUCH_TURN : TURN)
  })
  const end = (event: PointerEvent): void => {
    const press = presses.get(event.pointerId)
    presses.delete(event.pointerId)
    if (press === undefined) return
    if (press.stick) letGo(world)
    const still = Math.hypot(event.clientX - press.startX, event.clientY - press.startY) < CLICK_SLACK
    if (event.type !== 'pointerup' || !still || event.timeStamp - press.at > CLICK_TIME) return
    const { left, top, width, height } = canvas.getBoundingClientRect()
    if (document.pointerLockElement === canvas) onClick(width / 2, height / 2)
    else onClick(event.clientX - left, event.clientY - top)
  }
  canvas.addEventListener('pointerup', end)
  canvas.addEventListener('pointercancel', end)
  canvas.addEventListener('dblclick', () => {
    if (matchMedia('(pointer: coarse)').matches) return
    // Where the browser does not allow it, dragging still looks around.
    Promise.resolve(canvas.requestPointerLock?.()).catch(() => {})
  })
  canvas.addEventListener('contextmenu', (event) => event.preventDefault())
}

function turn(world: World, dx: number, dy: number, radians: number): void {
  const wanted = controls(world)
  wanted.yaw -= dx * radians
  wanted.pitch -= dy * radians
}

function push(world: World, press: Press): void {
  const wanted = controls(world)
  const [dx, dy] = [(press.x - press.startX) / STICK, (press.y - press.startY) / STICK]
  const length = Math.max(1, Math.hypot(dx, dy))
  wanted.right = dx / length
  wanted.forward = -dy / length
  wanted.fast = length > RUN_AT
}

function letGo(world: World): void {
  const wanted = controls(world)
  wanted.right = 0
  wanted.forward = 0
  wanted.fast = false
}
