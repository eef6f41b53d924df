/** The world is a square from -WORLD_HALF to WORLD_HALF, its ground cut into cells of STEP; metres. */
export const WORLD_HALF = 5120
export const STEP = 8
/** Corners of cells along a side of the world. */
export const SIDE: number = (WORLD_HALF * 2) / STEP + 1

/** Where the town, its fields and its woods are, every place is asked for, beyond every fourth. */
const NEAR_HALF = 1536
const EVERY = 4

/** Places at which the world is asked: `side` of them along an axis, from `first` on, `step` apart; metres. */
export type Sampling = { readonly side: number; readonly first: number; readonly step: number }

/**
 * Fills `side` x `side` rows of `width` values. `ask` writes those of a place: near the town for every place, far away for few,
 * between which the rest is laid.
 */
export function sampleWorld(
  { side, first, step }: Sampling,
  width: number,
  ask: (x: number, z: number, out: Float32Array) => void,
): Float32Array {
  const out = new Float32Array(side * side * width)
  const values = new Float32Array(width)
  const few = Math.ceil((side - 1) / EVERY) + 1
  const coarse = new Float32Array(few * few * width)
  for (let j = 0; j < few; j++) {
    for (let i = 0; i < few; i++) {
      ask(first + i * EVERY * step, first + j * EVERY * step, values)
      coarse.set(values, (j * few + i) * width)
    }
  }
  const from = Math.ceil((-NEAR_HALF - first) / step)
  const to = Math.floor((NEAR_HALF - first) / step)
  const line = new Float32Array(few * width)
  for (let j = 0; j < side; j++) {
    mixRows(line, coarse, Math.min(few - 2, Math.trunc(j / EVERY)), j / EVERY)
    const isNear = j >= from && j <= to
    spread(out, line, width, j * side, 0, isNear ? from : side)
    if (!isNear) continue
    for (let i = from; i <= to; i++) {
      ask(first + i * step, first + j * step, values)
      out.set(values, (j * side + i) * width)
    }
    spread(out, line, width, j * side, to + 1, side)
  }
  return out
}

/** The coarse row at `place`, between `row` and the next. */
function mixRows(line: Float32Array, coarse: Float32Array, row: number, place: number): void {
  const share = place - row
  const at = row * line.length
  for (let k = 0; k < line.length; k++) {
    line[k] = coarse[at + k]! + (coarse[at + line.length + k]! - coarse[at + k]!) * share
  }
}

/** Places `from` to `to` of a row that begins at place `start`, laid between those of a coarse row. */
function spread(
  out: Float32Array,
  line: Float32Array,
  width: number,
  start: number,
  from: number,
  to: number,
): void {
  const last = line.length / width - 2
  for (let i = from; i < to; i++) {
    const column = Math.min(last, Math.trunc(i / EVERY))
    const share = i / EVERY - column
    for (let k = 0; k < width; k++) {
      const at = column * width + k
      out[(start + i) * width + k] = line[at]! + (line[at + width]! - line[at]!) * share
    }
  }
}
