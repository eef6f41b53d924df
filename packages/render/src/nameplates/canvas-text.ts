import { createPlainText, Ink, type TextFont, type TextSheet, type TextSource } from './text-source.js'

/** Scripts that are written from right to left. */
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Hanifi_Rohingya}]/u
const OUTLINE_COLOR = 'rgba(0, 0, 0, 0.85)'

/** More than there will be loads of fonts. */
const LOADS = 2 ** 16

type Context = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D

/**
 * The browser's own text: whole texts are drawn at once, so that letters join, marks stand where they belong
 * and directions are right, in any script that the browser has a font for. Where there is no canvas it is the
 * plain source.
 */
export function createCanvasText(): TextSource {
  const context = createContext(1)
  if (context === undefined) return createPlainText()
  const fonts = globalThis.document?.fonts
  let loads = 0
  // A font that comes later draws the same text otherwise. One that was loaded before it is added makes no
  // event.
  fonts?.addEventListener('loadingdone', () => loads++)
  return {
    get version() {
      return loads + LOADS * (fonts?.size ?? 0)
    },
    measure(text, font, pixels, out) {
      prepare(context, text, font, pixels)
      const ink = context.measureText(text)
      out[Ink.left] = ink.actualBoundingBoxLeft
      out[Ink.right] = ink.actualBoundingBoxRight
      out[Ink.up] = ink.actualBoundingBoxAscent
      out[Ink.down] = ink.actualBoundingBoxDescent
    },
    createSheet: createCanvasSheet,
  }
}

function createContext(size: number): Context | undefined {
  // Kept in main memory, where it is read from.
  const settings: CanvasRenderingContext2DSettings = { willReadFrequently: true }
  // Chromium reads a page's canvas twelve times as fast as one off the page.
  const canvas = globalThis.document?.createElement('canvas') as HTMLCanvasElement | undefined
  if (canvas !== undefined) {
    canvas.width = size
    canvas.height = size
    const context = canvas.getContext('2d', settings)
    if (context !== null) return context
  }
  if (typeof OffscreenCanvas !== 'function') return undefined
  return new OffscreenCanvas(size, size).getContext('2d', settings) ?? undefined
}

function prepare(context: Context, text: string, font: TextFont, pixels: number): void {
  context.font = fontOf(font, pixels)
  context.direction = directionOf(text)
  // Not 'start': the pen is at the left end, whatever the direction.
  context.textAlign = 'left'
  context.textBaseline = 'alphabetic'
}

/** As `font` of CSS. */
export function fontOf({ weight, family }: TextFont, pixels: number): string {
  return `${weight} ${pixels}px ${family}`
}

/** By the first letter that has a direction, as `dir="auto"` of HTML does. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  for (const letter of text) {
    if (RIGHT_TO_LEFT.test(letter)) return 'rtl'
    if (/\p{L}/u.test(letter)) return 'ltr'
  }
  return 'ltr'
}

function createCanvasSheet(size: number): TextSheet {
  const context = createContext(size)!
  return {
    draw(text, font, pixels, color, penX, penY, { x, y, width, height }) {
      prepare(context, text, font, pixels)
      context.save()
      context.beginPath()
      context.rect(x, y, width, height)
      context.clip()
      context.clearRect(x, y, width, height)
      if (font.outline > 0) {
        context.lineWidth = font.outline * pixels * 2
        context.lineJoin = 'round'
        context.strokeStyle = OUTLINE_COLOR
        context.strokeText(text, penX, penY)
      }
      context.fillStyle = color
      context.fillText(text, penX, penY)
      context.restore()
    },
    fill({ x, y, width, height }) {
      context.fillStyle = '#FFFFFF'
      context.fillRect(x, y, width, height)
    },
    read: ({ x, y, width, height }) => context.getImageData(x, y, width, height).data,
  }
}
