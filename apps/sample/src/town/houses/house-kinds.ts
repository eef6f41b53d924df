import { CLOTH, mix, type Rgb, SLATE, TILES, TIMBER } from '../palette.js'

export type RoofForm = 'gable-side' | 'gable-front' | 'hip' | 'half-hip'
export type GroundFloor = 'plaster' | 'stone' | 'shop' | 'arch'

/** A house mesh: what it measures and what is on it. Width along the street, depth away from it, metres. */
export type HouseKind = {
  readonly name: string
  readonly width: number
  readonly depth: number
  readonly floors: number
  /** may touch its neighbours: roof and side walls end at the lot's border */
  readonly row: boolean
  readonly roof: RoofForm
  readonly tiles: Rgb
  /** height of the roof over half of its span */
  readonly pitch: number
  readonly ground: GroundFloor
  readonly timber: boolean
  /** how far each upper floor juts out over the one below */
  readonly jetty: number
  readonly bays: number
  readonly shutters?: Rgb
  readonly dormers: number
  readonly chimneys: number
  /** its ground floor is a room that one can walk into */
  readonly room?: true
  readonly extra?: 'turret' | 'wing' | 'sign' | 'awning' | 'hoist' | 'oriel'
  /** how often near the market, half-way, and at the wall */
  readonly weight: readonly [number, number, number]
}

const painted = (i: number): Rgb => mix(CLOTH[i]!, TIMBER[0]!, 0.45)

export const FLOOR_HEIGHT = 3

const ROW_HOUSE = {
  row: true,
  roof: 'gable-side',
  ground: 'stone',
  timber: true,
  jetty: 0,
  bays: 2,
  dormers: 0,
  chimneys: 1,
  weight: [0, 0, 0],
} as const

