/** Advice on what should be one mesh: culling decides about a mesh as a whole. */
import type { OccluderFinding } from './check-occluders.js'
import { boxAround, createSolid, type Vec3 } from './solid.js'

/** Parts farther apart than this share of the whole stand apart. */
const APART = 0.01

/** Says so if a mesh is a street of things that stand apart, or too small to be culled by itself. */
export function adviseSize(
  positions: Float32Array,
  indices: Uint32Array,
  largest: number,
  smallest: number,
): OccluderFinding[] {
  const { points, corners, min, max, size } = createSolid(positions, indices)
  if (corners.length === 0) return []
  const advice = (kind: 'too-large' | 'too-small', message: string): OccluderFinding => {
    return { kind, severity: 'advice', message, index: -1, distance: size, at: null }
  }
  if (size < smallest) {
    const message = `the mesh is ${size.toPrecision(3)} long, below ${smallest}: join it with its neighbours, and let it be no occluder`
    return [advice('too-small', message)]
  }
  if (size <= largest) return []
  const groups = groupsApart(partBoxes(points, corners), APART * size)
  if (groups < 2) return []
  const extent = [0, 1, 2].map((k) => (max[k]! - min[k]!).toPrecision(3)).join(' x ')
  const message = `the mesh is ${extent}, above ${largest}, and has ${groups} parts that stand apart: make them meshes of their own`
  return [advice('too-large', message)]
}

type Box = { min: Vec3; max: Vec3 }

/** The boxes of the parts that hang together by corners. */
function partBoxes(points: Float64Array, corners: Uint32Array): Box[] {
  const links = createLinks(points.length / 3)
  for (let t = 0; t < corners.length; t += 3) {
    links.join(corners[t]!, corners[t + 1]!)
    links.join(corners[t]!, corners[t + 2]!)
  }
  const members = new Map<number, number[]>()
  for (let i = 0; i < points.length / 3; i++) {
    const root = links.root(i)
    const list = members.get(root) ?? []
    list.push(points[3 * i]!, points[3 * i + 1]!, points[3 * i + 2]!)
    members.set(root, list)
  }
  return [...members.values()].map(boxAround)
}

/** How many groups there are when boxes nearer than `gap` to each other belong together. */
function groupsApart(boxes: readonly Box[], gap: number): number {
  const links = createLinks(boxes.length)
  const order = boxes.map((_, i) => i).sort((a, b) => boxes[a]!.min[0] - boxes[b]!.min[0])
  for (let i = 0; i < order.length; i++) {
    const a = boxes[order[i]!]!
    for (let j = i + 1; j < order.length; j++) {
      const b = boxes[order[j]!]!
      if (b.min[0] > a.max[0] + gap) break
      const isNear = [1, 2].every((k) => b.min[k]! <= a.max[k]! + gap && a.min[k]! <= b.max[k]! + gap)
      if (isNear) links.join(order[i]!, order[j]!)
    }
  }
  return new Set(boxes.map((_, i) => links.root(i))).size
}

/** Disjoint sets. */
function createLinks(count: number): { root(i: number): number; join(a: number, b: number): void } {
  const up = Uint32Array.from({ length: count }, (_, i) => i)
  const root = (i: number): number => {
    let at = i
    while (up[at] !== at) {
      up[at] = up[up[at]!]!
      at = up[at]!
    }
    return at
  }
  return {
    root,
    join: (a, b) => {
      up[root(a)] = root(b)
    },
  }
}
