import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../test/support/random.js'
import { type Batches, createBatches, MAX_LEVELS, modelOf } from '../src/batches.js'
import { createDrawList, type DrawList, type DrawSource, stopBefore } from '../src/draw-list.js'
import { addCasters, beginCasters, fillDrawList, finishCasters } from '../src/fill-draw-list.js'
import { createMaterialStore, type Material, type MaterialStore } from '../src/material.js'

const OPAQUE = 0
const ALPHA_TEST = 1
const SKY = 2
const TRANSPARENT = 3
const CAPACITY = 400

type Model = { model: number; material: number; meshes: number[] }
type Instance = { eid: number; fade: number; stage: number; material: number; mesh: number; distance: number }
type Trial = { batches: Batches; materials: MaterialStore; models: Model[]; source: DrawSource }

function createTrial(random: () => number): Trial {
  const below = (n: number): number => Math.floor(random() * n)
  const materials = createMaterialStore()
  for (let i = 0; i < 6; i++) materials.materials.push({ kind: i < 4 ? i : below(4) } as Material)
  const batches = createBatches()
  const models = Array.from({ length: 1 + below(12) }, () => {
    const material = 1 + below(6)
    const meshes = Array.from({ length: 1 + below(random() < 0.1 ? MAX_LEVELS : 3) }, () => 1 + below(9))
    return { model: modelOf(batches, materials, meshes, material), material, meshes }
  })
  return { batches, materials, models, source: createSource(random, models) }
}

function createSource(random: () => number, models: Model[]): DrawSource {
  const count = Math.floor(random() * CAPACITY)
  const ids = Uint32Array.from({ length: CAPACITY }, (_, i) => i + 1)
  for (let i = ids.length - 1; i > 0; i--) {
    const k = Math.floor(random() * (i + 1))
    const kept = ids[i]!
    ids[i] = ids[k]!
    ids[k] = kept
  }
  const fading = random() < 0.5
  const column = Uint16Array.from({ length: CAPACITY + 1 }, () =>
    random() < 0.1 ? 0 : models[Math.floor(random() * models.length)]!.model,
  )
  return {
    ids,
    count,
    distances: Float32Array.from({ length: CAPACITY }, () =>
      random() < 0.1 ? 0 : random() < 0.1 ? Math.floor(random() * 4) : random() ** 4 * 9000,
    ),
    levels: Uint8Array.from({ length: CAPACITY }, () => Math.floor(random() * 3)),
    fades: Float32Array.from({ length: CAPACITY }, () => (fading && random() < 0.3 ? random() : 1)),
    models: column,
    flags: Uint8Array.from({ length: CAPACITY + 1 }, () => (random() < 0.7 ? 1 : 0)),
  }
}

/** What must be drawn, in no order: worked out entity by entity from the words of the contract. */
function expectedInstances({ materials, models, source }: Trial, purpose: 'picture' | 'shadow'): Instance[] {
  const found: Instance[] = []
  for (let i = 0; i < source.count; i++) {
    const eid = source.ids[i]!
    const model = models.find((one) => one.model === source.models[eid])
    if (model === undefined) continue
    const { kind } = materials.materials[model.material]!
    if (purpose === 'shadow' && (source.flags[eid] === 0 || kind >= SKY)) continue
    const fade = source.fades[i]!
    const level = source.levels[i]!
    const fades = fade > 0 && fade < 1
    const add = (mesh: number | undefined, share: number): void => {
      if (mesh === undefined) return
      const stage = share !== 1 && kind === OPAQUE ? ALPHA_TEST : kind
      found.push({ eid, fade: share, stage, material: model.material, mesh, distance: source.distances[i]! })
    }
    if (purpose === 'shadow') {
      add(model.meshes[Math.min(level + (fade < 0.5 ? 1 : 0), model.meshes.length - 1)], 1)
    } else if (fades) {
      add(model.meshes[level], fade)
      add(model.meshes[level + 1], -fade)
    } else add(model.meshes[Math.min(level, model.meshes.length - 1)], 1)
  }
  return purpose === 'picture' ? joinFading(found, materials) : found
}

/** Up to 16 solid instances of an opaque batch join those that fade. */
function joinFading(instances: Instance[], materials: MaterialStore): Instance[] {
  return instances.map((one) => {
    if (one.stage !== OPAQUE) return one
    const alike = instances.filter((o) => o.material === one.material && o.mesh === one.mesh)
    const solid = alike.filter((o) => o.fade === 1).length
    expect(materials.materials[one.material]!.kind).toBe(OPAQUE)
    return solid <= 16 && solid < alike.length ? { ...one, stage: ALPHA_TEST } : one
  })
}

