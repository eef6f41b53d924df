import { resource, runSystems, type World } from '@sightline/core'
import { explain, loadKernels } from '@sightline/culling'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { frame } from '../src/frame.js'
import { game, rig } from '../src/game.js'
import { createHeadless } from '../src/headless-run.js'
import { flyTo } from '../src/modes.js'
import { createAudio } from '../src/sound/audio.js'
import { record } from '../src/sound/recordings.js'
import { SoundsOfWorld } from '../src/sound/sounds.js'
import { SOUND_KINDS, SOURCE_COUNT } from '../src/sound/sources.js'
import { chooseVoices, MOST_VOICES } from '../src/sound/voices.js'
import { createTown, type Town } from '../src/town/index.js'
import { createRandom } from '../src/town/random.js'

describe('voices', () => {
  it('go to the loudest, and stay with them while they are about as loud (seed 2)', () => {
    const random = createRandom(2)
    const loud = Float32Array.from({ length: 300 }, () => Math.max(0, random.range(-1, 1)))
    const voices = new Int32Array(MOST_VOICES).fill(-1)
    chooseVoices(loud, voices)
    const least = Math.min(...Array.from(voices, (source) => loud[source]!))
    loud.forEach((value, source) => {
      if (value > least) expect(voices.includes(source)).toBe(true)
    })
    expect(new Set(voices).size).toBe(MOST_VOICES)
    let changes = 0
    for (let i = 0; i < 100; i++) {
      const before = voices.slice()
      for (let source = 0; source < loud.length; source++)
        loud[source] = loud[source]! * random.range(0.97, 1.03)
      chooseVoices(loud, voices)
      voices.forEach((source, voice) => {
        if (source !== before[voice]) changes++
      })
    }
    expect(changes).toBeLessThan(MOST_VOICES * 2)
    loud.fill(0)
    chooseVoices(loud, voices)
    expect(voices.every((source) => source === -1)).toBe(true)
  })

  it('say something, not too loud, without a seam', () => {
    for (const kind of SOUND_KINDS) {
      const samples = record(kind, 7)
      const most = samples.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0)
      expect(most, kind).toBeGreaterThan(0.02)
      expect(most, kind).toBeLessThan(1.5)
      expect(Math.abs(samples.at(-1)! - samples[0]!), kind).toBeLessThan(0.25)
    }
  })
})

