import { expectNumber, expectOptions, quoted } from '@sightline/core/checks'
import { withDefaults } from '../with-defaults.js'
import type { TextSource } from './text-source.js'

/** What is chosen once for a world. Sizes and gaps are CSS pixels. */
export type NameplateOptions = {
  /** Fonts in the order of preference, as in CSS. Default `'system-ui, sans-serif'`. */
  readonly fontFamily?: string
  /** Height of the letters of names, guilds and speech, 4 to 128. Default 14, 12, 13. */
  readonly nameSize?: number
  readonly guildSize?: number
  readonly speechSize?: number
  /** Letters, as users count them, from which on texts are cut with an ellipsis. Default 32, 32, 140. */
  readonly maxName?: number
  readonly maxGuild?: number
  readonly maxSpeech?: number
  /** The most labels in a view, the most significant. Default 64. */
  readonly maxLabels?: number
  /** Metres from the eye to the label, beyond which there is none. Default 60. */
  readonly maxDistance?: number
  /**
   * 0: labels have the same size at any distance. Above: metres at which they have their full size; they are
   * no larger nearer by, and half as large at most farther off. Default 0.
   */
  readonly scaleDistance?: number
  /** Metres between the top of the owner's bounds and the label. Default 0.15. */
  readonly lift?: number
  /** Seconds in which labels fade in and out. Default 0.2 and 0.15. */
  readonly fadeIn?: number
  readonly fadeOut?: number
  /**
   * A label that is shown stays while others are so far away; a new one needs so much room. Default 2 and 8.
   */
  readonly keepGap?: number
  readonly enterGap?: number
  /**
   * Seconds for which a label that had to give way to another stays away, and for which its owner must have
   * been seen before it takes another's place. Default 0.5.
   */
  readonly rest?: number
  /** Side of the picture in which texts are kept, 256 to 4096 drawing pixels. Default 1024. */
  readonly atlasSize?: number
  /** Where texts come from. Default: the browser's canvas, or a guess of their widths where there is none. */
  readonly textSource?: TextSource
}

export type NameplateSettings = Required<Omit<NameplateOptions, 'textSource'>>

/** What `setupNameplates` takes for options that are not given. */
export const NAMEPLATE_DEFAULTS: NameplateSettings = {
  fontFamily: 'system-ui, sans-serif',
  nameSize: 14,
  guildSize: 12,
  speechSize: 13,
  maxName: 32,
  maxGuild: 32,
  maxSpeech: 140,
  maxLabels: 64,
  maxDistance: 60,
  scaleDistance: 0,
  lift: 0.15,
  fadeIn: 0.2,
  fadeOut: 0.15,
  keepGap: 2,
  enterGap: 8,
  rest: 0.5,
  atlasSize: 1024,
}

const KNOWN: Readonly<Record<keyof NameplateOptions, unknown>> = { ...NAMEPLATE_DEFAULTS, textSource: true }

/** Least and greatest of each number. */
const RANGES: Readonly<Record<Exclude<keyof NameplateSettings, 'fontFamily'>, readonly [number, number]>> = {
  nameSize: [4, 128],
  guildSize: [4, 128],
  speechSize: [4, 128],
  maxName: [1, 1000],
  maxGuild: [1, 1000],
  maxSpeech: [1, 1000],
  maxLabels: [1, 4096],
  maxDistance: [0, Infinity],
  scaleDistance: [0, 1e9],
  lift: [-1e6, 1e6],
  fadeIn: [0, 60],
  fadeOut: [0, 60],
  keepGap: [0, 1000],
  enterGap: [0, 1000],
  rest: [0, 60],
  atlasSize: [256, 4096],
}

const WHOLE: readonly (keyof typeof RANGES)[] = ['maxName', 'maxGuild', 'maxSpeech', 'maxLabels', 'atlasSize']

/** Settings with defaults. Throws a `TypeError` or `RangeError` that names the option. */
export function readOptions(caller: string, options: NameplateOptions): NameplateSettings {
  expectOptions(caller, options, KNOWN)
  const { textSource, ...given } = options
  if (textSource !== undefined) expectTextSource(caller, textSource)
  const settings = withDefaults<NameplateSettings>(given, NAMEPLATE_DEFAULTS)
  if (typeof settings.fontFamily !== 'string' || settings.fontFamily.trim() === '') {
    throw new TypeError(`${caller}: fontFamily is ${quoted(settings.fontFamily)}, expected fonts as in CSS`)
  }
  for (const field of Object.keys(RANGES) as (keyof typeof RANGES)[]) {
    const value = settings[field]
    const [least, most] = RANGES[field]
    expectNumber(caller, field, value)
    if (!(value >= least && value <= most)) {
      throw new RangeError(`${caller}: ${field} is ${value}, expected ${least} to ${most}`)
    }
    if (WHOLE.includes(field) && !Number.isInteger(value)) {
      throw new RangeError(`${caller}: ${field} is ${value}, expected a whole number`)
    }
  }
  if (settings.keepGap > settings.enterGap) {
    throw new RangeError(
      `${caller}: keepGap is ${settings.keepGap}, expected at most enterGap, which is ${settings.enterGap}`,
    )
  }
  return settings
}

/** Else it would be noticed when the first text is measured. */
function expectTextSource(caller: string, source: TextSource): void {
  if (typeof source !== 'object' || source === null) {
    throw new TypeError(`${caller}: textSource is ${quoted(source)}, expected an object`)
  }
  const { version, measure, createSheet } = source
  expectNumber(caller, 'textSource.version', version)
  if (typeof measure !== 'function') {
    throw new TypeError(`${caller}: textSource.measure is ${quoted(measure)}, expected a function`)
  }
  if (createSheet !== undefined && typeof createSheet !== 'function') {
    throw new TypeError(
      `${caller}: textSource.createSheet is ${quoted(createSheet)}, expected a function or undefined`,
    )
  }
}
