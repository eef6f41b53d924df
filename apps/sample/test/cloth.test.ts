import { describe, expect, it } from 'vitest'
import { type Chains, createChains, hang, hold, moveOn, moveTogether, POINTS } from '../src/cloth/chains.js'
import { hangCloak } from '../src/cloth/cloak.js'
import { createWearer, drape, HOOKS_APART, type Wearer, WIDENS } from '../src/cloth/drape.js'
import { createRandom } from '../src/town/random.js'

const STEP = Float64Array.of(1 / 60)

function flag(): Chains {
  const chains = createChains(1)
  chains.link[0] = 0.4
  chains.wind[0] = 1
  chains.weight[0] = 0.5
  hang(chains, 0, [10, 20, 30], [1, 0, 0])
  return chains
}

/** The largest share by which a link is longer or shorter than it should be. */
function stretch({ now, link }: Chains): number {
  let worst = 0
  for (let k = 1; k < POINTS; k++) {
    const [a, b] = [(k - 1) * 3, k * 3]
    const length = Math.hypot(now[b]! - now[a]!, now[b + 1]! - now[a + 1]!, now[b + 2]! - now[a + 2]!)
    worst = Math.max(worst, Math.abs(length / link[0]! - 1))
  }
  return worst
}

describe('cloth', () => {
  it('keeps its length in the wind, and what it hangs from', () => {
    const chains = flag()
    for (let i = 0; i < 600; i++) {
      moveOn(chains, 0, STEP)
      expect(stretch(chains), `step ${i}`).toBeLessThan(0.12)
    }
    expect(Array.from(chains.now.subarray(0, 3))).toEqual([10, 20, 30])
  })

  it('neither explodes nor tears when it is seen again, however long that was and wherever it has got to (seed 4)', () => {
    const random = createRandom(4)
    const chains = flag()
    const hook = new Float64Array(3)
    for (let rest = 0; rest < 200; rest++) {
      for (let k = 0; k < 3; k++) hook[k] = random.range(-400, 400)
      hold(chains, 0, hook)
      moveOn(chains, 0, Float64Array.of(random.range(0, 500)))
      expect(chains.now.every(Number.isFinite)).toBe(true)
      expect(stretch(chains), `rest ${rest}`).toBeLessThan(0.2)
      expect(Array.from(chains.now.subarray(0, 3))).toEqual(Array.from(hook))
    }
  })

  it('moves as far in frames shorter than a step as in longer ones', () => {
    const [fast, slow] = [flag(), flag()]
    for (let i = 0; i < 480; i++) moveOn(fast!, 0, Float64Array.of(1 / 240))
    for (let i = 0; i < 60; i++) moveOn(slow!, 0, Float64Array.of(1 / 30))
    expect(fast!.clock[0]).toBeCloseTo(slow!.clock[0]!, 9)
    for (let i = 0; i < POINTS * 3; i++) expect(fast!.now[i]!).toBeCloseTo(slow!.now[i]!, 3)
  })

  it('hangs a second after a rest as one that never rested', () => {
    const [rested, awake] = [flag(), flag()]
    for (let i = 0; i < 660; i++) moveOn(awake!, 0, STEP)
    moveOn(rested!, 0, Float64Array.of(10))
    for (let i = 0; i < 60; i++) moveOn(rested!, 0, STEP)
    expect(rested!.clock[0]).toBeCloseTo(awake!.clock[0]!, 9)
    for (let i = 0; i < POINTS * 3; i++) expect(Math.abs(rested!.now[i]! - awake!.now[i]!)).toBeLessThan(0.35)
  })
})

