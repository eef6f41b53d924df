import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { createOcclusionBuffer, loadKernels, occlusionStats } from '../../src/occlusion/index.js'
import { between, pick, randomCamera, type Random, type Vec3 } from './support/cameras.js'
import { createVerdict, judge } from './support/judge.js'
import { randomBox, randomHeights, randomHull, randomPrism, type Shape } from './support/shapes.js'

await loadKernels()

const KINDS: Record<string, (random: Random, centre: Vec3, size: number) => Shape> = {
  box: randomBox,
  prism: randomPrism,
  hull: randomHull,
  heightfield: randomHeights,
}

/** Boxes at all distances along the view, most of them behind the shapes. */
function boxesBehind(random: Random, eye: Vec3, forward: Vec3, count: number): Float32Array {
  const boxes = new Float32Array(6 * count)
  for (let i = 0; i < count; i++) {
    const distance = 2 ** between(random, 0, 9)
    const size = distance * 10 ** between(random, -3, -0.7)
    for (let k = 0; k < 3; k++) {
      const c = eye[k]! + distance * (forward[k]! + between(random, -0.7, 0.7))
      const h = size * random()
      boxes[6 * i + k] = c - h
      boxes[6 * i + 3 + k] = c + h
    }
  }
  return boxes
}

describe.each(Object.keys(KINDS))('random occluders: %s', (kind) => {
  it.each([
    [1, [0, 0, 0]],
    [2, [31_000, -20, 33_000]],
  ] as const)('hide nothing that a ray reaches, seed %i', (seed, at) => {
    const verdict = createVerdict()
    let drawn = 0
    const random = createRandom(seed * 7919 + kind.length)
    for (let view = 0; view < 60; view++) {
      const eye: Vec3 = [at[0] + between(random, -5, 5), at[1] + between(random, -5, 5), at[2] + between(random, -5, 5)]
      const lens = randomCamera(random, eye, between(random, -3, 3), between(random, -1.5, 1.5), random() < 0.5 ? 0 : between(random, -3, 3), 0.25)
      const shapes: Shape[] = []
      for (let i = 0; i < (kind === 'heightfield' ? 1 : 6); i++) {
        const distance = 2 ** between(random, kind === 'heightfield' ? 3 : 0, 7)
        const side = () => between(random, -0.5, 0.5)
        const centre = eye.map((v, k) => v + distance * (lens.forward[k]! + (kind === 'heightfield' && k === 1 ? 0 : side()))) as unknown as Vec3
        shapes.push(KINDS[kind]!(random, centre, distance * between(random, 0.2, 0.8)))
      }
      const [width, height] = pick(random, [[256, 128], [64, 64], [512, 256], [96, 200]])
      const b = createOcclusionBuffer({ width: width!, height: height! })
      judge(
        {
          b,
          camera: lens,
          matrix: seed === 2 ? lens.matrix : Float32Array.from(lens.matrix),
          solids: shapes.map(({ solid }) => solid),
          boxes: boxesBehind(random, eye, lens.forward, 250),
          draw: () => {
            for (const shape of shapes) shape.add(b)
          },
          points: 60,
          random,
          name: `${kind}, seed ${seed}, view ${view}`,
        },
        verdict,
      )
      drawn += occlusionStats(b).drawn
    }
    expect(verdict.falseHides.slice(0, 5)).toEqual([])
    expect(drawn).toBeGreaterThan(30)
    expect(verdict.hidden).toBeGreaterThan(verdict.pairs * 0.03)
  })
})
