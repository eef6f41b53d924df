import { setTransform, spawn, Transform, type World } from '@sightline/core'
import {
  Bounds,
  CullRange,
  Layers,
  LodRange,
  setBox,
  setCullRange,
  setLayers,
  setLodRange,
  Visibility,
} from '@sightline/culling'
import {
  createMaterial,
  createMesh,
  type MaterialHandle,
  type MeshHandle,
  meshBounds,
  Renderable,
  setRenderable,
} from '@sightline/render'
import { createModel as createLoadedModel, type ModelData } from '@sightline/render/gltf'
import { addComponent } from 'bitecs'
import { ENTITY_KINDS, type EntityKind, type Game } from './game.js'
import { KIND_LAYERS } from './layers.js'
import { hideBehind } from './occluders.js'
import { type Acts, actsOf, animatePerson, createActs } from './people/acts.js'
import type { QualityPreset } from './quality.js'
import {
  type MeshData,
  PERSON_ROLES,
  type People,
  type PersonRole,
  type Progress,
  THING_KINDS,
  type TownMesh,
} from './town/index.js'
import { CLOTH as CLOTHES, packTint } from './town/palette.js'
import { type ClipName, walkingSpeed } from './town/people/clips.js'

/** What a mesh of the town became. */
export type Model = {
  readonly meshes: readonly MeshHandle[]
  /** Local box round all levels: min x, y, z, max x, y, z. */
  readonly box: Float64Array
  readonly material: MaterialHandle
  readonly castsShadow: boolean
  readonly maxDistance: number
  /** How it moves, if it is someone. */
  readonly acts?: Acts
}

type Materials = Record<'solid' | 'cloth' | 'leaves' | 'water', MaterialHandle>

const KIND_NUMBER = Object.fromEntries(ENTITY_KINDS.map((kind, i) => [kind, i])) as Record<EntityKind, number>
const LAYER_OF: Partial<Record<EntityKind, number>> = {
  prop: KIND_LAYERS.props,
  stall: KIND_LAYERS.props,
  tree: KIND_LAYERS.trees,
  person: KIND_LAYERS.people,
  player: KIND_LAYERS.people,
}
/** Meshes that are all cloth, and hang in the wind. */
const CLOTH = /^(banner|laundry)/
const LEAVES = /^(tree|poplar|fir|bush|hedge|woods)/
/** Parts of the picture's height below which the coarse meshes are drawn. */
const COARSE_BELOW = [0.14, 0.035]
const KIND_COARSE_BELOW: Partial<Record<EntityKind, readonly number[]>> = {
  wall: [0.1],
  tower: [0.14],
  tree: [0.07],
  person: [0.028],
  player: [0.028],
  room: [0.12],
}
/** Metres beyond which qualities that save triangles see the bare ground's own colours instead of paving. */
const FAR_PAVING = 400
/** Metres that wind and bobbing may move something beyond its mesh. */
const SWAY = 0.35
/** What nobody misses at so few metres throws a shadow that nobody misses. */
const SMALL = 130
const BATCH = 4000
const CLIP_OF: Readonly<Record<PersonRole, ClipName>> = {
  walks: 'walk',
  stands: 'idle',
  talks: 'talk',
  works: 'work',
  sits: 'sit',
}

/**
 * Makes every entity of the town but its people; answers what meshes became, the ids of the leaves of doors,
 * and of the player.
 */
