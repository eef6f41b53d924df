// What laying out labels costs on the main thread: 500 candidates against sorting 500 floats, and names in a
// town of which only those that are seen are laid out against the same with everybody running.
import {
  createWorld,
  propagateTransforms,
  setPosition,
  setTransform,
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
  setBox,
  setBoxOccluder,
  setPerspective,
  setUpdateRate,
  setupCulling,
  setView,
  setViewport,
  UpdateRate,
  View,
} from '@sightline/culling'
import { layOutNameplates, setRenderView, setupRender } from '@sightline/render'
import {
  createPlainText,
  Nameplate,
  NameplateUpdates,
  nameplateStats,
  setNameplate,
  setupNameplates,
  shownNameplates,
} from '@sightline/render/nameplates'
import { measureActions, median } from './measure.js'
import { createRandom } from './scene.js'
import { figure, table } from './table.js'

const CANDIDATES = 500
const PEOPLE = 3_000
const HOUSES = 300
const [FRAMES, WARM_UP] = [900, 180]

export type NameplateResult = {
  /** Microseconds, medians: the whole of `layOutNameplates`, and sorts of as many keys. */
  layout: number
  floats: number
  indices: number
  /** Means a frame. */
  candidates: number
  shown: number
  overlapped: number
  /** A walk through a town of 3,000: microseconds a frame, and what they did. */
  town: readonly NameplateRow[]
}

export type NameplateRow = {
  manner: string
  median: number
  mean: number
  candidates: number
  turns: number
  shown: number
  /**
   * Of ids and places of all labels: the same for the same seed.
   */
  checksum: number
}

type Scene = { readonly world: World; readonly camera: number }

function createScene(capacity: number, occlusion: boolean): Scene {
  const world = createWorld({ capacity })
  setupCulling(world, { occlusion: { mode: occlusion ? 'inline' : 'off', payOff: 'always' } })
  setupRender(world)
  setupNameplates(world, { textSource: createPlainText() })
  const camera = spawn(world, Transform, View)
  setPerspective(world, camera, { fovY: 1, near: 0.1, far: 400 })
  setViewport(world, camera, 1920, 1080)
  setRenderView(world, camera)
  return { world, camera }
}

function addPerson({ world }: Scene, i: number, x: number, z: number): number {
  const eid = spawn(world, Transform, Bounds, UpdateRate, Nameplate)
  setBox(world, eid, -0.3, 0, -0.3, 0.3, 1.8, 0.3)
  setPosition(world, eid, x, 0, z)
  setNameplate(world, eid, { name: `Person ${i}`, guild: `<Guild ${i % 40}>`, health: (i % 10) / 10 })
  return eid
}

function cull(world: World, seconds: number): void {
  tickTo(world, seconds)
  propagateTransforms(world)
  for (const system of cullingSystems) system(world)
}

/** Turned about y by `yaw`, then down by `pitch`, radians. */
function aim({ world, camera }: Scene, x: number, y: number, z: number, yaw: number, pitch: number): void {
  const [sy, cy, sp, cp] = [Math.sin(yaw / 2), Math.cos(yaw / 2), Math.sin(-pitch / 2), Math.cos(pitch / 2)]
  setTransform(world, camera, x, y, z, cy * sp, sy * cp, -sy * sp, cy * cp)
}

export async function benchNameplates(seed: number): Promise<NameplateResult> {
  await loadKernels()
  return { ...measureSquare(seed), town: measureTown(seed) }
}

/** A square full of people before a camera behind and above a player, which turns slowly to and fro. */
function measureSquare(seed: number): Omit<NameplateResult, 'town'> {
  const random = createRandom(seed)
  const scene = createScene(CANDIDATES + 10, false)
  const { world } = scene
  for (let i = 0; i < CANDIDATES; i++) {
    const [angle, far] = [(random() - 0.5) * 0.7, 8 + 44 * Math.sqrt(random())]
    addPerson(scene, i, Math.sin(angle) * far, -Math.cos(angle) * far)
  }
  let frame = 0
  const sums = { candidates: 0, shown: 0, overlapped: 0 }
  const before = (): void => {
    aim(scene, 0, 7, 0, Math.sin(++frame / 200) * 0.05, 0.2)
    cull(world, frame / 60)
  }
  const layOut = (): void => {
    layOutNameplates(world)
    const { candidates, shown, overlapped } = nameplateStats(world)
    sums.candidates += candidates
    sums.shown += shown
    sums.overlapped += overlapped
  }
  const keys = Float32Array.from({ length: CANDIDATES }, random)
  const sorted = new Float32Array(CANDIDATES)
  const order = new Uint32Array(CANDIDATES)
  const sortFloats = (): void => {
    sorted.set(keys)
    sorted.sort()
  }
  const sortIndices = (): void => {
    for (let i = 0; i < CANDIDATES; i++) order[i] = i
    order.sort((a, b) => keys[b]! - keys[a]!)
  }
  const shuffle = (): void => {
    for (let i = 0; i < CANDIDATES; i++) keys[i] = random()
  }
  const [layout, floats, indices] = measureActions(
    [
      { before, run: layOut },
      { before: shuffle, run: sortFloats },
      { before: shuffle, run: sortIndices },
    ],
    { seconds: 5, minRounds: 2000, maxRounds: 6000 },
    500,
  )
  return {
    layout: layout! * 1000,
    floats: floats! * 1000,
    indices: indices! * 1000,
    candidates: sums.candidates / frame,
    shown: sums.shown / frame,
    overlapped: sums.overlapped / frame,
  }
}