export const HOUSE_KINDS: readonly HouseKind[] = [
  {
    ...ROW_HOUSE,
    name: 'row2',
    width: 7.2,
    depth: 9.6,
    floors: 2,
    tiles: TILES[0]!,
    pitch: 0.95,
    ground: 'plaster',
    jetty: 0.3,
    shutters: painted(3),
    weight: [1, 5, 6],
  },
  {
    ...ROW_HOUSE,
    name: 'row3',
    width: 7.8,
    depth: 10,
    floors: 3,
    tiles: TILES[1]!,
    pitch: 1,
    jetty: 0.3,
    dormers: 1,
    extra: 'oriel',
    weight: [5, 5, 2],
  },
  {
    ...ROW_HOUSE,
    name: 'row4',
    width: 8.6,
    depth: 11,
    floors: 4,
    tiles: SLATE,
    pitch: 1.05,
    ground: 'shop',
    timber: false,
    bays: 3,
    shutters: painted(1),
    dormers: 2,
    chimneys: 2,
    weight: [5, 1.2, 0],
  },
  {
    ...ROW_HOUSE,
    name: 'gable2',
    width: 6.8,
    depth: 10.5,
    floors: 2,
    tiles: TILES[2]!,
    pitch: 1.25,
    roof: 'gable-front',
    jetty: 0.35,
    weight: [2, 5, 5],
  },
  {
    ...ROW_HOUSE,
    name: 'gable3',
    width: 7.4,
    depth: 11.5,
    floors: 3,
    tiles: TILES[0]!,
    pitch: 1.3,
    roof: 'gable-front',
    ground: 'shop',
    jetty: 0.35,
    extra: 'hoist',
    weight: [6, 4, 1],
  },
  {
    ...ROW_HOUSE,
    name: 'shop3',
    width: 9.2,
    depth: 10.5,
    floors: 3,
    tiles: TILES[3]!,
    pitch: 0.9,
    ground: 'shop',
    timber: false,
    bays: 3,
    shutters: painted(0),
    dormers: 2,
    extra: 'awning',
    weight: [6, 3, 0.5],
  },
  {
    ...ROW_HOUSE,
    name: 'stone2',
    width: 8.2,
    depth: 9.8,
    floors: 2,
    tiles: TILES[1]!,
    pitch: 1.1,
    roof: 'half-hip',
    jetty: 0.25,
    bays: 3,
    weight: [1, 4, 5],
  },
  {
    ...ROW_HOUSE,
    name: 'hip2',
    width: 10.6,
    depth: 10,
    floors: 2,
    tiles: TILES[2]!,
    pitch: 0.8,
    row: false,
    roof: 'hip',
    ground: 'plaster',
    timber: false,
    bays: 3,
    shutters: painted(3),
    dormers: 1,
    weight: [0.6, 2, 2.5],
  },
  {
    ...ROW_HOUSE,
    name: 'hip3',
    width: 11.6,
    depth: 10.6,
    floors: 3,
    tiles: SLATE,
    pitch: 0.9,
    row: false,
    roof: 'hip',
    timber: false,
    bays: 3,
    shutters: painted(1),
    dormers: 2,
    chimneys: 2,
    weight: [2.5, 1.2, 0],
  },
  {
    ...ROW_HOUSE,
    name: 'half2',
    width: 9.8,
    depth: 9.6,
    floors: 2,
    tiles: TILES[3]!,
    pitch: 1.15,
    row: false,
    roof: 'half-hip',
    jetty: 0.3,
    bays: 3,
    shutters: painted(0),
    weight: [0.5, 2, 3],
  },
  {
    ...ROW_HOUSE,
    name: 'cottage',
    width: 9.4,
    depth: 7.6,
    floors: 1,
    tiles: TILES[2]!,
    pitch: 1.2,
    row: false,
    ground: 'plaster',
    shutters: painted(3),
    dormers: 2,
    weight: [0, 0.8, 4],
  },
  {
    ...ROW_HOUSE,
    name: 'corner3',
    width: 9.6,
    depth: 9.6,
    floors: 3,
    tiles: TILES[0]!,
    pitch: 1,
    ground: 'shop',
    jetty: 0.25,
    extra: 'turret',
  },
  {
    ...ROW_HOUSE,
    name: 'ell2',
    width: 12.6,
    depth: 12.4,
    floors: 2,
    tiles: TILES[1]!,
    pitch: 1,
    ground: 'arch',
    jetty: 0.25,
    bays: 4,
    dormers: 1,
    chimneys: 2,
    extra: 'wing',
    weight: [1, 2.5, 2.5],
  },
  {
    ...ROW_HOUSE,
    name: 'inn',
    width: 14.6,
    depth: 11,
    floors: 3,
    tiles: TILES[3]!,
    pitch: 1,
    roof: 'half-hip',
    ground: 'arch',
    jetty: 0.3,
    bays: 4,
    shutters: painted(0),
    dormers: 2,
    room: true,
    extra: 'sign',
  },
  {
    ...ROW_HOUSE,
    name: 'workshop',
    width: 10.4,
    depth: 9.4,
    floors: 2,
    tiles: TILES[2]!,
    pitch: 0.95,
    roof: 'gable-front',
    ground: 'arch',
    bays: 3,
    extra: 'hoist',
    weight: [0.6, 1.6, 3],
  },
  {
    ...ROW_HOUSE,
    name: 'farm',
    width: 14,
    depth: 9,
    floors: 2,
    tiles: TILES[1]!,
    pitch: 1.15,
    row: false,
    roof: 'half-hip',
    ground: 'arch',
    bays: 4,
  },
]

/** Places along the front (house's axes, before scaling) that stay free: doors and gateways, with half widths. */
export function doorways(kind: HouseKind): readonly (readonly [number, number])[] {
  const half = kind.width / 2
  if (kind.ground === 'shop') {
    return kind.extra === 'turret'
      ? [[-half + 1.2, 0.9]]
      : [
          [half - 1.3, 0.9],
          [0, half - 2.4],
        ]
  }
  if (kind.ground === 'arch') {
    const arch = Math.min(3, kind.width * 0.28)
    return [
      [-half + 1.2 + arch / 2, arch / 2 + 0.3],
      [half - 1.6, 0.9],
    ]
  }
  return [[half - 1.5, 0.9]]
}

export const kindNamed = (name: string): number => {
  const index = HOUSE_KINDS.findIndex((kind) => kind.name === name)
  if (index < 0) throw new Error(`kindNamed: "${name}" is not a house kind`)
  return index
}
