import { resource, stats, time, type World } from '@sightline/core'
import {
  type Explanation,
  explain,
  isVisible,
  type OcclusionReport,
  occlusionOf,
  slowOcclusion,
  visible,
} from '@sightline/culling'
import { drawItemBuffer, renderStats } from '@sightline/render'
import { type CameraRig, game, rig, type Switches } from '../game.js'
import { countParts } from '../hud/counts.js'
import type { Loop } from '../loop.js'
import { flyTo } from '../modes.js'
import { setLabels } from '../names/labels.js'
import { playRoute, routePlayer } from '../routes/route-player.js'
import { setSwitch } from '../switches.js'
import { ClockOfWorld } from '../systems/advance-time.js'
import { DoorsOfWorld } from '../systems/swing-doors.js'
import type { CameraPose } from '../town/index.js'
import { setResting } from '../update-kinds.js'

/** What stands on the page as `sightline`, for the console and for tests. */
export type Handle = {
  readonly world: World
  readonly view: number
  readonly loop: Loop
  /** Runs frames at once; with `?frame-lock` each takes the given seconds of the game's time, 0 stops it. */
  step(count?: number, seconds?: number): void
  /** Flies to a pose of the town by its name. */
  lookFrom(pose: string): void
  /** Named poses of the town. */
  readonly poses: Readonly<Record<string, CameraPose>>
  /** Flies to a pose. */
  fly(pose: CameraPose): void
  /** Lets all doors of the town open, or shut. */
  setDoors(open: boolean): void
  /** Puts the camera on a route at so many seconds; it is drawn with the next frame. */
  lookAlong(route: string, seconds: number): void
  setSwitch(name: keyof Switches, on: boolean): void
  /** Names over heads. */
  setLabels(on: boolean): void
  /** Lets rest who is not seen, or wakes everyone. */
  setResting(on: boolean): void
  /** What occlusion did in the last frame. */
  occlusion(): OcclusionReport
  /** Makes the worker take so many milliseconds longer for each answer. */
  slowOcclusion(milliseconds: number): void
  /** Where the camera is and looks. */
  camera(): CameraRig
  /** Counts of the last frame. */
  stats(): Record<string, number>
  /** Whoever shows a pixel in the picture, each id once. */
  shown(): number[]
  /** Who is at each pixel of the picture, row by row from the top; 0 for nobody. */
  items(): Uint32Array
  /** The visible list. */
  listed(): number[]
  isListed(eid: number): boolean
  /** Why an entity is in the list, or not. */
  explain(eid: number): Explanation
  /** Colours of the picture as it is, row by row from the bottom; only with `?frame-lock`. */
  pixels(): Uint8Array
}

export function createHandle(world: World, canvas: HTMLCanvasElement, loop: Loop): Handle {
  const { view } = game(world)
  return {
    world,
    view,
    loop,
    step(count = 1, seconds = 1 / 60) {
      resource(world, ClockOfWorld).step = seconds
      loop.step(count)
    },
    lookFrom(pose) {
      const at = game(world).town.cameras[pose]
      if (at === undefined) throw new RangeError(`lookFrom: the town has no pose "${pose}"`)
      flyTo(world, at)
    },
    poses: game(world).town.cameras,
    fly: (pose) => flyTo(world, pose),
    setDoors: (open) => {
      resource(world, DoorsOfWorld).rests.fill(Number(open))
    },
    lookAlong(route, seconds) {
      playRoute(world, route)
      routePlayer(world).at = seconds
    },
    setSwitch: (name, on) => setSwitch(world, name, on),
    setLabels: (on) => setLabels(world, on),
    setResting: (on) => setResting(world, on),
    occlusion: () => occlusionOf(world, view),
    slowOcclusion: (milliseconds) => slowOcclusion(world, milliseconds),
    camera: () => ({ ...rig(world) }),
    stats: () => ({
      frame: time(world).frame,
      ...countParts(world),
      ...numbersOf(renderStats(world)),
      ...stats(world).systems,
    }),
    shown: () => [...new Set(drawItemBuffer(world, view))].filter((eid) => eid !== 0),
    items: () => drawItemBuffer(world, view),
    listed: () => Array.from(visible(world, view).ids.subarray(0, visible(world, view).count)),
    explain: (eid) => explain(world, view, eid),
    isListed: (eid) => isVisible(world, view, eid),
    pixels() {
      const gl = canvas.getContext('webgl')!
      const bytes = new Uint8Array(canvas.width * canvas.height * 4)
      gl.readPixels(0, 0, canvas.width, canvas.height, gl.RGBA, gl.UNSIGNED_BYTE, bytes)
      return bytes
    },
  }
}

function numbersOf(record: object): Record<string, number> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, Number(value)]))
}
