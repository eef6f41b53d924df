/** Whether the browser has a font for a script. */
import { NAMEPLATE_DEFAULTS } from '@sightline/render/nameplates'

/** Pixels a side. */
const SIZE = 24

let canvas: CanvasRenderingContext2D | null | undefined
const known = new Map<string, boolean>()

/**
 * Whether two letters have pictures of their own: what no font knows is shown as a box, the same for all.
 * True where nothing can be drawn, and where a browser writes the letter's number into the box.
 */
export function canShow(letters: readonly [string, string]): boolean {
  const key = letters.join('')
  const before = known.get(key)
  if (before !== undefined) return before
  const [a, b] = letters.map(picture)
  const shown = a === undefined || b === undefined || a.some((value, i) => value !== b[i])
  known.set(key, shown)
  return shown
}

function picture(letter: string): Uint8ClampedArray | undefined {
  canvas ??= createContext()
  if (canvas === null) return undefined
  canvas.clearRect(0, 0, SIZE, SIZE)
  canvas.font = `${SIZE * 0.7}px ${NAMEPLATE_DEFAULTS.fontFamily}`
  canvas.textAlign = 'center'
  canvas.textBaseline = 'middle'
  canvas.fillText(letter, SIZE / 2, SIZE / 2)
  return canvas.getImageData(0, 0, SIZE, SIZE).data
}

function createContext(): CanvasRenderingContext2D | null {
  const element = globalThis.document?.createElement('canvas')
  if (element === undefined) return null
  element.width = SIZE
  element.height = SIZE
  return element.getContext('2d', { willReadFrequently: true })
}
