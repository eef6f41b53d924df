/** `?terrain=URL`: another country for the town to stand in. */
import {
  type Heightfield,
  heightfieldFromRaw,
  type RawHeightsMeta,
  sampleHeight,
} from '@sightline/terrain/heightfield'
import type { Relief } from './town/index.js'

/** The description of a raw heightmap may name its file; without a name it is the same with `.u16`. */
type Description = RawHeightsMeta & { readonly bin?: string }

/**
 * Loads a heightmap: a `.json` description beside a raw `.u16` file, a 16-bit `.png` or a GeoTIFF. Its middle is where the town
 * stands. Throws an `Error` that says what could not be loaded.
 */
export async function loadCountry(address: string): Promise<Relief> {
  const field = await loadField(address).catch((error: Error) => {
    throw new Error(`?terrain: ${address}: ${error.message}`, { cause: error })
  })
  const middleX = ((field.columns - 1) / 2) * field.spacingX
  const middleZ = ((field.rows - 1) / 2) * field.spacingZ
  const foot = sampleHeight(field, middleX, middleZ)
  return (x, z) => sampleHeight(field, middleX + x, middleZ + z) - foot
}

async function loadField(address: string): Promise<Heightfield> {
  const { pathname } = new URL(address, location.href)
  if (/\.json$/i.test(pathname)) {
    const description = (await (await load(address)).json()) as Description
    const file = new URL(
      description.bin ?? pathname.replace(/\.json$/i, '.u16'),
      new URL(address, location.href),
    )
    return heightfieldFromRaw(await (await load(file.href)).arrayBuffer(), description)
  }
  const bytes = await (await load(address)).arrayBuffer()
  if (/\.tiff?$/i.test(pathname)) {
    const { heightfieldFromGeotiff } = await import('@sightline/terrain/geotiff')
    return heightfieldFromGeotiff(bytes)
  }
  if (/\.png$/i.test(pathname)) {
    const { heightfieldFromPng } = await import('@sightline/terrain/png')
    return heightfieldFromPng(bytes, { spacingX: PNG_SPACING })
  }
  throw new Error('expected the address of a .json, .png or .tif file')
}

/** Metres from pixel to pixel: a PNG file does not say. */
const PNG_SPACING = 10

async function load(address: string): Promise<Response> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`the server answers ${response.status}`)
  return response
}
