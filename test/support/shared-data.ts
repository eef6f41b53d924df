import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../../shared/data/', import.meta.url))

/** True where the folder of real towns, models and cases stands beside the checkout. */
export const hasSharedData: boolean = existsSync(folder)

if (!hasSharedData)
  console.warn('shared data folder not found beside the checkout: tests over real data are skipped')

/** Absolute path of a file of the shared data. */
export function sharedData(name: string): string {
  return `${folder}${name}`
}

/** A JSON file of the shared data. The caller names its shape. */
export function readSharedJson<T>(name: string): T {
  return JSON.parse(readFileSync(sharedData(name), 'utf8')) as T
}

/** A binary file of the shared data as an ArrayBuffer of its own. */
export function readSharedBinary(name: string): ArrayBuffer {
  const bytes = readFileSync(sharedData(name))
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
}
