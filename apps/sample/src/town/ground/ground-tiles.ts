import { createFeeler, FEEL } from '../feeler.js'
import {
  type GrowingBytes,
  type GrowingFloats,
  type GrowingIndices,
  growingBytes,
  growingFloats,
  growingIndices,
  push3,
  push4,
} from '../mesh/growing.js'
import type { Rgb } from '../palette.js'
import { clipConvex, signedArea } from '../plan/geometry.js'
import type { Box, GroundTile, MeshData, Point } from '../types.js'
import { type GroundGrid, gridHeight, INNER_HALF, INNER_STEP, OUTER_HALF, OUTER_STEP } from './ground-grid.js'
import { type Patch, type Patches, patchAt } from './patches.js'

/** side of a tile of the fine grid and of the coarse grid, metres */
const INNER_TILE = 256
const OUTER_TILE = 1024

/** A vertical strip along a line on the ground: a kerb. */
export type Kerb = { readonly a: Point; readonly b: Point; readonly lift: number; readonly color: Rgb }

type Tile = {
  minX: number
  minZ: number
  size: number
  step: number
  positions: GrowingFloats
  normals: GrowingFloats
  colors: GrowingBytes
  indices: GrowingIndices
  /** covered area of each triangle of the bare ground */
  covered: Float32Array
  /** vertices of the patch group that is being cut, by place: its pieces share them */
  shared: Map<number, number>
  group: number
}

export type GroundColor = (x: number, z: number) => Rgb

/** The ground as tiles: bare triangles where they show, then patches and kerbs cut to the same triangles. */
export function buildGroundTiles(
  grid: GroundGrid,
  patches: Patches,
  kerbs: readonly Kerb[],
  color: GroundColor,
): GroundTile[] {
  const tiles = createTiles()
  for (const patch of patches.list) addPatchPieces(tiles, grid, patch)
  for (const kerb of kerbs) addKerb(tiles, grid, kerb)
  for (const tile of tiles) addBareGround(tile, grid, color)
  return tiles.map((tile) => {
    const near = finishTile(tile)
    return tile.step === INNER_STEP ? { ...near, far: farTile(tile, grid, patches, color) } : near
  })
}

/** A tile without patches and kerbs: every bare triangle, its corners coloured by what lies there. */
function farTile(near: Tile, grid: GroundGrid, patches: Patches, color: GroundColor): MeshData {
  const tile = createTile(near.minX, near.minZ, near.size, near.step)
  const at = createFeeler()
  addBareGround(tile, grid, (x, z) => {
    at[FEEL.x] = x
    at[FEEL.z] = z
    return patchAt(patches, at)?.color(x, z) ?? color(x, z)
  })
  return finishTile(tile).data
}

function createTile(minX: number, minZ: number, size: number, step: number): Tile {
  return {
    minX,
    minZ,
    size,
    step,
    positions: growingFloats(),
    normals: growingFloats(),
    colors: growingBytes(),
    indices: growingIndices(),
    covered: new Float32Array((size / step) ** 2 * 2),
    shared: new Map(),
    group: -1,
  }
}

function createTiles(): Tile[] {
  const tiles: Tile[] = []
  const add = (minX: number, minZ: number, size: number, step: number) =>
    tiles.push(createTile(minX, minZ, size, step))
  for (let z = -INNER_HALF; z < INNER_HALF; z += INNER_TILE) {
    for (let x = -INNER_HALF; x < INNER_HALF; x += INNER_TILE) add(x, z, INNER_TILE, INNER_STEP)
  }
  for (let z = -OUTER_HALF; z < OUTER_HALF; z += OUTER_TILE) {
    for (let x = -OUTER_HALF; x < OUTER_HALF; x += OUTER_TILE) {
      if (x !== -INNER_HALF || z !== -INNER_HALF) add(x, z, OUTER_TILE, OUTER_STEP)
    }
  }
  return tiles
}

