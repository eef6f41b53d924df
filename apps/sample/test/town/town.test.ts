import { sampleHeight } from '@sightline/terrain/heightfield'
import { describe, expect, it } from 'vitest'
import { STEP_UP } from '../../src/town/collision.js'
import {
  buildTown,
  createTown,
  PERSON_ROLES,
  sampleRoute,
  THING_KINDS,
  type Town,
} from '../../src/town/index.js'
import { createRandom } from '../../src/town/random.js'

const SEED = 1
const town = createTown(SEED)

const countOf = (t: Town, ...kinds: string[]) => {
  let count = 0
  for (let i = 0; i < t.things.count; i++) if (kinds.includes(THING_KINDS[t.things.kind[i]!]!)) count++
  return count
}

describe(`town of seed ${SEED}`, () => {
  it('has what the design asks for', () => {
    expect(countOf(town, 'house')).toBeGreaterThanOrEqual(1200)
    expect(countOf(town, 'gate')).toBe(4)
    expect(countOf(town, 'tower')).toBe(20)
    expect(countOf(town, 'stall')).toBe(60)
    expect(countOf(town, 'prop', 'tree', 'stall')).toBeGreaterThanOrEqual(20_000)
    expect(town.people.count).toBe(3000)
  })

  it('scales props and people by quality, houses stay', () => {
    const low = createTown(SEED, { quality: 'low' })
    const medium = createTown(SEED, { quality: 'medium' })
    expect(countOf(low, 'house')).toBe(countOf(town, 'house'))
    expect(low.people.count).toBe(200)
    expect(medium.people.count).toBe(800)
    expect(countOf(low, 'prop', 'tree', 'stall')).toBeGreaterThan(2000)
    expect(countOf(low, 'prop', 'tree', 'stall')).toBeLessThan(4500)
    expect(countOf(medium, 'prop', 'tree', 'stall')).toBeLessThan(countOf(town, 'prop', 'tree', 'stall'))
    expect(countOf(low, 'stall')).toBe(60)
  })

  it('is the same bytes for the same seed, others for another', () => {
    expect(fingerprint(createTown(SEED))).toBe(fingerprint(town))
    expect(fingerprint(createTown(SEED + 1))).not.toBe(fingerprint(town))
  })

  it('tells its progress', () => {
    const steps: number[] = []
    const generator = buildTown(SEED, { quality: 'low' })
    for (let step = generator.next(); !step.done; step = generator.next()) {
      expect(step.value.line.length).toBeGreaterThan(5)
      steps.push(step.value.done)
    }
    expect(steps.length).toBeGreaterThan(4)
    expect(steps).toEqual([...steps].sort((a, b) => a - b))
  })

  it('stays within six megabytes of mesh data', () => {
    const bytes = (data: object): number =>
      Object.values(data).reduce(
        (sum: number, part: object) => sum + (ArrayBuffer.isView(part) ? part.byteLength : bytes(part)),
        0,
      )
    let total = bytes(town.water.data)
    for (const { data, far } of town.meshes) total += bytes(data) + (far ? bytes(far) : 0)
    for (const { data } of [...town.paving, ...town.country]) total += bytes(data)
    expect(total).toBeLessThan(6_000_000)
  })

  it('gives every thing a mesh, finite places and sizes near its own', () => {
    const { things, meshes } = town
    for (let i = 0; i < things.count; i++) {
      expect(things.mesh[i]).toBeLessThan(meshes.length)
      expect(THING_KINDS[things.kind[i]!]).toBeDefined()
    }
    expect(things.position.every(Number.isFinite)).toBe(true)
    expect(things.scale.every((s) => s > 0.05 && s < 6)).toBe(true)
  })

  it('puts the ground where its triangles are', () => {
    const random = createRandom(11)
    let checked = 0
    for (let i = 0; i < 3000; i++) {
      const reach = i % 3 === 0 ? 1500 : i % 3 === 1 ? 500 : 90
      const x = random.range(-reach, reach)
      const z = random.range(-reach, reach)
      const surface = dropOnto(town, x, z)
      expect(surface, `a hole in the ground at ${x}, ${z}`).toBeGreaterThan(-Infinity)
      // Beside a kerb or a field's edge the two may take different sides.
      const nearEdge = [0.01, -0.01].some(
        (d) => Math.abs(town.groundHeight(x + d, z) - town.groundHeight(x, z + d)) > 0.04,
      )
      if (nearEdge) continue
      checked++
      expect(Math.abs(surface - town.groundHeight(x, z)), `at ${x}, ${z}`).toBeLessThan(0.004)
    }
    expect(checked).toBeGreaterThan(2900)
  })

  it('stands houses on the ground and people on floors, none inside a wall', () => {
    const { things, people, collision } = town
    for (let i = 0; i < things.count; i++) {
      if (THING_KINDS[things.kind[i]!] !== 'house') continue
      const [x, y, z] = things.position.subarray(i * 3, i * 3 + 3)
      expect(Math.abs(town.groundHeight(x!, z!) - y!)).toBeLessThan(1.5)
    }
    for (let i = 0; i < people.count; i++) {
      const [x, y, z] = people.position.subarray(i * 3, i * 3 + 3)
      // On the fountain's rim.
      if (PERSON_ROLES[people.role[i]!] === 'sits') continue
      expect(collision.blocked(x!, z!, 0.3), `person ${i}`).toBe(false)
      expect(Math.abs(town.floorHeight(x!, z!, y!) - y!)).toBeLessThan(1e-3)
    }
  })

  it('keeps people apart', () => {
    const { position, count } = town.people
    let closest = Infinity
    for (let i = 0; i < count; i++) {
      for (let k = i + 1; k < count; k++) {
        const d = Math.hypot(position[i * 3]! - position[k * 3]!, position[i * 3 + 2]! - position[k * 3 + 2]!)
        closest = Math.min(closest, d)
      }
    }
    expect(closest).toBeGreaterThan(0.7)
  })
})

