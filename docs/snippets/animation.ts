// #region readme
import {
  createWorld,
  propagateTransforms,
  runSystems,
  setPosition,
  spawn,
  Transform,
  tickTo,
} from '@sightline/core'
import {
  Bounds,
  cullingSystems,
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

// A pole, and a flag on it: two triangles, each moved by a joint of its own.
const flag = {
  positions: Float32Array.of(0, 0, 0, 0.1, 0, 0, 0, 2, 0, 0, 2, 0, 0, 1.5, 0, 1, 1.75, 0),
  normals: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1),
  colors: new Uint8Array(24).fill(255),
  indices: Uint16Array.of(0, 1, 2, 3, 4, 5),
}
const heard: string[] = []
const playSound = (eid: number, name: string) => heard.push(`${eid} ${name}`)

const world = createWorld({ capacity: 10_000 })
setupCulling(world)
setupRender(world)

// Which palette entries move each vertex, four a vertex, and how much of 255: see `skin` of the rig.
const joints = Uint8Array.from({ length: 24 }, (_, i) => (i >= 12 && i % 4 === 0 ? 1 : 0))
const weights = Uint8Array.from({ length: 24 }, (_, i) => (i % 4 === 0 ? 255 : 0))
const mesh = createMesh(world, { ...flag, skin: { joints, weights } })
const rig = createRig(world, {
  joints: [{ parent: -1 }, { name: 'cloth', parent: 0, translation: [0, 1.75, 0] }],
  // From the mesh to the joint: the cloth hangs 1.75 m up.
  skin: [{ joint: 0 }, { joint: 1, inverseBind: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1.75, 0, 1] }],
  shapes: [{ positions: flag.positions, joints, weights }],
  clips: [
    {
      name: 'wave',
      tracks: [
        {
          joint: 1,
          target: 'rotation',
          times: [0, 0.5, 1],
          values: [0, 0.38, 0, 0.92, 0, -0.38, 0, 0.92, 0, 0.38, 0, 0.92],
        },
      ],
      events: [{ name: 'flap', time: 0.5 }],
    },
    { name: 'hang', tracks: [{ joint: 1, target: 'rotation', times: [0], values: [0, 0, -0.7, 0.7] }] },
  ],
})

const material = createMaterial(world, { kind: 'opaque', doubleSided: true })
const flags = Array.from({ length: 500 }, (_, i) => {
  const eid = spawn(world, Transform, Bounds, Renderable, Animator, UpdateRate)
  setPosition(world, eid, (i % 25) * 2 - 24, 0, -5 - Math.floor(i / 25) * 4)
  setRenderable(world, eid, { mesh, material })
  setAnimator(world, eid, { rig, clip: 'wave', offset: (i * 0.618) % 1 }) // bounds follow what it plays
  setUpdateRate(world, eid, AnimationUpdates)
  return eid
})
setAnimationSource(world, AnimationUpdates) // who is seen and near plays in each frame, others less often

const camera = spawn(world, Transform, View)
setPerspective(world, camera, { fovY: 1, aspect: 1.8, near: 0.1, far: 200 })
setPosition(world, camera, 0, 2, 0)
setRenderView(world, camera)
for (let frame = 0; frame < 120; frame++) {
  tickTo(world, frame / 60)
  if (frame === 60) crossFade(world, flags[0]!, 'hang', 0.3) // the wind drops
  runSystems(world, [propagateTransforms, ...cullingSystems, ...renderSystems])
  const { ids, names, count } = animationEvents(world)
  for (let i = 0; i < count; i++) playSound(ids[i]!, animationEventName(world, names[i]!))
}
// #endregion

const { animated, due } = animationStats(world)
if (animated !== 500 || due === 0 || due === 500) throw new Error(`${due} of ${animated} are due`)
if (heard.length < 700) throw new Error(`only ${heard.length} flaps were heard`)
