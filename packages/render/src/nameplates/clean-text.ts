/** What players type, made fit for a label. */
import { quoted } from '@sightline/core/checks'

const LONE_SURROGATE = /\p{Surrogate}/u
const SPACES = /[\p{White_Space}\p{Cc}]+/gu
/**
 * Spaces, controls, and what has no picture of its own, as the zero-width space. Then what Unicode does not
 * count as such: braille without dots, a note without a head, blanks of Khitan and of hieroglyphs, and marks of
 * annotations.
 */
const NOTHING_TO_SEE =
  /^[\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}\u{16FE4}\u{13441}\u{13442}\uFFF9-\uFFFB]*$/u
const ELLIPSIS = '…'
/**
 * UTF-16 units a letter as users count them, on average: families of emoji have 11, flags 14, couples of two
 * skin tones 15.
 */
const UNITS_A_LETTER = 16

/**
 * Makes a text fit for a label: control characters and runs of spaces become one space, and what is longer
 * than `most` letters (as users count them) is cut, the last one being an ellipsis. Throws a `TypeError` for
 * what is no text, a `RangeError` for one in which nothing is to be seen, and for half of a surrogate pair.
 */
export function cleanText(caller: string, field: string, value: unknown, most: number): string {
  if (typeof value !== 'string') {
    throw new TypeError(`${caller}: ${field} is ${quoted(value)}, expected a text`)
  }
  const lone = LONE_SURROGATE.exec(value)
  if (lone !== null) {
    const unit = `U+${value.charCodeAt(lone.index).toString(16).toUpperCase()}`
    throw new RangeError(
      `${caller}: ${field} has half of a surrogate pair, ${unit}, at ${lone.index}: expected well-formed text`,
    )
  }
  if (NOTHING_TO_SEE.test(value)) {
    throw new RangeError(
      `${caller}: ${field} is ${quoted(value)}, expected a text in which something is to be seen`,
    )
  }
  return cut(value.replace(SPACES, ' ').trim(), most)
}

/**
 * Cuts between letters as users count them; within a first one that is made of very many marks, between code
 * points.
 */
function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const limit = most * UNITS_A_LETTER
  let kept = ''
  let letters = 0
  for (const letter of lettersOf(text)) {
    if (letters === most - 1 && kept.length + letter.length < text.length)
      return `${kept.trimEnd()}${ELLIPSIS}`
    if (kept.length + letter.length > limit) break
    kept += letter
    letters++
  }
  if (kept.length === text.length) return text
  if (kept === '')
    for (const point of text.slice(0, limit - 1)) if (!LONE_SURROGATE.test(point)) kept += point
  return `${kept.trimEnd()}${ELLIPSIS}`
}

function* lettersOf(text: string): Generator<string> {
  if (typeof Intl.Segmenter !== 'function') {
    yield* text
    return
  }
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text))
    yield segment
}

/**
 * Breaks a text into lines that `fits` accepts, between words where it can, and at most `most` lines, the
 * last with an ellipsis where something is left.
 */
export function wrapText(text: string, most: number, fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of piecesOf(text, fits)) {
    if (line === '' || fits(line + word)) {
      line += line === '' ? word.trimStart() : word
      continue
    }
    if (lines.length === most - 1) {
      lines.push(shorten(line, fits))
      return lines
    }
    lines.push(line.trimEnd())
    line = word.trimStart()
  }
  if (line.trim() !== '') lines.push(line.trimEnd())
  return lines
}

/** Words with what stands between them; words that are wider than a line, in letters. */
function* piecesOf(text: string, fits: (line: string) => boolean): Generator<string> {
  const words =
    typeof Intl.Segmenter === 'function'
      ? Array.from(
          new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text),
          ({ segment }) => segment,
        )
      : (text.match(/\s*\S+/gu) ?? [])
  for (const word of words) {
    if (fits(word)) yield word
    else yield* lettersOf(word)
  }
}

function shorten(line: string, fits: (line: string) => boolean): string {
  const letters = [...lettersOf(line.trimEnd())]
  while (letters.length > 1 && !fits(letters.join('') + ELLIPSIS)) letters.pop()
  return letters.join('').trimEnd() + ELLIPSIS
}