/**
 * The same people in the same streets; `everything` sees them all, through walls and behind it, and each has
 * a turn in each frame.
 */
function createTown(seed: number, everything: boolean): Scene {
  const random = createRandom(seed)
  const scene = createScene(PEOPLE + HOUSES + 10, !everything)
  const { world, camera } = scene
  // On streets along z, 15 m apart.
  const street = (): number => Math.round((random() - 0.5) * 20) * 15 + (random() - 0.5) * 5
  for (let i = 0; i < HOUSES; i++) {
    const eid = spawn(world, Transform, Bounds, Occluder)
    // Rows of houses beside streets of 6 m.
    setPosition(world, eid, (Math.floor(i % 20) - 9.5) * 15, 0, (Math.floor(i / 20) - 7) * 20)
    setBox(world, eid, -4.5, -1, -7, 4.5, 7, 7)
    setBoxOccluder(world, eid, -4.5, -1, -7, 4.5, 7, 7)
  }
  for (let i = 0; i < PEOPLE; i++) {
    const eid = addPerson(scene, i, street(), (random() - 0.5) * 300)
    if (!everything) continue
    const policy = { near: 1, far: 1, hidden: 1, outside: 1, beyond: 1 }
    setUpdateRate(world, eid, NameplateUpdates, policy)
  }
  if (everything) setView(world, camera, { frustum: false, occlusion: false })
  return scene
}

type Sums = { times: number[]; candidates: number; turns: number; shown: number; checksum: number }

function measureTown(seed: number): NameplateRow[] {
  const scenes = [createTown(seed, true), createTown(seed, false)]
  const sums = scenes.map((): Sums => ({ times: [], candidates: 0, turns: 0, shown: 0, checksum: 0 }))
  for (let frame = 0; frame < FRAMES; frame++) {
    for (let k = 0; k < scenes.length; k++) {
      const j = (k + frame) % scenes.length
      const scene = scenes[j]!
      aim(scene, 0, 2.5, 120 - frame * 0.25, Math.sin(frame / 60) * 0.8, 0)
      cull(scene.world, frame / 60)
      const start = performance.now()
      layOutNameplates(scene.world)
      const time = performance.now() - start
      if (frame >= WARM_UP) add(sums[j]!, scene, time * 1000)
    }
  }
  return sums.map(({ times, ...sum }, i) => ({
    manner: i === 0 ? 'everybody, in each frame' : 'who is seen, in turns',
    median: median(times),
    mean: times.reduce((total, time) => total + time, 0) / times.length,
    candidates: sum.candidates / times.length,
    turns: sum.turns / times.length,
    shown: sum.shown / times.length,
    checksum: sum.checksum,
  }))
}

function add(sum: Sums, { world, camera }: Scene, time: number): void {
  const { candidates, turns } = nameplateStats(world)
  const { ids, rects, count } = shownNameplates(world, camera)
  sum.times.push(time)
  sum.candidates += candidates
  sum.turns += turns
  sum.shown += count
  for (let i = 0; i < count; i++) {
    sum.checksum = (Math.imul(sum.checksum, 31) + ids[i]! + Math.round(rects[i * 4]!)) | 0
  }
}

export function nameplateTables(result: NameplateResult): string {
  const { layout, floats, indices, candidates, shown, overlapped, town } = result
  const square = table(
    [`labels of ${candidates.toFixed(0)} candidates`, 'µs', 'layout against it'],
    [
      [
        `\`layOutNameplates\`: ${shown.toFixed(0)} shown, ${overlapped.toFixed(0)} in each other's way`,
        figure(layout),
        '',
      ],
      ['`Float32Array.sort` of 500 floats', figure(floats), `${(layout / floats).toFixed(2)} ×`],
      ['`Uint32Array.sort` of 500 indices by key', figure(indices), `${(layout / indices).toFixed(2)} ×`],
    ],
  )
  const everything = town[0]!
  const walk = table(
    [
      `${PEOPLE.toLocaleString('en')} names in a town`,
      'µs a frame, median',
      'mean',
      'candidates',
      'turns',
      'labels',
      'of everybody: median',
      'mean',
    ],
    town.map((row) => [
      row.manner,
      figure(row.median),
      figure(row.mean),
      row.candidates.toFixed(0),
      row.turns.toFixed(0),
      row.shown.toFixed(1),
      (row.median / everything.median).toFixed(2),
      (row.mean / everything.mean).toFixed(2),
    ]),
  )
  return `${square}\n\n${walk}`
}
