import { FEEL, type Feeler } from '../feeler.js'

/** Uniform grid of lists for "what is near here" questions; holds numbers of the caller's. */
export type Buckets = {
  readonly cell: number
  readonly half: number
  readonly lists: (number[] | undefined)[]
}

const SIDE = 256

/** Covers -cell*128 .. cell*128 in x and z; what lies outside goes to the border cells. */
export function createBuckets(cell: number): Buckets {
  return { cell, half: SIDE / 2, lists: new Array(SIDE * SIDE) }
}

const column = (b: Buckets, v: number) => Math.min(SIDE - 1, Math.max(0, Math.floor(v / b.cell) + b.half))

export function addToBuckets(
  b: Buckets,
  item: number,
  minX: number,
  minZ: number,
  maxX: number,
  maxZ: number,
): void {
  for (let z = column(b, minZ); z <= column(b, maxZ); z++) {
    for (let x = column(b, minX); x <= column(b, maxX); x++) (b.lists[z * SIDE + x] ??= []).push(item)
  }
}

/** Whether `test` holds for any item near the box; an item may be asked more than once. */
export function anyNear(
  b: Buckets,
  minX: number,
  minZ: number,
  maxX: number,
  maxZ: number,
  test: (item: number) => boolean,
): boolean {
  for (let z = column(b, minZ); z <= column(b, maxZ); z++) {
    for (let x = column(b, minX); x <= column(b, maxX); x++) {
      const list = b.lists[z * SIDE + x]
      if (list?.some(test)) return true
    }
  }
  return false
}

const NOTHING: readonly number[] = []

/** The items of the one cell that holds a feeler. */
export function bucketAt(b: Buckets, at: Feeler): readonly number[] {
  const column = Math.min(SIDE - 1, Math.max(0, Math.floor(at[FEEL.x]! / b.cell) + b.half))
  const row = Math.min(SIDE - 1, Math.max(0, Math.floor(at[FEEL.z]! / b.cell) + b.half))
  return b.lists[row * SIDE + column] ?? NOTHING
}
