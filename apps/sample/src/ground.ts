/** The ground of the whole world: a terrain whose patches follow the eye, in the colours of the town's palette. */
import { defineResource, type Resource, setResource, type World } from '@sightline/core'
import {
  createGroundTexture,
  createTerrainDrawing,
  type GroundLayer,
  type TerrainDrawing,
} from '@sightline/render/terrain'
import { setupTerrain, TerrainTile, terrainEntity, terrainPatches, terrainTree } from '@sightline/terrain'
import { query } from 'bitecs'
import { ENTITY_KINDS, game } from './game.js'
import { COVER } from './town/index.js'
import { COBBLE, EARTH, GRASS, LEAVES, mix, type Rgb, STONE, shade } from './town/palette.js'

const code = (color: Rgb): string =>
  `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

function layer(seed: number, color: Rgb, contrast: number, grain: number) {
  return createGroundTexture({
    colors: [code(shade(color, 1 - contrast)), code(shade(color, 1 + contrast))],
    grain,
    seed,
  })
}

/** From the lowest to the uppermost: grass, meadow, forest floor, streets and banks, rock. */
export function townLayers(seed: number): GroundLayer[] {
  const street = mix(COBBLE, EARTH, 0.45)
  return [
    { texture: layer(seed, mix(GRASS[0]!, GRASS[1]!, 0.5), 0.06, 8), size: 24 },
    {
      texture: layer(seed + 1, shade(GRASS[2]!, 0.98), 0.05, 8),
      size: 31,
      control: COVER.meadow,
      auto: false,
    },
    {
      texture: layer(seed + 2, shade(LEAVES[0]!, 0.8), 0.07, 16),
      size: 19,
      control: COVER.forest,
      auto: false,
    },
    { texture: layer(seed + 3, street, 0.04, 16), size: 11, control: COVER.street, auto: false },
    { texture: layer(seed + 4, STONE[1]!, 0.06, 8), size: 40, slope: { from: 0.2, fade: 0.06 } },
  ]
}

export const GroundOfWorld: Resource<TerrainDrawing> = defineResource('Ground', 'createGame')

/** Lets the world have its terrain, and draws it. */
export function setupGround(world: World): void {
  const state = game(world)
  const { town, preset, kinds } = state
  // Walls and houses hide what hills could, and haze the rest.
  const occluder = false
  setupTerrain(world, { heightfield: town.terrain, ...TREE, splitDistance: preset.groundSplit, occluder })
  const drawing = createTerrainDrawing(world, terrainTree(world), {
    patches: (view) => terrainPatches(world, view),
    layers: townLayers(town.seed),
    control: town.cover,
    entity: terrainEntity(world),
  })
  setResource(world, GroundOfWorld, drawing)
  // The ground's owner and its tiles are entities like any other.
  for (const eid of [terrainEntity(world), ...query(world, [TerrainTile])]) {
    kinds[eid] = ENTITY_KINDS.indexOf('ground')
    state.entityCount++
  }
}

/** Quads of 8 m in patches of 128 m: roots of 2 km, halved three times. */
const TREE = { levels: 4, patchesPerNode: 2, quadsPerPatch: 16 } as const
