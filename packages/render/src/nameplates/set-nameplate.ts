import { addId, removeId, Transform, time, type World } from '@sightline/core'
import { expectNumber, expectOptions } from '@sightline/core/checks'
import { Bounds, setUpdateRate, UpdateRate } from '@sightline/culling'
import { hasComponent } from 'bitecs'
import { type Color, packTint, readColor } from '../color.js'
import { renderState } from '../state.js'
import { cleanText } from './clean-text.js'
import { Nameplate } from './nameplate-component.js'
import { Clock, type NameplateState, PlateFlag, PlateRow } from './nameplate-state.js'
import { NameplateUpdates } from './nameplate-updates.js'
import { createPlate, dropPlate, type PlateContent } from './plate.js'
import { forgetLabel } from './project-labels.js'
import { turnBack } from './turn-back.js'

/** What a label shows. What is not given is not shown, or has its default. */
export type NameplateContent = {
  /** Longer than `maxName` letters it is cut, with an ellipsis. */
  readonly name: string
  /** A line below the name, as `<Guild>`; cut at `maxGuild`. Empty: none. */
  readonly guild?: string
  /** A bar, 0 to 1. Change it with `setHealth`. */
  readonly health?: number
  /** Default white, `'#C9D3E0'` and `'#5FBF4A'`. */
  readonly color?: Color
  readonly guildColor?: Color
  readonly barColor?: Color
  /**
   * Where not all labels have room: one of importance 2 counts as if it were at half the distance. 1e-6 to
   * 1e6. Default 1.
   */
  readonly importance?: number
  /**
   * Metres from the entity's place, that of its `Transform`, up to the top of its head: the label stands
   * `lift` above that, whatever it carries or swings. Default: the top of its bounds, in their middle.
   */
  readonly height?: number
}

const KNOWN: Readonly<Record<keyof NameplateContent, true>> = {
  name: true,
  guild: true,
  health: true,
  color: true,
  guildColor: true,
  barColor: true,
  importance: true,
  height: true,
}

/**
 * Gives an entity a label, or another one. What it says stays. Whoever has `UpdateRate` becomes a member of
 * `NameplateUpdates` with its first label. Throws, with nothing changed, an `Error` if it has no `Nameplate`
 * or `Bounds`, or a height and no `Transform`, a `TypeError` or `RangeError` that names the field: an empty
 * name, half of a surrogate pair, a colour, health, importance or height that is none.
 */
export function setNameplate(world: World, eid: number, content: NameplateContent): void {
  const caller = 'setNameplate'
  const state = nameplatesOf(world, caller)
  for (const component of [Nameplate, Bounds]) {
    if (hasComponent(world, eid, component)) continue
    throw new Error(`${caller}: entity ${eid} has no ${component.name}: add the component first`)
  }
  expectOptions(caller, content, KNOWN)
  const { name, guild, health, color = '#FFFFFF', guildColor = '#C9D3E0', barColor = '#5FBF4A' } = content
  const { importance = 1, height } = content
  const { maxName, maxGuild } = state.settings
  if (health !== undefined) expectShare(caller, health)
  expectNumber(caller, 'importance', importance)
  if (!(importance >= 1e-6 && importance <= 1e6)) {
    throw new RangeError(`${caller}: importance is ${importance}, expected 1e-6 to 1e6`)
  }
  if (height !== undefined) expectHeight(world, eid, height)
  const before = state.plates[eid]
  const read: PlateContent = {
    name: cleanText(caller, 'name', name, maxName),
    guild: guild === undefined || guild === '' ? undefined : cleanText(caller, 'guild', guild, maxGuild),
    speech: before?.content.speech,
    color: cssColor(color, `${caller}: color`),
    guildColor: cssColor(guildColor, `${caller}: guildColor`),
    barColor: toTint(barColor, `${caller}: barColor`) & 0xffffff,
    hasBar: health !== undefined,
  }
  join(world, state, eid)
  const { floats } = state.rows
  const row = eid * PlateRow.count
  floats[row + PlateRow.importance] = importance ** 2
  floats[row + PlateRow.top] = height ?? Number.NaN
  floats[row + PlateRow.health] = health ?? 0
  if (before?.content.hasBar !== true) floats[row + PlateRow.bar] = health ?? 0
  replacePlate(state, eid, read)
}

/**
 * Where an entity's bar goes, 0 to 1; it takes a moment. Throws an `Error` if its label has no bar, a
 * `RangeError` for other numbers.
 */
export function setHealth(world: World, eid: number, health: number): void {
  const state = nameplatesOf(world, 'setHealth')
  expectShare('setHealth', health)
  if (state.plates[eid]?.content.hasBar !== true) {
    throw new Error(`setHealth: entity ${eid} has no bar: give setNameplate its health first`)
  }
  state.rows.floats[eid * PlateRow.count + PlateRow.health] = health
}