describe(`walking in the town of seed ${SEED}`, () => {
  const { streetGraph: graph, collision } = town
  const at = (node: number) => ({ x: graph.nodes[node * 2]!, z: graph.nodes[node * 2 + 1]! })

  it('keeps the ways of walkers free of houses and props', () => {
    let blocked = 0
    let tried = 0
    for (let e = 0; e < graph.walk.length; e++) {
      const a = at(graph.edges[e * 2]!)
      const b = at(graph.edges[e * 2 + 1]!)
      const length = Math.hypot(b.x - a.x, b.z - a.z)
      for (let t = 0; t <= 1; t += 0.1) {
        for (const side of [-1, 0, 1]) {
          const d = side * graph.walk[e]!
          const x = a.x + (b.x - a.x) * t - ((b.z - a.z) / length) * d
          const z = a.z + (b.z - a.z) * t + ((b.x - a.x) / length) * d
          tried++
          if (collision.blocked(x, z, 0.25)) blocked++
        }
      }
    }
    expect(blocked / tried).toBeLessThan(0.004)
  })

  it('links every node and reaches the gates from the market', () => {
    const open = [0]
    const reached = new Set(open)
    while (open.length > 0) {
      const node = open.pop()!
      for (let k = graph.firstLink[node]!; k < graph.firstLink[node + 1]!; k++) {
        const edge = graph.links[k]!
        const next = graph.edges[edge * 2] === node ? graph.edges[edge * 2 + 1]! : graph.edges[edge * 2]!
        if (!reached.has(next)) {
          reached.add(next)
          open.push(next)
        }
      }
    }
    expect(reached.size).toBe(graph.nodes.length / 2)
  })

  it('keeps walkers who stray at random out of everything', () => {
    const random = createRandom(5)
    const out = { x: 0, z: 0 }
    let inside = 0
    let steps = 0
    for (let walker = 0; walker < 80; walker++) {
      let { x, z } = at(random.whole(0, graph.nodes.length / 2 - 1))
      let yaw = random.range(0, 6.3)
      for (let step = 0; step < 300; step++) {
        yaw += random.range(-0.4, 0.4)
        collision.collide(x + Math.sin(yaw) * 0.25, z + Math.cos(yaw) * 0.25, 0.35, out)
        x = out.x
        z = out.z
        steps++
        if (collision.blocked(x, z, 0.3)) inside++
      }
    }
    // In a crack narrower than a walker the last push presses into the other side.
    expect(inside / steps).toBeLessThan(0.025)
  })

  it('does not let a walker through a house front at any step', () => {
    const out = { x: 0, z: 0 }
    let through = 0
    for (let i = 0; i < 400; i++) {
      const [x, , z] = town.things.position.subarray(i * 3, i * 3 + 3)
      const yaw = town.things.yaw[i]!
      out.x = x! + Math.sin(yaw) * 9
      out.z = z! + Math.cos(yaw) * 9
      for (let step = 0; step < 90; step++) {
        collision.collide(out.x - Math.sin(yaw) * 0.15, out.z - Math.cos(yaw) * 0.15, 0.35, out)
      }
      if (Math.hypot(out.x - x!, out.z - z!) < 2.5) through++
    }
    expect(through).toBe(0)
  })

  it('climbs the stairs to the wall walk and the steps of the temple', () => {
    const { things, meshes } = town
    const find = (name: string) => {
      for (let i = 0; i < things.count; i++) if (meshes[things.mesh[i]!]!.name === name) return i
      throw new Error(`no ${name}`)
    }
    const climb = (i: number, from: [number, number], to: [number, number]) => {
      const [x, y, z] = things.position.subarray(i * 3, i * 3 + 3) as unknown as [number, number, number]
      const [c, s] = [Math.cos(things.yaw[i]!), Math.sin(things.yaw[i]!)]
      let feet = y + 0.2
      const out = { x: 0, z: 0 }
      for (let t = 0; t <= 1; t += 0.01) {
        const lx = from[0] + (to[0] - from[0]) * t
        const lz = from[1] + (to[1] - from[1]) * t
        const px = x + lx * c + lz * s
        const pz = z - lx * s + lz * c
        collision.collide(px, pz, 0.2, out, feet)
        expect(Math.hypot(out.x - px, out.z - pz)).toBeLessThan(0.05)
        const next = town.floorHeight(px, pz, feet)
        expect(next - feet).toBeLessThanOrEqual(STEP_UP + 1e-6)
        feet = next
      }
      return feet - y
    }
    expect(climb(find('stairs'), [-7.4, 0], [7.4, 0])).toBeGreaterThan(8.7)
    expect(climb(find('temple'), [4, 24], [4, 19.1])).toBeGreaterThan(1.3)
  })
})

