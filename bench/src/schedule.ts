// The scheduler for 20,000 entities and five kinds, against the plainest loop over as many: it reads and
// writes one float of each entity for each kind. Both in each frame, who begins alternates.
import {
  columns,
  createWorld,
  propagateTransforms,
  runSystems,
  setPosition,
  setTransform,
  spawn,
  Transform,
  tickTo,
} from '@sightline/core'
import {
  Bounds,
  cullingSystems,
  type Due,
  defineUpdateKind,
  due,
  loadKernels,
  noteCost,
  scheduleUpdates,
  setPerspective,
  setSphere,
  setUpdateBudget,
  setUpdateRate,
  setupCulling,
  UpdateRate,
  updateStats,
  View,
  viewStats,
} from '@sightline/culling'
import { median } from './measure.js'
import { createRandom } from './scene.js'
import { figure, table } from './table.js'

const ENTITIES = 20_000
const FRAMES = 600
const WARM_UP = 120
const KINDS = ['animation', 'gait', 'talk', 'gaze', 'cloth'].map((name, i) =>
  defineUpdateKind(name, {
    far: 2 + i,
    hidden: 'clock',
    outside: i === 1 ? 30 : 'clock',
    nearSize: 0.05 * (i + 1),
  }),
)

export type ScheduleResult = {
  scene: string
  /** Microseconds a frame, medians. */
  scheduler: number
  loop: number
  /** Mean numbers of visible entities, and of turns of all kinds in a frame. */
  visible: number
  turns: number
  /** Of whose turn it was in all frames, and of the seconds: the same for the same seed. */
  checksum: number
}

/**
 * Where people stand, how many of them walk, and how the camera goes: x, z and the angle about y by frame, at
 * 60 a second.
 */
type Way = {
  scene: string
  side: number
  far: number
  walkers: number
  budget: number
  aim(frame: number): [number, number, number]
}

const STREETS = { side: 700, far: 200, walkers: 0, budget: Infinity }
/** 1.4 m a second, 20° a second. */
const stroll = (frame: number): [number, number, number] => [frame * 0.023, 0, frame * 0.0058]

const WAYS: readonly Way[] = [
  { ...STREETS, scene: 'a walk through the streets', aim: stroll },
  { ...STREETS, scene: 'the same, 2,000 walk', walkers: 2_000, aim: stroll },
  { ...STREETS, scene: 'the same, with a budget that halves', walkers: 2_000, budget: 0.5, aim: stroll },
  { ...STREETS, scene: 'a ride that turns 70° a second', aim: (frame) => [frame * 0.1, 0, frame * 0.02] },
  // A hall with everyone in it, seen from its end.
  {
    ...STREETS,
    scene: 'all in view',
    side: 150,
    far: 2_000,
    aim: (frame) => [0, 300 - (frame % 100) * 0.1, 0],
  },
]

function createCrowd(way: Way, random: () => number) {
  const world = createWorld({ capacity: ENTITIES + 1 })
  setupCulling(world)
  for (let i = 0; i < ENTITIES; i++) {
    const eid = spawn(world, Transform, Bounds, UpdateRate)
    setSphere(world, eid, 1)
    setPosition(world, eid, (random() - 0.5) * way.side, 0, (random() - 0.5) * way.side)
    for (const kind of KINDS) setUpdateRate(world, eid, kind)
  }
  for (const kind of KINDS) setUpdateBudget(world, kind, way.budget)
  const camera = spawn(world, Transform, View)
  setPerspective(world, camera, { fovY: 1, aspect: 1.7, near: 0.1, far: way.far })
  const { position } = columns(world, Transform)
  const walk = (frame: number) => {
    for (let eid = 1; eid <= way.walkers; eid++) {
      setPosition(
        world,
        eid,
        position[eid * 3]! + (frame % 600 < 300 ? 0.02 : -0.02),
        0,
        position[eid * 3 + 2]!,
      )
    }
  }
  return { world, camera, walk }
}

function measure(way: Way, random: () => number): ScheduleResult {
  const { world, camera, walk } = createCrowd(way, random)
  const before = [propagateTransforms, ...cullingSystems.filter((system) => system !== scheduleUpdates)]
  const floats = KINDS.map(() => new Float32Array(ENTITIES + 1))
  const schedulerTimes: number[] = []
  const loopTimes: number[] = []
  let visible = 0
  let turns = 0
  let checksum = 0
  const schedule = () => scheduleUpdates(world)
  const loop = () => floats.forEach(touchAll)
  for (let frame = 0; frame < FRAMES; frame++) {
    walk(frame)
    const [x, z, angle] = way.aim(frame)
    setTransform(world, camera, x, 2, z, 0, Math.sin(angle / 2), 0, Math.cos(angle / 2))
    tickTo(world, frame / 60 + Math.sin(frame) * 1e-3)
    runSystems(world, before)
    const first = frame % 2 === 0 ? timed(schedule) : timed(loop)
    const second = frame % 2 === 0 ? timed(loop) : timed(schedule)
    for (const kind of KINDS) {
      const list = due(world, kind)
      noteCost(world, kind, list.count * 1e-3)
      turns += list.count
      checksum = addTurns(checksum, list)
    }
    visible += viewStats(world, camera).visible
    if (frame < WARM_UP) continue
    schedulerTimes.push(frame % 2 === 0 ? first : second)
    loopTimes.push(frame % 2 === 0 ? second : first)
  }
  for (const column of floats) if (column[ENTITIES] !== FRAMES) throw new Error('the loop left some out')
  if (updateStats(world, KINDS[0]!).members !== ENTITIES) throw new Error('somebody is missing')
  return {
    scene: way.scene,
    scheduler: median(schedulerTimes) * 1000,
    loop: median(loopTimes) * 1000,
    visible: visible / FRAMES,
    turns: turns / FRAMES,
    checksum,
  }
}

/** Of a set, so that the order does not count. */
function addTurns(checksum: number, { ids, seconds, count }: Due): number {
  let sum = checksum
  for (let i = 0; i < count; i++) {
    sum = (sum + Math.imul(ids[i]!, 0x9e3779b1) + Math.round(seconds[i]! * 2 ** 20)) >>> 0
  }
  return sum
}

function timed(action: () => void): number {
  const start = performance.now()
  action()
  return performance.now() - start
}

function touchAll(column: Float32Array): void {
  for (let i = 0; i < column.length; i++) column[i] = column[i]! + 1
}

/** `seed` is that of the crowd. */
export async function benchSchedule(seed: number): Promise<ScheduleResult[]> {
  await loadKernels()
  return WAYS.map((way) => measure(way, createRandom(seed)))
}

export function scheduleTable(results: readonly ScheduleResult[]): string {
  return table(
    [
      '20,000 entities, five kinds, µs a frame',
      'scheduler',
      'plain loop',
      'ratio',
      'visible',
      'turns',
      'checksum',
    ],
    results.map(({ scene, scheduler, loop, visible, turns, checksum }) => [
      scene,
      figure(scheduler),
      figure(loop),
      (scheduler / loop).toFixed(2),
      visible.toFixed(0),
      turns.toFixed(0),
      checksum.toString(16),
    ]),
  )
}