/**
 * Lets an entity with a label say something in a bubble above its name, for some seconds (default 4); what it
 * said before is gone. Lines break between words; beyond `maxSpeech` letters or four lines the text is cut
 * with an ellipsis. Throws an `Error` if it has no label, a `TypeError` or `RangeError` that names the field.
 */
export function say(world: World, eid: number, text: string, seconds: number = 4): void {
  const state = nameplatesOf(world, 'say')
  const plate = state.plates[eid]
  if (plate === undefined) throw new Error(`say: entity ${eid} has no label: call setNameplate first`)
  const speech = cleanText('say', 'text', text, state.settings.maxSpeech)
  expectNumber('say', 'seconds', seconds)
  if (!(seconds > 0)) throw new RangeError(`say: seconds is ${seconds}, expected a number above 0`)
  const { now } = time(world)
  // Else the next layout would take this time for one of the clock before.
  if (now < state.clock[Clock.now]!) turnBack(state, now)
  state.rows.speechEnd[eid] = now + seconds
  state.speakers.add(eid)
  replacePlate(state, eid, { ...plate.content, speech })
}

/** Ends what an entity says. */
export function hush(state: NameplateState, eid: number): void {
  const plate = state.plates[eid]
  state.speakers.delete(eid)
  if (plate?.content.speech !== undefined) replacePlate(state, eid, { ...plate.content, speech: undefined })
}

function join(world: World, state: NameplateState, eid: number): void {
  const { flags } = state.rows
  const placed = hasComponent(world, eid, Transform) ? PlateFlag.placed : 0
  if (!addId(state.members, eid)) {
    flags[eid] = (flags[eid]! & ~PlateFlag.placed) | placed
    return
  }
  state.joined++
  const scheduled = hasComponent(world, eid, UpdateRate)
  flags[eid] = (scheduled ? 0 : PlateFlag.always) | placed
  if (scheduled) setUpdateRate(world, eid, NameplateUpdates)
}

/** Takes an entity's label away. */
export function leave(state: NameplateState, eid: number): void {
  if (!removeId(state.members, eid)) return
  dropPlate(state.texts, state.plates[eid]!)
  state.plates[eid] = undefined
  state.speakers.delete(eid)
  state.rows.floats.fill(0, eid * PlateRow.count, (eid + 1) * PlateRow.count)
  for (const { candidates, memory, shown } of state.views.values()) {
    removeId(candidates, eid)
    forgetLabel(memory, eid)
    // Nobody reads of it until the next layout.
    for (let i = 0; i < shown.count; i++) if (shown.ids[i] === eid) shown.alphas[i] = 0
  }
}

/** The new texts are taken before the old are dropped, so that those that stay keep their pictures. */
function replacePlate(state: NameplateState, eid: number, content: PlateContent): void {
  const { plates, rows, texts, fonts, settings } = state
  const before = plates[eid]
  const plate = createPlate(texts, fonts, settings, content)
  if (before !== undefined) dropPlate(texts, before)
  plates[eid] = plate
  writeSize(state, eid)
  if (content.speech === undefined) rows.speechEnd[eid] = Infinity
}

/** Copies the size of an entity's label to where the layout reads it. */
export function writeSize({ plates, rows }: NameplateState, eid: number): void {
  const { width, height } = plates[eid]!
  rows.floats[eid * PlateRow.count + PlateRow.width] = width
  rows.floats[eid * PlateRow.count + PlateRow.height] = height
}

/** The state that `setupNameplates` made. */
export function nameplatesOf(world: World, caller: string): NameplateState {
  const { nameplates } = renderState(world)
  if (nameplates !== undefined) return nameplates
  throw new Error(`${caller}: there are no labels in this world: call setupNameplates(world) first`)
}

function expectShare(caller: string, health: number): void {
  expectNumber(caller, 'health', health)
  if (!(health >= 0 && health <= 1)) throw new RangeError(`${caller}: health is ${health}, expected 0 to 1`)
}

function expectHeight(world: World, eid: number, height: number): void {
  expectNumber('setNameplate', 'height', height)
  if (!(Math.abs(height) <= 1e6)) {
    throw new RangeError(`setNameplate: height is ${height}, expected metres from -1e6 to 1e6`)
  }
  if (hasComponent(world, eid, Transform)) return
  throw new Error(`setNameplate: entity ${eid} has a height and no Transform: add the component first`)
}

function cssColor(color: Color, caller: string): string {
  return `#${(toTint(color, caller) & 0xffffff).toString(16).padStart(6, '0')}`.replace(
    /^#(..)(..)(..)$/,
    '#$3$2$1',
  )
}

/** As `packTint`, with errors of the caller. */
function toTint(color: Color, caller: string): number {
  readColor(scratch, color, caller)
  return packTint([scratch[0]!, scratch[1]!, scratch[2]!])
}

const scratch = new Float32Array(3)
