import { defineUpdateKind, type UpdateKind } from '@sightline/culling'

/**
 * The kind of update that animation is: give it to the animated with `setUpdateRate`, and to
 * `setAnimationSource`. Those whom nobody sees have turns, too, though rarely, since whoever walks by root
 * motion is where its last turn has put it: at 1.4 m/s a tenth of a metre behind when hidden. Such a turn
 * works out no pose. Who stands on one spot may have 'clock' for itself.
 */
export const AnimationUpdates: UpdateKind = defineUpdateKind('animation', {
  far: 2,
  hidden: 6,
  outside: 12,
  beyond: 30,
})