describe('a cloak', () => {
  /** One that hangs on somebody at `at` who looks along (sin yaw, cos yaw), hooked at 1.4 m. */
  function place(wearer: Wearer, at: readonly [number, number], yaw: number): void {
    const [sine, cosine] = [Math.sin(yaw), Math.cos(yaw)]
    wearer.middle.set(at)
    wearer.left.set([cosine, -sine])
    wearer.back.set([-sine, -cosine])
    for (const side of [0, 1]) {
      const out = (side === 0 ? 1 : -1) * (HOOKS_APART / 2)
      wearer.hooks.set(
        [at[0] + cosine * out - sine * 0.16, 1.4, at[1] - sine * out - cosine * 0.16],
        side * 3,
      )
    }
  }

  function cloak(): { chains: Chains; wearer: Wearer; move(seconds: number): void } {
    const chains = createChains(2)
    const wearer = createWearer()
    hangCloak(chains, 0)
    const hook = new Float64Array(3)
    const move = (seconds: number): void => {
      for (const side of [0, 1]) {
        hook.set(wearer.hooks.subarray(side * 3, side * 3 + 3))
        hold(chains, side, hook)
      }
      moveTogether(chains, 0, 2, Float64Array.of(seconds), drape, wearer)
    }
    return { chains, wearer, move }
  }

  /** Metres of point `k` of chain `side` to the wearer's left, up, and to the back. */
  function seen({ chains, wearer }: ReturnType<typeof cloak>, side: number, k: number) {
    const at = (side * POINTS + k) * 3
    const [x, z] = [chains.now[at]! - wearer.middle[0]!, chains.now[at + 2]! - wearer.middle[1]!]
    return {
      left: x * wearer.left[0]! + z * wearer.left[1]!,
      up: chains.now[at + 1]!,
      back: x * wearer.back[0]! + z * wearer.back[1]!,
    }
  }

  it('hangs down the middle of the back, wider to the hem, whichever way its wearer stands', () => {
    for (const yaw of [0, 1, 2.5, -2]) {
      const one = cloak()
      place(one.wearer, [40, -7], yaw)
      for (let i = 0; i < 240; i++) one.move(1 / 60)
      for (let k = 1; k < POINTS; k++) {
        const [left, right] = [seen(one, 0, k), seen(one, 1, k)]
        const width = HOOKS_APART * WIDENS ** k
        expect(left.left - right.left, `width at ${k}`).toBeGreaterThan(width * 0.85)
        expect(left.left - right.left, `width at ${k}`).toBeLessThan(width * 1.15)
        expect(Math.abs(left.left + right.left) / 2, `middle at ${k}`).toBeLessThan(0.2)
        expect(Math.min(left.back, right.back), `behind at ${k}`).toBeGreaterThan(0.12)
      }
      expect(seen(one, 0, POINTS - 1).up).toBeLessThan(0.5)
    }
  })

  it('flies behind a runner whose frames are long as behind one whose frames are short', () => {
    const cloaks = [1, 8].map((steps) => {
      const one = cloak()
      place(one.wearer, [0, 0], 0)
      for (let i = 0; i < 120; i++) one.move(1 / 60)
      for (let i = steps; i <= 120; i += steps) {
        place(one.wearer, [0, (i * 3.4) / 60], 0)
        one.move(steps / 60)
      }
      return one
    })
    for (let k = 1; k < POINTS; k++) {
      const [short, long] = cloaks.map((one) => seen(one, 0, k))
      expect(Math.abs(short!.back - long!.back), `back at ${k}`).toBeLessThan(0.15)
      expect(Math.abs(short!.up - long!.up), `up at ${k}`).toBeLessThan(0.15)
    }
  })

  it('flies behind a runner, comes to hang again, and never goes through the wearer (seed 5)', () => {
    const random = createRandom(5)
    const one = cloak()
    place(one.wearer, [0, 0], 0)
    for (let i = 0; i < 120; i++) one.move(1 / 60)
    const still = seen(one, 0, POINTS - 1).back
    for (let i = 0; i < 60; i++) {
      place(one.wearer, [0, (i * 8.5) / 60], 0)
      one.move(1 / 60)
    }
    expect(seen(one, 0, POINTS - 1).back).toBeGreaterThan(still + 0.25)
    for (let i = 0; i < 240; i++) one.move(1 / 60)
    expect(Math.abs(seen(one, 0, POINTS - 1).back - still)).toBeLessThan(0.2)
    for (let i = 0; i < 300; i++) {
      place(one.wearer, [random.range(-3, 3), random.range(-3, 3)], random.range(-3, 3))
      one.move(random.range(0, 0.3))
      expect(one.chains.now.every(Number.isFinite)).toBe(true)
    }
    for (let i = 0; i < 120; i++) one.move(1 / 60)
    for (let k = 1; k < POINTS; k++) {
      expect(seen(one, 0, k).left, `left at ${k}`).toBeGreaterThan(seen(one, 1, k).left)
      expect(seen(one, 0, k).back, `behind at ${k}`).toBeGreaterThan(0.12)
    }
  })
})
