import { createWorld, propagateTransforms, setPosition, spawn, Transform, tickTo } from '@sightline/core'
import {
  Bounds,
  cullingSystems,
  loadKernels,
  setPerspective,
  setUpdateRate,
  setupCulling,
  UpdateRate,
  View,
} from '@sightline/culling'
import {
  AnimationUpdates,
  Animator,
  animationStats,
  createMaterial,
  createMesh,
  createRig,
  crossFade,
  Renderable,
  renderSystems,
  setAnimationSource,
  setAnimator,
  setRenderable,
  setRenderView,
  setupRender,
} from '@sightline/render'
import { expect, it } from 'vitest'
import { measureHeap } from '../../../../test/support/heap.js'
import { createRandom } from '../../../../test/support/random.js'
import { lookFrom } from '../support/frame.js'
import { postAndArm } from './support/people.js'

const PEOPLE = 3000
const WARM_UP = 1500
const FRAMES = 200
/** Bytes of all frames that are kept. */
const KEPT = 64 * 1024
/** Some five hundred have a turn in a frame: a number on the heap for each would be 8 kB. */
const MADE = 2048

it('3,000 people make no garbage in a steady frame, walking, resting and fading (seed 8)', async () => {
  await loadKernels()
  const random = createRandom(8)
  const world = createWorld({ capacity: PEOPLE + 20 })
  setupCulling(world)
  setupRender(world)
  const data = postAndArm()
  const rig = createRig(world, data.rig)
  const mesh = createMesh(world, data.mesh)
  const material = createMaterial(world, { kind: 'opaque' })
  const clips = ['raise', 'walk', 'down']
  const people = Array.from({ length: PEOPLE }, (_, i) => {
    const eid = spawn(world, Transform, Bounds, Renderable, Animator, UpdateRate)
    setPosition(world, eid, (random() - 0.5) * 300, 0, (random() - 0.5) * 300)
    setRenderable(world, eid, { mesh, material })
    setAnimator(world, eid, { rig, clip: clips[i % 3]!, offset: random() })
    setUpdateRate(world, eid, AnimationUpdates)
    return eid
  })
  setAnimationSource(world, AnimationUpdates)
  const camera = spawn(world, Transform, View)
  setPerspective(world, camera, { fovY: 1, near: 0.1, far: 150 })
  setRenderView(world, camera)
  let step = 0
  const most = { full: 0, reduced: 0, shared: 0, unseen: 0 }
  const options = { speed: 1 }
  const frame = (): void => {
    tickTo(world, ++step / 60)
    const eid = people[step % PEOPLE]!
    crossFade(world, eid, step % 3, 0.3, options)
    propagateTransforms(world)
    for (let i = 0; i < cullingSystems.length; i++) cullingSystems[i]!(world)
    for (let i = 0; i < renderSystems.length; i++) renderSystems[i]!(world)
  }
  lookFrom(world, camera, [0, 4, 20], [10, 0, -40])
  for (let i = 0; i < WARM_UP; i++) {
    frame()
    const stats = animationStats(world)
    for (const field of ['full', 'reduced', 'shared', 'unseen'] as const) {
      most[field] = Math.max(most[field], stats[field])
    }
  }
  expect(Math.min(...Object.values(most))).toBeGreaterThan(10)
  const grown = measureHeap(FRAMES, frame, { kept: KEPT, made: MADE })
  expect(grown.kept).toBeLessThan(KEPT)
  expect(grown.made).toBeLessThan(MADE)
  expect(grown.buffers).toBe(0)
}, 60_000)
