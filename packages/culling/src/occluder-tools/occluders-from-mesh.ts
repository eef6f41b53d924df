/** Boxes that lie wholly inside a closed mesh. */
import { quoted } from '@sightline/core/checks'
import { checkFloats } from '../spatial/octree-checks.js'
import { type CellBox, clearBox, growBox, largestBox } from './largest-box.js'
import { readMesh } from './mesh-problem.js'
import { expectMesh, fromMeshSettings } from './settings.js'
import { isInside, type Solid, volumeOf } from './solid.js'
import { touchesAny } from './triangle-box.js'
import { SLACK, type Voxels, voxelise } from './voxels.js'

export type OccludersFromMeshOptions = {
  /** Cells along the longest side, 4 to 128. Default 48. What is thinner than two cells is not found. */
  resolution?: number
  /** At most so many boxes, 1 to 64. Default 6. */
  maxBoxes?: number
  /** A box that adds less than this share of the inside is not worth drawing: 0 to 1. Default 0.03. */
  minShare?: number
}

export type MeshOccluders = {
  /** 6 floats a box, min xyz and max xyz in the mesh's own space, largest first; they may overlap. */
  readonly boxes: Float32Array
  /** Which share of the cells inside the mesh they cover, 0 to 1. */
  readonly covered: number
  /** Volume of the mesh; pieces that overlap count twice. */
  readonly volume: number
}

/**
 * A few boxes wholly inside a closed mesh, for `addBoxOccluder` (`boxOccluderMatrix` makes its matrix).
 * `positions` are x y z of the vertices, `indices` three a triangle, counter-clockwise from outside.
 *
 * The mesh is cut into cells, those that no triangle touches are sorted into inside and outside, and the
 * largest box of what is inside and not covered yet is taken again and again. Every box then grows over what
 * is inside, and by less than a cell until a triangle is in its way: what is returned touches none. No box
 * for a mesh that is too thin everywhere.
 *
 * Throws a `RangeError` that says why and where for a mesh that is open, inside out or broken (`meshProblem`
 * says the same without throwing), and for an option out of range; a `TypeError` for arrays of another type
 * and an option that does not exist.
 */
export function occludersFromMesh(
  positions: Float32Array,
  indices: Uint32Array,
  options: OccludersFromMeshOptions = {},
): MeshOccluders {
  const { resolution, maxBoxes, minShare } = fromMeshSettings('occludersFromMesh', options)
  expectMesh('occludersFromMesh', positions, indices)
  const solid = readMesh(positions, indices)
  if ('reason' in solid) throw new RangeError(`occludersFromMesh: the mesh ${solid.message}`)

  const voxels = voxelise(solid, resolution)
  const free = voxels.inside.slice()
  const boxes: number[] = []
  let covered = 0
  for (let tries = 0; tries < 2 * maxBoxes && boxes.length < 6 * maxBoxes; tries++) {
    const cells = largestBox(voxels, free)
    if (cells === null) break
    growBox(voxels, voxels.inside, cells)
    const added = clearBox(voxels, free, cells)
    if (added < minShare * voxels.total) break
    const box = fitBox(solid, voxels, cells)
    if (box === null) continue
    covered += added
    boxes.push(...box)
  }
  return {
    boxes: Float32Array.from(boxes),
    covered: voxels.total > 0 ? covered / voxels.total : 0,
    volume: volumeOf(solid),
  }
}

/** Halvings of a cell before a side of a box stands still. */
const FITTING_STEPS = 8

/**
 * Moves the sides of a box of cells outwards, each by less than a cell, until a triangle is in the way; null
 * if it is not inside.
 */
function fitBox(solid: Solid, { cell, origin }: Voxels, { first, last }: CellBox): Float32Array | null {
  const box = new Float64Array(6)
  for (let k = 0; k < 3; k++) {
    box[k] = origin[k]! + first[k]! * cell[k]!
    box[k + 3] = origin[k]! + (last[k]! + 1) * cell[k]!
  }
  const slack = SLACK * solid.size
  for (let side = 0; side < 6; side++) {
    const start = box[side]!
    const outward = side < 3 ? -cell[side]! : cell[side - 3]!
    let free = 0
    let blocked = 1
    for (let i = 0; i < FITTING_STEPS; i++) {
      const share = i === 0 ? 1 : (free + blocked) / 2
      box[side] = start + share * outward
      if (touchesAny(solid, box, slack)) blocked = share
      else free = share
    }
    box[side] = start + free * outward
  }
  return verified(solid, inwards(box), slack)
}

/** Rounded to float32 so that no side moves outwards. */
function inwards(box: Float64Array): Float32Array {
  const out = Float32Array.from(box)
  for (let k = 0; k < 3; k++) {
    if (out[k]! < box[k]!) out[k] = next(out[k]!, 1)
    if (out[k + 3]! > box[k + 3]!) out[k + 3] = next(out[k + 3]!, -1)
  }
  return out
}

/** A float32 a step or two above or below. */
const next = (v: number, direction: number): number =>
  Math.fround(v + direction * (Math.abs(v) * 2 ** -23 + 2 ** -149))

/** A box that no triangle touches is inside if its middle is. */
function verified(solid: Solid, box: Float32Array, slack: number): Float32Array | null {
  for (let k = 0; k < 3; k++) if (!(box[k]! < box[k + 3]!)) return null
  if (touchesAny(solid, box, slack)) return null
  const middle = (k: number) => (box[k]! + box[k + 3]!) / 2
  return isInside(solid, middle(0), middle(1), middle(2)) ? box : null
}

/**
 * Writes the matrix that `addBoxOccluder` takes, column-major, for box `i` of an array of 6 floats a box, and
 * returns it. It maps the unit cube from −0.5 to 0.5 into the box, also after rounding. Throws a `TypeError` or
 * `RangeError` if `boxes` holds no box `i` or `out` has no room for 16 numbers.
 */
export function boxOccluderMatrix(
  boxes: Float32Array,
  i: number,
  out: Float32Array = new Float32Array(16),
): Float32Array {
  checkFloats('boxOccluderMatrix', 'boxes', boxes)
  const count = Math.floor(boxes.length / 6)
  if (!(Number.isInteger(i) && i >= 0 && i < count)) {
    throw new RangeError(
      `boxOccluderMatrix: i is ${quoted(i)}, expected the number of one of the ${count} boxes, from 0 on`,
    )
  }
  checkFloats('boxOccluderMatrix', 'out', out)
  if (out.length < 16) {
    throw new RangeError(`boxOccluderMatrix: out has room for ${out.length} numbers, expected 16`)
  }
  out.fill(0, 0, 16)
  for (let k = 0; k < 3; k++) {
    const low = boxes[6 * i + k]!
    const high = boxes[6 * i + 3 + k]!
    const middle = Math.fround((low + high) / 2)
    // The nearer side decides; a hair less, as the length may be rounded up.
    const half = Math.min(high - middle, middle - low)
    out[5 * k] = Math.max(Math.fround(2 * half * (1 - 2 ** -22)), 0)
    out[12 + k] = middle
  }
  out[15] = 1
  return out
}
