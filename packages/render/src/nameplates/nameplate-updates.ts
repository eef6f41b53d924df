import { defineUpdateKind, type UpdateKind } from '@sightline/culling'

/**
 * The kind of update that names are. A turn follows the owner's bounds and lets the health bar catch up;
 * `setNameplate` gives it to whoever has `UpdateRate`. Where a label stands on the screen is worked out in
 * each frame in which it is shown, turn or not.
 */
export const NameplateUpdates: UpdateKind = defineUpdateKind('nameplates', { far: 4, grace: 0 })
