/**
 * Where texts come from: how wide they are, and their pictures. The browser's own in a page, a guess without
 * one.
 */

/** A font and what stands round its letters. */
export type TextFont = {
  /** As in CSS, in the order of preference: `'system-ui, sans-serif'`. */
  readonly family: string
  /** 1 to 1000; 400 is normal, 700 bold. */
  readonly weight: number
  /** Width of the dark line round the letters, as part of the letters' size; 0 for none. */
  readonly outline: number
}

/** What `TextSource.measure` writes: how far ink reaches from a pen at 0, 0 on the base line. Pixels. */
export const Ink: {
  readonly left: 0
  readonly right: 1
  readonly up: 2
  readonly down: 3
  readonly count: 4
} = { left: 0, right: 1, up: 2, down: 3, count: 4 }

/**
 * Measures texts, and draws them where there is a canvas. Give `setupNameplates` one of your own for tests,
 * or for other fonts.
 */
export type TextSource = {
  /** Another number when fonts have changed: then all texts are measured and drawn anew. */
  readonly version: number
  /** Writes the ink of a text whose letters are `pixels` high, without its outline; see `Ink`. */
  readonly measure: (text: string, font: TextFont, pixels: number, out: Float64Array) => void
  /**
   * Makes the picture on which texts are drawn; undefined where none can be: then labels are laid out and not
   * seen.
   */
  readonly createSheet: ((size: number) => TextSheet) | undefined
}

/** A square picture with texts. Kept by us, so that nothing is lost with a GPU context. */
export type TextSheet = {
  /**
   * Draws a text in `#RRGGBB`, pen at x, y from the upper left corner, into a box of the sheet that it must
   * not leave and that is emptied before.
   */
  readonly draw: (
    text: string,
    font: TextFont,
    pixels: number,
    color: string,
    penX: number,
    penY: number,
    box: Readonly<TextBox>,
  ) => void
  /** Fills a box with white. */
  readonly fill: (box: Readonly<TextBox>) => void
  /** Red, green, blue, opacity of a box's pixels, row by row, not multiplied by the opacity. */
  readonly read: (box: Readonly<TextBox>) => Uint8ClampedArray | Uint8Array
}

/** A box of a sheet, in pixels from the upper left corner. */
export type TextBox = { x: number; y: number; width: number; height: number }

/**
 * A source for where there is no canvas: every letter is 0.6 of its height wide, those of East Asia one
 * height.
 */
export function createPlainText(): TextSource {
  return {
    version: 0,
    measure(text, _font, pixels, out) {
      let width = 0
      for (const letter of text) width += letter.codePointAt(0)! < 0x2e80 ? 0.6 : 1
      out[Ink.left] = 0
      out[Ink.right] = width * pixels
      out[Ink.up] = 0.75 * pixels
      out[Ink.down] = 0.2 * pixels
    },
    createSheet: undefined,
  }
}
