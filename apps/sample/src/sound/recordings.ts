/** A few seconds of each kind of sound, made of noise and sine waves; they repeat without a seam. */
import { createRandom, type Random, subSeed } from '../town/random.js'
import type { SoundKind } from './sources.js'

export const SAMPLE_RATE = 22_050

/** One channel, -1 to 1. */
export function record(kind: SoundKind, seed: number): Float32Array<ArrayBuffer> {
  const random = createRandom(subSeed(seed, kind))
  const out = new Float32Array(Math.round(SECONDS[kind] * SAMPLE_RATE))
  MAKERS[kind](out, random)
  return withoutSeam(out)
}

const SECONDS: Readonly<Record<SoundKind, number>> = {
  water: 4,
  murmur: 6,
  hammer: 3.2,
  music: 6.4,
  birds: 7,
  bell: 9,
  flutter: 3,
}

type Maker = (out: Float32Array, random: Random) => void

const MAKERS: Readonly<Record<SoundKind, Maker>> = {
  water: (out, random) => addNoise(out, random, 0.28, 0.5),
  flutter: (out, random) => {
    addNoise(out, random, 0.12, 0.7)
    shape(out, (t) => 0.4 + 0.6 * Math.abs(Math.sin(t * 19)) ** 3)
  },
  murmur: (out, random) => {
    for (let voice = 0; voice < 9; voice++) {
      const pitch = random.range(95, 230)
      const pace = random.range(2.5, 4.5)
      for (let word = random.next(); word < 6; word += random.range(0.25, 0.7))
        addTone(
          out,
          word,
          random.range(0.1, 1 / pace),
          pitch * random.range(0.9, 1.15),
          0.05,
          [1, 0.6, 0.4, 0.2],
        )
    }
  },
  hammer: (out, random) => {
    for (const at of [0.1, 0.9, 1.7, 2.5]) {
      addTone(out, at, 0.35, 1150 * random.range(0.98, 1.02), 0.3, [1, 0.7, 0.5], [1, 2.76, 5.4])
      addClick(out, random, at, 0.4)
    }
  },
  music: (out, random) => {
    const scale = [196, 220, 246.9, 293.7, 329.6, 392, 440]
    for (let beat = 0; beat < 16; beat++)
      addTone(out, beat * 0.4, 0.9, random.pick(scale), 0.16, [1, 0.5, 0.25, 0.12])
    for (let bar = 0; bar < 4; bar++) addTone(out, bar * 1.6, 1.6, bar % 2 ? 110 : 98, 0.18, [1, 0.4])
  },
  birds: (out, random) => {
    for (let song = 0.2; song < 6.2; song += random.range(0.5, 1.4)) {
      const pitch = random.range(2200, 4200)
      const notes = random.whole(2, 6)
      for (let k = 0; k < notes; k++)
        addTone(out, song + k * 0.09, 0.07, pitch * random.range(0.85, 1.2), 0.12, [1])
    }
  },
  bell: (out) => addTone(out, 0.1, 8, 220, 0.3, [1, 0.7, 0.5, 0.4, 0.25], [1, 2, 2.4, 3, 4.5]),
}

/** Noise of which a one-pole filter leaves the deep part; `dark` 0 to 1. */
function addNoise(out: Float32Array, random: Random, gain: number, dark: number): void {
  let level = 0
  for (let i = 0; i < out.length; i++) {
    level += (random.range(-1, 1) - level) * (1 - dark)
    out[i] = out[i]! + level * gain
  }
}

function addClick(out: Float32Array, random: Random, at: number, gain: number): void {
  const first = Math.round(at * SAMPLE_RATE)
  for (let i = 0; i < 400 && first + i < out.length; i++)
    out[first + i] = out[first + i]! + random.range(-1, 1) * gain * (1 - i / 400) ** 4
}

/** A tone that dies away: partials with their strengths, at multiples of the pitch. */
function addTone(
  out: Float32Array,
  at: number,
  seconds: number,
  pitch: number,
  gain: number,
  strengths: readonly number[],
  multiples?: readonly number[],
): void {
  const first = Math.round(at * SAMPLE_RATE)
  const count = Math.round(seconds * SAMPLE_RATE)
  strengths.forEach((strength, k) => {
    const step = (2 * Math.PI * pitch * (multiples?.[k] ?? k + 1)) / SAMPLE_RATE
    for (let i = 0; i < count; i++) {
      const rise = Math.min(1, i / 120)
      const to = (first + i) % out.length
      out[to] = out[to]! + gain * strength * rise * (1 - i / count) ** 2 * Math.sin(step * i)
    }
  })
}

function shape(out: Float32Array, gain: (seconds: number) => number): void {
  for (let i = 0; i < out.length; i++) out[i] = out[i]! * gain(i / SAMPLE_RATE)
}

/** Without its end, which goes over into the beginning instead. */
function withoutSeam(samples: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  const width = Math.min(1000, samples.length >> 2)
  const out = samples.slice(0, samples.length - width)
  for (let i = 0; i < width; i++) {
    const share = i / width
    out[i] = samples[i]! * share + samples[out.length + i]! * (1 - share)
  }
  return out
}