describe(`cameras and routes of seed ${SEED}`, () => {
  it('has the poses of the design, outside of walls and above the ground', () => {
    for (const name of ['street', 'market', 'wall', 'above', 'inn', 'gate', 'start']) {
      const pose = town.cameras[name]!
      expect(pose, name).toBeDefined()
      expect(pose.y).toBeGreaterThan(town.groundHeight(pose.x, pose.z) + 1)
    }
  })

  it.each(['street', 'market', 'wall', 'gate', 'flight'])(
    '%s: smooth, above the ground, off the walls',
    (name) => {
      const route = town.routes[name]!
      const pose = { x: 0, y: 0, z: 0, yaw: 0, pitch: 0 }
      const before = { ...sampleRoute(route, 0, pose) }
      expect(route.seconds).toBeGreaterThan(15)
      let blocked = 0
      let samples = 0
      for (let seconds = 0; seconds <= route.seconds; seconds += 1 / 20) {
        sampleRoute(route, seconds, pose)
        expect(pose.y).toBeGreaterThan(town.groundHeight(pose.x, pose.z) + 1)
        expect(Math.hypot(pose.x - before.x, pose.y - before.y, pose.z - before.z)).toBeLessThan(1.6)
        expect(Math.abs(pose.yaw - before.yaw)).toBeLessThan(0.2)
        if (name !== 'flight' && name !== 'wall') {
          samples++
          if (town.collision.blocked(pose.x, pose.z, 0.2)) blocked++
        }
        Object.assign(before, pose)
      }
      expect(blocked).toBeLessThanOrEqual(samples * 0.01)
    },
  )
})

/** Height of the highest triangle over or under (x, z): of the terrain's finest level and all tiles on it. */
function dropOnto(t: Town, x: number, z: number): number {
  let top = sampleHeight(t.terrain, x, z)
  for (const { data, box } of [...t.paving, ...t.country]) {
    if (x < box[0] || x > box[3] || z < box[2] || z > box[5]) continue
    const { positions: p, indices } = data
    for (let i = 0; i < indices.length; i += 3) {
      const [a, b, c] = [indices[i]! * 3, indices[i + 1]! * 3, indices[i + 2]! * 3]
      const d = (p[b + 2]! - p[c + 2]!) * (p[a]! - p[c]!) + (p[c]! - p[b]!) * (p[a + 2]! - p[c + 2]!)
      if (Math.abs(d) < 1e-9) continue
      const u = ((p[b + 2]! - p[c + 2]!) * (x - p[c]!) + (p[c]! - p[b]!) * (z - p[c + 2]!)) / d
      const v = ((p[c + 2]! - p[a + 2]!) * (x - p[c]!) + (p[a]! - p[c]!) * (z - p[c + 2]!)) / d
      if (u < -1e-6 || v < -1e-6 || u + v > 1 + 1e-6) continue
      top = Math.max(top, u * p[a + 1]! + v * p[b + 1]! + (1 - u - v) * p[c + 1]!)
    }
  }
  return top
}

/** FNV-1a over every array of the town. */
function fingerprint(t: Town): number {
  let hash = 0x811c9dc5
  const add = (a: ArrayBufferView) => {
    const bytes = new Uint8Array(a.buffer, a.byteOffset, a.byteLength)
    for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193) >>> 0
  }
  const addAll = (o: object) => {
    for (const value of Object.values(o)) if (ArrayBuffer.isView(value)) add(value)
  }
  for (const { data, far } of t.meshes) {
    addAll(data)
    if (far) addAll(far)
  }
  for (const { data } of [...t.paving, ...t.country]) addAll(data)
  add(t.terrain.samples)
  addAll(t.cover)
  addAll(t.water.data)
  addAll(t.things)
  addAll(t.people)
  addAll(t.streetGraph)
  for (const route of Object.values(t.routes)) add(route.keys)
  add(new TextEncoder().encode(JSON.stringify(t.cameras)))
  return hash
}
