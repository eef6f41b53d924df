/** Files that whoever opened the page gave the address of. */

/** What goes wrong with one; the message is fit for players. */
export class FileError extends Error {}

/** The bytes behind an address. Throws a `FileError`. */
export async function loadFile(address: string | URL): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(address).catch((cause: unknown) => {
    const text = 'it cannot be reached. Look at the address; its server must allow other pages to read it'
    throw new FileError(text, { cause })
  })
  if (!response.ok) throw new FileError(`the server answers ${response.status}. Look at the address`)
  return new Uint8Array(await response.arrayBuffer())
}

/** The first letters of a file, to tell what it is. */
export function beginOf(file: Uint8Array): string {
  return new TextDecoder().decode(file.subarray(0, 64)).trimStart()
}
