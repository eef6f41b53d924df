/**
 * Vertices of patches that are worked out here, for browsers whose shaders read no textures at vertices and for fields that are wider than
 * a texture. A patch keeps its place in one buffer while it is drawn, so only new ones are sent; each is a draw of its own.
 */
import type { GridRect, Heightfield } from '@sightline/terrain/heightfield'
import type { TerrainGrid } from '@sightline/terrain/quadtree'
import type { Buffer, Regl } from 'regl'
import { type PatchBuffer, PatchLayout, patchPlace } from './patch-buffer.js'

/** Floats of a vertex: x and z in finest quads, steps of height; steps of height from quad to quad along x and z. */
export const VertexFloats = 5

export type PatchVertices = {
  readonly field: Heightfield
  readonly grid: TerrainGrid
  readonly buffer: Buffer
  /** By the place of a patch: its slot. */
  readonly slots: Map<number, number>
  /** By slot: placement and snaps of the patch there, eight floats; the first is NaN where there is none. */
  patches: Float32Array
  /** By slot: the draw in which it was needed last. */
  used: Float64Array
  draw: number
  next: number
  /** Vertices of one patch. */
  readonly scratch: Float32Array
}

const FIRST_SLOTS = 256
const KEPT = 8

export function createPatchVertices(regl: Regl, field: Heightfield, grid: TerrainGrid): PatchVertices {
  const vertices: PatchVertices = {
    field,
    grid,
    buffer: regl.buffer({ length: 4, type: 'float', usage: 'dynamic' }),
    slots: new Map(),
    patches: new Float32Array(0),
    used: new Float64Array(0),
    draw: 0,
    next: 0,
    scratch: new Float32Array(VertexFloats * (grid.quadsPerPatch + 1) ** 2),
  }
  makeRoom(vertices, FIRST_SLOTS)
  return vertices
}

/** Empties all slots and makes so many. */
function makeRoom(vertices: PatchVertices, slots: number): void {
  vertices.buffer({ length: slots * vertices.scratch.byteLength, type: 'float', usage: 'dynamic' })
  vertices.slots.clear()
  vertices.patches = new Float32Array(KEPT * slots).fill(Number.NaN)
  vertices.used = new Float64Array(slots)
  vertices.next = 0
}

/** To be called before the slots of a draw of `count` patches are asked for. */
export function beginVertices(vertices: PatchVertices, count: number): void {
  vertices.draw++
  const slots = vertices.used.length
  if (count > slots) makeRoom(vertices, Math.max(count, 2 * slots))
}

/** The slot of packed patch `k`, whose vertices are sent if they are not there. Adds the bytes that were sent to `sent[0]`. */
export function patchSlot(
  vertices: PatchVertices,
  patches: PatchBuffer,
  k: number,
  sent: Float64Array,
): number {
  const { floats } = patches
  const o = k * PatchLayout.words
  const key = floats[o + 1]! * 2 ** 25 + floats[o]!
  const known = vertices.slots.get(key)
  const slot = known ?? freeSlot(vertices)
  vertices.used[slot] = vertices.draw
  if (known !== undefined && isSame(vertices.patches, slot, floats, o)) return slot
  vertices.slots.set(key, slot)
  for (let i = 0; i < KEPT; i++) vertices.patches[KEPT * slot + i] = floats[o + i]!
  writeVertices(vertices, patches, k)
  vertices.buffer.subdata(vertices.scratch, slot * vertices.scratch.byteLength)
  sent[0] = sent[0]! + vertices.scratch.byteLength
  return slot
}

function isSame(kept: Float32Array, slot: number, floats: Float32Array, o: number): boolean {
  for (let i = 0; i < KEPT; i++) if (kept[KEPT * slot + i] !== floats[o + i]) return false
  return true
}

/** One that this draw does not need: there are as many slots as it has patches. */
function freeSlot(vertices: PatchVertices): number {
  const { used, patches, slots } = vertices
  while (used[vertices.next] === vertices.draw) vertices.next = (vertices.next + 1) % used.length
  const slot = vertices.next
  if (!Number.isNaN(patches[KEPT * slot]!))
    slots.delete(patches[KEPT * slot + 1]! * 2 ** 25 + patches[KEPT * slot]!)
  return slot
}

/** Forgets the patches whose heights or normals hang on a rectangle of samples. */
export function forgetVertices(vertices: PatchVertices, rect: GridRect): void {
  const { grid, patches, slots } = vertices
  const { quadsPerSample, quadsPerPatch } = grid
  for (const [key, slot] of slots) {
    const x = patches[KEPT * slot]!
    const z = patches[KEPT * slot + 1]!
    let away = quadsPerSample
    for (let side = 0; side < 4; side++) away = Math.max(away, patches[KEPT * slot + 4 + side]!)
    const size = patches[KEPT * slot + 2]! * quadsPerPatch
    // Samples between which a quad lies, and those that its slope is taken from.
    const reach = away + quadsPerSample
    if (
      (rect.column + rect.columns) * quadsPerSample < x - reach ||
      rect.column * quadsPerSample > x + size + reach
    )
      continue
    if ((rect.row + rect.rows) * quadsPerSample < z - reach || rect.row * quadsPerSample > z + size + reach)
      continue
    slots.delete(key)
    patches[KEPT * slot] = Number.NaN
  }
}

const place = new Float64Array(3)

function writeVertices({ field, grid, scratch }: PatchVertices, patches: PatchBuffer, k: number): void {
  const side = grid.quadsPerPatch + 1
  for (let j = 0; j < side; j++) {
    for (let i = 0; i < side; i++) {
      const o = (j * side + i) * VertexFloats
      patchPlace(grid, patches.floats, k, i, j, place)
      const x = place[0]!
      const z = place[1]!
      const away = Math.max(place[2]!, grid.quadsPerSample)
      const west = Math.max(x - away, 0)
      const east = Math.min(x + away, grid.quadsX)
      const north = Math.max(z - away, 0)
      const south = Math.min(z + away, grid.quadsZ)
      scratch[o] = x
      scratch[o + 1] = z
      scratch[o + 2] = stepsAt(field, grid, x, z)
      scratch[o + 3] = (stepsAt(field, grid, east, z) - stepsAt(field, grid, west, z)) / (east - west)
      scratch[o + 4] = (stepsAt(field, grid, x, south) - stepsAt(field, grid, x, north)) / (south - north)
    }
  }
}

/** Steps of height at a place in finest quads, as `groundAt` of the ground chunk. */
export function stepsAt(field: Heightfield, grid: TerrainGrid, x: number, z: number): number {
  const { columns, rows, samples } = field
  const { quadsPerSample } = grid
  const i = Math.min(Math.floor(x / quadsPerSample), columns - 2)
  const j = Math.min(Math.floor(z / quadsPerSample), rows - 2)
  const s = x / quadsPerSample - i
  const t = z / quadsPerSample - j
  const at = j * columns + i
  const first = samples[at]!
  const opposite = samples[at + columns + 1]!
  const side = samples[s >= t ? at + 1 : at + columns]!
  return first + Math.max(s, t) * (side - first) + Math.min(s, t) * (opposite - side)
}
