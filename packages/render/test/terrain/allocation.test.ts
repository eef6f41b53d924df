import { loadKernels } from '@sightline/culling'
import { setShadows } from '@sightline/render'
import { expect, it } from 'vitest'
import { measureHeap } from '../../../../test/support/heap.js'
import { renderState } from '../../src/state.js'
import { lookFrom } from '../support/frame.js'
import { seededField } from './support/fields.js'
import { createGround, prepareFrame } from './support/open-ground.js'

const PACKS = 500
/** Bytes of all packs, and of one. */
const KEPT = 64 * 1024
const MADE = 64

it('packing makes no garbage in a steady frame (seed 5)', async () => {
  await loadKernels()
  const ground = createGround({ field: seededField(5, 513, 513, { spacingX: 4 }), tree: { levels: 4 } })
  const { world, camera, drawing } = ground
  setShadows(world, camera, { distance: 200 })
  const [view] = renderState(world).views
  const pack = (): void => drawing.drawable!.pack(view!)
  for (let step = 0; step < 40; step++) {
    const angle = step / 6
    lookFrom(world, camera, [1000 + step, 200, 1000], [1000 + Math.sin(angle), 199.8, 1000 + Math.cos(angle)])
    prepareFrame(ground)
    pack()
  }
  for (let i = 0; i < 3000; i++) pack()
  const { picture, casters } = drawing.views.get(view!)!
  expect(picture.count).toBeGreaterThan(20)
  expect(casters.count).toBeGreaterThan(10)
  const grown = measureHeap(PACKS, pack, { kept: KEPT, made: MADE })
  expect(grown.kept).toBeLessThan(KEPT)
  expect(grown.made).toBeLessThan(MADE)
  expect(grown.buffers).toBe(0)
})
