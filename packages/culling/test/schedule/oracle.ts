/**
 * A plain scheduler: one record for each entity and kind, looked at one by one in each frame. It shares
 * nothing with the product but what is asked from outside: `explain` for why a view does not show something,
 * and the world boxes.
 */
import { columns, type World } from '@sightline/core'
import { cameraOf, explain, type UpdateKind, type UpdatePolicy, WorldBounds } from '@sightline/culling'

export type Policy = Required<UpdatePolicy>

type Life = {
  policy: Policy
  band: string
  near: boolean
  leftAt: number | null
  rate: UpdatePolicy['near']
  last: number
  stoppedAt: number | null
  isDue: boolean
  /** The run of its last turn, or in which it began to have some. */
  waitsFrom: number
}

export type Reference = {
  readonly world: World
  readonly kinds: readonly UpdateKind[]
  readonly lives: Map<UpdateKind, Map<number, Life>>
  readonly wanted: Map<UpdateKind, Map<number, Policy | null>>
  readonly gone: Set<number>
  readonly taken: Set<UpdateKind>
  clock: number
  run: number
}

export function createReference(world: World, kinds: readonly UpdateKind[]): Reference {
  return {
    world,
    kinds,
    lives: new Map(kinds.map((kind) => [kind, new Map()])),
    wanted: new Map(kinds.map((kind) => [kind, new Map()])),
    gone: new Set(),
    taken: new Set(),
    clock: 0,
    run: 0,
  }
}

export function want(reference: Reference, kind: UpdateKind, eid: number, policy: Policy | null): void {
  reference.wanted.get(kind)!.set(eid, policy)
}

/** It lost the component, or its life. */
export function lose(reference: Reference, eid: number): void {
  reference.gone.add(eid)
  for (const wanted of reference.wanted.values()) wanted.delete(eid)
}

/** What an entity is for all cameras together, and how large. */
function lookAt(world: World, views: number[], eid: number, hasBox: boolean) {
  if (!hasBox) return { look: 'seen', size: Infinity }
  let look = 'outside'
  let size = 0
  for (const view of views) {
    const { visible, reason } = explain(world, view, eid)
    if (visible) {
      look = 'seen'
      size = Math.max(size, sizeIn(world, view, eid))
    } else if (look !== 'seen' && reason === 'far' && look !== 'hidden') look = 'beyond'
    else if (look !== 'seen' && reason !== 'outside' && reason !== 'far') look = 'hidden'
  }
  return { look, size }
}

function sizeIn(world: World, view: number, eid: number): number {
  const { box } = columns(world, WorldBounds)
  const { eye, projection } = cameraOf(world, view)
  let square = 0
  let distance = 0
  for (let axis = 0; axis < 3; axis++) {
    const [low, high] = [box[eid * 8 + axis]!, box[eid * 8 + 4 + axis]!]
    square += ((high - low) / 2) ** 2
    distance += ((high + low) / 2 - eye[axis]!) ** 2
  }
  const scale = projection.matrix[5]!
  return distance > square ? (Math.sqrt(square) * scale) / Math.sqrt(distance - square) : Infinity
}

/**
 * What the world is like, and what the product says is due, so that a choice which is free can be followed.
 */
export type Frame = {
  now: number
  views: number[]
  hasBox: (eid: number) => boolean
  due: (kind: UpdateKind) => Map<number, number>
  bandOf: (kind: UpdateKind, eid: number) => string
}

