import { HOUSE_KINDS } from '../town/houses/house-kinds.js'
import type { Town } from '../town/index.js'

export const SOUND_KINDS = ['water', 'murmur', 'hammer', 'music', 'birds', 'bell', 'flutter'] as const
export type SoundKind = (typeof SOUND_KINDS)[number]

/** Something that is heard: where it is, how far, and how loud close by. */
export type Source = {
  readonly kind: SoundKind
  readonly place: readonly [number, number, number]
  /** Metres. */
  readonly reach: number
  readonly gain: number
}

/** Sources of the whole town. */
export const SOURCE_COUNT = 300

/** By mesh of the thing: what is heard there, and how high over its foot. */
const HEARD: Readonly<Record<string, Omit<Source, 'place'> & { readonly up: number }>> = {
  fountain: { kind: 'water', reach: 45, gain: 0.8, up: 1.5 },
  mill: { kind: 'water', reach: 70, gain: 0.9, up: 1 },
  bridge: { kind: 'water', reach: 60, gain: 0.6, up: 0 },
  stall: { kind: 'murmur', reach: 40, gain: 0.5, up: 1.4 },
  inn: { kind: 'music', reach: 50, gain: 0.6, up: 2 },
  workshop: { kind: 'hammer', reach: 70, gain: 0.7, up: 1.5 },
  temple: { kind: 'bell', reach: 420, gain: 0.9, up: 28 },
  tower: { kind: 'flutter', reach: 60, gain: 0.4, up: 19 },
  tree: { kind: 'birds', reach: 55, gain: 0.5, up: 4 },
}

/** The town's own sounds; birds in as many trees as are wanting to `SOURCE_COUNT`. */
export function soundSources({ things, meshes }: Town): Source[] {
  const sources: Source[] = []
  const birds: Source[] = []
  for (let i = 0; i < things.count; i++) {
    const name = meshes[things.mesh[i]!]!.name
    const heard = HEARD[name] ?? HEARD[houseSound(name)]
    if (heard === undefined) continue
    const [x, y, z] = things.position.subarray(i * 3, i * 3 + 3)
    const { up, ...rest } = heard
    const source: Source = { ...rest, place: [x!, y! + up, z!] }
    if (source.kind === 'birds') birds.push(source)
    else sources.push(source)
  }
  const wanted = Math.max(0, SOURCE_COUNT - sources.length)
  const every = Math.max(1, Math.floor(birds.length / Math.max(1, wanted)))
  return [...sources, ...birds.filter((_, i) => i % every === 0).slice(0, wanted)].slice(0, SOURCE_COUNT)
}

/** Houses by what goes on in them. */
function houseSound(name: string): string {
  const kind = HOUSE_KINDS.find((one) => one.name === name)
  return kind?.room ? 'inn' : name.startsWith('workshop') ? 'workshop' : ''
}
