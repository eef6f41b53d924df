import { defineUpdateKind, type UpdateKind } from '@sightline/culling'

/**
 * The kind of update that particles are; `setEmitter` gives it to every emitter. Who is not seen has no
 * turns, as `whenHidden` has it, and who is small on the screen has every second one. Change it for one with
 * `setUpdateRate`, for all with `setUpdateBudget`.
 */
export const ParticleUpdates: UpdateKind = defineUpdateKind('particles', { far: 2, nearSize: 0.05 })