/** One run of the scheduler. Answers everything that is wrong in it. */
export function runReference(reference: Reference, frame: Frame): string[] {
  const { kinds, lives, wanted, gone, taken } = reference
  const wrong: string[] = []
  for (const kind of taken) {
    for (const life of lives.get(kind)!.values()) {
      if (life.isDue) life.last = reference.clock
      life.isDue = false
    }
  }
  taken.clear()
  reference.run++
  const clock = (reference.clock = Math.round(frame.now * 1048576) / 1048576)
  for (const kind of kinds) {
    const own = lives.get(kind)!
    for (const eid of gone) own.delete(eid)
    for (const [eid, policy] of wanted.get(kind)!) {
      if (policy === null) own.delete(eid)
      else if (own.has(eid)) own.get(eid)!.policy = policy
      else own.set(eid, newLife(policy, clock))
    }
    wanted.get(kind)!.clear()
    const due = frame.due(kind)
    for (const eid of due.keys()) if (!own.has(eid)) wrong.push(`${kind.name}: ${eid} is due and no member`)
    for (const [eid, life] of own) {
      const { look, size } = lookAt(reference.world, frame.views, eid, frame.hasBox(eid))
      const woken = settle(life, kind, look, size, clock, reference.run, frame.bandOf(kind, eid))
      const label = `${kind.name}: ${eid} in ${life.band} with ${life.rate}`
      if (frame.bandOf(kind, eid) !== life.band) wrong.push(`${label}: band is ${frame.bandOf(kind, eid)}`)
      const seconds = due.get(eid)
      const resting = life.rate === 'clock' || life.rate === 'stop'
      if (resting && seconds !== undefined) wrong.push(`${label}: is due`)
      const must = life.rate === 1 || woken || life.isDue
      if (!resting && must && seconds === undefined) wrong.push(`${label}: is not due`)
      if (seconds !== undefined && seconds !== clock - life.last)
        wrong.push(`${label}: ${seconds} s, not ${clock - life.last}`)
      life.isDue = seconds !== undefined
      if (life.isDue) life.waitsFrom = reference.run
      const longest = Math.min(2 * (life.rate as number), life.policy.minimum)
      if (!resting && !life.isDue && reference.run - life.waitsFrom >= longest)
        wrong.push(`${label}: waits too long`)
    }
  }
  gone.clear()
  return wrong
}

function newLife(policy: Policy, clock: number): Life {
  const rest = {
    leftAt: null,
    rate: 'clock' as const,
    last: clock,
    stoppedAt: null,
    isDue: false,
    waitsFrom: 0,
  }
  return { policy, band: 'none', near: false, ...rest }
}

/** True for who comes into view. */
function settle(
  life: Life,
  kind: UpdateKind,
  look: string,
  size: number,
  clock: number,
  run: number,
  theirs: string,
): boolean {
  const wasSeen = life.band === 'near' || life.band === 'far'
  let woken = false
  if (look === 'seen') {
    const { nearSize } = kind.options
    const limit = life.near ? nearSize * 0.8 : nearSize
    // Where a float may fall on either side, theirs is as good.
    life.near = Math.abs(size / limit - 1) < 1e-5 ? theirs === 'near' : size >= limit
    life.band = life.near ? 'near' : 'far'
    life.leftAt = null
    woken = !wasSeen
  } else if (wasSeen && kind.options.grace > 0) {
    life.leftAt ??= clock
    if (clock - life.leftAt >= kind.options.grace) {
      life.band = look
      life.leftAt = null
    }
  } else life.band = look
  setRate(life, rateOf(life), clock, run)
  return woken
}

function rateOf({ band, policy }: Life): UpdatePolicy['near'] {
  const rate = policy[band as 'near']
  const frames = rate === 'every-frame' ? 1 : rate
  if (policy.minimum === Infinity) return frames
  return typeof frames === 'number' ? Math.min(frames, policy.minimum) : policy.minimum
}

function setRate(life: Life, rate: UpdatePolicy['near'], clock: number, run: number): void {
  if (rate === life.rate) return
  if (life.stoppedAt !== null) life.last += clock - life.stoppedAt
  life.stoppedAt = rate === 'stop' ? clock : null
  if (typeof life.rate !== 'number') life.waitsFrom = run
  if (life.rate === 1 || typeof rate !== 'number') life.isDue = false
  life.rate = rate
}
