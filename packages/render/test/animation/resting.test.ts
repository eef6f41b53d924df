import {
  columns,
  createWorld,
  propagateTransforms,
  setPosition,
  setRotation,
  spawn,
  Transform,
  tickTo,
  type World,
  WorldMatrix,
} from '@sightline/core'
import {
  Bounds,
  CullReasons,
  candidates,
  cullingSystems,
  cullViews,
  due,
  isSeen,
  setPerspective,
  setUpdateRate,
  setupCulling,
  UpdateRate,
  View,
} from '@sightline/culling'
import {
  AnimationUpdates,
  Animator,
  animationEventName,
  animationEvents,
  animationStats,
  catchUp,
  clipOf,
  createMaterial,
  createMesh,
  createRig,
  crossFade,
  Renderable,
  renderSystems,
  setAnimationSource,
  setAnimator,
  setClip,
  setRenderable,
  setRenderView,
  setupRender,
} from '@sightline/render'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { POSE_ROW } from '../../src/animation/pose-store.js'
import { renderState } from '../../src/state.js'
import { lookFrom } from '../support/frame.js'
import { postAndArm } from './support/people.js'

const PEOPLE = 80
const SIDE = 90
/** 60 s at 60 a second, and one frame in which everyone has a turn. */
const FRAMES = 3600
/** Metres a second of the clip 'walk', at the fastest. */
const FASTEST = 2 * 1.5

type Town = { world: World; camera: number; people: number[]; frame: (number: number) => void }

/** People on a square, the eastern third of which stands behind a wall for whoever looks. */
function createTown(seed: number): Town {
  const random = createRandom(seed)
  const world = createWorld({ capacity: PEOPLE + 20 })
  setupCulling(world)
  setupRender(world)
  const data = postAndArm()
  const rig = createRig(world, { ...data.rig, detail: { reduced: 20, shared: 35 } })
  const mesh = createMesh(world, data.mesh)
  const material = createMaterial(world, { kind: 'opaque' })
  const people = Array.from({ length: PEOPLE }, (_, i) => {
    const eid = spawn(world, Transform, Bounds, Renderable, Animator, UpdateRate)
    setPosition(world, eid, (random() - 0.5) * SIDE, 0, (random() - 0.5) * SIDE)
    setRenderable(world, eid, { mesh, material })
    setAnimator(world, eid, { rig, clip: i % 3 === 0 ? 'raise' : 'walk', offset: random() })
    return eid
  })
  const camera = spawn(world, Transform, View)
  setPerspective(world, camera, { fovY: 1, near: 0.1, far: 60 })
  setRenderView(world, camera)
  const { position } = columns(world, Transform)
  const hide = (): void => {
    const { ids, count, reasons } = candidates(world, camera)
    for (let i = 0; i < count; i++) if (position[ids[i]! * 3]! > SIDE / 6) reasons[i] = CullReasons.hidden
  }
  const systems = [...cullingSystems, ...renderSystems].flatMap((system) =>
    system === cullViews ? [system, hide] : [system],
  )
  const frame = (number: number): void => {
    tickTo(world, number / 60)
    const angle = number / 200
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
    lookFrom(world, camera, [20 * Math.sin(number / 700), 2, 0], [40 * sin, 0, 40 * cos])
    propagateTransforms(world)
    for (const system of systems) system(world)
  }
  return { world, camera, people, frame }
}

/** What the game tells people in both worlds, at the same times: seeded, whatever they do. */
function command(towns: readonly Town[], random: () => number): void {
  const who = Math.floor(random() * PEOPLE)
  const [dice, much] = [random(), random()]
  for (const { world, people } of towns) {
    const eid = people[who]!
    if (dice < 0.03) setClip(world, eid, 'walk', { speed: 0.5 + much })
    else if (dice < 0.06) crossFade(world, eid, much < 0.3 ? 'down' : 'walk', 0.1 + much)
    else if (dice < 0.08) crossFade(world, eid, 'raise', 0.3, { speed: much < 0.2 ? 0 : 1 + much })
    else if (dice < 0.25) {
      catchUp(world, eid)
      setRotation(world, eid, 0, Math.sin(much * 3), 0, Math.cos(much * 3))
    }
  }
}

function placeOf({ world }: Town, eid: number): number[] {
  return Array.from(columns(world, Transform).position.subarray(eid * 3, eid * 3 + 3))
}

/** Whether all joints of an entity move, by where it was measured. */
function isFine({ world, camera }: Town, eid: number): boolean {
  const { matrix } = columns(world, WorldMatrix)
  const apart = [12, 13, 14].map((k) => matrix[eid * 16 + k]! - matrix[camera * 16 + k]!)
  return Math.hypot(...apart) < 20
}

/** The floats of an entity's own pose; empty: it has none. */
function poseOf({ world }: Town, eid: number): number[] {
  const { poses, rigs } = renderState(world).animation.crowd!
  const texel = poses.texelOf[eid]!
  const { texels } = renderState(world).animation.rigs[rigs[eid]!]!.pool
  expect(texel % POSE_ROW).toBeLessThanOrEqual(POSE_ROW - texels)
  return texel === 0 ? [] : Array.from(poses.floats.subarray(texel * 4, (texel + texels) * 4))
}

