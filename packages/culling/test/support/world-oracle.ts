/**
 * The truth about a world of entities: from positions, boxes and lenses, in doubles, one entity at a time. No index, no
 * columns, no shared code; verdicts say where float32 may fall on either side.
 */

export type Vec3 = [number, number, number]

/** One entity as the test wants it to be. */
export type Thing = {
  eid: number
  position: Vec3
  rotation: [number, number, number, number]
  scale: Vec3
  parent: Thing | null
  /** Local corners, min then max; null for an entity without bounds. */
  box: number[] | null
  layers: number
  visibility: 'inherit' | 'show' | 'hide'
  neverCull: boolean
  range: { maxDistance: number; minPixels: number; hysteresis: number } | null
}

/** What a camera keeps, in its own space: extents at distance 1 (perspective) or in metres (orthographic). */
export type LensTruth = {
  perspective: boolean
  left: number
  right: number
  bottom: number
  top: number
  near: number
  far: number
}

export type ViewTruth = {
  camera: Thing
  /** Several for merged eyes, each with its offset in the view's space. */
  eyes: { lens: LensTruth; offset: Vec3 }[]
  layers: number
  distanceScale: number
  minPixels: number
  viewportHeight: number
  hysteresis: number
}

/** Rows of a 3×3 matrix, then the place: twelve doubles. */
type Placement = number[]

/** Where an entity's own space lies in the world. */
export function placementOf(thing: Thing): Placement {
  const [x, y, z, w] = thing.rotation
  const [sx, sy, sz] = thing.scale
  const turn = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ]
  const own = turn.flatMap((row) => [row[0]! * sx, row[1]! * sy, row[2]! * sz]).concat(thing.position)
  if (thing.parent === null) return own
  const above = placementOf(thing.parent)
  const rows: number[] = []
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      rows.push(above[r * 3]! * own[c]! + above[r * 3 + 1]! * own[3 + c]! + above[r * 3 + 2]! * own[6 + c]!)
    }
  }
  return rows.concat(toWorld(above, thing.position))
}

export function toWorld(m: Placement, p: ArrayLike<number>): Vec3 {
  const at = (r: number) => m[r * 3]! * p[0]! + m[r * 3 + 1]! * p[1]! + m[r * 3 + 2]! * p[2]! + m[9 + r]!
  return [at(0), at(1), at(2)]
}

const corner = (box: ArrayLike<number>, i: number): Vec3 => [
  box[i & 1 ? 3 : 0]!,
  box[i & 2 ? 4 : 1]!,
  box[i & 4 ? 5 : 2]!,
]

/** The axis-aligned box in the world: all eight corners are taken along. */
export function worldBoxOf(thing: Thing): number[] {
  const m = placementOf(thing)
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]
  for (let i = 0; i < 8; i++) {
    const p = toWorld(m, corner(thing.box!, i))
    for (let axis = 0; axis < 3; axis++) {
      box[axis] = Math.min(box[axis]!, p[axis]!)
      box[axis + 3] = Math.max(box[axis + 3]!, p[axis]!)
    }
  }
  return box
}

/** A view's lens and place, worked out once a frame. */
export type Sight = {
  view: ViewTruth
  eye: Vec3
  /** For each eye its planes in the world, seen from `eye`: unit normal and offset. */
  planes: number[][][]
}

export function sightOf(view: ViewTruth): Sight {
  const m = placementOf(view.camera)
  const axes = [0, 1, 2].map((c) => {
    const length = Math.hypot(m[c]!, m[3 + c]!, m[6 + c]!)
    return [m[c]! / length, m[3 + c]! / length, m[6 + c]! / length]
  })
  const planes = view.eyes.map(({ lens, offset }) =>
    lensPlanes(lens).map(([x, y, z, d]) => {
      const length = Math.hypot(x!, y!, z!)
      const normal = [0, 1, 2].map(
        (k) => (x! * axes[0]![k]! + y! * axes[1]![k]! + z! * axes[2]![k]!) / length,
      )
      return [...normal, (d! - x! * offset[0] - y! * offset[1] - z! * offset[2]) / length]
    }),
  )
  return { view, eye: [m[9]!, m[10]!, m[11]!], planes }
}

function lensPlanes({ perspective, left, right, bottom, top, near, far }: LensTruth): number[][] {
  const sides = perspective
    ? [
        [1, 0, left, 0],
        [-1, 0, -right, 0],
        [0, 1, bottom, 0],
        [0, -1, -top, 0],
      ]
    : [
        [1, 0, 0, -left],
        [-1, 0, 0, right],
        [0, 1, 0, -bottom],
        [0, -1, 0, top],
      ]
  return [...sides, [0, 0, -1, -near], ...(far === Infinity ? [] : [[0, 0, 1, far]])]
}

/**
 * How far a world box reaches into a volume, by the plane it is worst against, as a share of the numbers involved: above
 * 0 inside, below 0 outside, and within rounding nobody can say in float32.
 */
