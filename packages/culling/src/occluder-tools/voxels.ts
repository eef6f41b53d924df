/** A solid as a grid of cells: those that lie wholly inside it. */
import { isInside, type Solid } from './solid.js'
import { type CentredBox, touchesBox } from './triangle-box.js'

export type Voxels = {
  /** Cells along x, y, z. */
  readonly counts: readonly [number, number, number]
  /** Lengths of a cell. */
  readonly cell: readonly [number, number, number]
  readonly origin: readonly [number, number, number]
  /** 1 for a cell wholly inside; x runs fastest, then y. */
  readonly inside: Uint8Array
  /** How many there are. */
  readonly total: number
}

const UNKNOWN = 0
const SURFACE = 2
const OUTSIDE = 3
const INSIDE = 1
/** Even a flat solid is worth so many layers. */
const FEWEST_CELLS = 12
/**
 * Triangles that come nearer to a cell than this share of the solid's size count as in it: far more than
 * doubles can err.
 */
export const SLACK = 1e-9

/**
 * Cells that no triangle touches, as far as the surface winds around them. What is not cut off by touched
 * cells is all on one side of the surface, so one look is enough for each region.
 */
export function voxelise(solid: Solid, resolution: number): Voxels {
  const { min, max, size } = solid
  const count = (k: 0 | 1 | 2) =>
    Math.max(Math.ceil(((max[k] - min[k]) / size) * resolution - 1e-9), Math.min(FEWEST_CELLS, resolution))
  const counts = [count(0), count(1), count(2)] as const
  const length = (k: 0 | 1 | 2) => (max[k] - min[k]) / counts[k]
  const cell = [length(0), length(1), length(2)] as const
  const state = new Uint8Array(counts[0] * counts[1] * counts[2])
  markSurface(solid, counts, cell, state)

  let total = 0
  const region: number[] = []
  for (let start = 0; start < state.length; start++) {
    if (state[start] !== UNKNOWN) continue
    const [x, y, z] = middleOf(start, counts, cell, min)
    const side = isInside(solid, x, y, z) ? INSIDE : OUTSIDE
    fillRegion(state, counts, start, side, region)
    if (side === INSIDE) total += region.length
  }
  for (let i = 0; i < state.length; i++) if (state[i] !== INSIDE) state[i] = 0
  return { counts, cell, origin: min, inside: state, total }
}

type Triple = readonly [number, number, number]

function middleOf(i: number, [nx, ny]: Triple, cell: Triple, origin: Triple): Triple {
  return [
    origin[0] + ((i % nx) + 0.5) * cell[0],
    origin[1] + ((Math.floor(i / nx) % ny) + 0.5) * cell[1],
    origin[2] + (Math.floor(i / (nx * ny)) + 0.5) * cell[2],
  ]
}

function markSurface(solid: Solid, counts: Triple, cell: Triple, state: Uint8Array): void {
  const { points, corners, min, size } = solid
  const box: CentredBox = { x: 0, y: 0, z: 0, hx: cell[0] / 2, hy: cell[1] / 2, hz: cell[2] / 2 }
  const first = [0, 0, 0]
  const last = [0, 0, 0]
  for (let t = 0; t < corners.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const [a, b, c] = [0, 1, 2].map((i) => (points[3 * corners[t + i]! + k]! - min[k]!) / cell[k]!)
      first[k] = Math.max(Math.floor(Math.min(a!, b!, c!) - 1e-6), 0)
      last[k] = Math.min(Math.floor(Math.max(a!, b!, c!) + 1e-6), counts[k]! - 1)
    }
    for (let z = first[2]!; z <= last[2]!; z++) {
      box.z = min[2] + (z + 0.5) * cell[2]
      for (let y = first[1]!; y <= last[1]!; y++) {
        box.y = min[1] + (y + 0.5) * cell[1]
        for (let x = first[0]!; x <= last[0]!; x++) {
          const i = x + counts[0] * (y + counts[1] * z)
          if (state[i] === SURFACE) continue
          box.x = min[0] + (x + 0.5) * cell[0]
          if (touchesBox(solid, t, box, SLACK * size)) state[i] = SURFACE
        }
      }
    }
  }
}

/** Gives all unknown cells that hang together with `start` a side, and lists them. */
function fillRegion(
  state: Uint8Array,
  [nx, ny, nz]: Triple,
  start: number,
  side: number,
  region: number[],
): void {
  region.length = 0
  region.push(start)
  state[start] = side
  const visit = (i: number, isThere: boolean): void => {
    if (!isThere || state[i] !== UNKNOWN) return
    state[i] = side
    region.push(i)
  }
  for (let next = 0; next < region.length; next++) {
    const i = region[next]!
    const x = i % nx
    const y = Math.floor(i / nx) % ny
    const z = Math.floor(i / (nx * ny))
    visit(i - 1, x > 0)
    visit(i + 1, x < nx - 1)
    visit(i - nx, y > 0)
    visit(i + nx, y < ny - 1)
    visit(i - nx * ny, z > 0)
    visit(i + nx * ny, z < nz - 1)
  }
}
