/** `?terrain=URL`: another country for the town to stand in. */
import {
  type Heightfield,
  heightfieldFromRaw,
  type RawHeightsMeta,
  sampleHeight,
} from '@sightline/terrain/heightfield'
import { beginOf, FileError, loadFile } from './page/load-file.js'
import type { Relief } from './town/index.js'

/** The description of a raw heightmap may name its file; without a name it is the same with `.u16`. */
type Description = RawHeightsMeta & { readonly bin?: string }

/** Metres from pixel to pixel: a PNG file does not say. */
const PNG_SPACING = 10

/**
 * Loads a heightmap: a `.json` description beside a raw `.u16` file, a 16-bit `.png` or a GeoTIFF. Its middle
 * is where the town stands. Throws an `Error` for players: what came instead, and what to do.
 */
export async function loadCountry(address: string): Promise<Relief> {
  const field = await loadField(address).catch((cause: Error) => {
    const text = `The country ${address} is not shown: ${cause.message}. This is the town's own country.`
    throw new Error(text, { cause })
  })
  const middleX = ((field.columns - 1) / 2) * field.spacingX
  const middleZ = ((field.rows - 1) / 2) * field.spacingZ
  const foot = sampleHeight(field, middleX, middleZ)
  return (x, z) => sampleHeight(field, middleX + x, middleZ + z) - foot
}

async function loadField(address: string): Promise<Heightfield> {
  const url = new URL(address, location.href)
  const ending = /\.(json|png|tiff?)$/i.exec(url.pathname)?.[1]?.toLowerCase()
  if (ending === undefined) throw new FileError('expected the address of a .json, .png or .tif file')
  const file = await loadFile(url)
  if (ending === 'json') {
    const description = await read(file, () => parse(file))
    const heights = new URL(description.bin ?? url.pathname.replace(/json$/i, 'u16'), url)
    return loadRaw(heights, description).catch((cause: Error) => {
      throw new FileError(`of its heights in ${heights.pathname}, ${cause.message}`, { cause })
    })
  }
  if (ending === 'png') {
    const { heightfieldFromPng } = await import('@sightline/terrain/png')
    return read(file, () => heightfieldFromPng(file, { spacingX: PNG_SPACING }))
  }
  const { heightfieldFromGeotiff } = await import('@sightline/terrain/geotiff')
  return read(file, () => heightfieldFromGeotiff(file))
}

async function loadRaw(url: URL, description: Description): Promise<Heightfield> {
  const file = await loadFile(url)
  return read(file, () => heightfieldFromRaw(file, description))
}

function parse(file: Uint8Array): Description {
  const description: unknown = JSON.parse(new TextDecoder().decode(file))
  if (typeof description === 'object' && description !== null) return description as Description
  throw new TypeError('an object is expected')
}

/** What is in a file. What is wrong with one that came is said without the name of the function that saw it. */
async function read<T>(file: Uint8Array, reader: () => T | Promise<T>): Promise<T> {
  try {
    return await reader()
  } catch (error) {
    throw new FileError(whatCame(file, error as Error), { cause: error })
  }
}

function whatCame(file: Uint8Array, { name, message }: Error): string {
  if (file.length === 0) return 'it is empty'
  if (/^<(!doctype|html|\?xml)/i.test(beginOf(file)))
    return 'a web page has come instead. Look at the address'
  if (name === 'SyntaxError') return 'it is not JSON: expected the description of a raw heightmap'
  return message.replace(/^heightfieldFrom\w+: /, '')
}
