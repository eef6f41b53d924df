/** The whole terrain as triangles of vertices in finest quads, from patch lists as a renderer would draw them. */
import {
  createPatchList,
  cullPatches,
  PATCH_STRIDE,
  patchVertex,
  type TerrainTree,
} from '../../src/quadtree/index.js'

export type DrawnMesh = {
  /** x and z of three corners a triangle, finest quads; empty triangles are left out. */
  triangles: Int32Array
  count: number
  /** Triangles that look down, or lie over others: none. */
  turned: number
}

/** All patches: no planes, no limit. */
export function drawAll(tree: TerrainTree): DrawnMesh {
  const list = createPatchList()
  cullPatches(
    tree.selection,
    { planes: new Float32Array(0), eye: [0, 0, 0], maxDistance: Infinity, occlusion: null },
    list,
  )
  const { grid } = tree
  const n = grid.quadsPerPatch
  const triangles: number[] = []
  let turned = 0
  const at = new Int32Array(2)
  const corners = new Int32Array(2 * (n + 1) ** 2)
  for (let k = 0; k < list.count; k++) {
    const [x, z, scale, edges] = list.instances.subarray(
      k * PATCH_STRIDE,
      (k + 1) * PATCH_STRIDE,
    ) as unknown as number[]
    for (let j = 0; j <= n; j++) {
      for (let i = 0; i <= n; i++) {
        patchVertex(grid, x!, z!, scale!, edges!, i, j, at)
        corners.set(at, 2 * (j * (n + 1) + i))
      }
    }
    for (let j = 0; j < n; j++) {
      for (let i = 0; i < n; i++) {
        const a = j * (n + 1) + i
        for (const [p, q, r] of [
          [a, a + n + 2, a + 1],
          [a, a + n + 1, a + n + 2],
        ] as const) {
          const [ax, az, bx, bz, cx, cz] = [p, q, r].flatMap((v) => [
            corners[2 * v]!,
            corners[2 * v + 1]!,
          ]) as [number, number, number, number, number, number]
          const area = (bz - az) * (cx - ax) - (bx - ax) * (cz - az)
          if (area < 0) turned++
          if (area !== 0) triangles.push(ax, az, bx, bz, cx, cz)
        }
      }
    }
  }
  return { triangles: Int32Array.from(triangles), count: triangles.length / 6, turned }
}

/** Twice the area of all triangles, in finest quads. */
export function doubleArea({ triangles }: DrawnMesh): number {
  let sum = 0
  for (let k = 0; k < triangles.length; k += 6) {
    const [ax, az, bx, bz, cx, cz] = triangles.subarray(k, k + 6) as unknown as number[]
    sum += (bz! - az!) * (cx! - ax!) - (bx! - ax!) * (cz! - az!)
  }
  return sum
}

/**
 * Edges that are not the edge of exactly one triangle on each side, those on the border apart: none, if there is no crack, no fold and no
 * vertex in the middle of another's edge. Says where the first of them are.
 */
export function openEdges({ triangles }: DrawnMesh, quadsX: number, quadsZ: number): string[] {
  const SPAN = 1 << 20
  const open = new Map<number, number>()
  for (let k = 0; k < triangles.length; k += 6) {
    for (let e = 0; e < 3; e++) {
      const a = k + 2 * e
      const b = k + 2 * ((e + 1) % 3)
      const [ax, az, bx, bz] = [triangles[a]!, triangles[a + 1]!, triangles[b]!, triangles[b + 1]!]
      if ((ax === bx && (ax === 0 || ax === quadsX)) || (az === bz && (az === 0 || az === quadsZ))) continue
      const from = az * 4097 + ax
      const to = bz * 4097 + bx
      const key = from < to ? from * SPAN * 32 + to : to * SPAN * 32 + from
      const left = (open.get(key) ?? 0) + (from < to ? 1 : -1)
      if (left === 0) open.delete(key)
      else open.set(key, left)
    }
  }
  return [...open].slice(0, 5).map(([key, left]) => {
    const [from, to] = [Math.floor(key / (SPAN * 32)), key % (SPAN * 32)]
    return `(${from % 4097}, ${Math.floor(from / 4097)}) to (${to % 4097}, ${Math.floor(to / 4097)}): ${left}`
  })
}
