/** Real fields in the browser, by a command of the test server. */
import { type Heightfield, heightfieldFromRaw, type RawHeightsMeta } from '@sightline/terrain/heightfield'
import { commands } from 'vitest/browser'

type SharedCommands = { readSharedData: (name: string) => Promise<string | null> }

/** A field of the shared data; null where that does not stand beside the checkout. */
export async function readRealField(name: 'whitemountains' | 'minskplain'): Promise<Heightfield | null> {
  const { readSharedData } = commands as unknown as SharedCommands
  const meta = await readSharedData(`terrain/${name}.json`)
  const samples = await readSharedData(`terrain/${name}.u16`)
  if (meta === null || samples === null) return null
  const bytes = Uint8Array.from(atob(samples), (char) => char.charCodeAt(0))
  return heightfieldFromRaw(bytes, JSON.parse(atob(meta)) as RawHeightsMeta)
}
