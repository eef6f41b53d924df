/**
 * Rotations and matrices as textbooks have them, for comparison: doubles, rows of rows, nothing shared with
 * the source.
 */

export type Matrix = number[][]
export type Turn = number[]

export function randomTurn(random: () => number): Turn {
  const raw = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5]
  const length = Math.hypot(...raw)
  return raw.map((value) => value / length)
}

/** The short way on the sphere, by the angle between. */
export function slerp(a: Turn, b: Turn, share: number): Turn {
  const dot = a.reduce((sum, value, i) => sum + value * b[i]!, 0)
  const sign = dot < 0 ? -1 : 1
  const angle = Math.acos(Math.min(Math.abs(dot), 1))
  if (angle < 1e-9) return a
  const [wa, wb] = [Math.sin((1 - share) * angle), sign * Math.sin(share * angle)]
  return a.map((value, i) => (value * wa + b[i]! * wb) / Math.sin(angle))
}

/** q v q* by the product of quaternions. */
export function turned([x, y, z, w]: Turn, v: readonly number[]): number[] {
  const cross = (a: readonly number[], b: readonly number[]): number[] => [
    a[1]! * b[2]! - a[2]! * b[1]!,
    a[2]! * b[0]! - a[0]! * b[2]!,
    a[0]! * b[1]! - a[1]! * b[0]!,
  ]
  const u = [x!, y!, z!]
  const t = cross(u, v).map((value) => 2 * value)
  const ut = cross(u, t)
  return v.map((value, i) => value + w! * t[i]! + ut[i]!)
}

export function trs(translation: readonly number[], rotation: Turn, scale: readonly number[]): Matrix {
  const columns = [0, 1, 2].map((axis) =>
    turned(
      rotation,
      [0, 1, 2].map((k) => (k === axis ? scale[axis]! : 0)),
    ),
  )
  const rows = [0, 1, 2].map((row) => [
    columns[0]![row]!,
    columns[1]![row]!,
    columns[2]![row]!,
    translation[row]!,
  ])
  return [...rows, [0, 0, 0, 1]]
}

export function multiply(a: Matrix, b: Matrix): Matrix {
  return a.map((row) => b[0]!.map((_, k) => row.reduce((sum, value, i) => sum + value * b[i]![k]!, 0)))
}

export function transform(m: Matrix, p: readonly number[]): number[] {
  return [0, 1, 2].map((row) => m[row]![0]! * p[0]! + m[row]![1]! * p[1]! + m[row]![2]! * p[2]! + m[row]![3]!)
}
