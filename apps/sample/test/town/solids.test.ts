import { describe, expect, it } from 'vitest'
import { TEMPLE_ROOM, TOWER_CORNER } from '../../src/town/landmarks/temple-parts.js'
import { buildMeshes } from '../../src/town/mesh-set.js'
import { createRandom, type Random } from '../../src/town/random.js'
import { innRoomBox } from '../../src/town/rooms/inn-room.js'
import type { MeshData, Solid, TownMesh } from '../../src/town/types.js'

const SEED = 1
const RAYS = 500
/** Metres by which a surface may lie behind the solid's: none. Rounding of the ray itself only. */
const ROUNDING = 1e-6
/** Of 24 rays so many must meet nothing, else a point counts as shut in. */
const ENOUGH_SKY = 5
/** Viewers stand above the ground; what is below it is hidden by it. */
const GROUND = 0.02

const meshes = buildMeshes(SEED)
const named = (name: string) => meshes.find((mesh) => mesh.name === name)!
/** Rooms stand in their buildings, in the same axes, and are drawn with them. */
const ROOMS: Readonly<Record<string, string>> = { inn: 'inn-room', temple: 'temple-room' }

type Vec = readonly [number, number, number]
type Body = { readonly name: string; readonly solids: readonly Solid[]; readonly parts: readonly MeshData[] }

/** Every level of detail of a mesh as it is drawn, the finest with its room. */
function bodiesOf(mesh: TownMesh): Body[] {
  const { name, solids, data, far, block } = mesh
  const room = ROOMS[name]
  const bodies: Body[] = [{ name, solids, parts: room ? [data, named(room).data] : [data] }]
  if (far) bodies.push({ name: `${name} (far)`, solids, parts: [far] })
  if (block) bodies.push({ name: `${name} (block)`, solids, parts: [block] })
  return bodies
}

const isHouse = (mesh: TownMesh): boolean =>
  meshes.indexOf(mesh) < meshes.findIndex(({ name }) => name === 'wall')

describe('solids', () => {
  it('are there for whatever can hide something', () => {
    const without = meshes.filter(({ solids }) => solids.length === 0).map(({ name }) => name)
    for (const { name } of meshes.filter(isHouse)) expect(without).not.toContain(name)
    for (const name of ['wall', 'tower', 'gate', 'temple', 'hall', 'gate-leaf', 'temple-leaf', 'inn-door']) {
      expect(without).not.toContain(name)
    }
  })

  it('are convex and not empty', () => {
    for (const { name, solids } of meshes) {
      for (const solid of solids) {
        if (solid.kind === 'box') {
          const [x0, y0, z0, x1, y1, z1] = solid.box
          expect(x1 > x0 && y1 > y0 && z1 > z0, `${name}: ${solid.box}`).toBe(true)
          continue
        }
        expect(solid.y1).toBeGreaterThan(solid.y0)
        const n = solid.footprint.length
        solid.footprint.forEach((p, i) => {
          const [q, r] = [solid.footprint[(i + 1) % n]!, solid.footprint[(i + 2) % n]!]
          expect((q.x - p.x) * (r.z - q.z) - (q.z - p.z) * (r.x - q.x), name).toBeGreaterThan(0)
        })
      }
    }
  })

  const bodies = meshes.filter(({ solids }) => solids.length > 0).flatMap(bodiesOf)

  it.each(bodies)('$name: whoever looks at a solid sees the mesh first', (body) => {
    const random = createRandom(SEED)
    const triangles = body.parts.flatMap(trianglesOf)
    const found: string[] = []
    let looked = 0
    for (let ray = 0; ray < RAYS; ray++) {
      const solid = body.solids[ray % body.solids.length]!
      const to = pointOn(solid, random)
      const from = viewer(solid, to, random)
      if (from === undefined || !isFree(body, triangles, from)) continue
      looked++
      const enters = entry(solid, from, to)
      const seen = firstFront(triangles, from, to)
      if (seen > enters + ROUNDING && found.length < 5)
        found.push(`${text(from)} sees ${text(to)} of ${JSON.stringify(solid)}`)
    }
    expect(looked).toBeGreaterThan(RAYS / 20)
    expect(found).toEqual([])
  })

  it('finds a solid that fills the room, and one that is a hand too wide', () => {
    const inn = named('inn')
    const wrong: Solid[] = [
      { kind: 'box', box: [-7, -3, -5, 7, 9, 5] },
      { kind: 'box', box: [-7.4, -3, -5, -7, 3, 5] },
    ]
    for (const solid of wrong) {
      const random = createRandom(SEED)
      const body = { name: 'inn', solids: [solid], parts: [inn.data, named('inn-room').data] }
      const triangles = body.parts.flatMap(trianglesOf)
      let seen = 0
      for (let ray = 0; ray < RAYS; ray++) {
        const to = pointOn(solid, random)
        const from = viewer(solid, to, random)
        if (from === undefined || !isFree(body, triangles, from)) continue
        if (firstFront(triangles, from, to) > entry(solid, from, to) + ROUNDING) seen++
      }
      expect(seen).toBeGreaterThan(0)
    }
  })
})

const text = (v: Vec): string => v.map((x) => x.toFixed(2)).join(' ')

