/** The mesh that every patch is an instance of: a square of quads, counted in quads from its first corner. */

export type PatchMesh = {
  /** i and j of each vertex, row by row. */
  readonly corners: Float32Array
  /** Two triangles a quad, counter-clockwise from above, cut along the diagonal from the corner of least x and z. */
  readonly triangles: Uint16Array
  /** The same as lines: each quad's first two sides and its diagonal, and the last row and column. */
  readonly lines: Uint16Array
}

export function createPatchMesh(quads: number): PatchMesh {
  const side = quads + 1
  const corners = new Float32Array(2 * side * side)
  const triangles = new Uint16Array(6 * quads * quads)
  const lines: number[] = []
  for (let j = 0; j < side; j++) {
    for (let i = 0; i < side; i++) {
      const a = j * side + i
      corners[2 * a] = i
      corners[2 * a + 1] = j
      if (i < quads) lines.push(a, a + 1)
      if (j < quads) lines.push(a, a + side)
      if (i === quads || j === quads) continue
      lines.push(a, a + side + 1)
      triangles.set([a, a + side + 1, a + 1, a, a + side, a + side + 1], 6 * (j * quads + i))
    }
  }
  return { corners, triangles, lines: Uint16Array.from(lines) }
}
