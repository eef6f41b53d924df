import { type Component, defineComponent, type Field, u32 } from '@sightline/core'

/**
 * Set by the game with `setEmitter`: an entity that throws out particles. It needs a `Transform`, and gets
 * `WorldBounds` and `UpdateRate` from `setEmitter`; `Bounds` it must not have, since its box is that of its
 * particles. Removing it takes away what `setEmitter` gave.
 */
export const Emitter: Component<{
  /** What `setEmitter` chose, 0: nothing. Do not write. */
  readonly effect: Field<'u32'>
}> = defineComponent('Emitter', { effect: u32 })
