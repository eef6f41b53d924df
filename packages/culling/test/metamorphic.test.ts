import { createWorld, setTransform, spawn, Transform, type World } from '@sightline/core'
import { Bounds, loadKernels, setBox, setPerspective, setupCulling, View, visible } from '@sightline/culling'
import { beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../../../test/support/random.js'
import { viewState } from '../src/state.js'
import { randomRotation, stepFrame } from './support/game.js'

beforeAll(() => loadKernels())

type Quaternion = readonly [number, number, number, number]
type Scene = { boxes: number[][]; places: number[][]; cameras: { place: number[]; turn: Quaternion }[] }

function makeScene(seed: number, count: number): Scene {
  const random = createRandom(seed)
  const spread = (size: number) => (random() - 0.5) * size
  return {
    boxes: Array.from({ length: count }, () => {
      const half = [random() ** 3 * 6, random() ** 3 * 6, random() ** 3 * 6]
      return [...half.map((h) => -h), ...half]
    }),
    places: Array.from({ length: count }, () => [spread(300), spread(60), spread(300)]),
    cameras: Array.from({ length: 8 }, () => ({
      place: [spread(300), spread(60), spread(300)],
      turn: randomRotation(random),
    })),
  }
}

type Change = {
  order?: number[]
  offset?: readonly [number, number, number]
  /** A quarter turn about y: boxes stay boxes. */
  quarter?: boolean
  kernels?: 'auto' | 'typescript'
}

/** For each camera the numbers of the boxes in its list, with how far each is from its limit. */
function look(scene: Scene, { order, offset = [0, 0, 0], quarter = false, kernels = 'auto' }: Change = {}) {
  const world: World = createWorld({ capacity: scene.boxes.length + 100 })
  setupCulling(world, { kernels })
  const turn = (p: number[]) => (quarter ? [p[2]!, p[1]!, -p[0]!] : p)
  const shift = (p: number[]) => p.map((v, i) => v + offset[i]!) as [number, number, number]
  const numbers = new Map<number, number>()
  for (const i of order ?? scene.boxes.map((_, i) => i)) {
    const eid = spawn(world, Transform, Bounds)
    numbers.set(eid, i)
    const [x, y, z, X, Y, Z] = scene.boxes[i] as [number, number, number, number, number, number]
    if (quarter) setBox(world, eid, z, y, -X, Z, Y, -x)
    else setBox(world, eid, x, y, z, X, Y, Z)
    setTransform(world, eid, ...shift(turn(scene.places[i]!)), 0, 0, 0, 1)
  }
  const views = scene.cameras.map(({ place, turn: [x, y, z, w] }) => {
    const view = spawn(world, Transform, View)
    const c = Math.SQRT1_2
    // A quarter turn about y, then the camera's own.
    const q: Quaternion = quarter
      ? [c * x + c * z, c * y + c * w, c * z - c * x, c * w - c * y]
      : [x, y, z, w]
    setTransform(world, view, ...shift(turn(place)), ...q)
    setPerspective(world, view, { fovY: 1, aspect: 1.6, near: 0.1, far: 200 })
    return view
  })
  stepFrame(world)
  const lists = views.map((view) => {
    const { ids, count } = visible(world, view)
    return Array.from(ids.slice(0, count), (eid) => numbers.get(eid)!)
  })
  return { world, views, numbers, lists }
}

/** Boxes that only one of two lists has must lie within rounding of a plane. */
function expectSame(scene: Scene, a: number[][], b: number[][], tolerance: number, label: string): void {
  let both = 0
  a.forEach((list, camera) => {
    const [one, other] = [new Set(list), new Set(b[camera])]
    const odd = [...one].filter((i) => !other.has(i)).concat([...other].filter((i) => !one.has(i)))
    both += one.size
    for (const i of odd) {
      const slack = slackOf(scene, camera, i)
      if (slack > tolerance)
        expect.fail(`${label}: camera ${camera}: box ${i} differs, ${slack} m from its limit`)
    }
  })
  expect(both, `${label}: something must be seen`).toBeGreaterThan(20)
}

/** How near a box is to the limit of what a camera sees, from a fresh world. */
function slackOf(scene: Scene, camera: number, i: number): number {
  const { world, views } = look({ ...scene, boxes: [scene.boxes[i]!], places: [scene.places[i]!] })
  const { planes, planeCount } = viewState(world, views[camera]!, 'slackOf')
  let worst = Infinity
  for (let p = 0; p < planeCount; p++) {
    let sum = planes[p * 4 + 3]!
    for (let axis = 0; axis < 3; axis++) {
      const n = planes[p * 4 + axis]!
      sum += n * (scene.places[i]![axis]! + scene.boxes[i]![n > 0 ? axis + 3 : axis]!)
    }
    worst = Math.min(worst, sum)
  }
  return Math.abs(worst)
}

describe('what must not change the answer', () => {
  for (const seed of [41, 42, 43]) {
    const scene = makeScene(seed, 1500)

    it(`WASM and TypeScript kernels give the same ids in the same order (seed ${seed})`, () => {
      expect(look(scene, { kernels: 'typescript' }).lists).toEqual(look(scene).lists)
    })

    it(`the order of insertion (seed ${seed})`, () => {
      const random = createRandom(seed)
      const order = scene.boxes.map((_, i) => i)
      for (let i = order.length - 1; i > 0; i--) {
        const j = Math.floor(random() * (i + 1))
        ;[order[i], order[j]] = [order[j]!, order[i]!]
      }
      const sorted = (lists: number[][]) => lists.map((list) => [...list].sort((a, b) => a - b))
      expect(sorted(look(scene, { order }).lists)).toEqual(sorted(look(scene).lists))
    })

    it(`turning world and camera together (seed ${seed})`, () => {
      expectSame(scene, look(scene).lists, look(scene, { quarter: true }).lists, 1e-3, 'quarter turn')
    })

    it(`an offset of 45 km (seed ${seed})`, () => {
      const moved = look(scene, { offset: [45_000, 0, -45_000] })
      expectSame(scene, look(scene).lists, moved.lists, 0.05, 'offset')
    })
  }
})