/** A point on the surface of a solid, above the ground. */
function pointOn(solid: Solid, random: Random): Vec {
  const [x0, y0, z0, x1, y1, z1] = boundsOfSolid(solid)
  const low = Math.max(GROUND, y0)
  if (solid.kind === 'prism') {
    const i = random.whole(0, solid.footprint.length - 1)
    const [p, q] = [solid.footprint[i]!, solid.footprint[(i + 1) % solid.footprint.length]!]
    const t = random.next()
    return [p.x + (q.x - p.x) * t, random.range(low, y1), p.z + (q.z - p.z) * t]
  }
  const at: [number, number, number] = [random.range(x0, x1), random.range(low, y1), random.range(z0, z1)]
  const face = random.whole(0, 4)
  if (face < 2) at[0] = face === 0 ? x0 : x1
  else if (face < 4) at[2] = face === 2 ? z0 : z1
  else at[1] = y1
  return at
}

/** Someone near or far, low or high, outside or in the room. */
function viewer(solid: Solid, to: Vec, random: Random): Vec | undefined {
  const reach = random.pick([1, 4, 15, 60] as const)
  const from: Vec = [
    to[0] + random.range(-reach, reach),
    Math.max(GROUND, to[1] + random.range(-reach, reach)),
    to[2] + random.range(-reach, reach),
  ]
  return entry(solid, from, to) <= 0 ? undefined : from
}

/** Whether someone can stand there: under the open sky, or in the building's room. */
function isFree(body: Body, triangles: Float64Array[], at: Vec): boolean {
  const room = body.parts.length > 1 ? (body.name === 'inn' ? innRoomBox() : TEMPLE_ROOM) : undefined
  if (room && at[0] > room.x0 && at[0] < room.x1 && at[1] > room.floor && at[1] < room.ceiling) {
    const inTower = body.name === 'temple' && at[0] < TOWER_CORNER.x && at[2] > TOWER_CORNER.z
    if (at[2] > room.z0 && at[2] < room.z1) return !inTower
  }
  let sky = 0
  for (let i = 0; i < 24; i++) {
    const angle = i * 2.4
    const way: Vec = [Math.cos(angle) * 200, (i % 8) * 50, Math.sin(angle) * 200]
    if (triangles.every((t) => Number.isNaN(hit(t, at, way)))) sky++
  }
  return sky >= ENOUGH_SKY
}

function boundsOfSolid(solid: Solid): readonly [number, number, number, number, number, number] {
  if (solid.kind === 'box') return solid.box
  const xs = solid.footprint.map(({ x }) => x)
  const zs = solid.footprint.map(({ z }) => z)
  return [Math.min(...xs), solid.y0, Math.min(...zs), Math.max(...xs), solid.y1, Math.max(...zs)]
}

/** Where on the way from -> to (0 to 1) a solid is entered; at most 0 where `from` is in it. */
function entry(solid: Solid, from: Vec, to: Vec): number {
  let enter = -Infinity
  const clip = (nx: number, ny: number, nz: number, d: number): void => {
    const start = nx * from[0] + ny * from[1] + nz * from[2] - d
    const end = nx * to[0] + ny * to[1] + nz * to[2] - d
    if (start > end + 1e-12) enter = Math.max(enter, start / (start - end))
  }
  const [x0, y0, z0, x1, y1, z1] = boundsOfSolid(solid)
  clip(0, 1, 0, y1)
  clip(0, -1, 0, -y0)
  if (solid.kind === 'box') {
    clip(1, 0, 0, x1)
    clip(-1, 0, 0, -x0)
    clip(0, 0, 1, z1)
    clip(0, 0, -1, -z0)
    return enter
  }
  solid.footprint.forEach((p, i) => {
    const q = solid.footprint[(i + 1) % solid.footprint.length]!
    clip(q.z - p.z, 0, p.x - q.x, (q.z - p.z) * p.x + (p.x - q.x) * p.z)
  })
  return enter
}

/** Corner and two edges of each triangle. */
function trianglesOf({ positions, indices }: MeshData): Float64Array[] {
  const out: Float64Array[] = []
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [indices[i]! * 3, indices[i + 1]! * 3, indices[i + 2]! * 3]
    const t = new Float64Array(9)
    for (let k = 0; k < 3; k++) {
      t[k] = positions[a + k]!
      t[k + 3] = positions[b + k]! - positions[a + k]!
      t[k + 6] = positions[c + k]! - positions[a + k]!
    }
    out.push(t)
  }
  return out
}

/** Möller and Trumbore: distance along `way`, negative where the back is met; NaN where nothing is. */
function hit(t: Float64Array, from: Vec, way: Vec): number {
  const [ax, ay, az, ux, uy, uz, vx, vy, vz] = t as unknown as number[] as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const px = way[1] * vz - way[2] * vy
  const py = way[2] * vx - way[0] * vz
  const pz = way[0] * vy - way[1] * vx
  const det = ux * px + uy * py + uz * pz
  if (Math.abs(det) < 1e-12) return Number.NaN
  const [sx, sy, sz] = [from[0] - ax, from[1] - ay, from[2] - az]
  const u = (sx * px + sy * py + sz * pz) / det
  if (u < -1e-9 || u > 1 + 1e-9) return Number.NaN
  const qx = sy * uz - sz * uy
  const qy = sz * ux - sx * uz
  const qz = sx * uy - sy * ux
  const v = (way[0] * qx + way[1] * qy + way[2] * qz) / det
  if (v < -1e-9 || u + v > 1 + 1e-9) return Number.NaN
  const distance = (vx * qx + vy * qy + vz * qz) / det
  return distance <= 0 ? Number.NaN : det > 0 ? distance : -distance
}

/** Where on the way from -> to the first front is met. */
function firstFront(triangles: Float64Array[], from: Vec, to: Vec): number {
  const way: Vec = [to[0] - from[0], to[1] - from[1], to[2] - from[2]]
  let nearest = Infinity
  for (const t of triangles) {
    const at = hit(t, from, way)
    if (at > 0 && at < nearest) nearest = at
  }
  return nearest
}
