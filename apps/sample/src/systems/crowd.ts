import {
  capacity,
  columns,
  defineResource,
  markTouched,
  type Resource,
  resource,
  Transform,
  time,
  type World,
} from '@sightline/core'
import { defineUpdateKind, due, noteCost, setUpdateRate, type UpdateKind } from '@sightline/culling'
import { game } from '../game.js'
import { MindsOfWorld } from '../minds/minds.js'
import { createFeeler, FEEL, PERSON_ROLES, type People, type StreetGraph, type Town } from '../town/index.js'
import { createNeighbours, fileBodies, giveWay, type Neighbours } from './neighbours.js'
import { player } from './player.js'
import { createWalkers, streetLengths, type Walkers } from './walkers.js'

/** Everyone in the streets but the player. */
export type Crowd = {
  readonly walkers: Walkers
  /** Row of a walker, -1: none; by id. */
  readonly rowOf: Int32Array
  /** Who stands and talks, and 1 for those whose clip says so. */
  readonly talkers: { readonly eids: Uint32Array; readonly talks: Uint8Array }
  readonly neighbours: Neighbours
  /** Metres, of each street. */
  readonly lengths: Float32Array
}

export const CrowdOfWorld: Resource<Crowd> = defineResource('Crowd', 'createGame')

/** Whom nobody sees takes eight steps in one, who is small two: less than a pixel each. */
export const WalkUpdates: UpdateKind = defineUpdateKind('walking', {
  nearSize: 0.05,
  far: 2,
  hidden: 8,
  outside: 8,
  beyond: 8,
})

/** `eids` are the entities of the people in their order. */
export function createCrowd(world: World, town: Town, people: People, eids: Uint32Array): Crowd {
  const walkers = createWalkers(people, eids, town.seed)
  const rowOf = new Int32Array(capacity(world) + 1).fill(-1)
  walkers.eids.forEach((eid, row) => {
    rowOf[eid] = row
    setUpdateRate(world, eid, WalkUpdates)
  })
  const x: number[] = []
  const z: number[] = []
  const walks = PERSON_ROLES.indexOf('walks')
  const talks = PERSON_ROLES.indexOf('talks')
  const talkers = eids.filter((_, i) => people.role[i] === talks)
  for (let i = 0; i < people.count; i++) {
    if (people.role[i] === walks) continue
    x.push(people.position[i * 3]!)
    z.push(people.position[i * 3 + 2]!)
  }
  const neighbours = createNeighbours(walkers.count, x, z)
  return {
    walkers,
    rowOf,
    talkers: { eids: talkers, talks: new Uint8Array(talkers.length).fill(1) },
    neighbours,
    lengths: streetLengths(town.streetGraph),
  }
}

/** Metres ahead on the street that a walker heads for. */
const LOOK_AHEAD = 1.4
/** A walker takes its next street this far before the end of its own, metres. */
const CORNER = 1.1
/** Within this of a street's end a walker may leave its strip, to cut the corner. */
const JUNCTION = 4
const BODY = 0.3
/** Seconds after which a walker feels for walls, and for the floor: in between it gets a few centimetres far. */
const FEEL_WALLS = 4 / 60
const FEEL_FLOOR = 8 / 60
/** How fast feet follow the floor, a second. */
const EASE = 20
const TURN = 5
/** Who has not come forward for so long turns back, seconds. */
const PATIENCE = 2.5

const feeler = createFeeler()
/** Seconds of the walker's turn. */
const passed = new Float64Array(1)

/**
 * Everyone whose turn it is walks along the streets: chooses a way at corners, makes room for others, stops and goes on as it
 * has in mind, turns back at dead ends.
 * Depends on nothing but the seed, the frame times and who is seen.
 * Reads: time, who is due, Player, Minds, streets and walls of the town. Writes: Walkers, their Transforms.
 */
