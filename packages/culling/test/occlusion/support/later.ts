/** Whether an eroded picture stays true while the eye and the boxes move. */
import {
  addBoxOccluder,
  beginOcclusion,
  createOcclusionBuffer,
  type OcclusionBuffer,
  testBoxes,
} from '../../../src/occlusion/index.js'
import { between, pick, type Random, randomCamera, type Vec3 } from './cameras.js'
import type { Verdict } from './judge.js'
import { blocked, boxSolid, type Solid } from './oracle.js'
import { SHAPES } from './scenes.js'
import type { Shape } from './shapes.js'
import { randomTown } from './town.js'

export type Scene = { solids: Solid[]; boxes: Float32Array; add(b: OcclusionBuffer): void; eye: Vec3 }

export function townScene(random: Random): Scene {
  const at = random() < 0.3 ? ([30_000, 0, 20_000] as const) : ([0, 0, 0] as const)
  const town = randomTown(random, at, 500)
  const side = () => between(random, -town.extent, town.extent)
  return {
    solids: town.houses.map(boxSolid),
    boxes: town.boxes,
    eye: [at[0] + side(), at[1] + between(random, 0.5, 8), at[2] + side()],
    add: (b) => {
      for (const house of town.houses) addBoxOccluder(b, house)
    },
  }
}

export function shapeScene(random: Random): Scene {
  const eye: Vec3 = [between(random, -5, 5), between(random, -5, 5), between(random, -5, 5)]
  const shapes: Shape[] = []
  for (let i = 0; i < 8; i++) {
    const make = pick(random, Object.values(SHAPES))
    const centre: Vec3 = [
      eye[0] + between(random, -40, 40),
      eye[1] + between(random, -10, 10),
      eye[2] + between(random, -40, 40),
    ]
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

const out = new Uint8Array(4096)

/** One picture with a random erosion, held against `tries` later eyes and box places for every box that is called hidden. */
export function judgeLater(
  random: Random,
  scene: Scene,
  tries: number,
  verdict: Verdict,
  name: string,
): void {
  const epsilon = pick(random, [0.05, 0.25, 0.5, 1])
  const { eye, solids, boxes } = scene
  const lens = randomCamera(
    random,
    eye,
    between(random, -3, 3),
    between(random, -0.4, 0.3),
    random() < 0.3 ? between(random, -3, 3) : 0,
  )
  const b = createOcclusionBuffer({ width: 256, height: 128 })
  beginOcclusion(b, lens.matrix, {
    clipDepth: lens.clipDepth,
    erosion: epsilon,
    guardBand: pick(random, [1, 1.2, 2]),
  })
  scene.add(b)
  const count = boxes.length / 6
  verdict.pairs += count
  verdict.hidden += testBoxes(b, boxes, count, out)
  const [left, right, bottom, top] = lens.sides
  // The later view is turned anyhow: what lies nearer than the corner of a near plane may be cut away.
  const corner = lens.near * Math.hypot(1, Math.max(-left, right), Math.max(-bottom, top))
  for (let i = 0; i < count; i++) {
    if (out[i] === 0) continue
    const seen = seenLater(random, solids, eye, corner, boxes, 6 * i, epsilon, tries)
    if (seen) verdict.falseHides.push(`${name}, erosion ${epsilon}, box ${i}: ${seen}`)
  }
}

function seenLater(
  random: Random,
  solids: readonly Solid[],
  eye: Vec3,
  near: number,
  box: ArrayLike<number>,
  at: number,
  epsilon: number,
  tries: number,
): string | null {
  const last = { solid: -1 }
  for (let k = 0; k < tries; k++) {
    const moved = inBall(random, epsilon)
    const carried = inBall(random, epsilon)
    const corner = random() < 0.5
    const o: number[] = []
    const q: number[] = []
    for (let a = 0; a < 3; a++) {
      const s = corner ? Math.round(random()) : random()
      o.push(eye[a]! + moved[a]!)
      q.push(box[at + a]! * (1 - s) + box[at + 3 + a]! * s + carried[a]!)
    }
    const d = [q[0]! - o[0]!, q[1]! - o[1]!, q[2]! - o[2]!] as const
    const distance = Math.hypot(...d)
    if (distance <= near) continue
    if (!blocked(solids, o[0]!, o[1]!, o[2]!, ...d, near / distance, last))
      return `the eye at (${o.join(', ')}) sees (${q.join(', ')})`
  }
  return null
}
