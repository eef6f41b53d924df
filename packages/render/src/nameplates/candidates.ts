import { addId, clearIdSet, hasId, removeId, type World } from '@sightline/core'
import { entered, left, version, visible } from '@sightline/culling'
import type { NameplateState, ViewPlates } from './nameplate-state.js'

/**
 * Follows who of the named is visible in a view: by who came and went where the list is the one after the
 * last that was read, else by the whole list.
 */
export function followCandidates(
  world: World,
  { members, joined }: NameplateState,
  plates: ViewPlates,
  view: number,
): void {
  const { candidates } = plates
  const now = version(world, view)
  if (now === plates.version && joined === plates.joined) return
  if (now === plates.version + 1 && joined === plates.joined) {
    const gone = left(world, view)
    const come = entered(world, view)
    for (let i = 0; i < gone.count; i++) removeId(candidates, gone.ids[i]!)
    for (let i = 0; i < come.count; i++) if (hasId(members, come.ids[i]!)) addId(candidates, come.ids[i]!)
  } else {
    const list = visible(world, view)
    clearIdSet(candidates)
    for (let i = 0; i < list.count; i++) if (hasId(members, list.ids[i]!)) addId(candidates, list.ids[i]!)
  }
  plates.version = now
  plates.joined = joined
}
