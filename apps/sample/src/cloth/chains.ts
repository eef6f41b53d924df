/**
 * Cloth as chains of points, moved by Verlet integration with length constraints (Jakobsen, "Advanced
 * Character Physics", GDC 2001): flags on towers, and the player's cloak, which is two of them side by side.
 * Each link is drawn as a stiff strip.
 */
export type Chains = {
  readonly count: number
  /** Points of a chain; the first one is held. */
  readonly points: number
  /** Metres of a link, by chain. */
  readonly link: Float32Array
  /** How much of the wind and of its own weight a chain feels. */
  readonly wind: Float32Array
  readonly weight: Float32Array
  /** What of a point's speed the air leaves after a step, 0 to 1: still air slows heavy cloth less. */
  readonly kept: Float32Array
  /**
   * Share of the hook's own speed that the air round a chain has, 0 to 1: who walks takes some of it along.
   */
  readonly carried: Float32Array
  /** Where the first point of each chain is to be held: x, y, z. */
  readonly hooks: Float64Array
  /** x, y, z of each point, now and a step ago. */
  readonly now: Float64Array
  readonly before: Float64Array
  /** Seconds of the chain's own time. */
  readonly clock: Float64Array
}

export const POINTS = 7
const STEP = 1 / 60
const GRAVITY = -9.8
const ROUNDS = 5
/** Steps by which a clock may be off through rounding. */
const ROUNDING = 1e-6
/**
 * More steps than these are never made at once: after a long rest cloth comes to hang within a third of a
 * second.
 */
const MOST_STEPS = 20

export function createChains(count: number): Chains {
  return {
    count,
    points: POINTS,
    link: new Float32Array(count),
    wind: new Float32Array(count),
    weight: new Float32Array(count),
    kept: new Float32Array(count).fill(0.97),
    carried: new Float32Array(count),
    hooks: new Float64Array(count * 3),
    now: new Float64Array(count * POINTS * 3),
    before: new Float64Array(count * POINTS * 3),
    clock: new Float64Array(count),
  }
}

/** Hangs a chain from (x, y, z), at rest, along (dx, dy, dz) of length 1. */
export function hang(
  chains: Chains,
  chain: number,
  [x, y, z]: readonly [number, number, number],
  [dx, dy, dz]: readonly [number, number, number],
): void {
  chains.hooks.set([x, y, z], chain * 3)
  for (let k = 0; k < POINTS; k++) {
    const along = k * chains.link[chain]!
    const at = (chain * POINTS + k) * 3
    chains.now[at] = x + dx * along
    chains.now[at + 1] = y + dy * along
    chains.now[at + 2] = z + dz * along
  }
  chains.before.set(chains.now.subarray(chain * POINTS * 3, (chain + 1) * POINTS * 3), chain * POINTS * 3)
}

/**
 * Holds a chain's first point at `hook`, x, y, z: it goes there while the chain is moved on. One that has
 * jumped takes the whole chain along at once.
 */
export function hold({ now, before, link, hooks }: Chains, chain: number, hook: Float64Array): void {
  const first = chain * POINTS * 3
  const reach = POINTS * link[chain]!
  let far = 0
  for (let k = 0; k < 3; k++) {
    hooks[chain * 3 + k] = hook[k]!
    far = Math.max(far, Math.abs(hook[k]! - now[first + k]!))
  }
  if (far <= reach) return
  for (let k = 0; k < 3; k++) {
    const way = hook[k]! - now[first + k]!
    for (let at = first + k; at < first + POINTS * 3; at += 3) {
      now[at] = now[at]! + way
      before[at] = before[at]! + way
    }
  }
}

/**
 * Moves points of neighbouring chains, the first one's number given, to where a body and each other let them
 * be.
 */
export type Constraint<Body> = (chains: Chains, first: number, body: Body) => void

/**
 * Moves a chain on by `passed[0]` seconds. After a rest its time runs on, but only the end of it is worked
 * out.
 */
export function moveOn(chains: Chains, chain: number, passed: Float64Array): void {
  moveTogether(chains, chain, 1, passed, FREE, undefined)
}

/** Moves `count` chains, from `first` on, that are bound to each other or to a body. */
export function moveTogether<Body>(
  chains: Chains,
  first: number,
  count: number,
  passed: Float64Array,
  bind: Constraint<Body>,
  body: Body,
): void {
  // By the clock, so that frames that are shorter than a step add up to steps.
  const until = chains.clock[first]! + passed[0]!
  const steps = Math.floor(until / STEP + ROUNDING) - Math.floor(chains.clock[first]! / STEP + ROUNDING)
  for (let c = 0; c < count; c++) chains.clock[first + c] = until
  for (let i = Math.min(steps, MOST_STEPS); i > 0; i--) {
    for (let c = 0; c < count; c++) {
      pull(chains, first + c, i)
      step(chains, first + c, i)
    }
    for (let round = 0; round < ROUNDS; round++) {
      bind(chains, first, body)
      for (let c = 0; c < count; c++) keepLengths(chains, first + c)
    }
  }
  for (let c = 0; c < count; c++) pull(chains, first + c, 1)
}

/** Brings the first point nearer to its hook, so that it is there in `left` steps: one long way would tug. */
function pull({ now, before, hooks }: Chains, chain: number, left: number): void {
  for (let k = 0; k < 3; k++) {
    const at = chain * POINTS * 3 + k
    before[at] = now[at]!
    now[at] = now[at]! + (hooks[chain * 3 + k]! - now[at]!) / left
  }
}

const FREE: Constraint<undefined> = () => {}

/** `left`: so many steps before the chain's present. Wind comes in gusts that pass over the town. */
function step(
  { now, before, clock, wind, weight, kept, carried }: Chains,
  chain: number,
  left: number,
): void {
  const first = chain * POINTS * 3
  const time = clock[chain]! - (left - 1) * STEP
  const gust =
    9 + 5 * Math.sin(time * 0.9 + now[first]! * 0.02) + 3 * Math.sin(time * 2.3 + now[first + 2]! * 0.05)
  for (let k = 1; k < POINTS; k++) {
    const at = first + k * 3
    const flutter = 0.55 * Math.sin(time * 9 - k * 1.25 + chain * 1.7)
    for (let axis = 0; axis < 3; axis++) {
      const blows =
        axis === 0 ? gust * (0.8 - 0.6 * flutter) : axis === 2 ? gust * (0.6 + 0.8 * flutter) : gust * 0.12
      const force = wind[chain]! * blows + (axis === 1 ? weight[chain]! * GRAVITY : 0)
      const here = now[at + axis]!
      const air = (now[first + axis]! - before[first + axis]!) * carried[chain]!
      now[at + axis] = here + air + (here - before[at + axis]! - air) * kept[chain]! + force * STEP * STEP
      before[at + axis] = here
    }
  }
}

function keepLengths({ now, link }: Chains, chain: number): void {
  const first = chain * POINTS * 3
  for (let k = 1; k < POINTS; k++) {
    const a = first + (k - 1) * 3
    const b = first + k * 3
    const dx = now[b]! - now[a]!
    const dy = now[b + 1]! - now[a + 1]!
    const dz = now[b + 2]! - now[a + 2]!
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz)
    if (length < 1e-9) continue
    // The held point does not give way.
    const share = k === 1 ? 1 : 0.5
    const off = (length - link[chain]!) / length
    for (let axis = 0; axis < 3; axis++) {
      const d = axis === 0 ? dx : axis === 1 ? dy : dz
      now[b + axis] = now[b + axis]! - d * off * share
      if (k > 1) now[a + axis] = now[a + axis]! + d * off * 0.5
    }
  }
}