type Run = { stage: number; material: number; mesh: number; instances: Instance[] }

/** Reads a list back: its runs, each instance looked up among the expected. */
function readRuns({ batches, materials }: Trial, list: DrawList, expected: Instance[]): Run[] {
  const waiting = new Map(expected.map((one) => [`${one.eid}:${Math.fround(one.fade)}`, one]))
  return Array.from({ length: list.runCount }, (_, run) => {
    const rank = list.runRank[run]!
    const batch = batches.rankBatch[rank]!
    const material = batches.materialOf[batch]!
    const kind = materials.materials[material]!.kind
    const stage = batches.rankFading[rank] === 1 ? ALPHA_TEST : kind
    const instances = Array.from({ length: list.runLength[run]! }, (_, k) => {
      const place = list.runFirst[run]! + k
      const key = `${list.eids[place]}:${list.fades[place]}`
      const one = waiting.get(key)
      if (one === undefined) throw new Error(`instance ${key} was not expected, or stands twice`)
      waiting.delete(key)
      return one
    })
    return { stage, material, mesh: batches.meshOf[batch]!, instances }
  })
}

function nearest(run: Run): number {
  return Math.min(...run.instances.map((one) => one.distance))
}

/** a may stand before b: nearer, or within one step of a quarter octave, or both beyond the last step. */
function mayPrecede(a: number, b: number): boolean {
  return a <= b * 1.25 + 1 / 16 || (a >= 8191 && b >= 8191 / 1.25)
}

function checkRuns(runs: Run[]): void {
  runs.forEach((run, i) => {
    for (const one of run.instances)
      expect(one).toMatchObject({ material: run.material, mesh: run.mesh, stage: run.stage })
    const before = runs[i - 1]
    if (before === undefined) return
    expect(before.stage).toBeLessThanOrEqual(run.stage)
    if (before.stage !== run.stage) return
    if (run.stage === TRANSPARENT) {
      expect(before.mesh !== run.mesh || before.material !== run.material).toBe(true)
      return
    }
    expect(before.material).toBeLessThanOrEqual(run.material)
    if (before.material === run.material) expect(mayPrecede(nearest(before), nearest(run))).toBe(true)
  })
  for (const run of runs.filter((one) => one.stage !== TRANSPARENT)) {
    const alike = runs.filter(
      (o) => o.stage === run.stage && o.material === run.material && o.mesh === run.mesh,
    )
    expect(alike).toHaveLength(1)
    for (let i = 1; i < run.instances.length; i++) {
      expect(mayPrecede(run.instances[i - 1]!.distance, run.instances[i]!.distance)).toBe(true)
    }
  }
  const blended = runs.filter((one) => one.stage === TRANSPARENT).flatMap((one) => one.instances)
  for (let i = 1; i < blended.length; i++) {
    expect(blended[i - 1]!.distance).toBeGreaterThanOrEqual(blended[i]!.distance)
  }
}

describe('finishCasters', () => {
  it.each(Array.from({ length: 20 }, (_, seed) => seed + 100))(
    'draws each mesh once for all maps, seed %i',
    (seed) => {
      const random = createRandom(seed)
      const trial = createTrial(random)
      const list = createDrawList()
      const wanted: string[] = []
      beginCasters(list, trial.batches)
      for (let map = 0; map < 3; map++) {
        const source = { ...createSource(random, trial.models), models: trial.source.models }
        addCasters(list, trial.batches, source, map)
        for (const one of expectedInstances({ ...trial, source }, 'shadow')) {
          wanted.push(`${map} ${one.eid} ${Math.fround(one.fade)} ${one.stage} ${one.material} ${one.mesh}`)
        }
      }
      finishCasters(list, trial.batches)

      const { batches, materials } = trial
      const drawn: string[] = []
      const meshes = new Set<string>()
      for (let run = 0; run < list.runCount; run++) {
        const rank = list.runRank[run]!
        const batch = batches.rankBatch[rank]!
        const material = batches.materialOf[batch]!
        const stage = batches.rankFading[rank] === 1 ? ALPHA_TEST : materials.materials[material]!.kind
        const what = `${stage} ${material} ${batches.meshOf[batch]}`
        expect(meshes.has(what)).toBe(false)
        meshes.add(what)
        for (let k = 0; k < list.runLength[run]!; k++) {
          const place = list.runFirst[run]! + k
          drawn.push(`${list.maps[place]} ${list.eids[place]} ${list.fades[place]} ${what}`)
        }
      }
      expect(drawn).toHaveLength(list.count)
      expect(drawn.sort()).toEqual(wanted.sort())
    },
  )
})

