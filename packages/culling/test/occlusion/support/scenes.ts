/** Whole questions for the judge: a seeded scene, a view of it, and how its occluders are handed in. */
import { addBoxOccluder, createOcclusionBuffer } from '../../../src/occlusion/index.js'
import { between, type Camera, pick, type Random, randomCamera, type Vec3 } from './cameras.js'
import type { Question } from './judge.js'
import { boxSolid } from './oracle.js'
import { randomBox, randomHeights, randomHull, randomPrism, type Shape } from './shapes.js'
import type { Town } from './town.js'

const SIZES = [
  [256, 128],
  [256, 128],
  [128, 72],
  [64, 64],
  [512, 256],
  [200, 96],
  [8, 8],
] as const

const newBuffer = (random: Random) => {
  const [width, height] = pick(random, SIZES)
  return createOcclusionBuffer({ width, height })
}

/** An eye in a street, high above, or within millimetres of a wall; rolled or looking straight up or down now and then. */
export function randomEye(
  random: Random,
  town: Town,
  at: Vec3,
): { eye: Vec3; yaw: number; pitch: number; roll: number } {
  const yaw = between(random, -Math.PI, Math.PI)
  const pitch = random() < 0.05 ? pick(random, [Math.PI / 2, -Math.PI / 2]) : between(random, -0.6, 0.4)
  const roll = random() < 0.3 ? between(random, -3, 3) : 0
  if (random() < 0.25) {
    const m = pick(random, town.houses)
    const gap = 10 ** between(random, -3.5, -0.3)
    const half = (random() < 0.5 ? 1 : -1) * (0.5 + gap / Math.hypot(m[0]!, m[2]!))
    const along = between(random, -0.5, 0.5)
    const y = at[1] + between(random, 0.5, 4)
    return {
      eye: [m[12]! + half * m[0]! + along * m[8]!, y, m[14]! + half * m[2]! + along * m[10]!],
      yaw,
      pitch,
      roll,
    }
  }
  const height = random() < 0.75 ? between(random, 0.5, 4) : between(random, 4, 50)
  const side = () => between(random, -town.extent, town.extent)
  return { eye: [at[0] + side(), at[1] + height, at[2] + side()], yaw, pitch, roll }
}

/** Views of one town; `doubles`: the matrix is given in doubles. */
export function townQuestion(
  random: Random,
  town: Town,
  at: Vec3,
  doubles: boolean,
  points: number,
  name: string,
): Question {
  const b = newBuffer(random)
  const { eye, yaw, pitch, roll } = randomEye(random, town, at)
  const camera = randomCamera(random, eye, yaw, pitch, roll, 0.15)
  const far = (m: Float32Array) => Math.hypot(m[12]! - eye[0], m[13]! - eye[1], m[14]! - eye[2])
  const nearest = town.houses.map((m) => [far(m), m] as const).sort((p, q) => p[0] - q[0])
  return {
    b,
    camera,
    matrix: doubles ? camera.matrix : Float32Array.from(camera.matrix),
    solids: nearest.map(([, m]) => boxSolid(m)),
    boxes: town.boxes,
    draw: () => {
      for (const [, m] of nearest) addBoxOccluder(b, m)
    },
    points,
    random,
    name,
  }
}

/** Boxes at all distances along the view, most of them behind what stands there. */
export function boxesAhead(random: Random, camera: Camera, count: number): Float32Array {
  const boxes = new Float32Array(6 * count)
  for (let i = 0; i < count; i++) {
    const distance = 2 ** between(random, 0, 9)
    const size = distance * 10 ** between(random, -3, -0.7)
    for (let k = 0; k < 3; k++) {
      const c = camera.eye[k]! + distance * (camera.forward[k]! + between(random, -0.7, 0.7))
      const h = size * random()
      boxes[6 * i + k] = c - h
      boxes[6 * i + 3 + k] = c + h
    }
  }
  return boxes
}

export const SHAPES: Record<string, (random: Random, centre: Vec3, size: number) => Shape> = {
  box: randomBox,
  prism: randomPrism,
  hull: randomHull,
  heightfield: randomHeights,
}

/** A few random shapes of one kind round an eye. */
export function shapeQuestion(
  random: Random,
  kind: string,
  at: Vec3,
  doubles: boolean,
  points: number,
  name: string,
): Question {
  const eye: Vec3 = [
    at[0] + between(random, -5, 5),
    at[1] + between(random, -5, 5),
    at[2] + between(random, -5, 5),
  ]
  const roll = random() < 0.5 ? 0 : between(random, -3, 3)
  const camera = randomCamera(random, eye, between(random, -3, 3), between(random, -1.5, 1.5), roll, 0.25)
  const ground = kind === 'heightfield'
  const shapes: Shape[] = []
  for (let i = 0; i < (ground ? 1 : 6); i++) {
    const distance = 2 ** between(random, ground ? 3 : 0, 7)
    const centre: number[] = []
    for (let k = 0; k < 3; k++) {
      centre.push(
        eye[k]! + distance * (camera.forward[k]! + (ground && k === 1 ? 0 : between(random, -0.5, 0.5))),
      )
    }
    shapes.push(SHAPES[kind]!(random, centre as unknown as Vec3, distance * between(random, 0.2, 0.8)))
  }
  const b = newBuffer(random)
  return {
    b,
    camera,
    matrix: doubles ? camera.matrix : Float32Array.from(camera.matrix),
    solids: shapes.map(({ solid }) => solid),
    boxes: boxesAhead(random, camera, 250),
    draw: () => {
      for (const shape of shapes) shape.add(b)
    },
    points,
    random,
    name,
  }
}
