// A whole frame of an ECS world of 100,000 entities against the plainest loop over the same boxes.
import {
  columns,
  createWorld,
  moved,
  propagateTransforms,
  runSystems,
  setPosition,
  setTransform,
  spawn,
  stats,
  Transform,
  tickTo,
} from '@sightline/core'
import {
  Bounds,
  cullingSystems,
  setBox,
  setPerspective,
  setupCulling,
  View,
  visible,
  WorldBounds,
} from '@sightline/culling'
import { loadKernels } from '@sightline/culling/spatial'
import { median } from './measure.js'
import { scanBoxes } from './peers/scan.js'
import { BOX_STRIDE, type CameraPlace, createScene, createWalk, type Scene } from './scene.js'

const ENTITIES = 100_000
const MOVERS = 5_000
const FAR = 300

export type FrameResult = {
  /** How many poses the walk of about 9 km has: few are jumps, many are steps. */
  poses: number
  /** Whether the movers turn as they go: then whole matrices are computed, else only their places. */
  turning: boolean
  /** Milliseconds, medians over the frames. */
  frame: number
  scan: number
  systems: Record<string, number>
  /** Mean number of visible entities. */
  visible: number
  /** How often the lists of the frame and of the scan differed by more than rounding: 0. */
  differences: number
}

/** The measured frame: the systems in their order; a camera on the walk, movers that go in circles. */
export async function benchFrame(
  seed: number,
  seconds: number,
  poses: number,
  turning: boolean,
): Promise<FrameResult> {
  await loadKernels()
  const scene = createScene(ENTITIES, seed)
  const game = createGame(scene, turning)
  const frameSystems = [propagateTransforms, ...cullingSystems]
  const walk = createWalk(scene.side, FAR, poses)
  const out = new Uint32Array(ENTITIES + 1)
  const boxes = columns(game.world, WorldBounds).box
  // Row 0 belongs to no entity; the camera, which has no box, was made last.
  const column = boxes.subarray(BOX_STRIDE, (ENTITIES + 1) * BOX_STRIDE)

  const frameTimes: number[] = []
  const scanTimes: number[] = []
  const systemTimes: Record<string, number[]> = {}
  let seen = 0
  let differences = 0
  let counted = 0
  const start = performance.now()
  for (let frame = 0; frame < 120 || performance.now() - start < seconds * 1000; frame++) {
    const pose = walk[frame % walk.length]!
    game.step(frame)
    game.aim(pose.camera)
    tickTo(game.world, frame / 60)

    const before = performance.now()
    runSystems(game.world, frameSystems)
    const between = performance.now()
    const found = scanBoxes(column, ENTITIES, pose.planes64, out)
    const after = performance.now()

    if (frame >= 60) {
      frameTimes.push(between - before)
      scanTimes.push(after - between)
      for (const system of frameSystems) {
        const times = (systemTimes[system.name] ??= [])
        times.push(stats(game.world).systems[system.name]!)
      }
      const { count } = visible(game.world, game.camera)
      // Planes are pushed out a little: ours may hold a few more, never fewer.
      if (count < found || count > found + 8) differences++
      seen += count
      counted++
    }
    if (moved(game.world).count < MOVERS) throw new Error('the frame did not do its work')
  }
  const systems = Object.fromEntries(
    Object.entries(systemTimes).map(([name, times]) => [name, median(times)]),
  )
  return {
    poses,
    turning,
    frame: median(frameTimes),
    scan: median(scanTimes),
    systems,
    visible: seen / counted,
    differences,
  }
}

function createGame(scene: Scene, turning: boolean) {
  const world = createWorld({ capacity: ENTITIES + 1 })
  setupCulling(world)
  const ids: number[] = []
  for (let i = 0; i < scene.count; i++) {
    const [x0, y0, z0, , x1, y1, z1] = scene.boxes.subarray(i * BOX_STRIDE) as unknown as number[]
    const eid = spawn(world, Transform, Bounds)
    setPosition(world, eid, (x0! + x1!) / 2, y0!, (z0! + z1!) / 2)
    setBox(world, eid, (x0! - x1!) / 2, 0, (z0! - z1!) / 2, (x1! - x0!) / 2, y1! - y0!, (z1! - z0!) / 2)
    ids.push(eid)
  }
  const camera = spawn(world, Transform, View)
  setPerspective(world, camera, { fovY: Math.PI / 3, aspect: 16 / 9, near: 0.1, far: FAR })

  const movers = [...scene.movers.subarray(0, MOVERS)].map((index) => ids[index]!)
  const place = columns(world, Transform).position
  return {
    world,
    camera,
    step(frame: number) {
      for (const eid of movers) {
        const heading = (((eid * 7 + frame) & 63) / 32) * Math.PI
        const at = eid * 3
        const x = place[at]! + Math.cos(heading)
        const z = place[at + 2]! + Math.sin(heading)
        if (!turning) setPosition(world, eid, x, place[at + 1]!, z)
        else {
          const [sin, cos] = [Math.sin(heading / 2), Math.cos(heading / 2)]
          setTransform(world, eid, x, place[at + 1]!, z, 0, -sin, 0, cos)
        }
      }
    },
    aim({ position: [x, y, z], rotation: [qx, qy, qz, qw] }: CameraPlace) {
      setTransform(world, camera, x!, y!, z!, qx!, qy!, qz!, qw!)
    },
  }
}
