/**
 * Texts that labels show, each once however many show it: what they measure, and where their pictures stand.
 */
import type { AtlasCell } from './atlas.js'
import { Ink, type TextFont, type TextSource } from './text-source.js'

/** A text in one font, size and colour. */
export type Text = {
  readonly key: string
  readonly text: string
  readonly font: TextFont
  /** Height of its letters in CSS pixels. */
  readonly size: number
  /** `#RRGGBB`. */
  readonly color: string
  /** Of its ink and outline in CSS pixels, see `Ink`. */
  readonly ink: Float64Array
  /** Its pictures by step of size, where they have been drawn. */
  readonly cells: (AtlasCell | undefined)[]
  /** Labels that show it. */
  uses: number
}

export type TextStore = { readonly texts: Map<string, Text>; readonly source: TextSource }

/**
 * Letters with piles of marks are cut off: how far ink may reach above and below the base line, as part of
 * the size.
 */
const MOST_UP = 1.3
const MOST_DOWN = 0.6

export function createTextStore(source: TextSource): TextStore {
  return { texts: new Map(), source }
}

/** A text for one more label. Give it back with `dropText`. */
export function takeText(store: TextStore, text: string, font: TextFont, size: number, color: string): Text {
  const key = `${size} ${color} ${font.weight} ${text}`
  let found = store.texts.get(key)
  if (found === undefined) {
    found = { key, text, font, size, color, ink: new Float64Array(Ink.count), cells: [], uses: 0 }
    measureText(store.source, found)
    store.texts.set(key, found)
  }
  found.uses++
  return found
}

/** Says that a label shows it no longer. Its pictures stay until their room is needed. */
export function dropText(store: TextStore, text: Text): void {
  text.uses--
  if (text.uses === 0) store.texts.delete(text.key)
}

/** Measures a text, with its outline. */
export function measureText(source: TextSource, { text, font, size, ink }: Text): void {
  source.measure(text, font, size, ink)
  limitInk(ink, size)
  const rim = font.outline * size
  for (let i = 0; i < Ink.count; i++) ink[i] = ink[i]! + rim
}

/** Keeps ink within what a line may take, and numbers numbers. */
export function limitInk(ink: Float64Array, size: number): void {
  for (let i = 0; i < Ink.count; i++) if (!Number.isFinite(ink[i]!)) ink[i] = 0
  ink[Ink.up] = Math.min(ink[Ink.up]!, MOST_UP * size)
  ink[Ink.down] = Math.min(ink[Ink.down]!, MOST_DOWN * size)
}
