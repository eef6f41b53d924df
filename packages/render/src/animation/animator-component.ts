import {
  type Component,
  defineComponent,
  type Field,
  removeId,
  Transform,
  u16,
  type World,
} from '@sightline/core'
import { Bounds } from '@sightline/culling'
import { observe, onAdd, onRemove } from 'bitecs'
import { type Crowd, Lacks } from './animation-state.js'

/**
 * Set by the game with `setAnimator`: an entity that is moved by a rig. It needs `Transform` and `Bounds`,
 * whose box then follows what it plays, and a `Renderable` with a skinned mesh to be drawn.
 */
export const Animator: Component<{
  /** What `setAnimator` chose, 0: nothing. Do not write. */
  readonly rig: Field<'u16'>
}> = defineComponent('Animator', { rig: u16 })

/**
 * Forgets who loses `Animator`, and notes who loses what an animator needs; `refit` is called for those who
 * get `Bounds` back.
 */
export function followAnimators(
  world: World,
  crowd: Crowd,
  dropPose: (eid: number) => void,
  refit: (eid: number) => void,
): void {
  const { lacks, members } = crowd
  observe(world, onRemove(Animator), (eid) => {
    if (!removeId(crowd.members, eid)) return
    dropPose(eid)
    crowd.rigs[eid] = 0
    crowd.playback.count[eid] = 0
    crowd.attachments.delete(eid)
  })
  for (const [component, bit] of [
    [Transform, Lacks.transform],
    [Bounds, Lacks.bounds],
  ] as const) {
    observe(world, onRemove(component), (eid) => {
      lacks[eid] = lacks[eid]! | bit
    })
    observe(world, onAdd(component), (eid) => {
      lacks[eid] = lacks[eid]! & ~bit
      if (component === Bounds && members.position[eid] !== 0) refit(eid)
    })
  }
}
