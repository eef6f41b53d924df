// What particles cost on the main thread: 200 emitters in the streets of a town quarter of 400 m, resting
// against never resting.
import {
  createWorld,
  propagateTransforms,
  setPosition,
  setRotation,
  spawn,
  Transform,
  tickTo,
  type World,
} from '@sightline/core'
import {
  Bounds,
  cullingSystems,
  loadKernels,
  Occluder,
  scheduleUpdates,
  setBox,
  setBoxOccluder,
  setPerspective,
  setUpdateRate,
  setupCulling,
  type UpdatePolicy,
  View,
} from '@sightline/culling'
import {
  createEffect,
  type EffectSettings,
  ParticleUpdates,
  particleStats,
  renderSystems,
  setEmitter,
  setRenderView,
  setupRender,
  simulateParticles,
  trackEmitters,
  uploadInstances,
  type WhenHidden,
} from '@sightline/render'
import { createRandom } from '../../test/support/random.js'
import { median } from './measure.js'
import { figure, table } from './table.js'

const EMITTERS = 200
const [FRAMES, WARM_UP] = [1200, 300]
/**
 * Metres: the quarter, from street to street, width of a street, how high houses are, how far the camera
 * sees.
 */
const [QUARTER, BLOCK, STREET, HOUSE, FAR] = [400, 40, 14, 12, 250]

const DUST: EffectSettings = {
  rate: 20,
  lifetime: [4, 6],
  shape: { kind: 'box', halfExtents: [4, 1, 4] },
  speed: [0.1, 0.4],
  spread: 180,
  drag: 0.5,
  wind: [1, 0, 0.5],
  size: [0.05, 0.1],
}
const EFFECTS: readonly EffectSettings[] = [
  {
    rate: 150,
    lifetime: [1.4, 1.8],
    speed: [5, 6],
    spread: 12,
    gravity: [0, -9.81, 0],
    stretch: 0.03,
    size: 0.1,
  },
  {
    rate: 12,
    lifetime: [3, 5],
    speed: 1,
    spread: 15,
    drag: 0.4,
    wind: [1.5, 0, 0],
    size: [0.8, 1.2],
    spin: [-30, 30],
  },
  { rate: 40, lifetime: 0.7, speed: 1, spread: 10, size: 0.3, blending: 'additive', space: 'local' },
  {
    bursts: [{ count: 60, every: 2 }],
    lifetime: [0.5, 1.2],
    speed: [2, 5],
    spread: 180,
    drag: 2,
    blending: 'additive',
  },
  DUST,
]

const EVERY = 'every-frame'
const ALWAYS: UpdatePolicy = { near: EVERY, far: EVERY, hidden: EVERY, outside: EVERY, beyond: EVERY }

export type ParticleRow = {
  whenHidden: WhenHidden
  /** Milliseconds a frame: all of particles, and of it the simulation; medians, and the mean of all. */
  median: number
  simulation: number
  mean: number
  /** Means a frame. */
  evaluated: number
  particles: number
  drawn: number
}

export type ParticleResult = { rows: ParticleRow[]; emitters: number }

type Quarter = {
  readonly world: World
  readonly frame: (number: number) => [all: number, simulation: number]
}

/** `seed` is that of the quarter. Throws an `Error` if what is drawn differs. */
export async function benchParticles(seed: number): Promise<ParticleResult> {
  await loadKernels()
  const manners: readonly WhenHidden[] = ['keep', 'clock']
  const quarters = manners.map((whenHidden) => createQuarter(seed, whenHidden))
  const sums = manners.map(() => ({
    all: [] as number[],
    simulation: [] as number[],
    evaluated: 0,
    particles: 0,
    drawn: 0,
  }))
  for (let number = 0; number < FRAMES; number++) {
    for (let k = 0; k < quarters.length; k++) {
      const j = (k + number) % quarters.length
      const [all, simulation] = quarters[j]!.frame(number)
      if (number < WARM_UP) continue
      const sum = sums[j]!
      sum.all.push(all)
      sum.simulation.push(simulation)
      const { evaluated, particles, drawn } = particleStats(quarters[j]!.world)
      sum.evaluated += evaluated
      sum.particles += particles
      sum.drawn += drawn
    }
  }
  // Those that are small have a turn in every second frame, not the same in both.
  const off = Math.abs(sums[0]!.drawn - sums[1]!.drawn) / sums[0]!.drawn
  if (!(off < 0.01)) throw new Error(`benchParticles: drawn particles differ by ${off}`)
  const frames = FRAMES - WARM_UP
  const rows = sums.map(({ all, simulation, evaluated, particles, drawn }, i) => ({
    whenHidden: manners[i]!,
    median: median(all),
    simulation: median(simulation),
    mean: all.reduce((sum, value) => sum + value, 0) / frames,
    evaluated: evaluated / frames,
    particles: particles / frames,
    drawn: drawn / frames,
  }))
  return { rows, emitters: EMITTERS }
}

