import { describe, expect, it } from 'vitest'
import { buildMeshes } from '../../src/town/mesh-set.js'
import { createRandom } from '../../src/town/random.js'
import type { MeshData, TownMesh } from '../../src/town/types.js'

const SEED = 1
const meshes = buildMeshes(SEED)
const bodies = meshes.flatMap((mesh) => [
  { name: mesh.name, data: mesh.data },
  ...(mesh.far ? [{ name: `${mesh.name} (far)`, data: mesh.far }] : []),
  ...(mesh.block ? [{ name: `${mesh.name} (block)`, data: mesh.block }] : []),
])

const trianglesOf = (data: MeshData) => data.indices.length / 3

describe(`meshes of seed ${SEED}`, () => {
  it.each(bodies)('$name: whole arrays, indices in range, unit normals, no flat triangles', ({ data }) => {
    const vertices = data.positions.length / 3
    expect(data.normals).toHaveLength(vertices * 3)
    expect(data.colors).toHaveLength(vertices * 4)
    if (data.emissive) expect(data.emissive).toHaveLength(vertices)
    expect(data.indices.length % 3).toBe(0)
    expect(Math.max(...data.indices)).toBeLessThan(vertices)
    expect(data.positions.every(Number.isFinite)).toBe(true)
    for (let v = 0; v < vertices; v++) {
      const [x, y, z] = data.normals.subarray(v * 3, v * 3 + 3)
      expect(Math.abs(Math.hypot(x!, y!, z!) - 1)).toBeLessThan(1e-4)
    }
  })

  it.each(bodies)('$name: triangles turn the way their normals look', ({ name, data }) => {
    let wrong = 0
    for (let t = 0; t < trianglesOf(data); t++) {
      const [a, b, c] = corners(data, t)
      const n = normalOf(a, b, c)
      for (let k = 0; k < 3; k++) {
        const v = data.indices[t * 3 + k]! * 3
        if (n[0] * data.normals[v]! + n[1] * data.normals[v + 1]! + n[2] * data.normals[v + 2]! < 0) wrong++
      }
    }
    // Blades of grass are lit like the ground, from both sides.
    if (name !== 'meadow') expect(wrong).toBe(0)
  })

  // These end where others begin (or lie on a wall) and are open there, are flat, or are looked at from within.
  const open = [
    'wall',
    'stairs',
    'lane-arch',
    'fence',
    'ivy',
    'woodpile',
    'meadow',
    'inn-room',
    'temple-room',
  ]
  it.each(bodies.filter(({ name }) => !open.includes(name.replace(' (block)', ''))))(
    '$name: from outside one sees fronts',
    ({ name, data }) => {
      const random = createRandom(SEED)
      let hits = 0
      let backs = 0
      for (let ray = 0; ray < 120; ray++) {
        const seen = lookFromOutside(data, random)
        if (seen === 0) continue
        hits++
        if (seen < 0) backs++
      }
      expect(hits, name).toBeGreaterThan(3)
      expect(backs / hits, `${name}: share of backs seen first`).toBeLessThan(0.08)
    },
  )

  it('keeps to the triangle budgets', () => {
    const over = (limit: number, names: (mesh: TownMesh) => boolean) =>
      meshes
        .filter(names)
        .filter(({ data }) => trianglesOf(data) > limit)
        .map(({ name, data }) => `${name} ${trianglesOf(data)}`)
    const isHouse = (mesh: TownMesh) => mesh.far !== undefined
    const large = [
      'wall',
      'tower',
      'gate',
      'stairs',
      'temple',
      'hall',
      'fountain',
      'bridge',
      'mill',
      'lane-arch',
      'inn-room',
      'temple-room',
    ]
    const isPerson = (mesh: TownMesh) => mesh.name.startsWith('person-')
    const houses = meshes.filter(isHouse)
    const mean = houses.reduce((sum, { data }) => sum + trianglesOf(data), 0) / houses.length
    expect(mean).toBeLessThan(900)
    expect(over(1500, isHouse)).toEqual([])
    expect(over(280, isPerson)).toEqual([])
    expect(over(150, (mesh) => !isHouse(mesh) && !isPerson(mesh) && !large.includes(mesh.name))).toEqual([])
    for (const { far, block, name } of houses) {
      expect(trianglesOf(far!), name).toBeLessThan(300)
      expect(trianglesOf(block!), name).toBeLessThan(40)
    }
  })

  it('lights about one window in six', () => {
    const lit = meshes.filter((mesh) => mesh.far && mesh.data.emissive)
    expect(lit.length).toBeGreaterThan(6)
  })
})

type Vec = [number, number, number]

function corners(data: MeshData, t: number): [Vec, Vec, Vec] {
  const at = (k: number): Vec => {
    const v = data.indices[t * 3 + k]! * 3
    return [data.positions[v]!, data.positions[v + 1]!, data.positions[v + 2]!]
  }
  return [at(0), at(1), at(2)]
}

const minus = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const dot = (a: Vec, b: Vec) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const crossOf = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
const normalOf = (a: Vec, b: Vec, c: Vec): Vec => crossOf(minus(b, a), minus(c, a))

function boundsOf(data: MeshData): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]
  for (let i = 0; i < data.positions.length; i++) {
    box[i % 3] = Math.min(box[i % 3]!, data.positions[i]!)
    box[(i % 3) + 3] = Math.max(box[(i % 3) + 3]!, data.positions[i]!)
  }
  return box
}

/** A ray from a ball round the mesh, level or from above, at a random point of its box: 1 front, -1 back, 0 nothing. */
function lookFromOutside(data: MeshData, random: ReturnType<typeof createRandom>): number {
  const box = boundsOf(data)
  const target: Vec = [0, 1, 2].map((k) =>
    random.range(k === 1 ? Math.max(0.05, box[k]!) : box[k]!, box[k + 3]!),
  ) as Vec
  const yaw = random.range(0, Math.PI * 2)
  const height = random.range(0.05, 0.9)
  const flat = Math.sqrt(1 - height * height)
  const from: Vec = [
    target[0] + Math.sin(yaw) * flat * 90,
    target[1] + height * 90,
    target[2] + Math.cos(yaw) * flat * 90,
  ]
  const way = minus(target, from)
  let nearest = Infinity
  let side = 0
  for (let t = 0; t < trianglesOf(data); t++) {
    const [a, b, c] = corners(data, t)
    const e1 = minus(b, a)
    const e2 = minus(c, a)
    const p = crossOf(way, e2)
    const det = dot(e1, p)
    if (Math.abs(det) < 1e-12) continue
    const s = minus(from, a)
    const u = dot(s, p) / det
    const q = crossOf(s, e1)
    const v = dot(way, q) / det
    const distance = dot(e2, q) / det
    if (u < 0 || v < 0 || u + v > 1 || distance <= 0 || distance >= nearest) continue
    nearest = distance
    side = det > 0 ? 1 : -1
  }
  return side
}