export function insideBy({ eye }: Sight, planes: number[][], box: ArrayLike<number>): number {
  let worst = Infinity
  let size = 1e-3
  for (let i = 0; i < 3; i++) {
    size = Math.max(size, Math.abs(box[i]!), Math.abs(box[i + 3]!), Math.abs(eye[i]!))
  }
  for (const plane of planes) {
    let best = -Infinity
    for (let i = 0; i < 8; i++) {
      const x = box[i & 1 ? 3 : 0]! - eye[0]
      const y = box[i & 2 ? 4 : 1]! - eye[1]
      const z = box[i & 4 ? 5 : 2]! - eye[2]
      best = Math.max(best, plane[0]! * x + plane[1]! * y + plane[2]! * z + plane[3]!)
    }
    worst = Math.min(worst, best / Math.max(size, Math.abs(plane[3]!)))
  }
  return worst
}

/** The distance in metres from the view's place to the box. */
export function distanceTo({ eye }: Sight, box: ArrayLike<number>): number {
  const away = (i: number) => Math.max(box[i]! - eye[i]!, eye[i]! - box[i + 3]!, 0)
  return Math.hypot(away(0), away(1), away(2))
}

/** The diameter in pixels of the sphere round the box, by the angle under which it is seen. */
export function pixelsOf({ view, eye }: Sight, box: ArrayLike<number>): number {
  const { lens } = view.eyes[0]!
  const radius = Math.hypot(box[3]! - box[0]!, box[4]! - box[1]!, box[5]! - box[2]!) / 2
  const height = lens.top - lens.bottom
  if (!lens.perspective) return (2 * radius * view.viewportHeight) / height
  const middle = (i: number) => (box[i]! + box[i + 3]!) / 2 - eye[i]!
  const away = Math.hypot(middle(0), middle(1), middle(2))
  if (radius >= away) return Infinity
  return (2 * Math.tan(Math.asin(radius / away)) * view.viewportHeight) / height
}

export function isShown(thing: Thing): boolean {
  if (thing.visibility !== 'inherit') return thing.visibility === 'show'
  return thing.parent === null || isShown(thing.parent)
}

export type Verdict = 'visible' | 'filtered' | 'outside' | 'far'

/** Limits that an entity was within when a view last looked at it. */
export type Memory = { near: boolean; large: boolean }

const ROUNDING = 2e-6
const SHARE = 1e-4

/**
 * What may be the answer: one verdict, or several where the numbers are within rounding of a limit. `box` is the entity's box
 * in the world, of no matter for one that is never culled.
 */
export function verdicts(sight: Sight, thing: Thing, box: number[], memory: Memory): Verdict[] {
  const { view } = sight
  const filtered = (thing.layers & view.layers) === 0 || !isShown(thing)
  if (thing.neverCull) return filtered ? ['filtered'] : ['visible']
  const inside =
    view.eyes.length === 1
      ? insideBy(sight, sight.planes[0]!, box)
      : sight.planes.some((planes) => hasPointInside(sight, planes, box))
        ? 1
        : 0
  if (inside < -ROUNDING) return ['outside']
  const inner = filtered ? (['filtered'] as Verdict[]) : rangeVerdicts(sight, thing, box, memory)
  return inside > ROUNDING ? inner : [...inner, 'outside']
}

/**
 * Whether one of 27 points of the box lies inside an eye's volume. For merged eyes: their common volume has other planes than
 * each eye, so that only a point that is really seen says that the box must be found.
 */
function hasPointInside(sight: Sight, planes: number[][], box: ArrayLike<number>): boolean {
  for (let i = 0; i < 27; i++) {
    const at = (axis: number, step: number) => box[axis]! + ((box[axis + 3]! - box[axis]!) * step) / 2
    const [x, y, z] = [at(0, i % 3), at(1, Math.floor(i / 3) % 3), at(2, Math.floor(i / 9))]
    if (insideBy(sight, planes, [x, y, z, x, y, z]) > ROUNDING) return true
  }
  return false
}

function rangeVerdicts(sight: Sight, thing: Thing, box: number[], memory: Memory): Verdict[] {
  const large = largeAnswers(sight, thing, box, memory)
  const both = nearAnswers(sight, thing, box, memory).flatMap((near) => large.map((l) => near && l))
  return [...new Set(both)].map((ok) => (ok ? 'visible' : 'far'))
}

export function nearAnswers(sight: Sight, thing: Thing, box: number[], memory: Memory): boolean[] {
  if (thing.range === null) return [true]
  const limit = thing.range.maxDistance * (memory.near ? 1 + thing.range.hysteresis : 1)
  return answers(limit, distanceTo(sight, box) * sight.view.distanceScale)
}

export function largeAnswers(sight: Sight, thing: Thing, box: number[], memory: Memory): boolean[] {
  const { view } = sight
  if (thing.range === null && view.minPixels === 0) return [true]
  const pixels = pixelsOf(sight, box)
  const own = thing.range ?? { minPixels: 0, hysteresis: 0 }
  const one = answers(pixels, own.minPixels / (memory.large ? 1 + own.hysteresis : 1))
  const other = answers(pixels, view.minPixels / (memory.large ? 1 + view.hysteresis : 1))
  return [...new Set(one.flatMap((a) => other.map((b) => a && b)))]
}

/** Whether a >= b; both answers where they are too near to tell. */
function answers(a: number, b: number): boolean[] {
  if (a === Infinity || b === 0) return [true]
  if (Math.abs(a - b) <= SHARE * Math.max(Math.abs(a), Math.abs(b))) return [true, false]
  return [a > b]
}
