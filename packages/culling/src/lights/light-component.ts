import { type Component, defineComponent, type Field, f32, u8 } from '@sightline/core'

/**
 * Set by the game: a light at the entity's place, shining along the −Z axis of its `WorldMatrix` (scale has no part in
 * it). Write it with `setPointLight`, `setSpotLight` or `setDirectionalLight`; none of them at first, which lights
 * nothing. Colour and strength are the renderer's affair.
 */
export const Light: Component<{
  readonly kind: Field<'u8'>
  readonly range: Field<'f32'>
  readonly cosOuter: Field<'f32'>
  readonly sinOuter: Field<'f32'>
}> = defineComponent('Light', { kind: u8, range: f32, cosOuter: f32, sinOuter: f32 })

/** Values of `Light.kind`. */
export const LIGHT_NONE = 0
export const LIGHT_POINT = 1
export const LIGHT_SPOT = 2
export const LIGHT_DIRECTIONAL = 3
