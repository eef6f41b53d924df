/** Writes normals of flat triangles for `count` corners from `first` on, three in a row. */
export function flatNormals(out: Float32Array, positions: Float32Array, first: number, count: number): void {
  for (let corner = first; corner < first + count; corner += 3) {
    const at = (k: number, axis: number): number => positions[(corner + k) * 3 + axis]!
    const edge = (k: number): [number, number, number] => [
      at(k, 0) - at(0, 0),
      at(k, 1) - at(0, 1),
      at(k, 2) - at(0, 2),
    ]
    const [u, v] = [edge(1), edge(2)]
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
    const length = Math.hypot(...n) || 1
    for (let k = 0; k < 3; k++)
      for (let axis = 0; axis < 3; axis++) out[(corner + k) * 3 + axis] = n[axis]! / length
  }
}