export function* populate(
  world: World,
  game: Game,
): Generator<Progress, { models: Model[]; doors: Uint32Array; player: number }> {
  const { things, doors, paving, country, water } = game.town
  const materials = createMaterials(world, game.preset)
  const figure = game.figure && figureModel(world, game.figure)
  const models = game.town.meshes.map((mesh) =>
    figure && mesh.data.skin ? figure : createModel(world, game, mesh, materials),
  )
  yield { done: 0.1, line: 'Handing the houses to the octree' }

  for (const { data } of paving) {
    const eid = addFixed(world, game, 'ground', createMesh(world, data), materials.solid)
    if (!game.preset.blocks) continue
    addComponent(world, eid, CullRange)
    setCullRange(world, eid, { maxDistance: FAR_PAVING })
    game.maxDistances[eid] = FAR_PAVING
  }
  for (const { data } of country) addFixed(world, game, 'ground', createMesh(world, data), materials.solid)
  addFixed(world, game, 'water', createMesh(world, water.data), materials.water)
  const standing = new Uint32Array(things.count)
  for (let i = 0; i < things.count; i++) {
    standing[i] = addThing(world, game, models, i)
    if (i % BATCH === BATCH - 1) {
      yield { done: 0.1 + (0.8 * i) / things.count, line: `${i + 1} things stand` }
    }
  }
  const player = addPlayer(world, game, models)
  yield { done: 1, line: 'Opening the gates' }
  return { models, doors: Uint32Array.from(doors, ({ thing }) => standing[thing]!), player }
}

function createMaterials(world: World, { shading }: QualityPreset): Materials {
  return {
    solid: createMaterial(world, { kind: 'opaque', glow: 1.6, shading }),
    cloth: createMaterial(world, { kind: 'opaque', doubleSided: true, wind: 0.05, shading }),
    leaves: createMaterial(world, { kind: 'opaque', wind: 0.018, shading }),
    water: createMaterial(world, { kind: 'opaque', reflection: 0.9 }),
  }
}

function createModel(world: World, game: Game, mesh: TownMesh, materials: Materials): Model {
  const meshes = levelsOf(world, game, [mesh.data, mesh.block], mesh.far)
  const box = boxOf(world, meshes)
  const { name, castsShadow, maxDistance } = mesh
  const sways = CLOTH.test(name) || LEAVES.test(name)
  if (sways) {
    for (let axis = 0; axis < 3; axis++) {
      box[axis]! -= SWAY
      box[axis + 3]! += SWAY
    }
  }
  const material = CLOTH.test(name) ? materials.cloth : LEAVES.test(name) ? materials.leaves : materials.solid
  const acts = mesh.data.skin ? { acts: createActs(world, mesh, game.preset.blocks, game.poseLevels) } : {}
  return { meshes, box, material, castsShadow: castsShadow && maxDistance > SMALL, maxDistance, ...acts }
}

/** Everyone looks like this. */
function figureModel(world: World, figure: ModelData): Model {
  const { rig, mesh, material } = createLoadedModel(world, figure)
  const box = Float64Array.from(meshBounds(world, mesh))
  return { meshes: [mesh], box, material, castsShadow: true, maxDistance: 280, acts: actsOf(world, rig) }
}

/** The box round all levels. */
function boxOf(world: World, meshes: readonly MeshHandle[]): Float64Array {
  const box = Float64Array.from(meshBounds(world, meshes[0]!))
  for (const handle of meshes) {
    const bounds = meshBounds(world, handle)
    for (let axis = 0; axis < 3; axis++) {
      box[axis] = Math.min(box[axis]!, bounds[axis]!)
      box[axis + 3] = Math.max(box[axis + 3]!, bounds[axis + 3]!)
    }
  }
  return box
}

/**
 * Handles of the levels that this quality has: the finest, one for every quality, the last for those that
 * save triangles.
 */
function levelsOf(
  world: World,
  { preset }: Game,
  [data, last]: readonly [MeshData, MeshData | undefined],
  middle?: MeshData,
): MeshHandle[] {
  const meshes = [createMesh(world, data)]
  if (middle) meshes.push(createMesh(world, middle))
  if (last && preset.blocks) meshes.push(createMesh(world, last))
  return meshes
}

/** Something whose mesh stands in the world already. */
function addFixed(
  world: World,
  game: Game,
  kind: EntityKind,
  mesh: MeshHandle,
  material: MaterialHandle,
): number {
  const eid = spawn(world, Transform, Bounds, Renderable)
  const box = meshBounds(world, mesh)
  setBox(world, eid, box[0]!, box[1]!, box[2]!, box[3]!, box[4]!, box[5]!)
  setRenderable(world, eid, { meshes: [mesh], material, castsShadow: false })
  game.kinds[eid] = KIND_NUMBER[kind]
  game.entityCount++
  return eid
}

