import type { World } from '@sightline/core'
import { createRig, type RigHandle } from '../animation/animation.js'
import type { SkinnedShape } from '../animation/influence.js'
import { createMaterial, type MaterialHandle } from '../material.js'
import { createMesh, type MeshData, type MeshHandle } from '../mesh.js'
import { type ModelData, type ModelOptions, readModel } from './read-model.js'

/** A model that is ready to be drawn: for `setRenderable` and `setAnimator`. */
export type Model = { readonly rig: RigHandle; readonly mesh: MeshHandle; readonly material: MaterialHandle }

/**
 * Fetches a binary glTF file (`.glb`), reads it and hands it over. Throws an `Error` if it cannot be fetched,
 * and what `readModel` and `createRig` throw.
 */
export async function loadModel(world: World, url: string, options: ModelOptions = {}): Promise<Model> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`loadModel: ${url} answers ${response.status}, expected 200`)
  const data = await readModel(new Uint8Array(await response.arrayBuffer()), options)
  for (const warning of data.warnings) console.warn(`sightline: ${url}: ${warning}`)
  return createModel(world, data)
}

/** Hands a model's mesh, material and rig over to a world. */
export function createModel(world: World, data: ModelData): Model {
  const { joints, skin, clips, mesh, detail, bounds } = data
  const rig = createRig(world, { joints, skin, clips, shapes: [shapeOf(mesh)], detail, bounds })
  return { rig, mesh: createMesh(world, mesh), material: createMaterial(world, data.material) }
}

function shapeOf({ positions, skin, morphs = [] }: MeshData): SkinnedShape {
  const vertices = positions.length / 3
  return {
    positions,
    joints: skin?.joints ?? new Uint8Array(vertices * 4),
    weights: skin?.weights ?? new Uint8Array(vertices * 4).map((_, i) => (i % 4 === 0 ? 255 : 0)),
    morphs,
  }
}
