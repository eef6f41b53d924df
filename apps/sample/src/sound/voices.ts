/** Few voices for many sources: the loudest have one, and keep it while they are about as loud as the next. */
export const MOST_VOICES = 24

/** A source that has a voice is taken for so much louder. */
const KEEPS = 1.25

/**
 * Gives voices to the loudest sources. `loud` is how loud each is, 0 for silence; `voices` holds the source of each voice or -1,
 * and is rewritten: who goes on keeps the same one.
 */
export function chooseVoices(loud: Float32Array, voices: Int32Array): void {
  const has = (source: number): boolean => voices.includes(source)
  const worth = (source: number): number => loud[source]! * (has(source) ? KEEPS : 1)
  const wanted: number[] = []
  for (let source = 0; source < loud.length; source++) if (loud[source]! > 0) wanted.push(source)
  wanted.sort((a, b) => worth(b) - worth(a) || a - b)
  const chosen = new Set(wanted.slice(0, voices.length))
  for (let voice = 0; voice < voices.length; voice++) {
    if (!chosen.delete(voices[voice]!)) voices[voice] = -1
  }
  for (const source of chosen) voices[voices.indexOf(-1)] = source
}
