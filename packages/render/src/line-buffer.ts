/** Coloured lines in the world, packed for the GPU: two vertices a line. */
export type LineBuffer = {
  floats: Float32Array
  /** The same bytes. */
  words: Uint32Array
  /** Lines. */
  count: number
}

/** 32-bit words in one vertex. */
export const LineLayout: {
  /** 3 floats. */
  readonly position: 0
  /** r, g, b, a as bytes. */
  readonly color: 3
  readonly words: 4
  readonly bytes: 16
} = { position: 0, color: 3, words: 4, bytes: 16 }

/** No lines. */
export function createLineBuffer(): LineBuffer {
  return { floats: new Float32Array(0), words: new Uint32Array(0), count: 0 }
}

/** Adds a line. `color` as in `packTint`. */
export function addLine(
  lines: LineBuffer,
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
  color: number,
): void {
  const at = lines.count * 2 * LineLayout.words
  if (at + 2 * LineLayout.words > lines.floats.length) growLines(lines)
  const { floats, words } = lines
  floats[at] = ax
  floats[at + 1] = ay
  floats[at + 2] = az
  words[at + 3] = color
  floats[at + 4] = bx
  floats[at + 5] = by
  floats[at + 6] = bz
  words[at + 7] = color
  lines.count++
}

/** Adds the twelve edges of a box. */
export function addBox(
  lines: LineBuffer,
  minX: number,
  minY: number,
  minZ: number,
  maxX: number,
  maxY: number,
  maxZ: number,
  color: number,
): void {
  addLine(lines, minX, minY, minZ, maxX, minY, minZ, color)
  addLine(lines, maxX, minY, minZ, maxX, minY, maxZ, color)
  addLine(lines, maxX, minY, maxZ, minX, minY, maxZ, color)
  addLine(lines, minX, minY, maxZ, minX, minY, minZ, color)
  addLine(lines, minX, maxY, minZ, maxX, maxY, minZ, color)
  addLine(lines, maxX, maxY, minZ, maxX, maxY, maxZ, color)
  addLine(lines, maxX, maxY, maxZ, minX, maxY, maxZ, color)
  addLine(lines, minX, maxY, maxZ, minX, maxY, minZ, color)
  addLine(lines, minX, minY, minZ, minX, maxY, minZ, color)
  addLine(lines, maxX, minY, minZ, maxX, maxY, minZ, color)
  addLine(lines, maxX, minY, maxZ, maxX, maxY, maxZ, color)
  addLine(lines, minX, minY, maxZ, minX, maxY, maxZ, color)
}

function growLines(lines: LineBuffer): void {
  const grown = new Float32Array(Math.max(1024, lines.floats.length * 2))
  grown.set(lines.floats)
  lines.floats = grown
  lines.words = new Uint32Array(grown.buffer)
}
