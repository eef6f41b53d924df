/** The player's cloak: two chains down the back with pieces between them, and a mantle over the shoulders. */
import { columns, markTouched, resource, spawn, Transform, type World } from '@sightline/core'
import { Bounds, setVisibility, Visibility } from '@sightline/culling'
import {
  createMesh,
  type MaterialHandle,
  type MeshHandle,
  Renderable,
  readJoint,
  setMeshBounds,
  setRenderable,
} from '@sightline/render'
import { ENTITY_KINDS, type Game } from '../game.js'
import { player } from '../systems/player.js'
import { BoomOfWorld } from '../systems/third-person-camera.js'
import { packTint } from '../town/palette.js'
import { jointNamed, jointPlace } from '../town/people/joints.js'
import { straighten, writeRotation } from './basis.js'
import { type Chains, hang, hold, moveTogether, POINTS } from './chains.js'
import { cloakPiece, mantle } from './cloth-meshes.js'
import { createWearer, drape, HOOKS_APART, type Wearer, WIDENS } from './drape.js'

export type Cloak = {
  /** The left one of its chains; the right one is the next. */
  readonly first: number
  /** Who is seen or not seen, and who wears it. */
  readonly owner: number
  readonly wears: number
  /** Entities of the pieces, from the shoulders down, and last of the mantle. */
  readonly pieces: Uint32Array
  readonly wearer: Wearer
  shown: boolean
}

export const CLOAK_CHAINS = 2
const CLOAK = { link: 0.185, wind: 0.14, weight: 1, kept: 0.95, carried: 0.65 }
/** Of the cloth at the shoulders, metres. */
const WIDTH = 0.46
const TINT = packTint([150, 44, 50])

/** The chest's place at rest, and the hooks' from there: up, and to the back; metres. */
const CHEST = jointPlace('chest')[1]
const HOOK_UP = 1.37 - CHEST
const HOOK_BACK = 0.18

/** Rows of the chest's matrix in the wearer's space. */
const chest = new Float32Array(12)
const axes = new Float64Array(9)
const hook = new Float64Array(3)

/**
 * Gives the chains of a cloak their measures. They hang straight down, and do so from the shoulders once
 * these are known.
 */
export function hangCloak(chains: Chains, first: number): void {
  for (let chain = first; chain < first + CLOAK_CHAINS; chain++) {
    chains.link[chain] = CLOAK.link
    chains.wind[chain] = CLOAK.wind
    chains.weight[chain] = CLOAK.weight
    chains.kept[chain] = CLOAK.kept
    chains.carried[chain] = CLOAK.carried
    hang(chains, chain, [0, -1000, 0], [0, -1, 0])
  }
}

export function addCloak(
  world: World,
  game: Game,
  { first, owner, wears }: Pick<Cloak, 'first' | 'owner' | 'wears'>,
  material: MaterialHandle,
): Cloak {
  const piece = createMesh(world, cloakPiece(CLOAK.link, WIDTH, false))
  const hem = createMesh(world, cloakPiece(CLOAK.link, WIDTH, true))
  const links = Array.from({ length: POINTS - 1 }, (_, k) => (k === POINTS - 2 ? hem : piece))
  const meshes = [...links, createMesh(world, mantle(CHEST))]
  const pieces = Uint32Array.from(meshes, (mesh) => addPiece(world, game, mesh, material))
  return { first, owner, wears, pieces, wearer: createWearer(), shown: true }
}

function addPiece(world: World, game: Game, mesh: MeshHandle, material: MaterialHandle): number {
  const eid = spawn(world, Transform, Bounds, Renderable, Visibility)
  setMeshBounds(world, eid, mesh)
  setRenderable(world, eid, { mesh, material, tint: TINT })
  game.kinds[eid] = ENTITY_KINDS.indexOf('cloth')
  game.entityCount++
  return eid
}

/** Goes with the wearer, so that it is seen when the wearer is, and is not drawn when the wearer is not. */
export function followWearer(world: World, cloak: Cloak): void {
  const { playerShown } = resource(world, BoomOfWorld)
  if (playerShown !== cloak.shown) {
    cloak.shown = playerShown
    for (const eid of cloak.pieces) setVisibility(world, eid, playerShown ? 'inherit' : 'hide')
  }
  const { x, y, z } = player(world)
  const { position } = columns(world, Transform)
  const at = cloak.owner * 3
  const moved = position[at] !== Math.fround(x) || position[at + 2] !== Math.fround(z)
  if (!moved && position[at + 1] === Math.fround(y + 1)) return
  position[at] = x
  position[at + 1] = y + 1
  position[at + 2] = z
  markTouched(world, cloak.owner)
}

