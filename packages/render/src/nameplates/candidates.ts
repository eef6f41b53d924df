/** Who of the named is visible in a view, and what is remembered of those who come and go. */
import { addId, hasId, removeId, type World } from '@sightline/core'
import { entered, isVisible, left, version, visible } from '@sightline/culling'
import { Clock, Memory, type NameplateState, type ViewPlates } from './nameplate-state.js'
import { turnPlate, turnSeconds } from './turn.js'

/**
 * Follows who of the named is visible in a view: by who came and went where the list is the one after the
 * last that was read, else by the whole list.
 */
export function followCandidates(
  world: World,
  state: NameplateState,
  plates: ViewPlates,
  view: number,
): void {
  const { members, joined } = state
  const { candidates } = plates
  const now = version(world, view)
  if (now === plates.version && joined === plates.joined) return
  const isNext = now === plates.version + 1 && joined === plates.joined
  plates.version = now
  plates.joined = joined
  if (isNext) {
    const gone = left(world, view)
    for (let i = 0; i < gone.count; i++) depart(state, plates, gone.ids[i]!)
  } else {
    // From the last to the first, as the last takes the place of one that goes.
    for (let i = candidates.count - 1; i >= 0; i--) {
      const eid = candidates.ids[i]!
      if (!isVisible(world, view, eid)) depart(state, plates, eid)
    }
  }
  const come = isNext ? entered(world, view) : visible(world, view)
  for (let i = 0; i < come.count; i++) {
    const eid = come.ids[i]!
    if (hasId(members, eid) && addId(candidates, eid)) arrive(state, plates, eid)
  }
}

function depart({ clock }: NameplateState, { candidates, memory }: ViewPlates, eid: number): void {
  if (removeId(candidates, eid)) {
    memory[eid * Memory.count + Memory.time] = clock[Clock.now]! - clock[Clock.step]!
  }
}

/**
 * Brings what is remembered of a new candidate to this frame. Who was in view for a while and then away is as
 * faded as if it had faded out meanwhile: who was behind a post for a moment is back at once. Everyone else
 * begins anew, so that one that is seen and not seen by turns stays faint. It has a turn, too, since it may
 * have had none for long.
 */
function arrive(state: NameplateState, { memory }: ViewPlates, eid: number): void {
  const { settings, clock, stats } = state
  const own = eid * Memory.count
  const now = clock[Clock.now]!
  const last = memory[own + Memory.time]!
  const away = now - clock[Clock.step]! - last
  const stayed = last - memory[own + Memory.since]! >= settings.rest
  const left = memory[own + Memory.alpha]! - Math.max(0, away) / settings.fadeOut
  memory[own + Memory.alpha] = stayed && left > 0 ? left : 0
  memory[own + Memory.since] = now
  memory[own + Memory.placed] = 0
  memory[own + Memory.until] = -Infinity
  if (memory[own + Memory.alpha] === 0) memory[own + Memory.raised] = 0
  turnSeconds[0] = Infinity
  turnPlate(state, eid)
  stats.turns++
}
