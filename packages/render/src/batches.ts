import { MATERIAL_KINDS, type MaterialStore } from './material.js'

/**
 * Which instances can be drawn together. A batch is one mesh with one material. A model is what an entity refers to:
 * one material, and one mesh for each level of detail.
 *
 * Batches are ordered once, when they are made, by stage, material and mesh; their place in that order is their rank,
 * which is what a frame sorts by. An opaque batch has two ranks: one for its solid instances, and one among the
 * alpha-tested for those that are fading, since their shader throws pixels away.
 */
export type Batches = {
  /** Mesh and material of each batch; batch 0 is "none". */
  readonly meshOf: number[]
  readonly materialOf: number[]
  readonly batchByKey: Map<string, number>
  readonly modelByKey: Map<string, number>
  /** Batches of each model, `MAX_LEVELS` a row, beyond its levels 0; model 0 is "none". */
  modelBatches: Uint16Array
  modelCount: number

  /** Rank of a model's level, `MAX_LEVELS` a row; levels beyond its last have the last one's rank. 0: not drawn. */
  solidRanks: Uint16Array
  /** The same for fading instances; levels beyond the last have 0, so that the last fades to nothing. */
  fadingRanks: Uint16Array
  /** Batch of each rank; rank 0 is "none". */
  rankBatch: Uint16Array
  /** 1 for ranks of fading instances of opaque batches. */
  rankFading: Uint8Array
  /** For the rank of an opaque batch's solid instances that of its fading ones, and the other way; else 0. */
  fadingOf: Uint16Array
  solidOf: Uint16Array
  /** Counts up with each change of stage or material along the ranks: what may not be mixed when runs are ordered. */
  rankGroup: Uint16Array
  rankCount: number
  /** Ranks from here on throw no shadow. */
  firstSkyRank: number
  /** Ranks from here on are blended, far to near. */
  firstTransparentRank: number
}

/** The most levels of detail of a model. */
export const MAX_LEVELS = 8

const MAX_MODELS = 65_535
const ALPHA_TEST = MATERIAL_KINDS.indexOf('alpha-test')
const SKY = MATERIAL_KINDS.indexOf('sky')
const TRANSPARENT = MATERIAL_KINDS.indexOf('transparent')
const INITIAL_MODELS = 64

/** No batches, no models. */
export function createBatches(): Batches {
  return {
    meshOf: [0],
    materialOf: [0],
    batchByKey: new Map(),
    modelByKey: new Map(),
    modelBatches: new Uint16Array(INITIAL_MODELS * MAX_LEVELS),
    modelCount: 1,
    solidRanks: new Uint16Array(INITIAL_MODELS * MAX_LEVELS),
    fadingRanks: new Uint16Array(INITIAL_MODELS * MAX_LEVELS),
    rankBatch: new Uint16Array(1),
    rankFading: new Uint8Array(1),
    fadingOf: new Uint16Array(1),
    solidOf: new Uint16Array(1),
    rankGroup: new Uint16Array(1),
    rankCount: 1,
    firstSkyRank: 1,
    firstTransparentRank: 1,
  }
}

/** The model of these meshes (finest first) and this material, made on first use. Handles must be checked before. */
export function modelOf(
  batches: Batches,
  materials: MaterialStore,
  meshes: readonly number[],
  material: number,
): number {
  const key = `${material}:${meshes.join(',')}`
  const known = batches.modelByKey.get(key)
  if (known !== undefined) return known
  if (batches.modelCount > MAX_MODELS) throw new RangeError(`setRenderable: more than ${MAX_MODELS} models`)

  const model = batches.modelCount++
  if (model * MAX_LEVELS >= batches.modelBatches.length) growModels(batches)
  meshes.forEach((mesh, level) => {
    batches.modelBatches[model * MAX_LEVELS + level] = batchOf(batches, mesh, material)
  })
  batches.modelByKey.set(key, model)
  rankBatches(batches, materials)
  return model
}

