import { createRandom, type Random, subSeed } from '../town/random.js'
import { canShow } from './glyphs.js'
import { SCRIPTS, type Script } from './scripts.js'

/** A name, perhaps a guild, in the script of its bearer. */
export type Name = { readonly name: string; readonly guild?: string }

/**
 * So many names; the same seed, the same people. Whose script `shows` says no of is written in Latin letters;
 * by default it asks the browser's fonts.
 */
export function makeNames(
  seed: number,
  count: number,
  shows: (letters: Script['letters']) => boolean = canShow,
): Name[] {
  const random = createRandom(subSeed(seed, 'names'))
  const spellings = SCRIPTS.map(({ letters, own, latin }) => (shows(letters) ? own : latin))
  return Array.from({ length: count }, () => {
    const script = pickScript(random)
    const { given, family, join, guilds } = spellings[script]!
    const first = random.pick(given)
    const last = random.pick(family)
    const name = SCRIPTS[script]!.familyFirst ? `${last}${join}${first}` : `${first}${join}${last}`
    return random.chance(0.4) ? { name, guild: random.pick(guilds) } : { name }
  })
}

function pickScript(random: Random): number {
  let left = random.range(0, 100)
  const script = SCRIPTS.findIndex(({ share }) => {
    left -= share
    return left < 0
  })
  return Math.max(0, script)
}
