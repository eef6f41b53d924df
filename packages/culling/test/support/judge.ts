import { generation } from '@sightline/core'
import {
  type CullReason,
  cullReasonName,
  entered,
  isVisible,
  left,
  leftReasons,
  visible,
} from '@sightline/culling'
import { expect } from 'vitest'
import { culling, type ViewState, viewState } from '../../src/state.js'
import type { Game } from './game.js'
import {
  isShown,
  largeAnswers,
  type Memory,
  nearAnswers,
  type Sight,
  sightOf,
  type Thing,
  type ViewTruth,
  verdicts,
  worldBoxOf,
} from './world-oracle.js'

/** What the judge knows of one view from the frames before. */
export type ViewRecord = {
  readonly truth: ViewTruth
  readonly memories: Map<number, Memory>
  /** Visible in the last frame, by life: id and generation. */
  before: Map<string, Thing>
}

export function createRecord(truth: ViewTruth): ViewRecord {
  return { truth, memories: new Map(), before: new Map() }
}

const NOTHING: Memory = { near: false, large: false }
const NO_BOX: number[] = []

/** The reason in a view's marks, as the last publication left it. */
export function reasonOf(state: ViewState, eid: number): string {
  const mark = state.marks[eid]!
  return mark >>> 8 === state.stamp ? cullReasonName((mark & 0xff) as CullReason) : 'outside'
}

/**
 * Holds a view's published list and events against the truth; fails with the label, the entity and both answers. Renews what
 * the judge remembers.
 */
export function judgeView(game: Game, record: ViewRecord, label: string): void {
  const { world, things } = game
  const { truth, memories } = record
  const view = truth.camera.eid
  const state = viewState(world, view, 'judgeView')
  const sight = sightOf(truth)
  const list = visible(world, view)
  const inList = new Set<number>()
  for (let i = 0; i < list.count; i++) inList.add(list.ids[i]!)
  if (inList.size !== list.count) expect.fail(`${label}: the list has an id twice`)
  const now = new Map<string, Thing>()
  let known = 0
  for (const thing of things) {
    if (thing.box === null && !thing.neverCull) continue
    const memory = memories.get(thing.eid) ?? NOTHING
    const box = boxInFrame(game, thing)
    const expected = verdicts(sight, thing, box, memory)
    const got = reasonOf(state, thing.eid)
    if (!(expected as string[]).includes(got)) {
      expect.fail(
        `${label}: entity ${thing.eid} is ${got}, expected ${expected.join(' or ')}: ${JSON.stringify(thing)}`,
      )
    }
    if ((got === 'visible') !== inList.has(thing.eid))
      expect.fail(`${label}: entity ${thing.eid}: mark and list differ`)
    if ((got === 'visible') !== isVisible(world, view, thing.eid))
      expect.fail(`${label}: isVisible ${thing.eid}`)
    if (got === 'visible') {
      now.set(lifeOf(game, thing), thing)
      known++
    }
    remember(record, sight, state, thing, box, memory, got)
  }
  if (known !== list.count) expect.fail(`${label}: ${list.count} in the list, ${known} of them exist`)
  judgeEvents(game, record, now, label)
  record.before = now
}

/** The box in the world, worked out once a frame, and once for ever for a root that stays where it is. */
function boxInFrame(game: Game, thing: Thing): number[] {
  if (thing.box === null) return NO_BOX
  const { position, rotation, scale, parent, box } = thing
  const inputs = parent === null ? [position, rotation, scale, box] : [game.now]
  const known = game.boxes.get(thing)
  if (known?.inputs.length === inputs.length && known.inputs.every((v, i) => v === inputs[i]))
    return known.box
  const fresh = { inputs, box: worldBoxOf(thing) }
  game.boxes.set(thing, fresh)
  return fresh.box
}

function lifeOf(game: Game, thing: Thing): string {
  return `${thing.eid}.${generation(game.world, thing.eid)}`
}

/** Follows the hysteresis; where the truth is too near to a limit, what the view remembers is as good. */
function remember(
  { truth, memories }: ViewRecord,
  sight: Sight,
  state: ViewState,
  thing: Thing,
  box: number[],
  memory: Memory,
  got: string,
): void {
  if (thing.range === null && truth.minPixels === 0) return
  if (thing.neverCull || got === 'outside' || got === 'filtered' || !isShown(thing)) return
  const bits = state.rangeMemory[thing.eid]!
  const near = nearAnswers(sight, thing, box, memory)
  const large = largeAnswers(sight, thing, box, memory)
  memories.set(thing.eid, {
    near: near.length === 1 ? near[0]! : (bits & 1) !== 0,
    large: large.length === 1 ? large[0]! : (bits & 2) !== 0,
  })
}

function judgeEvents(game: Game, record: ViewRecord, now: Map<string, Thing>, label: string): void {
  const { world } = game
  const view = record.truth.camera.eid
  const enteredIds = new Set<number>()
  const list = entered(world, view)
  for (let i = 0; i < list.count; i++) enteredIds.add(list.ids[i]!)
  if (enteredIds.size !== list.count) expect.fail(`${label}: an id entered twice`)
  let enters = 0
  for (const [life, thing] of now) {
    const isNew = !record.before.has(life)
    if (isNew) enters++
    if (isNew !== enteredIds.has(thing.eid)) {
      expect.fail(
        `${label}: entity ${thing.eid} ${isNew ? 'is new, but did not enter' : 'entered, but was there'}`,
      )
    }
  }
  if (enters !== enteredIds.size) expect.fail(`${label}: ${enteredIds.size} entered, expected ${enters}`)

  const leavers: string[] = []
  const leftList = left(world, view)
  const reasons = leftReasons(world, view)
  for (let i = 0; i < leftList.count; i++) {
    leavers.push(`${leftList.ids[i]} ${cullReasonName(reasons[i] as CullReason)}`)
  }
  const expected: string[] = []
  for (const [life, thing] of record.before) {
    if (now.has(life)) continue
    const alive = game.things.has(thing) && (thing.box !== null || thing.neverCull)
    expected.push(
      `${thing.eid} ${alive ? reasonOf(viewState(world, view, 'judgeEvents'), thing.eid) : 'removed'}`,
    )
  }
  expect(leavers.sort(), `${label}: who left`).toEqual(expected.sort())
}

/** Forgets what views remember of an entity that was destroyed or lost its limits. */
export function forget(records: readonly ViewRecord[], eid: number): void {
  for (const { memories } of records) memories.delete(eid)
}

/** How many entities the culling state holds. */
export function memberCount(game: Game): number {
  return culling(game.world).memberCount
}
