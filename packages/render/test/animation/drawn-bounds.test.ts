import { columns, propagateTransforms, setPosition, tickTo } from '@sightline/core'
import { Bounds, cullingSystems } from '@sightline/culling'
import {
  animationStats,
  catchUp,
  createMaterial,
  createMesh,
  createRig,
  crossFade,
  renderSystems,
  setAnimationSource,
  setAnimator,
  setClip,
  setRenderable,
} from '@sightline/render'
import { expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { renderState } from '../../src/state.js'
import { createCrowd } from './support/people.js'
import { createRandomModel, type RandomModel } from './support/random-model.js'

const PEOPLE = 24

/** Where the pose at a texel has a vertex: by the rows of matrices as they are sent. */
function posed({ mesh }: RandomModel, floats: Float32Array, texel: number, v: number): number[] {
  const { positions, skin, morphs } = mesh
  const p = [0, 1, 2].map((k) =>
    morphs!.reduce(
      (sum, deltas, m) => sum + floats[texel * 4 + m]! * deltas[v * 3 + k]!,
      positions[v * 3 + k]!,
    ),
  )
  const out = [0, 0, 0]
  for (let i = v * 4; i < v * 4 + 4; i++) {
    const at = texel * 4 + 4 + skin!.joints[i]! * 12
    for (let row = 0; row < 3; row++) {
      const o = at + row * 4
      const value = floats[o]! * p[0]! + floats[o + 1]! * p[1]! + floats[o + 2]! * p[2]! + floats[o + 3]!
      out[row] = out[row]! + (value * skin!.weights[i]!) / 255
    }
  }
  return out
}

it.each([1, 2, 3])(
  'what is drawn lies within the bounds that it was culled by, whatever it plays (seed %i)',
  (seed) => {
    const random = createRandom(seed)
    const { world, people } = createCrowd(PEOPLE)
    const model = createRandomModel(random)
    const names = model.rig.clips.map(({ name }) => name)
    const rig = createRig(world, { ...model.rig, detail: { reduced: 20, shared: 40 } })
    const mesh = createMesh(world, model.mesh)
    const material = createMaterial(world, { kind: 'opaque' })
    people.forEach((eid, i) => {
      setPosition(world, eid, (i % 6) - 3, 0, -8 - i * 2)
      setRenderable(world, eid, { mesh, material })
      setAnimator(world, eid, { rig })
    })
    const due: number[] = []
    setAnimationSource(world, () => ({ ids: due, count: due.length }))
    const { center, halfExtents } = columns(world, Bounds)
    const seen = { full: 0, reduced: 0, shared: 0 }
    const vertices = model.mesh.positions.length / 3
    for (let frame = 0; frame < 240; frame++) {
      due.length = 0
      for (const eid of people) if (random() < 0.4) due.push(eid)
      const who = people[Math.floor(random() * PEOPLE)]!
      const clip = names[Math.floor(random() * 2)]!
      if (random() < 0.3) setClip(world, who, clip, { offset: random() })
      else if (random() < 0.6) crossFade(world, who, clip, 0.05 + random() * 0.5, { offset: random() })
      else catchUp(world, who)
      tickTo(world, frame / 60)
      propagateTransforms(world)
      for (const system of cullingSystems) system(world)
      const [middles, halves] = [center.slice(), halfExtents.slice()]
      for (const system of renderSystems) system(world)

      const stats = animationStats(world)
      for (const field of ['full', 'reduced', 'shared'] as const) seen[field] += stats[field]
      const { animation, views } = renderState(world)
      const { list, poseRefs } = views[0]!
      const { floats } = animation.crowd!.poses
      expect(list.count).toBe(PEOPLE)
      expect(poseRefs.count).toBe(PEOPLE)
      for (let i = 0; i < list.count; i++) {
        const eid = list.eids[i]!
        const [first, second, share] = poseRefs.floats.subarray(i * 4, i * 4 + 3) as unknown as number[]
        for (let v = frame % 7; v < vertices; v += 7) {
          const a = posed(model, floats, first!, v)
          const b = share! > 0 ? posed(model, floats, second!, v) : a
          for (let k = 0; k < 3; k++) {
            const off = Math.abs(a[k]! + (b[k]! - a[k]!) * share! - middles[eid * 3 + k]!)
            if (off > halves[eid * 3 + k]! + 1e-4)
              expect.fail(`${off} of ${halves[eid * 3 + k]} (frame ${frame})`)
          }
        }
      }
    }
    expect(Math.min(seen.full, seen.reduced, seen.shared)).toBeGreaterThan(100)
  },
)
