/** Typed arrays that grow, for meshes of many thousand vertices. */
export type GrowingFloats = { data: Float32Array; length: number }
export type GrowingBytes = { data: Uint8Array; length: number }
export type GrowingIndices = { data: Uint32Array; length: number }

export const growingFloats = (): GrowingFloats => ({ data: new Float32Array(4096), length: 0 })
export const growingBytes = (): GrowingBytes => ({ data: new Uint8Array(4096), length: 0 })
export const growingIndices = (): GrowingIndices => ({ data: new Uint32Array(4096), length: 0 })

export function push3(list: GrowingFloats | GrowingIndices, a: number, b: number, c: number): void {
  const { length } = list
  if (length + 3 > list.data.length) grow(list)
  const { data } = list
  data[length] = a
  data[length + 1] = b
  data[length + 2] = c
  list.length = length + 3
}

export function push4(list: GrowingBytes, a: number, b: number, c: number, d: number): void {
  const { length } = list
  if (length + 4 > list.data.length) grow(list)
  const { data } = list
  data[length] = a
  data[length + 1] = b
  data[length + 2] = c
  data[length + 3] = d
  list.length = length + 4
}

function grow(list: GrowingFloats | GrowingBytes | GrowingIndices): void {
  const old = list.data
  const Kind = old.constructor as new (length: number) => typeof old
  const data = new Kind(old.length * 2)
  data.set(old)
  list.data = data
}
