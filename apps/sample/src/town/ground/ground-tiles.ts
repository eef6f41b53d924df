import type { Heightfield } from '@sightline/terrain/heightfield'
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
import type { Box, GroundTile, Point } from '../types.js'
import { gridHeight } from './ground-grid.js'
import type { Patch } from './patches.js'
import { STEP, WORLD_HALF } from './world-grid.js'

/** A vertical strip along a line on the ground: a kerb. */
export type Kerb = { readonly a: Point; readonly b: Point; readonly lift: number; readonly color: Rgb }

type Tile = {
  minX: number
  minZ: number
  size: number
  positions: GrowingFloats
  normals: GrowingFloats
  colors: GrowingBytes
  indices: GrowingIndices
  /** vertices of the patch group that is being cut, by place: its pieces share them */
  shared: Map<number, number>
  group: number
}

/** A square of tiles: from -half to half on both axes; metres. */
export type Tiling = { readonly half: number; readonly tile: number }

/** What lies on the bare ground, cut to its triangles, as tiles; those with nothing on them are left out. */
export function buildGroundTiles(
  field: Heightfield,
  { half, tile: size }: Tiling,
  patches: readonly Patch[],
  kerbs: readonly Kerb[],
): GroundTile[] {
  const tiles: Tile[] = []
  for (let z = -half; z < half; z += size) {
    for (let x = -half; x < half; x += size) tiles.push(createTile(x, z, size))
  }
  for (const patch of patches) addPatchPieces(tiles, field, patch)
  for (const kerb of kerbs) addKerb(tiles, field, kerb)
  return tiles.filter(({ indices }) => indices.length > 0).map(finishTile)
}

function createTile(minX: number, minZ: number, size: number): Tile {
  return {
    minX,
    minZ,
    size,
    positions: growingFloats(),
    normals: growingFloats(),
    colors: growingBytes(),
    indices: growingIndices(),
    shared: new Map(),
    group: -1,
  }
}

/** The two triangles of a cell, cut from (-x, -z) to (+x, +z); both of positive area. */
function cellTriangles(x: number, z: number): [Point[], Point[]] {
  const a = { x, z }
  const c = { x: x + STEP, z: z + STEP }
  return [
    [a, { x: x + STEP, z }, c],
    [a, c, { x, z: z + STEP }],
  ]
}

function addPatchPieces(tiles: readonly Tile[], field: Heightfield, patch: Patch): void {
  const xs = patch.points.map((p) => p.x)
  const zs = patch.points.map((p) => p.z)
  const [minX, minZ, maxX, maxZ] = [Math.min(...xs), Math.min(...zs), Math.max(...xs), Math.max(...zs)]
  for (const tile of tiles) {
    const cells = tile.size / STEP
    const first = (v: number, low: number) => Math.max(0, Math.floor((v - low) / STEP))
    const last = (v: number, low: number) => Math.min(cells - 1, Math.floor((v - low) / STEP))
    for (let j = first(minZ, tile.minZ); j <= last(maxZ, tile.minZ); j++) {
      for (let i = first(minX, tile.minX); i <= last(maxX, tile.minX); i++) {
        for (const triangle of cellTriangles(tile.minX + i * STEP, tile.minZ + j * STEP)) {
          const piece = clipConvex(triangle, patch.points)
          if (piece.length > 0 && signedArea(piece) >= 1e-4) addPiece(tile, field, piece, patch)
        }
      }
    }
  }
}

function addPiece(tile: Tile, field: Heightfield, piece: readonly Point[], patch: Patch): void {
  if (tile.group !== patch.group) {
    tile.shared.clear()
    tile.group = patch.group
  }
  const first = patchVertex(tile, field, piece[0]!, patch)
  let before = patchVertex(tile, field, piece[1]!, patch)
  // Positive area runs from +x to +z, which is clockwise from above: turned round for the front to be up.
  for (let i = 2; i < piece.length; i++) {
    const here = patchVertex(tile, field, piece[i]!, patch)
    if (here !== before && here !== first && before !== first) push3(tile.indices, first, here, before)
    before = here
  }
}

/** places closer than a 64th of a metre are one */
const WELD = 64

function patchVertex(tile: Tile, field: Heightfield, p: Point, patch: Patch): number {
  const key = Math.round((p.x + WORLD_HALF) * WELD) * 262_144 + Math.round((p.z + WORLD_HALF) * WELD)
  const known = tile.shared.get(key)
  if (known !== undefined) return known
  const index = tile.positions.length / 3
  pushGroundVertex(tile, field, p.x, gridHeight(field, p.x, p.z) + patch.lift, p.z, patch.color(p.x, p.z))
  tile.shared.set(key, index)
  return index
}

function pushGroundVertex(tile: Tile, field: Heightfield, x: number, y: number, z: number, color: Rgb): void {
  const e = STEP
  const nx = gridHeight(field, x - e, z) - gridHeight(field, x + e, z)
  const nz = gridHeight(field, x, z - e) - gridHeight(field, x, z + e)
  const length = Math.sqrt(nx * nx + 4 * e * e + nz * nz)
  push3(tile.positions, x, y, z)
  push3(tile.normals, nx / length, (2 * e) / length, nz / length)
  push4(tile.colors, Math.round(color[0]), Math.round(color[1]), Math.round(color[2]), 0)
}

/** The kerb's face looks to the right of a to b (out of a block that lies to its left). */
function addKerb(tiles: readonly Tile[], field: Heightfield, { a, b, lift, color }: Kerb): void {
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
      push3(tile.positions, s.x, gridHeight(field, s.x, s.z) + up, s.z)
      push3(tile.normals, nx, 0, nz)
      const dark = up > 0 ? 1 : 0.6
      push4(tile.colors, color[0] * dark, color[1] * dark, color[2] * dark, 0)
    }
    push3(tile.indices, first, first + 1, first + 2)
    push3(tile.indices, first, first + 2, first + 3)
  }
}

/** Fractions of a..b at which it crosses the grid's lines and diagonals. */
function gridCrossings(a: Point, b: Point): number[] {
  const cuts = [0, 1]
  const along = (from: number, to: number) => {
    const low = Math.ceil(Math.min(from, to) / STEP)
    const high = Math.floor(Math.max(from, to) / STEP)
    for (let k = low; k <= high; k++) {
      const t = (k * STEP - from) / (to - from)
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
