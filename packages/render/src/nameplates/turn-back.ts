import { Clock, Memory, type NameplateState } from './nameplate-state.js'

/**
 * Moves all times of labels along with a clock that was set back to `now`, in seconds: what is said ends, and
 * who keeps away comes back, as much later as it would have.
 */
export function turnBack({ clock, speakers, rows, views }: NameplateState, now: number): void {
  const by = now - clock[Clock.now]!
  clock[Clock.now] = now
  for (const eid of speakers) rows.speechEnd[eid] = rows.speechEnd[eid]! + by
  for (const { memory } of views.values()) {
    for (let own = 0; own < memory.length; own += Memory.count) {
      for (let k = own + Memory.time; k <= own + Memory.until; k++) memory[k] = memory[k]! + by
    }
  }
}