function addModel(
  world: World,
  game: Game,
  kind: EntityKind,
  mesh: number,
  model: Model,
  tint: number,
): number {
  const layer = LAYER_OF[kind]
  const eid = spawn(world, Transform, Bounds, Renderable)
  const { meshes, box, material, castsShadow, maxDistance } = model
  setBox(world, eid, box[0]!, box[1]!, box[2]!, box[3]!, box[4]!, box[5]!)
  setRenderable(world, eid, { meshes, material, tint, castsShadow })
  if (layer !== undefined) {
    addComponent(world, eid, Layers)
    setLayers(world, eid, layer)
  }
  if (maxDistance < Infinity) {
    addComponent(world, eid, CullRange)
    setCullRange(world, eid, { maxDistance })
    game.maxDistances[eid] = maxDistance
  }
  if (meshes.length > 1) {
    addComponent(world, eid, LodRange)
    const sizes = KIND_COARSE_BELOW[kind] ?? COARSE_BELOW
    setLodRange(world, eid, { sizes: sizes.slice(0, meshes.length - 1), fade: game.preset.fade })
  }
  game.kinds[eid] = KIND_NUMBER[kind]
  game.meshes[eid] = mesh
  game.entityCount++
  return eid
}

function addThing(world: World, game: Game, models: readonly Model[], i: number): number {
  const { mesh, position, yaw, scale, tint, kind } = game.town.things
  const model = models[mesh[i]!]!
  const eid = addModel(world, game, THING_KINDS[kind[i]!]!, mesh[i]!, model, tint[i]!)
  hideBehind(world, eid, game.town.meshes[mesh[i]!]!.solids)
  const half = yaw[i]! / 2
  setTransform(
    world,
    eid,
    position[i * 3]!,
    position[i * 3 + 1]!,
    position[i * 3 + 2]!,
    0,
    Math.sin(half),
    0,
    Math.cos(half),
    scale[i * 3]!,
    scale[i * 3 + 1]!,
    scale[i * 3 + 2]!,
  )
  return eid
}

/** One of the town's people: in the pose and at the pace of its role. */
export function addPerson(
  world: World,
  game: Game,
  models: readonly Model[],
  people: People,
  i: number,
): number {
  const { mesh, position, yaw, scale, tint, role, speed } = people
  const model = models[mesh[i]!]!
  const eid = addModel(world, game, 'person', mesh[i]!, model, tint[i]!)
  const half = yaw[i]! / 2
  const [x, y, z] = [position[i * 3]!, position[i * 3 + 1]!, position[i * 3 + 2]!]
  setTransform(world, eid, x, y, z, 0, Math.sin(half), 0, Math.cos(half), scale[i]!)
  const clip = CLIP_OF[PERSON_ROLES[role[i]!]!]
  if (model.acts)
    animatePerson(world, eid, model.acts, clip, i, clip === 'walk' ? walkingSpeed(speed[i]!) : 1)
  return eid
}

const PLAYER_MESH = 'person-tunic'
/** Undyed linen, before which the cloak stands out. */
const PLAYER_TINT = packTint(CLOTHES[5]!)

function addPlayer(world: World, game: Game, models: readonly Model[]): number {
  const mesh = Math.max(
    0,
    game.town.meshes.findIndex(({ name }) => name === PLAYER_MESH),
  )
  const model = { ...models[mesh]!, maxDistance: Infinity }
  const eid = addModel(world, game, 'player', mesh, model, PLAYER_TINT)
  if (model.acts) animatePerson(world, eid, model.acts, 'idle', 0)
  // So that it can be hidden when the camera is within it.
  addComponent(world, eid, Visibility)
  return eid
}
