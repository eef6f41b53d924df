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
  Occluder,
  setBox,
  setBoxOccluder,
  setPerspective,
  setupCulling,
  setViewport,
  UpdateRate,
  View,
} from '@sightline/culling'
import {
  buildDrawLists,
  layOutNameplates,
  setRenderView,
  setupRender,
  uploadInstances,
} from '@sightline/render'
import {
  Nameplate,
  type NameplateContent,
  type NameplateOptions,
  setNameplate,
  setupNameplates,
} from '@sightline/render/nameplates'

/** A square with people in it and walls between them, without a canvas. */
export type Crowd = {
  readonly world: World
  readonly camera: number
  readonly people: number[]
  /** A frame at a time, seen from the middle by an angle about y, in radians. */
  readonly frame: (seconds: number, yaw: number) => void
}

export type CrowdOptions = {
  readonly people: number
  readonly random: () => number
  readonly side?: number
  readonly walls?: number
  readonly labels?: NameplateOptions
  readonly scheduled?: boolean
  readonly content?: (i: number) => NameplateContent
}

export const SCREEN = { width: 1280, height: 720 } as const

export function createCrowd(options: CrowdOptions): Crowd {
  const { people: count, random, side = 80, walls = 0, scheduled = true } = options
  const { content = (i: number): NameplateContent => ({ name: `Person ${i}` }) } = options
  const world = createWorld({ capacity: count + walls + 10 })
  setupCulling(world, {
    // Whether occlusion is worth its time is not decided by clocks here: the same in each run.
    occlusion: { mode: walls > 0 ? 'inline' : 'off', payOff: 'always' },
  })
  setupRender(world)
  setupNameplates(world, options.labels)
  const between = (): number => (random() - 0.5) * side
  for (let i = 0; i < walls; i++) {
    const eid = spawn(world, Transform, Bounds, Occluder)
    setPosition(world, eid, between(), 2, between())
    const [wide, deep] = random() < 0.5 ? [4, 0.5] : [0.5, 4]
    setBox(world, eid, -wide, -3, -deep, wide, 3, deep)
    setBoxOccluder(world, eid, -wide, -3, -deep, wide, 3, deep)
  }
  const people = Array.from({ length: count }, (_, i) => {
    const eid = scheduled
      ? spawn(world, Transform, Bounds, Nameplate, UpdateRate)
      : spawn(world, Transform, Bounds, Nameplate)
    setBox(world, eid, -0.3, 0, -0.3, 0.3, 1.8, 0.3)
    setPosition(world, eid, between(), 0, between())
    setNameplate(world, eid, content(i))
    return eid
  })
  const camera = spawn(world, Transform, View)
  setPosition(world, camera, 0, 1.7, 0)
  setPerspective(world, camera, { fovY: 1, near: 0.1, far: 300 })
  setViewport(world, camera, SCREEN.width, SCREEN.height)
  setRenderView(world, camera)
  const frame = (seconds: number, yaw: number): void => {
    setRotation(world, camera, 0, Math.sin(yaw / 2), 0, Math.cos(yaw / 2))
    tickTo(world, seconds)
    propagateTransforms(world)
    for (let i = 0; i < cullingSystems.length; i++) cullingSystems[i]!(world)
    layOutNameplates(world)
    buildDrawLists(world)
    uploadInstances(world)
  }
  return { world, camera, people, frame }
}
