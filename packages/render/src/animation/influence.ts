/** What of a mesh each joint moves: the part of a skin that bounds are made of. */
export type Influences = {
  /** Joints of the skeleton that move vertices, one for each entry of the palette. */
  readonly joints: Uint16Array
  /** Of each entry's vertices, in the joint's own space: min x, y, z, max x, y, z; min above max: none. */
  readonly boxes: Float32Array
  /** Their greatest distance from the joint. */
  readonly reaches: Float32Array
}

/** Skin and shape of a mesh, as far as bounds need them. */
export type SkinnedShape = {
  /** x, y, z of each vertex. */
  readonly positions: Float32Array
  /** Four palette entries a vertex, and their weights, as bytes. */
  readonly joints: Uint8Array
  readonly weights: Uint8Array
  /** x, y, z of each vertex for each morph target: what it adds at weight 1. Default none. */
  readonly morphs?: readonly Float32Array[]
}

/** No influences yet: grow them with `addInfluences`. `joints` are the palette's. */
export function createInfluences(joints: Uint16Array): Influences {
  const boxes = new Float32Array(joints.length * 6)
  for (let at = 0; at < boxes.length; at += 6) {
    boxes.fill(Infinity, at, at + 3)
    boxes.fill(-Infinity, at + 3, at + 6)
  }
  return { joints, boxes, reaches: new Float32Array(joints.length) }
}

/**
 * Adds a mesh's vertices. `inverseBinds` brings them into each joint's space, 12 floats a palette entry. With
 * morph targets, a vertex counts wherever weights between `least` and `most` can bring it.
 */
export function addInfluences(
  { boxes, reaches }: Influences,
  shape: SkinnedShape,
  inverseBinds: Float32Array,
  least: Float32Array,
  most: Float32Array,
): void {
  const { positions, joints, weights, morphs = [] } = shape
  const low = new Float64Array(3)
  const high = new Float64Array(3)
  const corner = new Float64Array(3)
  for (let v = 0; v * 3 < positions.length; v++) {
    for (let k = 0; k < 3; k++) {
      low[k] = high[k] = positions[v * 3 + k]!
      morphs.forEach((deltas, target) => {
        const [a, b] = [deltas[v * 3 + k]! * least[target]!, deltas[v * 3 + k]! * most[target]!]
        low[k] = low[k]! + Math.min(a, b)
        high[k] = high[k]! + Math.max(a, b)
      })
    }
    for (let i = v * 4; i < v * 4 + 4; i++) {
      if (weights[i] === 0) continue
      const entry = joints[i]!
      for (let c = 0; c < (morphs.length > 0 ? 8 : 1); c++) {
        for (let k = 0; k < 3; k++) corner[k] = (c >> k) & 1 ? high[k]! : low[k]!
        addPoint(boxes, reaches, entry, corner, inverseBinds)
      }
    }
  }
}

function addPoint(
  boxes: Float32Array,
  reaches: Float32Array,
  entry: number,
  p: Float64Array,
  m: Float32Array,
): void {
  const o = entry * 12
  let square = 0
  for (let k = 0; k < 3; k++) {
    const row = o + k * 4
    const value = m[row]! * p[0]! + m[row + 1]! * p[1]! + m[row + 2]! * p[2]! + m[row + 3]!
    square += value * value
    boxes[entry * 6 + k] = Math.min(boxes[entry * 6 + k]!, value)
    boxes[entry * 6 + 3 + k] = Math.max(boxes[entry * 6 + 3 + k]!, value)
  }
  reaches[entry] = Math.max(reaches[entry]!, Math.sqrt(square))
}
