import { emitterInfo, type GroundContact } from '@sightline/render'
import { describe, expect, it } from 'vitest'
import { hills } from './support/random-effect.js'
import { particleFrame, particleScene, particlesOf, place } from './support/scene.js'

const level = (): number => -1
const FALL = { bursts: [{ count: 1 }], lifetime: 10, gravity: [0, -10, 0], size: 0.1 } as const

/** Heights of one particle that is dropped 2 m above level ground, at times in seconds. */
async function drop(
  ground: Partial<GroundContact>,
  times: readonly number[],
): Promise<(number | undefined)[]> {
  const { world } = await particleScene()
  const eid = place(world, { ...FALL, ground: { height: level, ...ground } }, [0, 1, -4])
  particleFrame(world, 0)
  return times.map((t) => {
    particleFrame(world, t)
    return particlesOf(world, eid)[0]?.position[1]
  })
}

const HIT = Math.sqrt(0.4)

describe('on level ground', () => {
  it('falls through where nothing happens at the ground', async () => {
    const [high] = await drop({ contact: 'none' }, [1])
    expect(high).toBeCloseTo(1 - 5, 3)
  })

  it('dies when it comes down', async () => {
    const heights = await drop({ contact: 'die' }, [HIT - 0.01, HIT + 0.01])
    expect(heights[0]).toBeCloseTo(-1 + 0.06, 1)
    expect(heights[1]).toBeUndefined()
  })

  it('stays where it fell when it slides', async () => {
    const heights = await drop({ contact: 'slide' }, [HIT + 0.1, 5])
    for (const height of heights) expect(height).toBeCloseTo(-1, 3)
  })

  it('jumps to a quarter of the height with half of the speed, and then to a sixteenth', async () => {
    const [first, second] = [HIT / 2, HIT / 4]
    const heights = await drop({ contact: 'bounce', bounciness: 0.5 }, [
      HIT + first,
      HIT + 2 * first,
      HIT + 2 * first + second,
      9,
    ])
    expect(heights[0]).toBeCloseTo(-1 + 0.5, 2)
    expect(heights[1]).toBeCloseTo(-1, 2)
    expect(heights[2]).toBeCloseTo(-1 + 0.125, 2)
    expect(heights[3]).toBeCloseTo(-1, 2)
  })

  it('is in the same place however the frames fell', async () => {
    const often = Array.from({ length: 200 }, (_, i) => (i + 1) / 100)
    const ground = { contact: 'bounce', bounciness: 0.7 } as const
    const all = await drop(ground, often)
    const [late] = await drop(ground, [2])
    expect(late).toBe(all.at(-1))
  })
})

it.each(['die', 'slide', 'bounce'] as const)(
  'on hills nothing that may %s falls through',
  async (contact) => {
    const { world } = await particleScene()
    const smooth = (x: number, z: number): number => hills(Math.min(x, 4), z)
    const eid = place(
      world,
      {
        rate: 200,
        lifetime: 4,
        speed: [1, 4],
        spread: 60,
        gravity: [0, -9.81, 0],
        drag: 0.3,
        size: 0.05,
        ground: { height: smooth, contact, bounciness: 0.4, friction: 8 },
      },
      [0, 0.5, -4],
    )
    let low = 0
    let most = 0
    for (let frame = 0; frame < 400; frame++) {
      particleFrame(world, frame / 60)
      most = Math.max(most, emitterInfo(world, eid).particles ?? 0)
      for (const { position } of particlesOf(world, eid)) {
        low = Math.min(low, position[1] - smooth(position[0], position[2]))
      }
    }
    expect(most).toBeGreaterThan(100)
    // Those that slide keep to the plane of the ground where they touched it.
    expect(low).toBeGreaterThan(contact === 'die' ? -0.01 : -0.15)
  },
)
