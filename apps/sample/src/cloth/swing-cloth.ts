import { columns, markTouched, resource, Transform, type World } from '@sightline/core'
import { due, noteCost } from '@sightline/culling'
import { player } from '../systems/player.js'
import { hold, moveOn, POINTS } from './chains.js'
import { type Cloth, ClothOfWorld, ClothUpdates } from './cloth.js'

const hook = new Float64Array(3)
const passed = new Float64Array(1)
/** The strip's own axes: along it, across it, and off it. */
const basis = new Float64Array(9)

/** Where the cloak hangs: behind and over the feet, metres. */
const SHOULDERS = 1.42
const BACK = 0.15

/**
 * Moves the cloth whose turn it was in the last frame, and its strips.
 * Reads: Player, who is due. Writes: Cloth, Transforms of strips and owners.
 */
export function swingCloth(world: World): void {
  const cloth = resource(world, ClothOfWorld)
  const { ids, seconds, count } = due(world, ClothUpdates)
  const start = performance.now()
  followPlayer(world, cloth)
  for (let i = 0; i < count; i++) {
    const chain = cloth.chainOf[ids[i]!]!
    passed[0] = seconds[i]!
    if (chain === cloth.cloak) hold(cloth.chains, chain, hook)
    moveOn(cloth.chains, chain, passed)
    showStrips(world, cloth, chain)
  }
  noteCost(world, ClothUpdates, performance.now() - start)
}

/** The cloak's owner goes with the player, so that it is seen when the player is. */
function followPlayer(world: World, { owners, cloak }: Cloth): void {
  const { x, y, z, yaw } = player(world)
  hook[0] = x - Math.sin(yaw) * BACK
  hook[1] = y + SHOULDERS
  hook[2] = z - Math.cos(yaw) * BACK
  const { position } = columns(world, Transform)
  const eid = owners[cloak]!
  if (position[eid * 3] === Math.fround(hook[0]) && position[eid * 3 + 2] === Math.fround(hook[2])) return
  position.set(hook, eid * 3)
  markTouched(world, eid)
}

function showStrips(world: World, { chains, strips, cloak }: Cloth, chain: number): void {
  const { position, rotation } = columns(world, Transform)
  for (let k = 0; k < POINTS - 1; k++) {
    const eid = strips[chain * (POINTS - 1) + k]!
    const at = (chain * POINTS + k) * 3
    for (let axis = 0; axis < 3; axis++) {
      position[eid * 3 + axis] = chains.now[at + axis]!
      basis[axis] = chains.now[at + 3 + axis]! - chains.now[at + axis]!
    }
    // Flags stand upright, a cloak lies across the back.
    const yaw = chain === cloak ? player(world).yaw : 0
    basis[3] = chain === cloak ? Math.cos(yaw) : 0
    basis[4] = chain === cloak ? 0 : 1
    basis[5] = chain === cloak ? -Math.sin(yaw) : 0
    straighten()
    writeRotation(rotation, eid * 4)
    markTouched(world, eid)
  }
}

/** Makes the three axes of length 1 and upright on each other; the first one keeps its direction. */
function straighten(): void {
  scaleTo1(0)
  const dot = basis[0]! * basis[3]! + basis[1]! * basis[4]! + basis[2]! * basis[5]!
  for (let k = 0; k < 3; k++) basis[3 + k] = basis[3 + k]! - dot * basis[k]!
  scaleTo1(3)
  for (let k = 0; k < 3; k++) {
    const a = (k + 1) % 3
    const b = (k + 2) % 3
    basis[6 + k] = basis[a]! * basis[3 + b]! - basis[b]! * basis[3 + a]!
  }
}

function scaleTo1(at: number): void {
  const length = Math.sqrt(basis[at]! ** 2 + basis[at + 1]! ** 2 + basis[at + 2]! ** 2)
  if (length < 1e-6) {
    basis[at] = at === 0 ? 1 : 0
    basis[at + 1] = at === 0 ? 0 : 1
    basis[at + 2] = 0
    return
  }
  for (let k = 0; k < 3; k++) basis[at + k] = basis[at + k]! / length
}

/** The quaternion of the axes (Shepperd, "Quaternion from Rotation Matrix", 1978). */
function writeRotation(out: Float32Array, at: number): void {
  const trace = basis[0]! + basis[4]! + basis[8]!
  let largest = 3
  let value = trace
  for (let k = 0; k < 3; k++) {
    if (basis[k * 4]! <= value) continue
    value = basis[k * 4]!
    largest = k
  }
  if (largest === 3) {
    out[at] = basis[5]! - basis[7]!
    out[at + 1] = basis[6]! - basis[2]!
    out[at + 2] = basis[1]! - basis[3]!
    out[at + 3] = 1 + trace
  } else {
    const j = (largest + 1) % 3
    const k = (largest + 2) % 3
    out[at + largest] = 1 + 2 * basis[largest * 4]! - trace
    out[at + j] = basis[largest * 3 + j]! + basis[j * 3 + largest]!
    out[at + k] = basis[largest * 3 + k]! + basis[k * 3 + largest]!
    out[at + 3] = basis[j * 3 + k]! - basis[k * 3 + j]!
  }
  const length = Math.sqrt(out[at]! ** 2 + out[at + 1]! ** 2 + out[at + 2]! ** 2 + out[at + 3]! ** 2)
  for (let k = 0; k < 4; k++) out[at + k] = out[at + k]! / length
}
