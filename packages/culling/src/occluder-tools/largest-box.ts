/** The largest box of cells in a grid. */
import type { Voxels } from './voxels.js'

/** First and last cell along x, y, z, both included. */
export type CellBox = { readonly first: [number, number, number]; readonly last: [number, number, number] }

/**
 * The largest box by volume of cells that hold 1, or null if there are none. For every range of layers along
 * z the layers are joined by "and", and the largest rectangle in the result is found row by row with a stack
 * of rising heights.
 */
export function largestBox({ counts: [nx, ny, nz] }: Voxels, cells: Uint8Array): CellBox | null {
  const layer = new Uint8Array(nx * ny)
  const heights = new Int32Array(nx)
  const stack = new Int32Array(nx + 1)
  let most = 0
  let best: CellBox | null = null
  for (let z0 = 0; z0 < nz; z0++) {
    layer.fill(1)
    for (let z1 = z0; z1 < nz; z1++) {
      const base = z1 * nx * ny
      let left = 0
      for (let i = 0; i < layer.length; i++) {
        layer[i]! &= cells[base + i]!
        left += layer[i]!
      }
      const deep = z1 - z0 + 1
      if (left === 0) break
      if (left * (nz - z0) <= most) break
      if (left * deep <= most) continue
      heights.fill(0)
      for (let y = 0; y < ny; y++) {
        for (let x = 0; x < nx; x++) heights[x] = layer[y * nx + x] ? heights[x]! + 1 : 0
        let top = 0
        for (let x = 0; x <= nx; x++) {
          const height = x < nx ? heights[x]! : 0
          while (top > 0 && heights[stack[top - 1]!]! >= height) {
            const tall = heights[stack[--top]!]!
            const from = top > 0 ? stack[top - 1]! + 1 : 0
            const volume = tall * (x - from) * deep
            if (volume <= most) continue
            most = volume
            best = { first: [from, y - tall + 1, z0], last: [x - 1, y, z1] }
          }
          stack[top++] = x
        }
      }
    }
  }
  return best
}

/**
 * Grows a box over cells that hold 1 as far as it goes, one axis after the other, so that boxes reach into
 * each other.
 */
export function growBox({ counts }: Voxels, cells: Uint8Array, box: CellBox): void {
  const { first, last } = box
  const isFull = (axis: number, at: number): boolean => {
    const low = [...first]
    const high = [...last]
    low[axis] = at
    high[axis] = at
    for (let z = low[2]!; z <= high[2]!; z++) {
      for (let y = low[1]!; y <= high[1]!; y++) {
        for (let x = low[0]!; x <= high[0]!; x++)
          if (!cells[x + counts[0] * (y + counts[1] * z)]) return false
      }
    }
    return true
  }
  for (let axis = 0; axis < 3; axis++) {
    while (first[axis]! > 0 && isFull(axis, first[axis]! - 1)) first[axis] = first[axis]! - 1
    while (last[axis]! + 1 < counts[axis]! && isFull(axis, last[axis]! + 1)) last[axis] = last[axis]! + 1
  }
}

/** Clears a box of cells; returns how many of them held 1. */
export function clearBox({ counts }: Voxels, cells: Uint8Array, { first, last }: CellBox): number {
  let cleared = 0
  for (let z = first[2]; z <= last[2]; z++) {
    for (let y = first[1]; y <= last[1]; y++) {
      for (let x = first[0]; x <= last[0]; x++) {
        const i = x + counts[0] * (y + counts[1] * z)
        cleared += cells[i]!
        cells[i] = 0
      }
    }
  }
  return cleared
}
