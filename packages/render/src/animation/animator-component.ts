import { type Component, defineComponent, type Field, removeId, u16, type World } from '@sightline/core'
import { observe, onRemove } from 'bitecs'
import type { Crowd } from './animation-state.js'

/**
 * Set by the game with `setAnimator`: an entity that is moved by a rig. It needs `Transform` and `Bounds`,
 * whose box then follows what it plays, and a `Renderable` with a skinned mesh to be drawn.
 */
export const Animator: Component<{
  /** What `setAnimator` chose, 0: nothing. Do not write. */
  readonly rig: Field<'u16'>
}> = defineComponent('Animator', { rig: u16 })

/** Forgets who loses `Animator`. */
export function followAnimators(world: World, crowd: Crowd, dropPose: (eid: number) => void): void {
  observe(world, onRemove(Animator), (eid) => {
    if (!removeId(crowd.members, eid)) return
    dropPose(eid)
    crowd.rigs[eid] = 0
    crowd.playback.count[eid] = 0
    crowd.attachments.delete(eid)
  })
}