describe('sounds of town 7', () => {
  let town: Town
  let world: World
  beforeAll(async () => {
    await loadKernels()
    town = createTown(7, { quality: 'low' })
    world = createHeadless(town, 'low', 640, 360)
  }, 120_000)

  const look = (pose: string, frames: number): void => {
    flyTo(world, town.cameras[pose]!)
    for (let i = 0; i < frames; i++) runSystems(world, frame)
  }

  it('are many, and few are heard: those near enough, muffled behind houses', () => {
    const { sources, eids, voices, muffled } = resource(world, SoundsOfWorld)
    expect(sources.length).toBe(SOURCE_COUNT)
    let behind = 0
    for (const pose of ['market', 'street', 'start', 'wall']) {
      look(pose, 60)
      const { x, y, z } = rig(world)
      const heard = Array.from(voices).filter((source) => source >= 0)
      expect(heard.length, pose).toBeGreaterThan(0)
      expect(new Set(heard).size, pose).toBe(heard.length)
      for (const source of heard) {
        const { place, reach } = sources[source]!
        expect(Math.hypot(place[0] - x, place[1] - y, place[2] - z), `${pose}, ${source}`).toBeLessThan(reach)
        const { reason } = explain(world, game(world).view, eids[source]!)
        expect(muffled[source], `${pose}, ${source}: ${reason}`).toBe(reason === 'hidden' ? 1 : 0)
        if (reason === 'hidden') behind++
      }
    }
    expect(behind).toBeGreaterThan(0)
  })

  it('fall silent far away', () => {
    const { voices } = resource(world, SoundsOfWorld)
    flyTo(world, { x: 4000, y: 700, z: -4000, yaw: 0, pitch: 0 })
    for (let i = 0; i < 30; i++) runSystems(world, frame)
    expect(voices.every((source) => source === -1)).toBe(true)
  })

  it('go through the Web Audio API: as many nodes play as there are voices, dull behind houses, none far away', () => {
    const graph = fakeAudio()
    const audio = createAudio(world)
    const { voices, muffled, loud, sources } = resource(world, SoundsOfWorld)
    let faded = 0
    const follow = (frames: number): void => {
      for (let i = 0; i < frames; i++) {
        runSystems(world, frame)
        const before = graph.playing()
        audio.follow()
        // What fades out does so where it was, whoever has its voice now.
        for (const node of before) {
          if (!node.stopped) continue
          expect(placeOf(node)).toEqual(node.place)
          faded++
        }
      }
    }
    follow(3)
    expect(graph.nodes).toEqual([])
    audio.turn(true)
    let dull = 0
    let most = 0
    for (const pose of ['market', 'street', 'start', 'wall', 'market']) {
      flyTo(world, town.cameras[pose]!)
      follow(60)
      const heard = Array.from(voices).filter((source) => source >= 0)
      expect(graph.playing().length, pose).toBe(heard.length)
      expect(audio.playing, pose).toBe(heard.length)
      most = Math.max(most, heard.length)
      for (const source of heard) {
        const place = sources[source]!.place.join()
        const chain = graph.playing().find((node) => placeOf(node).join() === place)!.chain!
        expect(chain.frequency.target, `${pose}, source ${source}`).toBe(muffled[source] === 1 ? 700 : 16_000)
        expect(chain.next!.gain.target, `${pose}, source ${source}`).toBe(loud[source])
        dull += muffled[source]!
      }
    }
    expect(dull).toBeGreaterThan(0)
    expect(most).toBeLessThanOrEqual(MOST_VOICES)
    flyTo(world, { x: 4000, y: 700, z: -4000, yaw: 0, pitch: 0 })
    follow(30)
    expect([graph.playing().length, audio.playing]).toEqual([0, 0])
    expect(graph.nodes.length).toBeGreaterThan(most)
    expect(faded).toBe(graph.nodes.length)
    vi.unstubAllGlobals()
  })
})

class Parameter {
  target = Number.NaN
  value = Number.NaN
  setTargetAtTime(value: number): void {
    this.target = value
  }
}

class Connected<Next> {
  next: Next | undefined
  connect(next: Next): Next {
    this.next = next
    return next
  }
}
class Panner extends Connected<object> {
  readonly positionX = new Parameter()
  readonly positionY = new Parameter()
  readonly positionZ = new Parameter()
}
class Gain extends Connected<Panner> {
  readonly gain = new Parameter()
}
class Filter extends Connected<Gain> {
  readonly frequency = new Parameter()
}
class Source {
  chain: Filter | undefined
  stopped = true
  /** Where it was heard when it was stopped. */
  place: number[] = []
  connect(filter: Filter): void {
    this.chain = filter
  }
  start(): void {
    this.stopped = false
  }
  stop(): void {
    this.place = placeOf(this)
    this.stopped = true
  }
}

function placeOf({ chain }: Source): number[] {
  const { positionX, positionY, positionZ } = chain!.next!.next!
  return [positionX.value, positionY.value, positionZ.value]
}

/** What of the Web Audio API the sounds use, and what was made of it. */
function fakeAudio() {
  const nodes: Source[] = []
  class Listed extends Source {
    override start(): void {
      super.start()
      nodes.push(this)
    }
  }
  class Context {
    readonly currentTime = 0
    readonly destination = {}
    readonly listener = Object.fromEntries(
      ['positionX', 'positionY', 'positionZ', 'forwardX', 'forwardY', 'forwardZ'].map((name) => [
        name,
        new Parameter(),
      ]),
    )
    createBuffer(_: number, length: number, rate: number): object {
      return { duration: length / rate, copyToChannel() {} }
    }
    async resume(): Promise<void> {}
    async suspend(): Promise<void> {}
  }
  vi.stubGlobal('AudioContext', Context)
  vi.stubGlobal('BiquadFilterNode', Filter)
  vi.stubGlobal('GainNode', Gain)
  vi.stubGlobal('PannerNode', Panner)
  vi.stubGlobal('AudioBufferSourceNode', Listed)
  return { nodes, playing: () => nodes.filter(({ stopped }) => !stopped) }
}
