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
  readonly extra?: 'turret' | 'wing' | 'sign' | 'awning' | 'hoist' | 'oriel'
  /** how often near the market, half-way, and at the wall */
  readonly weight: readonly [number, number, number]
}

const painted = (i: number): Rgb => mix(CLOTH[i]!, TIMBER[0]!, 0.45)

export const FLOOR_HEIGHT = 3

export const HOUSE_KINDS: readonly HouseKind[] = [
  {
    name: 'row2',
    width: 7.2,
    depth: 9.6,
    floors: 2,
    row: true,
    roof: 'gable-side',
    tiles: TILES[0]!,
    pitch: 0.95,
    ground: 'plaster',
    timber: true,
    jetty: 0.3,
    bays: 2,
    shutters: painted(3),
    dormers: 0,
    chimneys: 1,
    weight: [1, 5, 6],
  },
  {
    name: 'row3',
    width: 7.8,
    depth: 10,
    floors: 3,
    row: true,
    roof: 'gable-side',
    tiles: TILES[1]!,
    pitch: 1,
    ground: 'stone',
    timber: true,
    jetty: 0.3,
    bays: 2,
    dormers: 1,
    chimneys: 1,
    extra: 'oriel',
    weight: [5, 5, 2],
  },
  {
    name: 'row4',
    width: 8.6,
    depth: 11,
    floors: 4,
    row: true,
    roof: 'gable-side',
    tiles: SLATE,
    pitch: 1.05,
    ground: 'shop',
    timber: false,
    jetty: 0,
    bays: 3,
    shutters: painted(1),
    dormers: 2,
    chimneys: 2,
    weight: [5, 1.2, 0],
  },
  {
    name: 'gable2',
    width: 6.8,
    depth: 10.5,
    floors: 2,
    row: true,
    roof: 'gable-front',
    tiles: TILES[2]!,
    pitch: 1.25,
    ground: 'stone',
    timber: true,
    jetty: 0.35,
    bays: 2,
    dormers: 0,
    chimneys: 1,
    weight: [2, 5, 5],
  },
  {
    name: 'gable3',
    width: 7.4,
    depth: 11.5,
    floors: 3,
    row: true,
    roof: 'gable-front',
    tiles: TILES[0]!,
    pitch: 1.3,
    ground: 'shop',
    timber: true,
    jetty: 0.35,
    bays: 2,
    dormers: 0,
    chimneys: 1,
    extra: 'hoist',
    weight: [6, 4, 1],
  },
  {
    name: 'shop3',
    width: 9.2,
    depth: 10.5,
    floors: 3,
    row: true,
    roof: 'gable-side',
    tiles: TILES[3]!,
    pitch: 0.9,
    ground: 'shop',
    timber: false,
    jetty: 0,
    bays: 3,
    shutters: painted(0),
    dormers: 2,
    chimneys: 1,
    extra: 'awning',
    weight: [6, 3, 0.5],
  },
  {
    name: 'stone2',
    width: 8.2,
    depth: 9.8,
    floors: 2,
    row: true,
    roof: 'half-hip',
    tiles: TILES[1]!,
    pitch: 1.1,
    ground: 'stone',
    timber: true,
    jetty: 0.25,
    bays: 3,
    dormers: 0,
    chimneys: 1,
    weight: [1, 4, 5],
  },
  {
    name: 'hip2',
    width: 10.6,
    depth: 10,
    floors: 2,
    row: false,
    roof: 'hip',
    tiles: TILES[2]!,
    pitch: 0.8,
    ground: 'plaster',
    timber: false,
    jetty: 0,
    bays: 3,
    shutters: painted(3),
    dormers: 1,
    chimneys: 1,
    weight: [0.6, 2, 2.5],
  },
  {
    name: 'hip3',
    width: 11.6,
    depth: 10.6,
    floors: 3,
    row: false,
    roof: 'hip',
    tiles: SLATE,
    pitch: 0.9,
    ground: 'stone',
    timber: false,
    jetty: 0,
    bays: 3,
    shutters: painted(1),
    dormers: 2,
    chimneys: 2,
    weight: [2.5, 1.2, 0],
  },
  {
    name: 'half2',
    width: 9.8,
    depth: 9.6,
    floors: 2,
    row: false,
    roof: 'half-hip',
    tiles: TILES[3]!,
    pitch: 1.15,
    ground: 'stone',
    timber: true,
    jetty: 0.3,
    bays: 3,
    shutters: painted(0),
    dormers: 0,
    chimneys: 1,
    weight: [0.5, 2, 3],
  },
  {
    name: 'cottage',
    width: 9.4,
    depth: 7.6,
    floors: 1,
    row: false,
    roof: 'gable-side',
    tiles: TILES[2]!,
    pitch: 1.2,
    ground: 'plaster',
    timber: true,
    jetty: 0,
    bays: 2,
    shutters: painted(3),
    dormers: 2,
    chimneys: 1,
    weight: [0, 0.8, 4],
  },
  {
    name: 'corner3',
    width: 9.6,
    depth: 9.6,
    floors: 3,
    row: true,
    roof: 'gable-side',
    tiles: TILES[0]!,
    pitch: 1,
    ground: 'shop',
    timber: true,
    jetty: 0.25,
    bays: 2,
    dormers: 0,
    chimneys: 1,
    extra: 'turret',
    weight: [0, 0, 0],
  },
  {
    name: 'ell2',
    width: 12.6,
    depth: 12.4,
    floors: 2,
    row: true,
    roof: 'gable-side',
    tiles: TILES[1]!,
    pitch: 1,
    ground: 'arch',
    timber: true,
    jetty: 0.25,
    bays: 4,
    dormers: 1,
    chimneys: 2,
    extra: 'wing',
    weight: [1, 2.5, 2.5],
  },
  {
    name: 'inn',
    width: 14.6,
    depth: 11,
    floors: 3,
    row: true,
    roof: 'half-hip',
    tiles: TILES[3]!,
    pitch: 1,
    ground: 'arch',
    timber: true,
    jetty: 0.3,
    bays: 4,
    shutters: painted(0),
    dormers: 2,
    chimneys: 2,
    extra: 'sign',
    weight: [0, 0, 0],
  },
  {
    name: 'workshop',
    width: 10.4,
    depth: 9.4,
    floors: 2,
    row: true,
    roof: 'gable-front',
    tiles: TILES[2]!,
    pitch: 0.95,
    ground: 'arch',
    timber: true,
    jetty: 0,
    bays: 3,
    dormers: 0,
    chimneys: 1,
    extra: 'hoist',
    weight: [0.6, 1.6, 3],
  },
  {
    name: 'farm',
    width: 14,
    depth: 9,
    floors: 2,
    row: false,
    roof: 'half-hip',
    tiles: TILES[1]!,
    pitch: 1.15,
    ground: 'arch',
    timber: true,
    jetty: 0,
    bays: 4,
    dormers: 0,
    chimneys: 1,
    weight: [0, 0, 0],
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
