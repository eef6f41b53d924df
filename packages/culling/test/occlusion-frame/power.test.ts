import { columns, WorldMatrix } from '@sightline/core'
import { loadKernels, WorldBounds } from '@sightline/culling'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { CullReasons } from '../../src/reasons.js'
import { viewState } from '../../src/state.js'
import { boxSolid, seenPoint, sightOf } from '../occlusion/support/oracle.js'
import { playWorker } from './support/delayed-runner.js'
import { createTownWorld, stepTown, type TownWorld } from './support/town-world.js'

await loadKernels()

const random = createRandom(12)

/**
 * Of the candidates that show at least 8 pixels of a picture 1080 high and no point to any ray, how many are
 * hidden.
 */
function power(town: TownWorld): { truly: number; found: number } {
  const { world, view } = town
  const { marks, stamp, viewProjection, candidates } = viewState(world, view, 'test')
  const { matrix } = columns(world, WorldMatrix)
  const { box } = columns(world, WorldBounds)
  const solids = town.houses.map((eid) => boxSolid(matrix.subarray(eid * 16, eid * 16 + 16)))
  const sight = sightOf(viewProjection, -1, 1)
  let truly = 0
  let found = 0
  for (let i = 0; i < candidates.count; i++) {
    const eid = candidates.ids[i]!
    const row = [0, 1, 2, 4, 5, 6].map((k) => box[eid * 8 + k]!)
    const size = Math.hypot(row[3]! - row[0]!, row[4]! - row[1]!, row[5]! - row[2]!)
    if ((size / Math.max(1, candidates.distances[i]!) / (2 * Math.tan(0.55))) * 1080 < 8) continue
    if (seenPoint(sight, solids, row, 0, 60, random)) continue
    truly++
    if (marks[eid] === stamp * 256 + CullReasons.hidden) found++
  }
  return { truly, found }
}

describe('on a street, of what is hidden by the oracle', () => {
  it.each([
    ['inline', null, 0.9],
    ['a worker in time', 0, 0.9],
    ['a worker 1 frame late', 1, 0.9],
    ['a worker 6 frames late', 6, 0.8],
  ] as const)('%s hides enough', (_name, delay, least) => {
    let truly = 0
    let found = 0
    for (const seed of [1, 2, 3]) {
      const town = createTownWorld(createRandom(seed), [0, 0, 0], 700, { mode: 'inline' })
      if (delay !== null) playWorker(town.world, () => delay, random)
      for (let frame = 0; frame < 150; frame++) {
        const turn = Math.floor(frame / 75)
        stepTown(town, {
          x: -30 + frame * 0.04,
          y: 1.7,
          z: 2,
          yaw: -1.5 + 0.3 * Math.sin(frame / 25) + turn,
          pitch: 0,
        })
        if (frame < 30 || frame % 10 > 0) continue
        const now = power(town)
        truly += now.truly
        found += now.found
      }
    }
    expect(truly).toBeGreaterThan(1000)
    expect(found / truly).toBeGreaterThan(least)
  })
})
