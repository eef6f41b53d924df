/** The checker: what is wrong with occluders and bounds of a mesh, and where. */
import { adviseSize } from './advise-size.js'
import { invert, transformPoint } from './affine.js'
import { checkBounds } from './check-bounds.js'
import { distanceAlong, distanceToSurface } from './distance.js'
import { readMesh } from './mesh-problem.js'
import { outsidePlaces } from './outside-places.js'
import { type CheckSettings, checkSettings, expectCheckInput } from './settings.js'
import { type Solid, show, transformSolid, type Vec3 } from './solid.js'

export type OccluderFinding = {
  /**
   * `mesh`: open, inside out or broken, so nothing can be inside it. `sticks-out`: an occluder leaves the
   * mesh, and would hide what is seen beside it. `closes-gap`: an occluder covers a gap that one could look
   * through. `useless`: a `*_OCC` node of a glTF file that no box can be made of. `bounds-wrong`: the mesh
   * leaves its bounds, and would vanish while it is seen. `bounds-loose`: they are far too large.
   * `stray-vertices`: a few vertices far from all others make them so. `pose-leaves-bounds`: a pose does.
   * `too-large`, `too-small`: advice on what should be one mesh.
   */
  readonly kind:
    | 'mesh'
    | 'sticks-out'
    | 'closes-gap'
    | 'useless'
    | 'bounds-wrong'
    | 'bounds-loose'
    | 'stray-vertices'
    | 'pose-leaves-bounds'
    | 'too-large'
    | 'too-small'
  /** `wrong` breaks the picture or leaves out an occluder that was asked for, `advice` only costs time. */
  readonly severity: 'wrong' | 'advice'
  /** A sentence with the numbers. */
  readonly message: string
  /** Which occluder, or which pose; -1 if it is neither. */
  readonly index: number
  /** How far something sticks out or leaves, how wide a gap is, how long a side is: in the mesh's units. */
  readonly distance: number
  /** Where in the mesh's space, or null. */
  readonly at: Vec3 | null
}

export type CheckOccludersInput = {
  /** x y z of the vertices. */
  positions: Float32Array
  /** Three a triangle, counter-clockwise from outside. */
  indices: Uint32Array
  /**
   * Matrices of boxes in the mesh's space, as `addBoxOccluder` takes them: the unit cube from −0.5 to 0.5.
   * Default: none.
   */
  occluders?: readonly ArrayLike<number>[]
  /** min xyz, max xyz, of a mesh that is culled by them. Default: not checked. */
  bounds?: ArrayLike<number>
  /** Positions of the vertices in poses of an animation. Default: none. */
  poses?: readonly ArrayLike<number>[]
}

export type CheckOccludersOptions = {
  /** An occluder may stick out so far. Default: 1e-5 of the mesh's size. */
  tolerance?: number
  /**
   * Gaps narrower than this must stay open, whatever the tolerance. Default: a hundredth of the mesh's size.
   */
  gap?: number
  /** Bounds may be longer than the mesh by this factor on every axis. Default 1.25. */
  looseness?: number
  /** Above this size parts that stand apart should be meshes of their own. Default 64. */
  largest?: number
  /** Below this size a mesh is hardly worth culling by itself. Default 0.5. */
  smallest?: number
}

/**
 * Everything that is wrong with the occluders and bounds of a mesh, and advice; empty if all is well. All
 * lengths are in the mesh's units. The occluders are held against the exact triangles: both sides of each
 * that reaches into one are looked at. Throws a `TypeError` or `RangeError` for a matrix that is no box, for
 * bounds or poses of another length, for bounds with NaN and for an option that does not exist or is out of
 * range.
 */
export function checkOccluders(
  input: CheckOccludersInput,
  options: CheckOccludersOptions = {},
): OccluderFinding[] {
  expectCheckInput('checkOccluders', input)
  const settings = checkSettings('checkOccluders', options)
  input.occluders?.forEach((matrix, i) => {
    if (invert(matrix) !== null) return
    const numbers = Array.from(matrix).join(', ')
    throw new RangeError(
      `checkOccluders: occluders[${i}] is [${numbers}], expected an affine matrix with a volume`,
    )
  })
  return findFaults(input, settings)
}

/** The same for input that is known to be good. */
export function findFaults(input: CheckOccludersInput, settings: CheckSettings): OccluderFinding[] {
  const { positions, indices, occluders = [] } = input
  const findings: OccluderFinding[] = []
  const solid = readMesh(positions, indices)
  if ('reason' in solid) {
    if (occluders.length > 0 || solid.reason === 'bad-numbers') {
      const message = `the mesh ${solid.message}`
      findings.push({ kind: 'mesh', severity: 'wrong', message, index: -1, distance: 0, at: solid.at })
    }
  } else {
    const tolerance = settings.tolerance ?? 1e-5 * solid.size
    const gap = settings.gap ?? 0.01 * solid.size
    occluders.forEach((matrix, i) => {
      findings.push(...checkOccluder(solid, matrix, i, tolerance, gap))
    })
  }
  if (!('reason' in solid && solid.reason === 'bad-numbers')) {
    findings.push(...checkBounds(input, settings.looseness))
    findings.push(...adviseSize(positions, indices, settings.largest, settings.smallest))
  }
  return findings
}

const DIRECTIONS: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]

/** The farthest place that sticks out, and the narrowest gap that is covered. */
function checkOccluder(
  solid: Solid,
  matrix: ArrayLike<number>,
  index: number,
  tolerance: number,
  gap: number,
): OccluderFinding[] {
  const longest = Math.max(...[0, 4, 8].map((c) => Math.hypot(matrix[c]!, matrix[c + 1]!, matrix[c + 2]!)))
  const slack = Math.min((1e-6 * solid.size) / longest, 0.01)
  const places = outsidePlaces(transformSolid(solid, invert(matrix)!), slack).map((p) =>
    transformPoint(matrix, p),
  )
  let farthest = 0
  let at: Vec3 | null = null
  let narrowest = gap
  let gapAt: Vec3 | null = null
  for (const place of places) {
    const distance = distanceToSurface(solid, ...place)
    if (distance > farthest) {
      farthest = distance
      at = place
    }
    const width = gapWidth(solid, place)
    if (width < narrowest) {
      narrowest = width
      gapAt = place
    }
  }
  const findings: OccluderFinding[] = []
  const say = (kind: 'sticks-out' | 'closes-gap', what: string, distance: number, where: Vec3): void => {
    const message = `occluder ${index} ${what} ${distance.toPrecision(3)} at (${show(where)})`
    findings.push({ kind, severity: 'wrong', message, index, distance, at: where })
  }
  if (at !== null && farthest > tolerance) say('sticks-out', 'sticks out of the mesh by', farthest, at)
  if (gapAt !== null) say('closes-gap', 'closes a gap as wide as', narrowest, gapAt)
  return findings
}

/** The least distance between two surfaces on either side of a place, along the axes. */
function gapWidth(solid: Solid, place: Vec3): number {
  let least = Infinity
  for (const [x, y, z] of DIRECTIONS) {
    const there = distanceAlong(solid, place, [x, y, z])
    const back = distanceAlong(solid, place, [-x, -y, -z])
    least = Math.min(least, there + back)
  }
  return least
}