function noteEvents({ world }: Town, log: Map<number, string[]>): void {
  const { count, ids, names, clocks } = animationEvents(world)
  for (let i = 0; i < count; i++) {
    const own = log.get(ids[i]!) ?? []
    own.push(`${animationEventName(world, names[i]!)} ${clocks[i]}`)
    log.set(ids[i]!, own)
  }
}

describe('who rests', () => {
  it.each([
    ['while nobody sees them', { hidden: 'clock', outside: 'clock', beyond: 'clock' } as const, 1],
    ['as the kind says', {}, 2],
  ])(
    'is after 60 s of a route where one that never rested is: places, clips, events, poses (%s, seed %#)',
    (_, policy, seed) => {
      const [always, resting] = [createTown(seed), createTown(seed)]
      setAnimationSource(resting.world, AnimationUpdates)
      for (const eid of resting.people) setUpdateRate(resting.world, eid, AnimationUpdates, policy)
      const logs = [new Map<number, string[]>(), new Map<number, string[]>()] as const
      const random = createRandom(seed)
      let [turns, posed, returned] = [0, 0, 0]
      const last = new Map<number, number>()
      for (let number = 0; number <= FRAMES; number++) {
        always.frame(number)
        resting.frame(number)
        noteEvents(always, logs[0])
        noteEvents(resting, logs[1])
        const { ids, count } = due(resting.world, AnimationUpdates)
        turns += count
        for (let i = 0; i < count; i++) {
          const eid = ids[i]!
          expect(placeOf(resting, eid)).toEqual(placeOf(always, eid))
          expect(clipOf(resting.world, eid)).toEqual(clipOf(always.world, eid))
          const rested = number - (last.get(eid) ?? number)
          last.set(eid, number)
          if (rested > 30) returned++
          const pose = poseOf(resting, eid)
          const reference = poseOf(always, eid)
          if (pose.length === 0 || reference.length === 0) continue
          posed++
          // A walker that has just come back was measured where it stood, so it may be drawn less finely for
          // one frame.
          if (isFine(resting, eid) === isFine(always, eid)) expect(pose).toEqual(reference)
        }
        // Nobody is seen and near without a turn.
        const dueNow = new Set(Array.from(ids.subarray(0, count)))
        for (const eid of resting.people) {
          if (!isSeen(resting.world, eid)) continue
          const [x, , z] = placeOf(resting, eid) as [number, number, number]
          const [cx, , cz] = placeOf(resting, resting.camera) as [number, number, number]
          if (Math.hypot(x - cx, z - cz) < 10) expect(dueNow.has(eid)).toBe(true)
        }
        command([always, resting], random)
      }
      expect(turns).toBeLessThan(PEOPLE * FRAMES * 0.5)
      expect(posed).toBeGreaterThan(5000)
      if ('hidden' in policy) expect(returned).toBeGreaterThan(100)
      for (const eid of resting.people) catchUp(resting.world, eid)
      for (const eid of always.people) catchUp(always.world, eid)
      for (const eid of resting.people) {
        expect(placeOf(resting, eid)).toEqual(placeOf(always, eid))
        expect(clipOf(resting.world, eid)).toEqual(clipOf(always.world, eid))
      }
      always.frame(FRAMES + 1)
      resting.frame(FRAMES + 1)
      noteEvents(always, logs[0])
      for (const eid of resting.people) catchUp(resting.world, eid)
      noteEvents(resting, logs[1])
      resting.frame(FRAMES + 1)
      noteEvents(resting, logs[1])
      expect(logs[1]).toEqual(logs[0])
      expect([...logs[0].values()].flat().length).toBeGreaterThan(PEOPLE * 30)
    },
    60_000,
  )

  it('is never farther behind than its rate lets it walk', () => {
    const [always, resting] = [createTown(3), createTown(3)]
    setAnimationSource(resting.world, AnimationUpdates)
    for (const eid of resting.people) setUpdateRate(resting.world, eid, AnimationUpdates)
    const { outside, beyond } = AnimationUpdates.options
    const frames = 2 * Math.max(outside as number, beyond as number)
    for (let number = 0; number < 600; number++) {
      always.frame(number)
      resting.frame(number)
      for (const eid of resting.people) {
        const [a, b] = [placeOf(always, eid), placeOf(resting, eid)]
        expect(Math.hypot(a[0]! - b[0]!, a[2]! - b[2]!)).toBeLessThan((FASTEST * frames) / 60)
      }
    }
  })

  it('gives up its pose when it leaves the view', () => {
    const { world, camera, frame } = createTown(4)
    frame(1)
    expect(animationStats(world).posesHeld).toBeGreaterThan(0)
    setAnimationSource(world, () => ({ ids: [], count: 0 }))
    setPerspective(world, camera, { fovY: 1, near: 0.1, far: 0.2 })
    frame(2)
    expect(animationStats(world)).toMatchObject({ due: 0, posesHeld: 0 })
  })

  it('is decided by a kind of update, a function, or nobody', () => {
    const { world } = createTown(5)
    expect(() => setAnimationSource(world, 'everyone' as never)).toThrow(
      'source is "everyone", expected a kind of update',
    )
  })
})
