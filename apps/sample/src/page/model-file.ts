/** What a file that was given as `?model` lacks, said for who gave it. */
import { beginOf, FileError } from './load-file.js'

const MAGIC = 0x46546c67
const JSON_CHUNK = 0x4e4f534a
const HEADER = 20
const WANTED = 'expected one .glb file with its buffers and textures inside'

/** The parts of a glTF file's description that decide whether it can be read. */
type Description = {
  readonly buffers?: readonly { readonly uri?: string }[]
  readonly images?: readonly { readonly uri?: string }[]
  readonly meshes?: readonly unknown[]
  readonly extensionsRequired?: readonly string[]
}

/** Throws a `FileError` for a file that is no binary glTF, is cut off, or refers to other files. */
export function checkModelFile(file: Uint8Array): void {
  const data = new DataView(file.buffer, file.byteOffset, file.byteLength)
  if (file.length < HEADER || data.getUint32(0, true) !== MAGIC) throw new FileError(whatElse(file))
  const [version, length, jsonLength] = [4, 8, 12].map((at) => data.getUint32(at, true)) as [
    number,
    number,
    number,
  ]
  if (version !== 2) throw new FileError(`it is glTF ${version}: expected glTF 2.0`)
  if (length > file.length || HEADER + jsonLength > file.length) {
    throw new FileError(`it is cut off: ${file.length} of ${length} bytes have come. Upload it again`)
  }
  if (data.getUint32(16, true) !== JSON_CHUNK) throw new FileError(`it is damaged: ${WANTED}`)
  checkDescription(parse(file.subarray(HEADER, HEADER + jsonLength)))
}

function checkDescription({
  buffers = [],
  images = [],
  meshes = [],
  extensionsRequired = [],
}: Description): void {
  const apart = [...buffers, ...images].flatMap(({ uri }) =>
    uri === undefined || uri.startsWith('data:') ? [] : [uri],
  )
  if (apart.length > 0) {
    const more = apart.length > 1 ? ` and ${apart.length - 1} more` : ''
    throw new FileError(`it needs ${apart[0]}${more} beside it: ${WANTED}. Export it as binary glTF`)
  }
  if (extensionsRequired.length > 0) {
    const names = extensionsRequired.join(', ')
    throw new FileError(`it needs ${names}, which this page cannot read. Export it without compression`)
  }
  if (meshes.length === 0) throw new FileError('there is no mesh in it: expected a figure with triangles')
}

function parse(bytes: Uint8Array): Description {
  try {
    const description: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof description === 'object' && description !== null) return description
  } catch {
    // Said below.
  }
  throw new FileError(`it is damaged: ${WANTED}`)
}

/** What a file is that is no binary glTF. */
function whatElse(file: Uint8Array): string {
  const begin = beginOf(file)
  if (begin.startsWith('{')) return `it is a .gltf, which keeps its parts in other files: ${WANTED}`
  if (begin.startsWith('<')) return `a web page has come instead: ${WANTED}`
  if (file.length === 0) return `it is empty: ${WANTED}`
  return `it is no glTF: ${WANTED}`
}
