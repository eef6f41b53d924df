import { type Component, defineComponent } from '@sightline/core'

/**
 * Set by the game with `setNameplate`: an entity with a name above it. It needs `Bounds`, since who is in no
 * view has no label.
 */
// biome-ignore lint/complexity/noBannedTypes: a tag; texts cannot stand in columns
export const Nameplate: Component<{}> = defineComponent('Nameplate', {})
