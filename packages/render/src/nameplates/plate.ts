/** What one label shows, and where in it. CSS pixels from the middle of its lower edge, y upwards. */
import { wrapText } from './clean-text.js'
import type { NameplateSettings } from './nameplate-options.js'
import { Ink, type TextFont } from './text-source.js'
import { dropText, measureText, type Text, type TextStore, takeText } from './text-store.js'

/** What is said about someone, cleaned and checked. Colours are `#RRGGBB`. */
export type PlateContent = {
  readonly name: string
  readonly guild: string | undefined
  readonly speech: string | undefined
  readonly color: string
  readonly guildColor: string
  /** Red, green and blue, red in the lowest byte. */
  readonly barColor: number
  readonly hasBar: boolean
}

export type Plate = {
  readonly content: PlateContent
  readonly lines: PlateLine[]
  /** Behind what is said. */
  bubble: PlateBox | undefined
  width: number
  height: number
}

/** A text, where its pen stands. */
export type PlateLine = { readonly text: Text; readonly isSpeech: boolean; x: number; y: number }

export type PlateBox = { left: number; bottom: number; width: number; height: number }

/** The three fonts of a world's labels. */
export type PlateFonts = { readonly name: TextFont; readonly guild: TextFont; readonly speech: TextFont }

/** Of the health bar, in CSS pixels. */
export const Bar: { readonly width: 56; readonly height: 6; readonly rim: 1 } = {
  width: 56,
  height: 6,
  rim: 1,
}

/** Bubbles: the most lines, how wide a line is as a multiple of its height, and the rim round them. */
const SPEECH_LINES = 4
const SPEECH_WIDTH = 16
const SPEECH_RIM = 6
const SPEECH_COLOR = '#1B1B1F'
/** Between lines, and the margin for rounding to whole pixels. */
const LEADING = 2
const MARGIN = 1

export function createFonts(family: string): PlateFonts {
  return {
    name: { family, weight: 600, outline: 0.11 },
    guild: { family, weight: 400, outline: 0.11 },
    speech: { family, weight: 400, outline: 0 },
  }
}

export function createPlate(
  store: TextStore,
  fonts: PlateFonts,
  settings: NameplateSettings,
  content: PlateContent,
): Plate {
  const { name, guild, speech, color, guildColor } = content
  const lines: PlateLine[] = []
  const add = (text: string, font: TextFont, size: number, ink: string, isSpeech = false): void => {
    lines.push({ text: takeText(store, text, font, size, ink), isSpeech, x: 0, y: 0 })
  }
  if (guild !== undefined) add(guild, fonts.guild, settings.guildSize, guildColor)
  add(name, fonts.name, settings.nameSize, color)
  if (speech !== undefined) {
    const { speechSize } = settings
    const scratch = new Float64Array(Ink.count)
    const fits = (line: string): boolean => {
      store.source.measure(line, fonts.speech, speechSize, scratch)
      return scratch[Ink.left]! + scratch[Ink.right]! <= SPEECH_WIDTH * speechSize
    }
    // From below upwards, as all lines.
    for (const line of wrapText(speech, SPEECH_LINES, fits).reverse())
      add(line, fonts.speech, speechSize, SPEECH_COLOR, true)
  }
  const plate: Plate = { content, lines, bubble: undefined, width: 0, height: 0 }
  arrange(plate)
  return plate
}

/** Gives back a label's texts. */
export function dropPlate(store: TextStore, plate: Plate): void {
  for (const { text } of plate.lines) dropText(store, text)
}

/** Puts the lines above each other, from the bar upwards, and finds how large the whole is. */
export function arrange(plate: Plate): void {
  const { lines, content } = plate
  let y = MARGIN + (content.hasBar ? Bar.height + LEADING : 0)
  let width: number = content.hasBar ? Bar.width : 0
  const bubble = { left: 0, bottom: 0, width: 0, height: 0 }
  for (const line of lines) {
    const { ink } = line.text
    if (line.isSpeech && bubble.width === 0) {
      bubble.bottom = y
      y += SPEECH_RIM
    }
    const wide = ink[Ink.left]! + ink[Ink.right]!
    line.x = ink[Ink.left]! - wide / 2
    line.y = y + ink[Ink.down]!
    y += ink[Ink.down]! + ink[Ink.up]! + LEADING
    if (line.isSpeech) bubble.width = Math.max(bubble.width, wide + 2 * SPEECH_RIM)
    width = Math.max(width, wide, bubble.width)
  }
  if (bubble.width > 0) {
    y += SPEECH_RIM - LEADING
    bubble.left = -bubble.width / 2
    bubble.height = y - bubble.bottom
  }
  plate.bubble = bubble.width > 0 ? bubble : undefined
  plate.width = width + 2 * MARGIN
  plate.height = y + MARGIN
}

/** Measures all lines anew, for fonts that have changed. */
export function measurePlate(store: TextStore, plate: Plate): void {
  for (const { text } of plate.lines) measureText(store.source, text)
  arrange(plate)
}
