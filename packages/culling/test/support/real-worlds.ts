import { readSharedBinary, readSharedJson } from '../../../../test/support/shared-data.js'
import { boxAround, type WorldBoxes } from './worlds.js'

type Corner = [number, number, number]
type Town = {
  buildings: { min: Corner; max: Corner }[]
  prisms: { base: number; top: number; polygons: number[][][] }[]
}
type Castle = {
  occludees: { min: Corner; max: Corner }[]
  sampleCamera: {
    position: Corner
    target: Corner
    verticalFovDegrees: number
    aspect: number
    near: number
    far: number
  }
}

function world(name: string, boxes: number[][]): WorldBoxes {
  const flat = new Float32Array(boxes.flat())
  return { name, count: boxes.length, boxes: flat, around: boxAround(flat) }
}

/** Den Haag: its 844 buildings, or its prisms (the one without a footprint is left out). */
export function denHaag(what: 'buildings' | 'prisms'): WorldBoxes {
  const town = readSharedJson<Town>('towns/denhaag.town.json')
  if (what === 'buildings') {
    return world(
      'Den Haag, buildings',
      town.buildings.map(({ min, max }) => [...min, ...max]),
    )
  }
  const boxes = town.prisms.flatMap(({ base, top, polygons }) => {
    const ring = polygons.flat(2)
    if (ring.length === 0) return []
    const [x, z] = [ring.filter((_, i) => i % 2 === 0), ring.filter((_, i) => i % 2 === 1)]
    return [[Math.min(...x), base, Math.min(...z), Math.max(...x), top, Math.max(...z)]]
  })
  return world('Den Haag, prisms', boxes)
}

/** The 1,999 boxes of the Castle scene, forty of them thinner than 2 cm. */
export function castle(): WorldBoxes & { camera: Castle['sampleCamera'] } {
  const { occludees, sampleCamera } = readSharedJson<Castle>('occlusion/castle.json')
  const boxes = occludees.map(({ min, max }) => [...min, ...max])
  return { ...world('Castle', boxes), camera: sampleCamera }
}

/** People of a recording: where each stands at a sample, or nothing when not in the picture. */
export type Crowd = {
  name: string
  people: number
  samples: number
  /** Writes x and z of a track at a sample, in metres. */
  at(track: number, sample: number, out: [number, number]): boolean
}

export function crowd(name: 'crowd-corridor' | 'crowd-bottleneck'): Crowd {
  const { trackList } = readSharedJson<{ trackList: [number, number, number, number][] }>(
    `paths/${name}.json`,
  )
  const pairs = new Int16Array(readSharedBinary(`paths/${name}.bin`))
  return {
    name,
    people: trackList.length,
    samples: Math.max(...trackList.map(([, first, count]) => first + count)),
    at(track, sample, out) {
      const [, first, count, offset] = trackList[track]!
      if (sample < first || sample >= first + count) return false
      out[0] = pairs[2 * (offset + sample - first)]! / 1000
      out[1] = pairs[2 * (offset + sample - first) + 1]! / 1000
      return true
    },
  }
}

/** A person's walk: x, y, z once a second or so, with the logger's jumps. */
export function villageWalk(): Corner[] {
  const { track } = readSharedJson<{ track: [number, number, number, number][] }>('paths/walk-village.json')
  return track.map(([, x, y, z]) => [x, y, z])
}