/** The two triangles of a cell, cut from (-x, -z) to (+x, +z); both of positive area. */
function cellTriangles(x: number, z: number, step: number): [Point[], Point[]] {
  const a = { x, z }
  const c = { x: x + step, z: z + step }
  return [
    [a, { x: x + step, z }, c],
    [a, c, { x, z: z + step }],
  ]
}

function addPatchPieces(tiles: readonly Tile[], grid: GroundGrid, patch: Patch): void {
  const xs = patch.points.map((p) => p.x)
  const zs = patch.points.map((p) => p.z)
  const [minX, minZ, maxX, maxZ] = [Math.min(...xs), Math.min(...zs), Math.max(...xs), Math.max(...zs)]
  for (const tile of tiles) {
    const { step, size } = tile
    const cells = size / step
    const first = (v: number, low: number) => Math.max(0, Math.floor((v - low) / step))
    const last = (v: number, low: number) => Math.min(cells - 1, Math.floor((v - low) / step))
    for (let j = first(minZ, tile.minZ); j <= last(maxZ, tile.minZ); j++) {
      for (let i = first(minX, tile.minX); i <= last(maxX, tile.minX); i++) {
        const triangles = cellTriangles(tile.minX + i * step, tile.minZ + j * step, step)
        triangles.forEach((triangle, half) => {
          const piece = clipConvex(triangle, patch.points)
          if (piece.length === 0) return
          const area = signedArea(piece)
          if (area < 1e-4) return
          addPiece(tile, grid, piece, patch)
          if (patch.hides) tile.covered[(j * cells + i) * 2 + half]! += area
        })
      }
    }
  }
}

function addPiece(tile: Tile, grid: GroundGrid, piece: readonly Point[], patch: Patch): void {
  if (tile.group !== patch.group) {
    tile.shared.clear()
    tile.group = patch.group
  }
  const first = patchVertex(tile, grid, piece[0]!, patch)
  let before = patchVertex(tile, grid, piece[1]!, patch)
  // Positive area runs from +x to +z, which is clockwise from above: turned round for the front to be up.
  for (let i = 2; i < piece.length; i++) {
    const here = patchVertex(tile, grid, piece[i]!, patch)
    if (here !== before && here !== first && before !== first) push3(tile.indices, first, here, before)
    before = here
  }
}

/** places closer than a 64th of a metre are one */
const WELD = 64

function patchVertex(tile: Tile, grid: GroundGrid, p: Point, patch: Patch): number {
  const key = Math.round((p.x + OUTER_HALF) * WELD) * 262_144 + Math.round((p.z + OUTER_HALF) * WELD)
  const known = tile.shared.get(key)
  if (known !== undefined) return known
  const index = tile.positions.length / 3
  pushGroundVertex(tile, grid, p.x, gridHeight(grid, p.x, p.z) + patch.lift, p.z, patch.color(p.x, p.z))
  tile.shared.set(key, index)
  return index
}

function pushGroundVertex(tile: Tile, grid: GroundGrid, x: number, y: number, z: number, color: Rgb): void {
  const e = tile.step
  const nx = gridHeight(grid, x - e, z) - gridHeight(grid, x + e, z)
  const nz = gridHeight(grid, x, z - e) - gridHeight(grid, x, z + e)
  const length = Math.sqrt(nx * nx + 4 * e * e + nz * nz)
  push3(tile.positions, x, y, z)
  push3(tile.normals, nx / length, (2 * e) / length, nz / length)
  push4(tile.colors, Math.round(color[0]), Math.round(color[1]), Math.round(color[2]), 0)
}

