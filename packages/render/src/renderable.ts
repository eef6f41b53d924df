import {
  type Component,
  columns,
  defineComponent,
  type Field,
  u8,
  u16,
  u32,
  type World,
} from '@sightline/core'
import { hasComponent, observe, onRemove } from 'bitecs'
import { MAX_LEVELS, modelOf } from './batches.js'
import { WHITE_TINT } from './color.js'
import { type MaterialHandle, materialAt } from './material.js'
import { type MeshHandle, meshAt } from './mesh.js'
import { renderState } from './state.js'

/**
 * Set by the game with `setRenderable` and `setTint`: what an entity looks like. It is drawn in each frame and view in
 * whose visible list it stands, at its `WorldMatrix`.
 */
export const Renderable: Component<{
  /** What `setRenderable` chose, 0: nothing. Do not write. */
  readonly model: Field<'u16'>
  /** Bits of `RenderFlag`. */
  readonly flags: Field<'u8'>
  /** r, g, b, a, a byte each, red in the lowest, sRGB: see `packTint`. May be written at any time. */
  readonly tint: Field<'u32'>
}> = defineComponent('Renderable', { model: u16, flags: u8, tint: u32 })

/** Bits of `Renderable.flags`. */
export const RenderFlag: {
  /** It is drawn into shadow maps. */
  readonly castsShadow: 1
} = { castsShadow: 1 }

/** What an entity looks like. Give `mesh`, or `meshes` for levels of detail. */
export type RenderableSettings = {
  readonly mesh?: MeshHandle
  /** One mesh for each level of detail, finest first, 1 to 8. */
  readonly meshes?: readonly MeshHandle[]
  readonly material: MaterialHandle
  /** See `packTint`. Default white. */
  readonly tint?: number
  /** Default true. */
  readonly castsShadow?: boolean
}

/** Begins to follow who loses `Renderable`. */
export function setupRenderables(world: World): void {
  const { model } = columns(world, Renderable)
  observe(world, onRemove(Renderable), (eid) => {
    model[eid] = 0
  })
}

/**
 * Gives an entity its looks. Throws an `Error` if it has no `Renderable`, a `RangeError` for a mesh or material that
 * does not exist or a number of levels that is not 1 to 8.
 */
export function setRenderable(world: World, eid: number, settings: RenderableSettings): void {
  const state = renderState(world)
  requireRenderable(world, eid, 'setRenderable')
  const { mesh, material, tint = WHITE_TINT, castsShadow = true } = settings
  const meshes = settings.meshes ?? (mesh === undefined ? [] : [mesh])
  if (meshes.length < 1 || meshes.length > MAX_LEVELS) {
    throw new RangeError(`setRenderable: ${meshes.length} meshes given, expected 1 to ${MAX_LEVELS}`)
  }
  for (const handle of meshes) meshAt(state.meshes, handle, 'setRenderable')
  materialAt(state.materials, material, 'setRenderable')

  const { model, flags, tint: tints } = columns(world, Renderable)
  model[eid] = modelOf(state.batches, state.materials, meshes, material)
  flags[eid] = castsShadow ? RenderFlag.castsShadow : 0
  tints[eid] = tint
}

/** Changes the tint alone. Throws an `Error` if the entity has no `Renderable`. */
export function setTint(world: World, eid: number, tint: number): void {
  requireRenderable(world, eid, 'setTint')
  columns(world, Renderable).tint[eid] = tint
}

function requireRenderable(world: World, eid: number, caller: string): void {
  if (!hasComponent(world, eid, Renderable)) {
    throw new Error(`${caller}: entity ${eid} has no Renderable: add the component first`)
  }
}
