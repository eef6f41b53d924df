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
  setBox,
  setPerspective,
  setupCulling,
  UpdateRate,
  View,
} from '@sightline/culling'
import { renderSystems, setRenderView, setupRender } from '@sightline/render'
import {
  mirrorNameplates,
  Nameplate,
  nameplateStats,
  say,
  setHealth,
  setNameplate,
  setupNameplates,
  shownNameplates,
} from '@sightline/render/nameplates'

// A canvas where there is a page, nothing in Node: then labels are laid out, but not drawn.
const canvas = globalThis.document?.querySelector('canvas') ?? undefined
const names = ['Aldric', '小林さくら', 'ליאור', 'مريم', 'Ελένη', 'Nguyễn Ánh', 'देवदत्त', '🐉 Smaug']

const world = createWorld({ capacity: 4000 })
setupCulling(world)
setupRender(world, canvas ? { canvas } : {})
setupNameplates(world, { maxLabels: 60, maxDistance: 50 })

const people = Array.from({ length: 3000 }, (_, i) => {
  const eid = spawn(world, Transform, Bounds, UpdateRate, Nameplate)
  setBox(world, eid, -0.3, 0, -0.3, 0.3, 1.8, 0.3) // the label stands above it
  setPosition(world, eid, (i % 60) * 2 - 60, 0, -2 - Math.floor(i / 60) * 2)
  setNameplate(world, eid, { name: names[i % names.length]!, guild: '<The Lamplighters>', health: 1 })
  return eid
})
const camera = spawn(world, Transform, View)
setPerspective(world, camera, { fovY: 1, aspect: 1.8, near: 0.1, far: 200 })
setPosition(world, camera, 0, 1.7, 0)
setRenderView(world, camera)
if (canvas) mirrorNameplates(world, camera, { parent: document.body }) // the nearest names, for screen readers

say(world, people[30]!, 'Fresh fish! Who wants fresh fish?', 5)
setHealth(world, people[31]!, 0.4) // the bar goes there in a moment
for (let frame = 0; frame < 60; frame++) {
  tickTo(world, frame / 60)
  runSystems(world, [propagateTransforms, ...cullingSystems, ...renderSystems])
}
const { candidates, shown, overlapped } = nameplateStats(world)
// #endregion

if (shown === 0 || candidates < shown || overlapped === 0) throw new Error('labels are missing')
if (shownNameplates(world, camera).count < shown) throw new Error('labels are not listed')