export function walkCrowd(world: World): void {
  const { walkers, rowOf, neighbours, lengths } = resource(world, CrowdOfWorld)
  const minds = resource(world, MindsOfWorld)
  const { position, rotation } = columns(world, Transform)
  const { town } = game(world)
  const { delta } = time(world)
  if (delta === 0) return
  const me = player(world)
  fileBodies(neighbours, walkers, me)
  const { ids, seconds, count } = due(world, WalkUpdates)
  const start = performance.now()
  for (let k = 0; k < count; k++) {
    const i = rowOf[ids[k]!]!
    // Who was sent home since.
    if (i < 0) continue
    passed[0] = seconds[k]!
    walkers.stands[i] = 1 - minds.wish[walkers.eids[i]!]!
    step(walkers, neighbours, town.streetGraph, lengths, i)
    // Streets are free of walls, but for their corners.
    if (nearCorner(walkers, i)) feelWalls(walkers, town, i)
    else keepToStreet(walkers, town.streetGraph, i)
    feelFloor(walkers, town, i)
    walkers.y[i] = walkers.y[i]! + (walkers.floor[i]! - walkers.y[i]!) * Math.min(1, passed[0]! * EASE)
    show(walkers, i, position, rotation)
    markTouched(world, walkers.eids[i]!)
  }
  noteCost(world, WalkUpdates, performance.now() - start)
}

function feelWalls(w: Walkers, { collision }: Town, i: number): void {
  w.sinceWalls[i] = w.sinceWalls[i]! + passed[0]!
  if (w.sinceWalls[i]! < FEEL_WALLS) return
  w.sinceWalls[i] = 0
  feeler[FEEL.x] = w.x[i]!
  feeler[FEEL.z] = w.z[i]!
  feeler[FEEL.radius] = BODY
  feeler[FEEL.feet] = w.y[i]!
  collision.pushOut(feeler)
  w.x[i] = feeler[FEEL.x]!
  w.z[i] = feeler[FEEL.z]!
}

function feelFloor(w: Walkers, town: Town, i: number): void {
  w.sinceFloor[i] = w.sinceFloor[i]! + passed[0]!
  // Of long turns, which nobody sees, every fourth one is enough: who is seen again feels at once.
  if (w.sinceFloor[i]! < Math.max(FEEL_FLOOR, passed[0]! * 3.5)) return
  w.sinceFloor[i] = 0
  feeler[FEEL.x] = w.x[i]!
  feeler[FEEL.z] = w.z[i]!
  feeler[FEEL.feet] = w.y[i]! + 0.4
  town.feelFloor(feeler)
  w.floor[i] = feeler[FEEL.floor]!
}

function step(
  w: Walkers,
  neighbours: Neighbours,
  graph: StreetGraph,
  lengths: Float32Array,
  i: number,
): void {
  const delta = passed[0]!
  // Stage 1: the street, and the next one at its end.
  project(w, graph, lengths, i)
  if (w.left[i]! < Math.min(CORNER, w.length[i]! / 2)) {
    takeNextStreet(w, graph, i)
    project(w, graph, lengths, i)
  }
  // Stage 2: the point ahead.
  const ahead = Math.min(w.length[i]!, w.done[i]! + LOOK_AHEAD)
  const dx = w.startX[i]! + w.wayX[i]! * ahead - w.wayZ[i]! * w.side[i]! - w.x[i]!
  const dz = w.startZ[i]! + w.wayZ[i]! * ahead + w.wayX[i]! * w.side[i]! - w.z[i]!
  const distance = Math.sqrt(dx * dx + dz * dz)
  w.dirX[i] = distance > 1e-4 ? dx / distance : w.wayX[i]!
  w.dirZ[i] = distance > 1e-4 ? dz / distance : w.wayZ[i]!
  // Stage 3: others.
  giveWay(neighbours, w, i)
  const pace = (w.stands[i] === 1 ? 0 : w.speed[i]!) * w.slow[i]!
  w.pace[i] = w.pace[i]! + (pace - w.pace[i]!) * Math.min(1, delta * 6)
  const forward = Math.min(w.pace[i]! * delta, distance)
  const aside = w.stands[i] === 1 ? 0 : w.aside[i]! * delta
  w.x[i] = w.x[i]! + w.dirX[i]! * forward - w.dirZ[i]! * aside + w.pushX[i]! * delta
  w.z[i] = w.z[i]! + w.dirZ[i]! * forward + w.dirX[i]! * aside + w.pushZ[i]! * delta
  // Stage 4: the body.
  if (w.pace[i]! > 0.1) turn(w, i)
  const stuck = w.stands[i] === 0 && forward < w.speed[i]! * delta * 0.3
  w.stuck[i] = stuck ? w.stuck[i]! + delta : 0
  if (w.stuck[i]! > PATIENCE) turnBack(w, i)
}

