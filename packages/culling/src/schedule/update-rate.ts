import {
  addId,
  type Component,
  columns,
  defineComponent,
  type Field,
  f32,
  hasResource,
  setResource,
  type World,
} from '@sightline/core'
import { expectNumber } from '@sightline/core/checks'
import { hasComponent, observe, onRemove } from 'bitecs'
import { createEntityRows } from './entity-rows.js'
import { policyNumber } from './policies.js'
import {
  createSchedule,
  kindState,
  type ScheduleState,
  schedule,
  scheduleResource,
} from './schedule-state.js'
import { expectBudget, ownPolicy, type UpdateKind, type UpdatePolicy } from './update-kind.js'

/**
 * Set by the game: what an entity may do less often. Write it with `setUpdateRate` and `setImportance`.
 *
 * `importance` scales its size on the screen when a budget has to choose: 1 at first, 0 is slowed first.
 */
export const UpdateRate: Component<{ readonly importance: Field<'f32'> }> = defineComponent('UpdateRate', {
  importance: f32,
})

/**
 * Gives an entity a kind of update, by the kind's policy and what `policy` says otherwise, or changes its
 * policy. It counts from the next `scheduleUpdates` on. The seconds of its first turn run from there.
 * Policies are kept once for all who have the same; 65,535 different ones of a kind can be in use at the
 * same time. Throws, with nothing changed, a `TypeError` or `RangeError` that names the field, or says
 * that there are more, an `Error` if the entity has no `UpdateRate`.
 */
export function setUpdateRate(world: World, eid: number, kind: UpdateKind, policy: UpdatePolicy = {}): void {
  const state = schedule(world)
  requireUpdateRate(world, eid, 'setUpdateRate')
  expectKind('setUpdateRate', kind)
  const chosen = ownPolicy('setUpdateRate', kind, policy)
  const own = kindState(world, kind, 'setUpdateRate')
  const number = policyNumber(own, chosen)
  state.entities ??= createEntityRows(
    own.wanted.length - 1,
    state.clock,
    columns(world, UpdateRate).importance,
  )
  own.wanted[eid] = number
  addId(own.changes, eid)
}

/**
 * Takes a kind of update from an entity, from the next `scheduleUpdates` on. One that has it not stays so.
 */
export function clearUpdateRate(world: World, eid: number, kind: UpdateKind): void {
  const own = schedule(world).slots.get(kind)
  if (own === undefined || !own.wanted[eid]) return
  own.wanted[eid] = 0
  addId(own.changes, eid)
}

/**
 * How much an entity matters when a budget has to choose, as a factor of its size on the screen: 1 at first.
 * Throws a `RangeError` unless it is a finite number of 0 or more, an `Error` if the entity has no
 * `UpdateRate`.
 */
export function setImportance(world: World, eid: number, importance: number): void {
  requireUpdateRate(world, eid, 'setImportance')
  expectNumber('setImportance', 'importance', importance)
  if (!(importance >= 0 && importance < Infinity)) {
    throw new RangeError(`setImportance: importance is ${importance}, expected a finite number of 0 or more`)
  }
  columns(world, UpdateRate).importance[eid] = importance
}

/**
 * Sets how many milliseconds a frame all turns of a kind may take in this world; Infinity is "as many as it
 * takes". Throws a `RangeError` unless it is a number above 0.
 */
export function setUpdateBudget(world: World, kind: UpdateKind, budget: number): void {
  expectKind('setUpdateBudget', kind)
  expectBudget('setUpdateBudget', budget)
  kindState(world, kind, 'setUpdateBudget').load.budget = budget
}

/** Makes the scheduler and follows who has `UpdateRate`. Part of `setupCulling`. */
export function setupUpdateRates(world: World, viewSlots: number): void {
  if (hasResource(world, scheduleResource())) return
  const state = createSchedule(viewSlots)
  setResource(world, scheduleResource(), state)
  const { importance } = columns(world, UpdateRate)
  importance.fill(1)
  observe(world, onRemove(UpdateRate), (eid) => {
    importance[eid] = 1
    forget(state, eid)
  })
}

function forget({ kinds, entities }: ScheduleState, eid: number): void {
  if (entities === null) return
  addId(entities.gone, eid)
  for (let slot = 0; slot < kinds.length; slot++) kinds[slot]!.wanted[eid] = 0
}

function requireUpdateRate(world: World, eid: number, caller: string): void {
  if (!hasComponent(world, eid, UpdateRate)) {
    throw new Error(`${caller}: entity ${eid} has no UpdateRate: add the component first`)
  }
}

/** Throws a `TypeError` for what `defineUpdateKind` did not make. */
export function expectKind(caller: string, kind: UpdateKind): void {
  if (typeof kind?.name !== 'string' || kind.options === undefined) {
    throw new TypeError(`${caller}: kind is ${String(kind)}, expected one made with defineUpdateKind`)
  }
}