function addBareGround(tile: Tile, grid: GroundGrid, color: GroundColor): void {
  const { step, size, minX, minZ } = tile
  const cells = size / step
  const vertex = new Int32Array((cells + 1) ** 2).fill(-1)
  const at = (i: number, j: number): number => {
    const key = j * (cells + 1) + i
    if (vertex[key]! < 0) {
      const x = minX + i * step
      const z = minZ + j * step
      vertex[key] = tile.positions.length / 3
      pushGroundVertex(tile, grid, x, gridHeight(grid, x, z), z, color(x, z))
    }
    return vertex[key]!
  }
  const whole = (step * step) / 2
  for (let j = 0; j < cells; j++) {
    for (let i = 0; i < cells; i++) {
      const key = (j * cells + i) * 2
      if (tile.covered[key]! < whole * 0.9999) push3(tile.indices, at(i, j), at(i + 1, j + 1), at(i + 1, j))
      if (tile.covered[key + 1]! < whole * 0.9999)
        push3(tile.indices, at(i, j), at(i, j + 1), at(i + 1, j + 1))
    }
  }
}

/** The kerb's face looks to the right of a to b (out of a block that lies to its left). */
function addKerb(tiles: readonly Tile[], grid: GroundGrid, { a, b, lift, color }: Kerb): void {
  const length = Math.hypot(b.x - a.x, b.z - a.z)
  if (length < 0.01) return
  const nx = (b.z - a.z) / length
  const nz = -(b.x - a.x) / length
  const cuts = gridCrossings(a, b)
  for (let i = 1; i < cuts.length; i++) {
    const p = { x: a.x + (b.x - a.x) * cuts[i - 1]!, z: a.z + (b.z - a.z) * cuts[i - 1]! }
    const q = { x: a.x + (b.x - a.x) * cuts[i]!, z: a.z + (b.z - a.z) * cuts[i]! }
    const mx = (p.x + q.x) / 2
    const mz = (p.z + q.z) / 2
    const tile = tiles.find(
      (t) => mx >= t.minX && mx < t.minX + t.size && mz >= t.minZ && mz < t.minZ + t.size,
    )
    if (!tile) continue
    const first = tile.positions.length / 3
    for (const [s, up] of [
      [p, 0],
      [p, lift],
      [q, lift],
      [q, 0],
    ] as const) {
      push3(tile.positions, s.x, gridHeight(grid, s.x, s.z) + up, s.z)
      push3(tile.normals, nx, 0, nz)
      const dark = up > 0 ? 1 : 0.6
      push4(tile.colors, color[0] * dark, color[1] * dark, color[2] * dark, 0)
    }
    push3(tile.indices, first, first + 1, first + 2)
    push3(tile.indices, first, first + 2, first + 3)
  }
}

/** Fractions of a..b at which it crosses the fine grid's lines and diagonals. */
function gridCrossings(a: Point, b: Point): number[] {
  const cuts = [0, 1]
  const along = (from: number, to: number) => {
    const low = Math.ceil(Math.min(from, to) / INNER_STEP)
    const high = Math.floor(Math.max(from, to) / INNER_STEP)
    for (let k = low; k <= high; k++) {
      const t = (k * INNER_STEP - from) / (to - from)
      if (t > 0.001 && t < 0.999) cuts.push(t)
    }
  }
  along(a.x, b.x)
  along(a.z, b.z)
  along(a.x - a.z, b.x - b.z)
  return cuts.sort((p, q) => p - q)
}

function finishTile(tile: Tile): GroundTile {
  const vertices = tile.positions.length / 3
  const positions = tile.positions.data.slice(0, tile.positions.length)
  const indices = tile.indices.data.subarray(0, tile.indices.length)
  let minY = Infinity
  let maxY = -Infinity
  for (let i = 1; i < positions.length; i += 3) {
    minY = Math.min(minY, positions[i]!)
    maxY = Math.max(maxY, positions[i]!)
  }
  const box: Box = [tile.minX, minY, tile.minZ, tile.minX + tile.size, maxY, tile.minZ + tile.size]
  return {
    box,
    data: {
      positions,
      normals: tile.normals.data.slice(0, tile.normals.length),
      colors: tile.colors.data.slice(0, tile.colors.length),
      indices: vertices > 65_535 ? indices.slice() : new Uint16Array(indices),
    },
  }
}
