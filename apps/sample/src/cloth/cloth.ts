/** Flags on towers and gates, and the player's cloak: entities of pieces that follow the chains. */
import {
  defineResource,
  type Resource,
  setResource,
  setTransform,
  spawn,
  Transform,
  type World,
} from '@sightline/core'
import {
  Bounds,
  defineUpdateKind,
  setSphere,
  setUpdateRate,
  type UpdateKind,
  UpdateRate,
} from '@sightline/culling'
import {
  createMaterial,
  createMesh,
  type MaterialHandle,
  type MeshHandle,
  Renderable,
  setMeshBounds,
  setRenderable,
} from '@sightline/render'
import { ENTITY_KINDS, type Game } from '../game.js'
import { GATE_PEAK, TOWER_OFFSET } from '../town/landmarks/gate-mesh.js'
import { POLE } from '../town/landmarks/masonry.js'
import { TOWER_PEAK } from '../town/landmarks/wall-meshes.js'
import { CLOTH, packTint } from '../town/palette.js'
import { fromLocal } from '../town/plan/geometry.js'
import { type Chains, createChains, hang, POINTS } from './chains.js'
import { addCloak, CLOAK_CHAINS, type Cloak, hangCloak } from './cloak.js'
import { flagStrip } from './cloth-meshes.js'

/** Cloth that nobody sees does not move: it settles when it is seen again. */
export const ClothUpdates: UpdateKind = defineUpdateKind('cloth', { far: 2 })

export type Cloth = {
  readonly chains: Chains
  /** Chain of who is seen or not seen, of the size of all that the chain can reach; by id. */
  readonly chainOf: Int32Array
  /** Entities of the flags' strips, POINTS - 1 a chain. */
  readonly strips: Uint32Array
  /**
   * The player's; its chains come last. Undefined where everyone has a figure from elsewhere, whose shoulders
   * nobody knows.
   */
  readonly cloak: Cloak | undefined
}

export const ClothOfWorld: Resource<Cloth> = defineResource('Cloth', 'createGame')

const FLAG = { link: 0.42, width: 1.3, wind: 1, weight: 0.5 }

/** Middle of a flag's edge on its pole, in the axes of the thing that carries it; metres. */
const POLES: Readonly<Record<string, readonly (readonly [number, number, number])[]>> = {
  tower: [[0, TOWER_PEAK + POLE - FLAG.width / 2, 0]],
  gate: [-1, 1].map((side) => [side * TOWER_OFFSET, GATE_PEAK + POLE - FLAG.width / 2, 1] as const),
}

export function setupCloth(world: World, game: Game, player: number): void {
  const poles = findPoles(game)
  const flags = poles.length
  const chains = createChains(flags + CLOAK_CHAINS)
  const material = createMaterial(world, { kind: 'opaque', doubleSided: true, shading: game.preset.shading })
  const flag = createMesh(world, flagStrip(FLAG.link, FLAG.width))
  const strips = new Uint32Array(flags * (POINTS - 1))
  const chainOf = new Int32Array(game.kinds.length).fill(-1)
  for (let chain = 0; chain < flags; chain++) {
    chains.link[chain] = FLAG.link
    chains.wind[chain] = FLAG.wind
    chains.weight[chain] = FLAG.weight
    hang(chains, chain, poles[chain]!, [1, 0, 0])
    chainOf[addOwner(world, game, chains, chain, FLAG.width)] = chain
    const tint = packTint(CLOTH[chain % 5]!)
    for (let k = 0; k < POINTS - 1; k++) {
      strips[chain * (POINTS - 1) + k] = addPiece(world, game, flag, material, tint)
    }
  }
  let cloak: Cloak | undefined
  if (game.figure === undefined) {
    hangCloak(chains, flags)
    const owner = addOwner(world, game, chains, flags, 1)
    chainOf[owner] = flags
    cloak = addCloak(world, game, { first: flags, owner, wears: player }, material)
  }
  setResource(world, ClothOfWorld, { chains, chainOf, strips, cloak })
}

function findPoles({ town }: Game): (readonly [number, number, number])[] {
  const { things, meshes } = town
  const poles: [number, number, number][] = []
  for (let i = 0; i < things.count; i++) {
    const [x, y, z] = things.position.subarray(i * 3, i * 3 + 3)
    for (const [side, up, out] of POLES[meshes[things.mesh[i]!]!.name] ?? []) {
      const p = fromLocal({ x: x!, z: z! }, things.yaw[i]!, side, out)
      poles.push([p.x, y! + up * things.scale[i * 3 + 1]!, p.z])
    }
  }
  return poles
}

function addOwner(world: World, game: Game, chains: Chains, chain: number, width: number): number {
  const eid = spawn(world, Transform, Bounds, UpdateRate)
  setSphere(world, eid, POINTS * chains.link[chain]! + width)
  const at = chain * POINTS * 3
  setTransform(world, eid, chains.now[at]!, chains.now[at + 1]!, chains.now[at + 2]!, 0, 0, 0, 1)
  setUpdateRate(world, eid, ClothUpdates)
  count(game, eid)
  return eid
}

function addPiece(
  world: World,
  game: Game,
  mesh: MeshHandle,
  material: MaterialHandle,
  tint: number,
): number {
  const eid = spawn(world, Transform, Bounds, Renderable)
  setMeshBounds(world, eid, mesh)
  setRenderable(world, eid, { mesh, material, tint, castsShadow: false })
  count(game, eid)
  return eid
}

function count(game: Game, eid: number): void {
  game.kinds[eid] = ENTITY_KINDS.indexOf('cloth')
  game.entityCount++
}