function createQuarter(seed: number, whenHidden: WhenHidden): Quarter {
  const random = createRandom(seed)
  const world = createWorld({ capacity: EMITTERS + (QUARTER / BLOCK) ** 2 + 20 })
  setupCulling(world, { occlusion: { mode: 'inline', payOff: 'always' } })
  setupRender(world)
  buildHouses(world)
  const effects = EFFECTS.map((settings) => createEffect(world, { ...settings, whenHidden }))
  const emitters = Array.from({ length: EMITTERS }, (_, i) => {
    const eid = spawn(world, Transform)
    const place = placeInStreet(random)
    setPosition(world, eid, ...place)
    setEmitter(world, eid, { effect: effects[i % effects.length]!, seed: i })
    if (whenHidden === 'keep') setUpdateRate(world, eid, ParticleUpdates, ALWAYS)
    return { eid, place }
  })
  const camera = spawn(world, Transform, View)
  setPerspective(world, camera, { fovY: 1, aspect: 16 / 9, near: 0.1, far: FAR })
  setRenderView(world, camera)
  const systems = [propagateTransforms, trackEmitters, ...cullingSystems, ...renderSystems]
  const counted = new Set([trackEmitters, scheduleUpdates, simulateParticles, uploadInstances])
  const frame = (number: number): [number, number] => {
    const t = number / 60
    tickTo(world, t)
    // Every fourth is carried about.
    for (let i = 0; i < EMITTERS; i += 4) {
      const { eid, place } = emitters[i]!
      setPosition(world, eid, place[0] + 3 * Math.sin(t + i), place[1], place[2] + 3 * Math.cos(t + i))
    }
    // Up and down a street, looking round.
    const yaw = Math.sin(t / 3) * 1.5
    setPosition(world, camera, 0, 2, (QUARTER / 2 - 20) * Math.cos(t / 12))
    setRotation(world, camera, 0, Math.sin(yaw / 2), 0, Math.cos(yaw / 2))
    let all = 0
    let simulation = 0
    for (const system of systems) {
      const start = performance.now()
      system(world)
      const took = performance.now() - start
      if (counted.has(system)) all += took
      if (system === simulateParticles) simulation += took
    }
    return [all, simulation]
  }
  return { world, frame }
}

/** A house in each block, which hides what is behind it. */
function buildHouses(world: World): void {
  const half = (BLOCK - STREET) / 2
  for (let x = (BLOCK - QUARTER) / 2; x < QUARTER / 2; x += BLOCK) {
    for (let z = (BLOCK - QUARTER) / 2; z < QUARTER / 2; z += BLOCK) {
      const house = spawn(world, Transform, Bounds, Occluder)
      setPosition(world, house, x, 0, z)
      setBox(world, house, -half, 0, -half, half, HOUSE, half)
      setBoxOccluder(world, house, -half, -1, -half, half, HOUSE, half)
    }
  }
}

/** Somewhere in a street, to 4 m above the ground. */
function placeInStreet(random: () => number): readonly [number, number, number] {
  const along = (random() - 0.5) * QUARTER
  const streets = QUARTER / BLOCK - 1
  const across =
    (Math.floor(random() * streets) - (streets - 1) / 2) * BLOCK + (random() - 0.5) * (STREET - 6)
  return random() < 0.5 ? [along, random() * 4, across] : [across, random() * 4, along]
}

export function particleTables({ rows, emitters }: ParticleResult): string {
  const [everything] = rows
  return table(
    [
      `${emitters} emitters, ms a frame`,
      'median',
      'against everything',
      'mean',
      'simulation',
      'worked out',
      'particles',
      'drawn',
    ],
    rows.map((row) => [
      row.whenHidden === 'keep' ? 'everything runs' : 'resting by `ParticleUpdates`, scheduler included',
      figure(row.median),
      (row.median / everything!.median).toFixed(3),
      figure(row.mean),
      figure(row.simulation),
      row.evaluated.toFixed(0),
      row.particles.toFixed(0),
      row.drawn.toFixed(0),
    ]),
  )
}
