/** Walks over a field that keep to the valleys or to the ridges, as poses of an eye 1.8 m above the ground. */
import { createRandom } from '../../../../test/support/random.js'
import { type Heightfield, sampleHeight } from '../../src/heightfield/index.js'

export type Pose = { eye: readonly [number, number, number]; yaw: number; pitch: number }

/** At each step the way goes to the lowest (or highest) place ahead; the gaze wanders. */
export function walk(
  field: Heightfield,
  kind: 'valley' | 'ridge',
  seed: number,
  poses: number,
  step: number,
): Pose[] {
  const random = createRandom(seed)
  const width = (field.columns - 1) * field.spacingX
  const depth = (field.rows - 1) * field.spacingZ
  let x = field.originX + (0.3 + 0.4 * random()) * width
  let z = field.originZ + (0.3 + 0.4 * random()) * depth
  let heading = random() * 2 * Math.PI
  return Array.from({ length: poses }, () => {
    let best = -Infinity
    let next = heading
    for (let turn = -1.2; turn <= 1.2; turn += 0.2) {
      const [u, v] = [x - Math.sin(heading + turn) * step, z - Math.cos(heading + turn) * step]
      const margin = Math.min(
        u - field.originX,
        field.originX + width - u,
        v - field.originZ,
        field.originZ + depth - v,
      )
      const height = sampleHeight(field, u, v) * (kind === 'ridge' ? 1 : -1)
      const value = margin < 0.1 * Math.min(width, depth) ? -1e6 + margin : height
      if (value > best) {
        best = value
        next = heading + turn
      }
    }
    heading = next
    x -= Math.sin(heading) * step
    z -= Math.cos(heading) * step
    const eye = [x, sampleHeight(field, x, z) + 1.8, z] as const
    return { eye, yaw: heading + (random() - 0.5) * 2, pitch: (random() - 0.6) * 0.4 }
  })
}
