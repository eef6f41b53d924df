/** Longest part of a cubic piece, in seconds, and the fewest parts of one. */
const STEP = 1 / 240
const FEWEST = 4

/**
 * A cubic Hermite track as in glTF (appendix C.5: tangent before, value, tangent after of each key, tangents
 * scaled by the piece's length) cut into linear parts, short enough not to be told from it. So what bounds
 * are computed of and what is shown are the same curve.
 */
export function linearTrack(
  times: Float32Array,
  values: Float32Array,
  width: number,
): { times: Float32Array; values: Float32Array } {
  const outTimes: number[] = []
  const outValues: number[] = []
  for (let key = 0; key + 1 < times.length; key++) {
    const from = times[key]!
    const length = times[key + 1]! - from
    const parts = Math.max(FEWEST, Math.ceil(length / STEP))
    for (let part = 0; part < parts; part++) {
      outTimes.push(from + (length * part) / parts)
      for (let k = 0; k < width; k++) outValues.push(hermite(values, key, width, k, part / parts, length))
    }
  }
  const last = times.length - 1
  outTimes.push(times[last]!)
  for (let k = 0; k < width; k++) outValues.push(values[(last * 3 + 1) * width + k]!)
  return { times: Float32Array.from(outTimes), values: Float32Array.from(outValues) }
}

function hermite(
  values: Float32Array,
  key: number,
  width: number,
  k: number,
  t: number,
  length: number,
): number {
  const value = values[(key * 3 + 1) * width + k]!
  const after = values[(key * 3 + 2) * width + k]! * length
  const before = values[(key * 3 + 3) * width + k]! * length
  const next = values[(key * 3 + 4) * width + k]!
  const t2 = t * t
  const t3 = t2 * t
  return (
    (2 * t3 - 3 * t2 + 1) * value + (t3 - 2 * t2 + t) * after + (3 * t2 - 2 * t3) * next + (t3 - t2) * before
  )
}