/** Moves a cloak on by `passed[0]` seconds, from the shoulders as they are now. */
export function swingCloak(world: World, chains: Chains, cloak: Cloak, passed: Float64Array): void {
  const { first, wearer } = cloak
  findShoulders(world, cloak)
  for (let side = 0; side < CLOAK_CHAINS; side++) {
    for (let axis = 0; axis < 3; axis++) hook[axis] = wearer.hooks[side * 3 + axis]!
    hold(chains, first + side, hook)
  }
  moveTogether(chains, first, CLOAK_CHAINS, passed, drape, wearer)
  const { rotation } = columns(world, Transform)
  const eid = cloak.pieces[POINTS - 1]!
  writeRotation(axes, rotation, eid * 4)
  markTouched(world, eid)
  for (let k = 0; k < POINTS - 1; k++) layPiece(world, chains, cloak, k)
}

/** Finds where the wearer's chest is and turns, and from that the hooks; `axes` are then the chest's. */
function findShoulders(world: World, { wears, wearer, pieces }: Cloak): void {
  const { x, y, z, yaw } = player(world)
  const { position } = columns(world, Transform)
  const { hooks, middle, left, back } = wearer
  const sin = Math.sin(yaw)
  const cos = Math.cos(yaw)
  readJoint(world, wears, CHEST_JOINT, chest)
  // The columns of the chest's matrix are its axes, the last one its place; yaw turns them into the world.
  for (let column = 0; column < 3; column++) {
    const side = chest[column]!
    const ahead = chest[8 + column]!
    axes[column * 3] = side * cos + ahead * sin
    axes[column * 3 + 1] = chest[4 + column]!
    axes[column * 3 + 2] = ahead * cos - side * sin
  }
  const atX = x + chest[3]! * cos + chest[11]! * sin
  const atY = y + chest[7]!
  const atZ = z + chest[11]! * cos - chest[3]! * sin
  const eid = pieces[POINTS - 1]!
  position[eid * 3] = atX
  position[eid * 3 + 1] = atY
  position[eid * 3 + 2] = atZ
  for (let side = 0; side < CLOAK_CHAINS; side++) {
    const out = side === 0 ? HOOKS_APART / 2 : -HOOKS_APART / 2
    for (let axis = 0; axis < 3; axis++) {
      hooks[side * 3 + axis] = axes[axis]! * out + axes[3 + axis]! * HOOK_UP - axes[6 + axis]! * HOOK_BACK
    }
    hooks[side * 3] = hooks[side * 3]! + atX
    hooks[side * 3 + 1] = hooks[side * 3 + 1]! + atY
    hooks[side * 3 + 2] = hooks[side * 3 + 2]! + atZ
  }
  middle[0] = x
  middle[1] = z
  left[0] = cos
  left[1] = -sin
  back[0] = -sin
  back[1] = -cos
}

const CHEST_JOINT = jointNamed('chest')

/** Lays a piece between the two chains, as wide as they are apart. */
function layPiece(world: World, { now, link }: Chains, { first, pieces }: Cloak, k: number): void {
  const { position, rotation, scale } = columns(world, Transform)
  const eid = pieces[k]!
  const a = (first * POINTS + k) * 3
  const b = a + POINTS * 3
  let across = 0
  let along = 0
  for (let axis = 0; axis < 3; axis++) {
    position[eid * 3 + axis] = (now[a + axis]! + now[b + axis]!) / 2
    axes[axis] = (now[a + 3 + axis]! + now[b + 3 + axis]! - now[a + axis]! - now[b + axis]!) / 2
    axes[3 + axis] = now[a + axis]! - now[b + axis]!
    along += axes[axis]! ** 2
    across += axes[3 + axis]! ** 2
    // The piece's upper edge lies as the points do, its lower one too, as well as a stiff piece can.
    axes[3 + axis] = axes[3 + axis]! + (now[a + 3 + axis]! - now[b + 3 + axis]!) / WIDENS
  }
  straighten(axes)
  writeRotation(axes, rotation, eid * 4)
  scale[eid * 3] = Math.sqrt(along) / link[first]!
  scale[eid * 3 + 1] = Math.sqrt(across) / HOOKS_APART
  scale[eid * 3 + 2] = WIDENS ** k
  markTouched(world, eid)
}