function turn(w: Walkers, i: number): void {
  const apart = Math.atan2(w.dirX[i]!, w.dirZ[i]!) - w.yaw[i]!
  const nearest = apart - Math.round(apart / (2 * Math.PI)) * 2 * Math.PI
  const most = TURN * passed[0]!
  w.yaw[i] = w.yaw[i]! + Math.min(most, Math.max(-most, nearest))
}

function turnBack(w: Walkers, i: number): void {
  w.stuck[i] = 0
  w.direction[i] = -w.direction[i]!
  w.side[i] = -w.side[i]!
}

/** A number from 0 up to 1 from the walker's own sequence (xorshift32, Marsaglia 2003). */
function random(w: Walkers, i: number): number {
  let state = w.random[i]!
  state ^= state << 13
  state ^= state >>> 17
  state ^= state << 5
  w.random[i] = state
  return (state >>> 0) / 0x1_0000_0000
}

/** Where on its street the walker is: metres done and left along it. */
function project(w: Walkers, graph: StreetGraph, lengths: Float32Array, i: number): void {
  const { nodes, edges } = graph
  const edge = w.edge[i]!
  const from = edges[edge * 2 + (w.direction[i]! > 0 ? 0 : 1)]!
  const to = edges[edge * 2 + (w.direction[i]! > 0 ? 1 : 0)]!
  const x = nodes[from * 2]!
  const z = nodes[from * 2 + 1]!
  const length = lengths[edge]!
  const wayX = (nodes[to * 2]! - x) / length
  const wayZ = (nodes[to * 2 + 1]! - z) / length
  const done = (w.x[i]! - x) * wayX + (w.z[i]! - z) * wayZ
  w.startX[i] = x
  w.startZ[i] = z
  w.wayX[i] = wayX
  w.wayZ[i] = wayZ
  w.length[i] = length
  w.done[i] = Math.max(0, done)
  w.left[i] = length - done
}

/** At a corner any street but the one it came on; back at a dead end. */
function takeNextStreet(w: Walkers, graph: StreetGraph, i: number): void {
  const { edges, firstLink, links, walk } = graph
  const before = w.edge[i]!
  const node = edges[before * 2 + (w.direction[i]! > 0 ? 1 : 0)]!
  const first = firstLink[node]!
  const count = firstLink[node + 1]! - first
  if (count > 1) {
    const own = links.indexOf(before, first) - first
    const pick = Math.floor(random(w, i) * (count - 1))
    w.edge[i] = links[first + (pick < own ? pick : pick + 1)]!
  }
  const edge = w.edge[i]!
  w.direction[i] = edges[edge * 2] === node ? 1 : -1
  // Mostly on the right, as far out as the new street allows.
  w.side[i] = (random(w, i) * 1.3 - 0.3) * walk[edge]!
}

function nearCorner(w: Walkers, i: number): boolean {
  return w.done[i]! < JUNCTION || w.left[i]! < JUNCTION
}

/** Between corners a strip to both sides of the street's middle is free, and no walker leaves it. */
function keepToStreet(w: Walkers, graph: StreetGraph, i: number): void {
  const across = (w.z[i]! - w.startZ[i]!) * w.wayX[i]! - (w.x[i]! - w.startX[i]!) * w.wayZ[i]!
  const walk = graph.walk[w.edge[i]!]!
  const back = Math.min(walk, Math.max(-walk, across)) - across
  w.x[i] = w.x[i]! - w.wayZ[i]! * back
  w.z[i] = w.z[i]! + w.wayX[i]! * back
}

function show(w: Walkers, i: number, position: Float32Array, rotation: Float32Array): void {
  const halfYaw = w.yaw[i]! / 2
  const eid = w.eids[i]!
  position[eid * 3] = w.x[i]!
  position[eid * 3 + 1] = w.y[i]!
  position[eid * 3 + 2] = w.z[i]!
  rotation[eid * 4 + 1] = Math.sin(halfYaw)
  rotation[eid * 4 + 3] = Math.cos(halfYaw)
}
