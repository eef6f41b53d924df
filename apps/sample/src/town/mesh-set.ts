import { buildHouseBlock } from './houses/house-block.js'
import { HOUSE_KINDS } from './houses/house-kinds.js'
import { buildHouse } from './houses/house-mesh.js'
import { fountain } from './landmarks/fountain-mesh.js'
import { wallGate } from './landmarks/gate-mesh.js'
import { townHall } from './landmarks/hall-mesh.js'
import { bridge, mill } from './landmarks/river-meshes.js'
import { temple } from './landmarks/temple-mesh.js'
import { towerBlock, wallBlock, wallPiece, wallStairs, wallTower } from './landmarks/wall-meshes.js'
import { finishMesh, type MeshBuilder } from './mesh/mesh-builder.js'
import {
  personBlock,
  personDress,
  personFriar,
  personGuard,
  personMerchant,
  personPorter,
  personTunic,
} from './people/people-meshes.js'
import { doorLeaf } from './props/door-leaves.js'
import { laneArch } from './props/lane-arch.js'
import { banner, goods, leanStall, stall } from './props/stalls.js'
import { barrels, bench, cart, cobbles, crates, lamp, pots, well, woodpile } from './props/street-props.js'
import { table } from './props/table.js'
import {
  broadTree,
  bush,
  fir,
  firBlock,
  hedge,
  ivy,
  meadow,
  poplar,
  treeBlock,
  woodBlock,
  woodClump,
} from './props/trees.js'
import { fence, haystack, laundry, shed, yardWall } from './props/yard-props.js'
import { subSeed } from './random.js'
import { innRoom, innRoomShell } from './rooms/inn-room.js'
import { templeRoom, templeRoomShell } from './rooms/temple-room.js'
import { solidsOf } from './solids.js'
import type { TownMesh } from './types.js'

type Recipe = {
  readonly name: string
  readonly build: (seed: number) => MeshBuilder
  /** its last level of detail, for qualities that want few triangles */
  readonly block?: (seed: number) => MeshBuilder
  readonly castsShadow?: boolean
  readonly maxDistance?: number
}

const RECIPES: readonly Recipe[] = [
  { name: 'wall', build: wallPiece, block: wallBlock },
  { name: 'tower', build: wallTower, block: towerBlock },
  { name: 'gate', build: wallGate },
  { name: 'stairs', build: wallStairs, maxDistance: 280 },
  { name: 'temple', build: temple },
  { name: 'hall', build: townHall },
  { name: 'fountain', build: fountain },
  { name: 'bridge', build: bridge, maxDistance: 460 },
  { name: 'mill', build: mill, maxDistance: 460 },
  // Rooms are drawn as far as their buildings are: else one would see through the openings.
  { name: 'inn-room', build: innRoom, block: innRoomShell, castsShadow: false },
  { name: 'temple-room', build: templeRoom, block: templeRoomShell, castsShadow: false },
  { name: 'gate-leaf', build: doorLeaf('gate-leaf'), maxDistance: 420 },
  { name: 'temple-leaf', build: doorLeaf('temple-leaf'), maxDistance: 320 },
  { name: 'inn-door', build: doorLeaf('inn-door'), maxDistance: 240 },
  { name: 'table', build: table, castsShadow: false, maxDistance: 60 },
  { name: 'stall', build: stall, maxDistance: 420 },
  { name: 'lean-stall', build: leanStall, maxDistance: 420 },
  { name: 'goods', build: goods, maxDistance: 100 },
  { name: 'banner', build: banner, maxDistance: 320 },
  { name: 'crates', build: crates, maxDistance: 140 },
  { name: 'barrels', build: barrels, maxDistance: 140 },
  { name: 'cart', build: cart, maxDistance: 180 },
  { name: 'lamp', build: lamp, maxDistance: 220 },
  { name: 'bench', build: bench, maxDistance: 130 },
  { name: 'well', build: well, maxDistance: 220 },
  { name: 'pots', build: pots, maxDistance: 110 },
  { name: 'cobbles', build: cobbles, castsShadow: false, maxDistance: 70 },
  { name: 'woodpile', build: woodpile, maxDistance: 120 },
  { name: 'laundry', build: laundry, maxDistance: 200 },
  { name: 'fence', build: fence, maxDistance: 240 },
  { name: 'haystack', build: haystack, maxDistance: 420 },
  { name: 'yard-wall', build: yardWall, maxDistance: 320 },
  { name: 'lane-arch', build: laneArch },
  { name: 'shed', build: shed, maxDistance: 340 },
  { name: 'tree', build: broadTree, block: treeBlock([0, 4.4, 0], [2.9, 2.6, 2.8]), maxDistance: 1000 },
  { name: 'poplar', build: poplar, block: treeBlock([0, 5.4, 0], [1.3, 4.4, 1.3]), maxDistance: 1200 },
  { name: 'fir', build: fir, block: firBlock, maxDistance: 1200 },
  { name: 'bush', build: bush, maxDistance: 240 },
  { name: 'hedge', build: hedge, maxDistance: 600 },
  { name: 'woods', build: woodClump, block: woodBlock },
  { name: 'ivy', build: ivy, castsShadow: false, maxDistance: 140 },
  { name: 'meadow', build: meadow, castsShadow: false, maxDistance: 90 },
  { name: 'person-tunic', build: personTunic, block: personBlock, maxDistance: 280 },
  { name: 'person-dress', build: personDress, block: personBlock, maxDistance: 280 },
  { name: 'person-merchant', build: personMerchant, block: personBlock, maxDistance: 280 },
  { name: 'person-friar', build: personFriar, block: personBlock, maxDistance: 280 },
  { name: 'person-guard', build: personGuard, block: personBlock, maxDistance: 280 },
  { name: 'person-porter', build: personPorter, block: personBlock, maxDistance: 280 },
]

/** Names of the meshes in the order of `Town.meshes`: the house kinds first. */
export const MESH_NAMES: readonly string[] = [
  ...HOUSE_KINDS.map((kind) => kind.name),
  ...RECIPES.map((recipe) => recipe.name),
]

export function meshNamed(name: string): number {
  const index = MESH_NAMES.indexOf(name)
  if (index < 0) throw new Error(`meshNamed: "${name}" is no mesh of the town`)
  return index
}

/** Builds every mesh of the town; the seed only decides which windows are lit and how stones lie. */
export function buildMeshes(seed: number): TownMesh[] {
  const houses = HOUSE_KINDS.map((kind): TownMesh => {
    const own = subSeed(seed, kind.name)
    return {
      name: kind.name,
      data: buildHouse(kind, own, false),
      far: buildHouse(kind, own, true),
      block: buildHouseBlock(kind),
      solids: solidsOf(kind.name),
      castsShadow: true,
      maxDistance: Infinity,
    }
  })
  const others = RECIPES.map((recipe): TownMesh => {
    const own = subSeed(seed, recipe.name)
    return {
      name: recipe.name,
      data: finishMesh(recipe.build(own)),
      ...(recipe.block ? { block: finishMesh(recipe.block(own)) } : {}),
      solids: solidsOf(recipe.name),
      castsShadow: recipe.castsShadow ?? true,
      maxDistance: recipe.maxDistance ?? Infinity,
    }
  })
  return [...houses, ...others]
}
