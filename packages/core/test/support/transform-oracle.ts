/**
 * World matrices worked out the slow way, in doubles: recursion over plain objects, nothing kept between
 * calls.
 */
export type Node = {
  readonly eid: number
  parent: Node | undefined
  /**
   * Position, quaternion and scale; undefined for an entity without Transform, which keeps its own matrix.
   */
  local: { position: number[]; rotation: number[]; scale: number[] } | undefined
  own: number[]
}

export const IDENTITY: readonly number[] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

/** Rotates a vector by a quaternion: v + 2 q × (q × v + w v), after normalising q; zero means no rotation. */
function rotate([x, y, z, w]: number[], v: number[]): number[] {
  const length = Math.hypot(x!, y!, z!, w!)
  if (length === 0) return v
  const [a, b, c, d] = [x! / length, y! / length, z! / length, w! / length]
  const cross = (p: number[], q: number[]): number[] => [
    p[1]! * q[2]! - p[2]! * q[1]!,
    p[2]! * q[0]! - p[0]! * q[2]!,
    p[0]! * q[1]! - p[1]! * q[0]!,
  ]
  const axis = [a, b, c]
  const inner = cross(axis, v).map((value, i) => value + d * v[i]!)
  return cross(axis, inner).map((value, i) => v[i]! + 2 * value)
}

/** Where a local point of this node lies in the world. */
export function toWorld(node: Node, point: number[]): number[] {
  const { local, own, parent } = node
  if (local === undefined) {
    return [0, 1, 2].map(
      (row) => own[row]! * point[0]! + own[4 + row]! * point[1]! + own[8 + row]! * point[2]! + own[12 + row]!,
    )
  }
  const scaled = point.map((value, i) => value * local.scale[i]!)
  const placed = rotate(local.rotation, scaled).map((value, i) => value + local.position[i]!)
  return parent === undefined ? placed : toWorld(parent, placed)
}

/** The matrix from the images of the origin and of the three unit points. */
export function worldMatrix(node: Node): number[] {
  const origin = toWorld(node, [0, 0, 0])
  const columns = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ].map((unit) => [...toWorld(node, unit).map((value, i) => value - origin[i]!), 0])
  return [...columns.flat(), ...origin, 1]
}

/** Depth below the root: 0 for a root. */
export function depth(node: Node): number {
  return node.parent === undefined ? 0 : depth(node.parent) + 1
}
