// Reading glTF files, with words for what is wrong with one.
import { readFileSync } from 'node:fs'
import { Logger, NodeIO } from '@gltf-transform/core'

/** "glTF" at the beginning of a binary file. */
const MAGIC = 0x46546c67
const HEADER_BYTES = 12

/** Reads a document; throws an error that names the file and says why it can't be used. */
export async function readGltf(file) {
  try {
    expectWhole(readFileSync(file))
    const io = new NodeIO().setLogger(new Logger(Logger.Verbosity.ERROR))
    const json = await io.readAsJSON(file)
    if (typeof json.json?.asset?.version !== 'string') {
      throw new Error('it has no asset.version, so it is no glTF file')
    }
    return await io.readJSON(json)
  } catch (error) {
    throw new Error(`${file} can't be read: ${reasonOf(error)}`)
  }
}

/** Throws for a binary file that is cut off. */
function expectWhole(bytes) {
  if (bytes.length === 0) throw new Error('it is empty')
  if (bytes.length < 4 || bytes.readUInt32LE(0) !== MAGIC) return
  const length = bytes.length < HEADER_BYTES ? HEADER_BYTES : bytes.readUInt32LE(8)
  if (length > bytes.length) {
    throw new Error(`it is cut off: it has ${bytes.length} bytes, its header says ${length}`)
  }
}

function reasonOf(error) {
  if (error instanceof SyntaxError) return `it is neither binary glTF nor JSON (${error.message})`
  // What the reader runs into where a buffer is shorter than what is kept in it, or a reference leads nowhere.
  if (error instanceof RangeError || error instanceof TypeError) return `it is damaged (${error.message})`
  return error.message
}
