import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { addBoxOccluder, beginOcclusion, createOcclusionBuffer, loadKernels, testBoxes } from '../../src/occlusion/index.js'
import { between, pick, randomCamera, type Random, type Vec3 } from './support/cameras.js'
import { blocked, boxSolid, type Solid } from './support/oracle.js'
import { randomBox, randomHeights, randomHull, randomPrism, type Shape } from './support/shapes.js'
import { randomTown } from './support/town.js'

await loadKernels()

function inBall(random: Random, radius: number): Vec3 {
  for (;;) {
    const v: Vec3 = [between(random, -1, 1), between(random, -1, 1), between(random, -1, 1)]
    const length = Math.hypot(...v)
    if (length > 1 || length === 0) continue
    // Mostly as far as allowed.
    const r = random() < 0.7 ? radius / length : radius
    return [v[0] * r, v[1] * r, v[2] * r]
  }
}

/**
 * A point of the moved box that the moved eye sees, or null. The later view is turned anyhow, so every direction counts; what a near plane
 * could cut away does not count as standing in the way.
 */
function seenLater(random: Random, solids: readonly Solid[], eye: Vec3, near: number, box: ArrayLike<number>, at: number, epsilon: number, tries: number): string | null {
  const last = { solid: -1 }
  for (let k = 0; k < tries; k++) {
    const de = inBall(random, epsilon)
    const db = inBall(random, epsilon)
    const o: Vec3 = [eye[0] + de[0], eye[1] + de[1], eye[2] + de[2]]
    const corner = random() < 0.5
    const q = [0, 1, 2].map((a) => {
      const s = corner ? Math.round(random()) : random()
      return box[at + a]! * (1 - s) + box[at + 3 + a]! * s + db[a]!
    }) as unknown as Vec3
    const d: Vec3 = [q[0] - o[0], q[1] - o[1], q[2] - o[2]]
    const distance = Math.hypot(...d)
    if (distance <= near) continue
    if (!blocked(solids, ...o, ...d, near / distance, last)) return `eye ${o.join(', ')} sees (${q.join(', ')})`
  }
  return null
}

type Scene = { solids: Solid[]; boxes: Float32Array; add(b: ReturnType<typeof createOcclusionBuffer>): void; eye: Vec3 }

function townScene(random: Random): Scene {
  const at = random() < 0.3 ? ([30_000, 0, 20_000] as const) : ([0, 0, 0] as const)
  const town = randomTown(random, at, 500)
  const eye: Vec3 = [at[0] + between(random, -town.extent, town.extent), at[1] + between(random, 0.5, 8), at[2] + between(random, -town.extent, town.extent)]
  return {
    solids: town.houses.map(boxSolid),
    boxes: town.boxes,
    eye,
    add: (b) => {
      for (const house of town.houses) addBoxOccluder(b, house)
    },
  }
}

function shapeScene(random: Random): Scene {
  const eye: Vec3 = [between(random, -5, 5), between(random, -5, 5), between(random, -5, 5)]
  const shapes: Shape[] = []
  for (let i = 0; i < 8; i++) {
    const make = pick(random, [randomBox, randomPrism, randomHull, randomHeights])
    const centre: Vec3 = [eye[0] + between(random, -40, 40), eye[1] + between(random, -10, 10), eye[2] + between(random, -40, 40)]
    shapes.push(make(random, centre, between(random, 4, 20)))
  }
  const boxes = new Float32Array(6 * 500)
  for (let i = 0; i < 500; i++) {
    const size = between(random, 0.1, 3)
    for (let k = 0; k < 3; k++) {
      const c = eye[k]! + between(random, -90, 90) * (k === 1 ? 0.3 : 1)
      boxes[6 * i + k] = c - size
      boxes[6 * i + 3 + k] = c + size * random()
    }
  }
  return {
    solids: shapes.map(({ solid }) => solid),
    boxes,
    eye,
    add: (b) => {
      for (const shape of shapes) shape.add(b)
    },
  }
}

describe.each([
  ['a town', townScene, 60],
  ['boxes, prisms, hulls and heightfields', shapeScene, 60],
] as const)('an eroded picture of %s', (_, make, views) => {
  it.each([1, 2])('stays true while the eye and the boxes move by up to the erosion and the view turns, seed %i', (seed) => {
    const random = createRandom(1000 + seed)
    const out = new Uint8Array(2000)
    const wrong: string[] = []
    let hidden = 0
    for (let view = 0; view < views; view++) {
      const scene = make(random)
      const epsilon = pick(random, [0.05, 0.25, 0.5, 1])
      const lens = randomCamera(random, scene.eye, between(random, -3, 3), between(random, -0.4, 0.3), random() < 0.3 ? between(random, -3, 3) : 0)
      const b = createOcclusionBuffer({ width: 256, height: 128 })
      beginOcclusion(b, lens.matrix, { clipDepth: lens.clipDepth, erosion: epsilon, guardBand: pick(random, [1, 1.2, 2]) })
      scene.add(b)
      const count = scene.boxes.length / 6
      hidden += testBoxes(b, scene.boxes, count, out)
      const [left, right, bottom, top] = lens.sides
      const corner = lens.near * Math.hypot(1, Math.max(-left, right), Math.max(-bottom, top))
      for (let i = 0; i < count; i++) {
        if (out[i] === 0) continue
        const seen = seenLater(random, scene.solids, scene.eye, corner, scene.boxes, 6 * i, epsilon, 60)
        if (seen) wrong.push(`seed ${seed}, view ${view}, erosion ${epsilon}, box ${i}: ${seen}`)
      }
    }
    expect(wrong.slice(0, 5)).toEqual([])
    expect(hidden).toBeGreaterThan(300)
  })
})
