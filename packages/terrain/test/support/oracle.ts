/** The truth about chosen nodes and heights, without lists, maps or pyramids: plain recursion, sets and loops over all samples. */
import type { Heightfield } from '../../src/heightfield/index.js'
import type { TerrainTree } from '../../src/quadtree/index.js'

/** The least and greatest height of the samples that the ground of a square of finest quads hangs on; null beyond the field. */
export function heightRange(
  { field, grid }: Pick<TerrainTree, 'field' | 'grid'>,
  x: number,
  z: number,
  quads: number,
): [number, number] | null {
  if (x >= grid.quadsX || z >= grid.quadsZ) return null
  let low = Infinity
  let high = -Infinity
  const k = grid.quadsPerSample
  for (let j = 0; j < field.rows; j++) {
    // A sample counts where the ground beside it does: within less than a cell of the square.
    if (j * k <= z - k || j * k >= z + quads + k) continue
    for (let i = 0; i < field.columns; i++) {
      if (i * k <= x - k || i * k >= x + quads + k) continue
      low = Math.min(low, heightOf(field, i, j))
      high = Math.max(high, heightOf(field, i, j))
    }
  }
  return [low, high]
}

const heightOf = (f: Heightfield, i: number, j: number) =>
  f.heightOffset + f.heightScale * f.samples[j * f.columns + i]!

const nameOf = (level: number, column: number, row: number) => `${level}/${column}/${row}`

/** Remembers which nodes were near, as hysteresis needs it; ranges are kept, as they cost most. */
export class SelectionOracle {
  near = new Set<string>()
  split = new Set<string>()
  private readonly ranges = new Map<string, [number, number] | null>()

  private readonly tree: TerrainTree
  private readonly maxLevelDifference: number

  constructor(tree: TerrainTree, maxLevelDifference: number) {
    this.tree = tree
    this.maxLevelDifference = maxLevelDifference
  }

  select(eyes: [number, number, number][]): void {
    const before = this.near
    this.near = new Set()
    const { grid } = this.tree
    for (let row = 0; row < grid.rootsZ; row++)
      for (let column = 0; column < grid.rootsX; column++) this.descend(eyes, before, 0, column, row)
    this.split = new Set(this.near)
    while (this.splitOneMore()) {}
  }

  private descend(
    eyes: [number, number, number][],
    before: Set<string>,
    level: number,
    column: number,
    row: number,
  ): void {
    const { grid, selection, boxes } = this.tree
    if (level === grid.levels - 1) return
    const name = nameOf(level, column, row)
    const quads = grid.rootQuads / 2 ** level
    const range = this.rangeOf(name, column * quads, row * quads, quads)
    if (range === null) return
    const size = quads * Math.max(grid.quadSizeX, grid.quadSizeZ)
    const limit = selection.splitDistance * size * (before.has(name) ? 1 + selection.hysteresis : 1)
    const box = [
      grid.originX + column * quads * grid.quadSizeX - boxes.pad,
      range[0] - boxes.pad,
      grid.originZ + row * quads * grid.quadSizeZ - boxes.pad,
      grid.originX + Math.min((column + 1) * quads, grid.quadsX) * grid.quadSizeX + boxes.pad,
      range[1] + boxes.pad,
      grid.originZ + Math.min((row + 1) * quads, grid.quadsZ) * grid.quadSizeZ + boxes.pad,
    ]
    const isNear = eyes.some((eye) => {
      const gaps = eye.map((value, k) => Math.max(box[k]! - value, value - box[k + 3]!, 0))
      return Math.hypot(...gaps) < limit
    })
    if (!isNear) return
    this.near.add(name)
    for (let k = 0; k < 4; k++)
      this.descend(eyes, before, level + 1, 2 * column + (k & 1), 2 * row + (k >> 1))
  }

  private rangeOf(name: string, x: number, z: number, quads: number): [number, number] | null {
    if (!this.ranges.has(name)) this.ranges.set(name, heightRange(this.tree, x, z, quads))
    return this.ranges.get(name)!
  }

  /** The level drawn at a sector. */
  levelAt(column: number, row: number): number {
    const { grid } = this.tree
    let level = 0
    for (; level < grid.levels - 1; level++) {
      const shift = grid.levels - 1 - level
      if (!this.split.has(nameOf(level, column >> shift, row >> shift))) break
    }
    return level
  }

  private splitOneMore(): boolean {
    const { grid } = this.tree
    const finest = 2 ** (grid.levels - 1)
    for (let row = 0; row < grid.rootsZ * finest; row++) {
      for (let column = 0; column < grid.rootsX * finest; column++) {
        const own = this.levelAt(column, row)
        for (const [i, j] of [
          [1, 0],
          [-1, 0],
          [0, 1],
          [0, -1],
        ] as const) {
          if (
            column + i < 0 ||
            row + j < 0 ||
            column + i >= grid.rootsX * finest ||
            row + j >= grid.rootsZ * finest
          )
            continue
          const other = this.levelAt(column + i, row + j)
          if (own - other <= this.maxLevelDifference) continue
          const shift = grid.levels - 1 - other
          this.split.add(nameOf(other, (column + i) >> shift, (row + j) >> shift))
          return true
        }
      }
    }
    return false
  }
}