describe('fillDrawList', () => {
  it.each(Array.from({ length: 60 }, (_, seed) => seed))('agrees with the order rules, seed %i', (seed) => {
    const random = createRandom(seed)
    const list = createDrawList()
    // The same list again with another world: nothing of the first may stay.
    for (let round = 0; round < 3; round++) {
      const trial = createTrial(random)
      const expected = expectedInstances(trial, 'picture')
      fillDrawList(list, trial.batches, trial.source)
      const runs = readRuns(trial, list, expected)
      expect(list.count).toBe(expected.length)
      expect(runs.flatMap((run) => run.instances)).toHaveLength(expected.length)
      checkRuns(runs)
    }
  })

  it('keeps the order of the visible list where distances are equal', () => {
    const materials = createMaterialStore()
    materials.materials.push({ kind: TRANSPARENT } as Material, { kind: OPAQUE } as Material)
    const batches = createBatches()
    const glass = modelOf(batches, materials, [1], 1)
    const wall = modelOf(batches, materials, [1], 2)
    const list = createDrawList()
    fillDrawList(list, batches, {
      ids: Uint32Array.of(5, 3, 4, 1, 2),
      count: 5,
      distances: new Float32Array(5).fill(7),
      levels: new Uint8Array(5),
      fades: new Float32Array(5).fill(1),
      models: Uint16Array.of(0, glass, wall, glass, wall, wall),
      flags: new Uint8Array(6),
    })
    expect([...list.eids.subarray(0, list.count)]).toEqual([5, 4, 2, 3, 1])
  })

  it('survives distances that are no numbers: they count as far', () => {
    const materials = createMaterialStore()
    materials.materials.push({ kind: OPAQUE } as Material, { kind: TRANSPARENT } as Material)
    const batches = createBatches()
    const wall = modelOf(batches, materials, [1], 1)
    const glass = modelOf(batches, materials, [2], 2)
    const list = createDrawList()
    fillDrawList(list, batches, {
      ids: Uint32Array.of(1, 2, 3, 4, 5, 6),
      count: 6,
      distances: Float32Array.of(NaN, 1, Infinity, NaN, 1, Infinity),
      levels: new Uint8Array(6),
      fades: Float32Array.of(1, 1, 1, NaN, 1, 0),
      models: Uint16Array.of(0, wall, wall, wall, glass, glass, glass),
      flags: new Uint8Array(7),
    })
    expect([...list.eids.subarray(0, list.count)]).toEqual([2, 1, 3, 4, 6, 5])
  })
})

describe('stopBefore', () => {
  it.each(Array.from({ length: 20 }, (_, seed) => seed + 200))(
    'cuts runs and leaves every instance where it is, seed %i',
    (seed) => {
      const random = createRandom(seed)
      const list = createDrawList()
      for (let round = 0; round < 3; round++) {
        const trial = createTrial(random)
        fillDrawList(list, trial.batches, trial.source)
        expect(list.stopCount).toBe(0)
        const before = ranksByPlace(list)
        const wanted: number[] = []
        for (let at = list.count - list.blended.count; at < list.count; at++) {
          if (random() < 0.8) continue
          wanted.push(at)
          stopBefore(list, at)
        }
        expect(ranksByPlace(list)).toEqual(before)
        const stops = Array.from(list.stops.subarray(0, list.stopCount), (run) => list.runFirst[run])
        expect(stops).toEqual(wanted)
      }
    },
  )

  /** Of each instance the rank of the run that it is in. */
  function ranksByPlace(list: DrawList): number[] {
    const ranks: number[] = []
    for (let run = 0; run < list.runCount; run++) {
      expect(list.runLength[run]).toBeGreaterThan(0)
      for (let k = 0; k < list.runLength[run]!; k++) {
        expect(ranks[list.runFirst[run]! + k]).toBeUndefined()
        ranks[list.runFirst[run]! + k] = list.runRank[run]!
      }
    }
    expect(ranks).toHaveLength(list.count)
    return ranks
  }
})
