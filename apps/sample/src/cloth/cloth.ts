/** Flags on towers and gates, and the player's cloak: entities of strips that follow the chains. */
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
  setBox,
  setSphere,
  setUpdateRate,
  type UpdateKind,
  UpdateRate,
} from '@sightline/culling'
import { createMaterial, createMesh, Renderable, setRenderable } from '@sightline/render'
import { ENTITY_KINDS, type Game } from '../game.js'
import { GATE_PEAK, TOWER_OFFSET } from '../town/landmarks/gate-mesh.js'
import { POLE } from '../town/landmarks/masonry.js'
import { TOWER_PEAK } from '../town/landmarks/wall-meshes.js'
import { addFace, createMeshBuilder, finishMesh } from '../town/mesh/mesh-builder.js'
import { CLOTH, packTint, WHITE } from '../town/palette.js'
import { fromLocal } from '../town/plan/geometry.js'
import { type Chains, createChains, hang, POINTS } from './chains.js'

/** Cloth that nobody sees does not move: it settles when it is seen again. */
export const ClothUpdates: UpdateKind = defineUpdateKind('cloth', { far: 2 })

export type Cloth = {
  readonly chains: Chains
  /** By chain: who is seen or not seen, of the size of all that the chain can reach. */
  readonly owners: Uint32Array
  /** Chain of an owner; by id. */
  readonly chainOf: Int32Array
  /** Entities of the strips, POINTS - 1 a chain. */
  readonly strips: Uint32Array
  /** The chain that hangs from the player's shoulders. */
  readonly cloak: number
}

export const ClothOfWorld: Resource<Cloth> = defineResource('Cloth', 'createGame')

const FLAG = { link: 0.42, width: 1.3, wind: 1, weight: 0.5 }
const CLOAK = { link: 0.19, width: 0.5, wind: 0.12, weight: 1 }
const CLOAK_TINT = 0xff2f_3a8c

/** Middle of a flag's edge on its pole, in the axes of the thing that carries it; metres. */
const POLES: Readonly<Record<string, readonly (readonly [number, number, number])[]>> = {
  tower: [[0, TOWER_PEAK + POLE - FLAG.width / 2, 0]],
  gate: [-1, 1].map((side) => [side * TOWER_OFFSET, GATE_PEAK + POLE - FLAG.width / 2, 1] as const),
}

export function setupCloth(world: World, game: Game): void {
  const poles = findPoles(game)
  const cloak = poles.length
  const chains = createChains(poles.length + 1)
  const material = createMaterial(world, { kind: 'opaque', doubleSided: true, shading: game.preset.shading })
  const flag = createMesh(world, strip(FLAG.link, FLAG.width))
  const cape = createMesh(world, strip(CLOAK.link, CLOAK.width))
  const owners = new Uint32Array(chains.count)
  const strips = new Uint32Array(chains.count * (POINTS - 1))
  const chainOf = new Int32Array(game.kinds.length).fill(-1)
  for (let chain = 0; chain < chains.count; chain++) {
    const isCloak = chain === cloak
    const { link, width, wind, weight } = isCloak ? CLOAK : FLAG
    chains.link[chain] = link
    chains.wind[chain] = wind
    chains.weight[chain] = weight
    hang(chains, chain, isCloak ? [0, 0, 0] : poles[chain]!, isCloak ? [0, -1, 0] : [1, 0, 0])
    owners[chain] = addOwner(world, game, chains, chain, width)
    chainOf[owners[chain]!] = chain
    const tint = isCloak ? CLOAK_TINT : packTint(CLOTH[chain % 5]!)
    for (let k = 0; k < POINTS - 1; k++) {
      const eid = spawn(world, Transform, Bounds, Renderable)
      const half = width / 2
      setBox(world, eid, 0, -half, -0.02, link, half, 0.02)
      setRenderable(world, eid, { mesh: isCloak ? cape : flag, material, tint, castsShadow: isCloak })
      strips[chain * (POINTS - 1) + k] = eid
      count(game, eid)
    }
  }
  setResource(world, ClothOfWorld, { chains, owners, chainOf, strips, cloak })
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

function count(game: Game, eid: number): void {
  game.kinds[eid] = ENTITY_KINDS.indexOf('cloth')
  game.entityCount++
}

/** From x = 0 to `length`, `width` high. */
function strip(length: number, width: number) {
  const b = createMeshBuilder(1, () => 0.95)
  const half = width / 2
  const corners = [
    [0, -half, 0],
    [length, -half, 0],
    [length, half, 0],
    [0, half, 0],
  ] as const
  addFace(b, corners, { color: WHITE, mask: 255 })
  return finishMesh(b)
}
