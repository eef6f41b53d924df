import {
  createWorld,
  propagateTransforms,
  setPosition,
  spawn,
  Transform,
  tickTo,
  type World,
} from '@sightline/core'
import { Bounds, cullingSystems, setPerspective, setupCulling, View } from '@sightline/culling'
import {
  Animator,
  createMaterial,
  createMesh,
  createRig,
  type MeshData,
  Renderable,
  type RenderOptions,
  type RigData,
  renderSystems,
  setAnimator,
  setRenderable,
  setRenderView,
  setupRender,
} from '@sightline/render'
import { addBlock, createShape, rgba, toMesh } from '../../support/shapes.js'

/** A post with an arm on it, which the clips turn: two joints, two boxes. Along z it walks 2 m a second. */
export function postAndArm(color = '#C04030'): { mesh: MeshData; rig: RigData } {
  const shape = createShape()
  addBlock(shape, [-0.1, 0, -0.1], [0.1, 2, 0.1], rgba(color, 0))
  const post = shape.positions.length / 3
  addBlock(shape, [0, 1.9, -0.1], [1.5, 2.1, 0.1], rgba('#3060C0', 0))
  const bare = toMesh(shape)
  const vertices = bare.positions.length / 3
  const joints = new Uint8Array(vertices * 4)
  const weights = new Uint8Array(vertices * 4)
  for (let v = 0; v < vertices; v++) {
    joints[v * 4] = v < post ? 0 : 1
    weights[v * 4] = 255
  }
  const mesh = { ...bare, skin: { joints, weights } }
  const half = Math.SQRT1_2
  const rig: RigData = {
    joints: [
      { name: 'post', parent: -1 },
      { name: 'arm', parent: 0, translation: [0, 2, 0] },
    ],
    skin: [{ joint: 0 }, { joint: 1, inverseBind: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -2, 0, 1] }],
    clips: [
      // The arm turns from pointing along x to pointing up, and back.
      {
        name: 'raise',
        tracks: [
          {
            joint: 1,
            target: 'rotation',
            times: [0, 1, 2],
            values: [0, 0, 0, 1, 0, 0, half, half, 0, 0, 0, 1],
          },
        ],
        events: [{ name: 'up', time: 1 }],
      },
      {
        name: 'walk',
        rootMotion: 0,
        tracks: [{ joint: 0, target: 'translation', times: [0, 1], values: [0, 0, 0, 0, 0, 2] }],
        events: [
          { name: 'left', time: 0 },
          { name: 'right', time: 0.5 },
        ],
      },
      // The arm points down.
      {
        name: 'down',
        tracks: [{ joint: 1, target: 'rotation', times: [0], values: [0, 0, -half, half] }],
        duration: 1,
      },
    ],
    shapes: [{ positions: bare.positions, joints, weights, morphs: [] }],
  }
  return { mesh, rig }
}

export type Crowd = {
  readonly world: World
  readonly people: number[]
  readonly camera: number
  readonly rig: number
  /** Runs a frame at a time. */
  readonly frame: (seconds: number) => void
}

/** A crowd in a row along x, 4 m apart, 10 m before a camera that looks along -z. */
export function createCrowd(
  count: number,
  options: RenderOptions & { rig?: Partial<RigData>; clip?: string } = {},
): Crowd {
  const { rig: more, clip = 'raise', ...render } = options
  const world = createWorld({ capacity: count + 20 })
  setupCulling(world)
  setupRender(world, render)
  const data = postAndArm()
  const rig = createRig(world, { ...data.rig, ...more })
  const mesh = createMesh(world, data.mesh)
  const material = createMaterial(world, { kind: 'opaque' })
  const people = Array.from({ length: count }, (_, i) => {
    const eid = spawn(world, Transform, Bounds, Renderable, Animator)
    setPosition(world, eid, (i - (count - 1) / 2) * 4, 0, -10)
    setRenderable(world, eid, { mesh, material })
    setAnimator(world, eid, { rig, clip })
    return eid
  })
  const camera = spawn(world, Transform, View)
  setPosition(world, camera, 0, 1, 0)
  setPerspective(world, camera, { fovY: 1, near: 0.1, far: 500 })
  setRenderView(world, camera)
  const frame = (seconds: number): void => {
    tickTo(world, seconds)
    propagateTransforms(world)
    for (const system of cullingSystems) system(world)
    for (const system of renderSystems) system(world)
  }
  return { world, people, camera, rig, frame }
}
