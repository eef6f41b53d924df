/** The voices of the town through the Web Audio API. Silent until somebody asks for it: browsers want a click first. */
import { resource, type World } from '@sightline/core'
import { game, rig } from '../game.js'
import { record, SAMPLE_RATE } from './recordings.js'
import { SoundsOfWorld } from './sounds.js'
import { SOUND_KINDS, type SoundKind } from './sources.js'

export type Audio = {
  readonly on: boolean
  /** Voices that can be heard now. */
  readonly playing: number
  /** Call it from a click or a key. */
  turn(on: boolean): void
  /** After each frame. */
  follow(): void
}

/** Hertz above which nothing comes through a wall, and of the open air. */
const THROUGH_WALLS = 700
const OPEN = 16_000
/** Seconds in which loudness, place and muffling follow. */
const EASE = 0.12

/** What a sound goes through on its way to the ear. */
type Chain = {
  readonly filter: BiquadFilterNode
  readonly gain: GainNode
  readonly panner: PannerNode
}

/** The sound of before fades out where it was, in a chain of its own. */
type Voice = {
  chain: Chain
  spare: Chain
  source: number
  node: AudioBufferSourceNode | undefined
}

export function createAudio(world: World): Audio {
  let context: AudioContext | undefined
  let buffers: Map<SoundKind, AudioBuffer> | undefined
  let voices: Voice[] = []
  let on = false

  function begin(): AudioContext {
    const made = new AudioContext()
    buffers = new Map(SOUND_KINDS.map((kind) => [kind, bufferOf(made, kind, game(world).town.seed)]))
    voices = Array.from(resource(world, SoundsOfWorld).voices, () => createVoice(made))
    return made
  }

  return {
    get on() {
      return on
    },
    get playing() {
      return on ? voices.filter(({ source }) => source >= 0).length : 0
    },
    turn(wanted) {
      on = wanted
      if (on) context ??= begin()
      void (on ? context?.resume() : context?.suspend())
    },
    follow() {
      if (!on || context === undefined || buffers === undefined) return
      placeListener(context.listener, world, context.currentTime)
      const sounds = resource(world, SoundsOfWorld)
      for (let i = 0; i < voices.length; i++) {
        const voice = voices[i]!
        const source = sounds.voices[i]!
        if (voice.source !== source) {
          hush(voice, context.currentTime)
          voice.source = source
          voice.node =
            source < 0 ? undefined : start(context, voice, buffers.get(sounds.sources[source]!.kind)!)
          if (source >= 0) placeChain(voice.chain, sounds.sources[source]!.place)
        }
        if (source < 0) continue
        const { gain, filter } = voice.chain
        gain.gain.setTargetAtTime(sounds.loud[source]!, context.currentTime, EASE)
        const open = sounds.muffled[source] === 1 ? THROUGH_WALLS : OPEN
        filter.frequency.setTargetAtTime(open, context.currentTime, EASE)
      }
    },
  }
}

function bufferOf(context: AudioContext, kind: SoundKind, seed: number): AudioBuffer {
  const samples = record(kind, seed)
  const buffer = context.createBuffer(1, samples.length, SAMPLE_RATE)
  buffer.copyToChannel(samples, 0)
  return buffer
}

function createVoice(context: AudioContext): Voice {
  return { chain: createChain(context), spare: createChain(context), source: -1, node: undefined }
}

/** Distance is in the loudness already. */
function createChain(context: AudioContext): Chain {
  const filter = new BiquadFilterNode(context, { type: 'lowpass', frequency: OPEN })
  const gain = new GainNode(context, { gain: 0 })
  const panner = new PannerNode(context, { panningModel: 'equalpower', rolloffFactor: 0 })
  filter.connect(gain).connect(panner).connect(context.destination)
  return { filter, gain, panner }
}

/** Fades out what plays, and takes the other chain. */
function hush(voice: Voice, now: number): void {
  if (voice.node === undefined) return
  const { chain, spare } = voice
  voice.node.stop(now + EASE)
  chain.gain.gain.setTargetAtTime(0, now, EASE / 4)
  voice.chain = spare
  voice.spare = chain
}

function start(context: AudioContext, voice: Voice, buffer: AudioBuffer): AudioBufferSourceNode {
  const node = new AudioBufferSourceNode(context, { buffer, loop: true })
  node.connect(voice.chain.filter)
  // Not all stalls say the same at the same time.
  node.start(0, (voice.source * 1.37) % buffer.duration)
  return node
}

function placeChain({ panner }: Chain, [x, y, z]: readonly [number, number, number]): void {
  panner.positionX.value = x
  panner.positionY.value = y
  panner.positionZ.value = z
}

function placeListener(listener: AudioListener, world: World, now: number): void {
  const { x, y, z, yaw, pitch } = rig(world)
  const flat = Math.cos(pitch)
  const ease = EASE / 4
  listener.positionX.setTargetAtTime(x, now, ease)
  listener.positionY.setTargetAtTime(y, now, ease)
  listener.positionZ.setTargetAtTime(z, now, ease)
  listener.forwardX.setTargetAtTime(-Math.sin(yaw) * flat, now, ease)
  listener.forwardY.setTargetAtTime(Math.sin(pitch), now, ease)
  listener.forwardZ.setTargetAtTime(-Math.cos(yaw) * flat, now, ease)
}
