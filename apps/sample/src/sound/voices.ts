/** Few voices for many sources: the loudest have one, and keep it while they are about as loud as the next. */
export const MOST_VOICES = 24

/** A source that has a voice is taken for so much louder. */
const KEEPS = 1.25

/** Scratch: how much each source is worth, 0 once it has been looked at; by source. */
let worth = new Float32Array(0)
/** Scratch: 1 for voices that go on, and sources that come new; by voice. */
let goesOn = new Uint8Array(0)
let fresh = new Int32Array(0)

/**
 * Gives voices to the loudest sources. `loud` is how loud each is, 0 for silence; `voices` holds the source of each voice or -1,
 * and is rewritten: who goes on keeps the same one.
 */
export function chooseVoices(loud: Float32Array, voices: Int32Array): void {
  if (worth.length < loud.length) worth = new Float32Array(loud.length)
  if (goesOn.length !== voices.length) {
    goesOn = new Uint8Array(voices.length)
    fresh = new Int32Array(voices.length)
  }
  for (let source = 0; source < loud.length; source++) worth[source] = loud[source]!
  for (let voice = 0; voice < voices.length; voice++) {
    if (voices[voice]! >= 0) worth[voices[voice]!] = loud[voices[voice]!]! * KEEPS
  }
  goesOn.fill(0)
  let count = 0
  for (let k = 0; k < voices.length; k++) {
    const source = takeLoudest(loud.length)
    if (source < 0) break
    const voice = voices.indexOf(source)
    if (voice >= 0) goesOn[voice] = 1
    else fresh[count++] = source
  }
  for (let voice = 0; voice < voices.length; voice++) {
    if (goesOn[voice] === 0) voices[voice] = count > 0 ? fresh[--count]! : -1
  }
}

/** The loudest source that is left, -1 if all others are silent. */
function takeLoudest(count: number): number {
  let best = -1
  for (let source = 0; source < count; source++) {
    if (worth[source]! > 0 && (best < 0 || worth[source]! > worth[best]!)) best = source
  }
  if (best >= 0) worth[best] = 0
  return best
}