function batchOf(batches: Batches, mesh: number, material: number): number {
  const key = `${material}:${mesh}`
  const known = batches.batchByKey.get(key)
  if (known !== undefined) return known
  const batch = batches.meshOf.length
  batches.meshOf.push(mesh)
  batches.materialOf.push(material)
  batches.batchByKey.set(key, batch)
  return batch
}

function growModels(batches: Batches): void {
  const grown = (old: Uint16Array): Uint16Array => {
    const array = new Uint16Array(old.length * 2)
    array.set(old)
    return array
  }
  batches.modelBatches = grown(batches.modelBatches)
  batches.solidRanks = grown(batches.solidRanks)
  batches.fadingRanks = grown(batches.fadingRanks)
}

type RankEntry = { batch: number; fading: boolean; stage: number; material: number; mesh: number }

function rankEntries(batches: Batches, materials: MaterialStore): RankEntry[] {
  const entries: RankEntry[] = []
  for (let batch = 1; batch < batches.meshOf.length; batch++) {
    const mesh = batches.meshOf[batch]!
    const material = batches.materialOf[batch]!
    const stage = materials.materials[material]!.kind
    entries.push({ batch, fading: false, stage, material, mesh })
    if (stage < ALPHA_TEST) entries.push({ batch, fading: true, stage: ALPHA_TEST, material, mesh })
  }
  return entries.sort((a, b) => a.stage - b.stage || a.material - b.material || a.mesh - b.mesh)
}

/** Orders all batches anew and translates the models' levels to ranks. */
function rankBatches(batches: Batches, materials: MaterialStore): void {
  const entries = rankEntries(batches, materials)
  const count = entries.length + 1
  batches.rankCount = count
  batches.rankBatch = new Uint16Array(count)
  batches.rankFading = new Uint8Array(count)
  batches.rankGroup = new Uint16Array(count)
  batches.firstSkyRank = count
  batches.firstTransparentRank = count
  const solid = new Uint16Array(batches.meshOf.length)
  const fading = new Uint16Array(batches.meshOf.length)
  entries.forEach((entry, i) => {
    const before = entries[i - 1]
    const sameGroup = before?.stage === entry.stage && before.material === entry.material
    const rank = i + 1
    batches.rankBatch[rank] = entry.batch
    batches.rankFading[rank] = entry.fading ? 1 : 0
    batches.rankGroup[rank] = batches.rankGroup[rank - 1]! + (sameGroup ? 0 : 1)
    if (entry.stage >= SKY) batches.firstSkyRank = Math.min(batches.firstSkyRank, rank)
    if (entry.stage >= TRANSPARENT)
      batches.firstTransparentRank = Math.min(batches.firstTransparentRank, rank)
    if (!entry.fading) solid[entry.batch] = rank
    if (entry.fading || entry.stage >= ALPHA_TEST) fading[entry.batch] = rank
  })
  pairRanks(batches, solid, fading)
  translateModels(batches, solid, fading)
}

function pairRanks(batches: Batches, solid: Uint16Array, fading: Uint16Array): void {
  batches.fadingOf = new Uint16Array(batches.rankCount)
  batches.solidOf = new Uint16Array(batches.rankCount)
  for (let batch = 1; batch < solid.length; batch++) {
    if (solid[batch] === fading[batch] || fading[batch] === 0) continue
    batches.fadingOf[solid[batch]!] = fading[batch]!
    batches.solidOf[fading[batch]!] = solid[batch]!
  }
}

function translateModels(batches: Batches, solid: Uint16Array, fading: Uint16Array): void {
  for (let model = 1; model < batches.modelCount; model++) {
    let last = 0
    for (let level = 0; level < MAX_LEVELS; level++) {
      const at = model * MAX_LEVELS + level
      const batch = batches.modelBatches[at]!
      if (batch !== 0) last = batch
      batches.solidRanks[at] = solid[last]!
      batches.fadingRanks[at] = fading[batch]!
    }
  }
}
