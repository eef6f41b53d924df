import {
  createWorld,
  destroy,
  propagateTransforms,
  runSystems,
  setParent,
  setPosition,
  setTransform,
  spawn,
  Transform,
  tickTo,
  time,
  type World,
} from '@sightline/core'
import {
  Bounds,
  type CullingOptions,
  CullRange,
  cullingSystems,
  Layers,
  NeverCull,
  setBox,
  setCullRange,
  setLayers,
  setupCulling,
  setVisibility,
  View,
  Visibility,
} from '@sightline/culling'
import { addComponent, removeComponent } from 'bitecs'
import type { Thing, Vec3, ViewTruth } from './world-oracle.js'

/** A world and, beside it, what every entity in it is meant to be. */
export type Game = {
  readonly world: World
  readonly random: () => number
  readonly things: Set<Thing>
  readonly views: ViewTruth[]
  readonly size: number
  /** World boxes and what they were worked out from, for the judge. */
  readonly boxes: Map<Thing, { inputs: unknown[]; box: number[] }>
  now: number
}

export function createGame(
  random: () => number,
  capacity: number,
  size: number,
  options: CullingOptions = {},
): Game {
  const world = createWorld({ capacity })
  setupCulling(world, options)
  return { world, random, things: new Set(), views: [], size, boxes: new Map(), now: 0 }
}

/** One frame of the whole list, a sixtieth of a second after the last. */
export function runFrame(game: Game): void {
  game.now += 1 / 60
  stepFrame(game.world, game.now)
}

/** One frame of a world without a game. */
export function stepFrame(world: World, now: number = time(world).now + 1 / 60): void {
  tickTo(world, now)
  runSystems(world, [propagateTransforms, ...cullingSystems])
}

export function createThing(world: World, box: number[] | null, ...components: object[]): Thing {
  const eid =
    box === null ? spawn(world, Transform, ...components) : spawn(world, Transform, Bounds, ...components)
  const thing: Thing = {
    eid,
    position: [0, 0, 0],
    rotation: [0, 0, 0, 1],
    scale: [1, 1, 1],
    parent: null,
    box,
    layers: 1,
    visibility: 'inherit',
    neverCull: components.includes(NeverCull),
    range: null,
  }
  if (box !== null) setBox(world, eid, box[0]!, box[1]!, box[2]!, box[3]!, box[4]!, box[5]!)
  return thing
}

/** Floats, so that oracle and world start from the same numbers. */
const spread = (random: () => number, size: number) => Math.fround((random() - 0.5) * size)

export function randomRotation(random: () => number): [number, number, number, number] {
  const q = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5]
  const length = Math.hypot(...q) || 1
  return q.map((v) => Math.fround(v / length)) as [number, number, number, number]
}

export function randomPlace(game: Game): Vec3 {
  const { random, size } = game
  return [spread(random, size), spread(random, size * 0.3), spread(random, size)]
}

export function randomBox(random: () => number): number[] {
  const [x, y, z] = [spread(random, 2), spread(random, 2), spread(random, 2)]
  const half = () => Math.fround(random() ** 3 * 4)
  const [hx, hy, hz] = [half(), half(), half()]
  return [x - hx, y - hy, z - hz, x + hx, y + hy, z + hz].map(Math.fround)
}

/** Writes what the thing says into the world. */
export function place(world: World, thing: Thing): void {
  setTransform(world, thing.eid, ...thing.position, ...thing.rotation, ...thing.scale)
}

export function spawnThing(game: Game): Thing {
  const { world, random } = game
  const thing = createThing(world, randomBox(random))
  thing.position = randomPlace(game)
  thing.rotation = randomRotation(random)
  if (random() < 0.3) thing.scale = [0, 0, 0].map(() => Math.fround(random() * 4 - 2)) as Vec3
  place(world, thing)
  game.things.add(thing)
  return thing
}

export function moveThing(game: Game, thing: Thing): void {
  const { world, random } = game
  const step = random() < 0.1 ? game.size : 2
  thing.position = thing.position.map((v) => Math.fround(v + spread(random, step))) as Vec3
  setPosition(world, thing.eid, ...thing.position)
}

export function destroyThing(game: Game, thing: Thing): void {
  destroy(game.world, thing.eid)
  game.things.delete(thing)
  for (const other of game.things) if (other.parent === thing) other.parent = null
}

function isBelow(thing: Thing, top: Thing): boolean {
  for (let at: Thing | null = thing; at !== null; at = at.parent) if (at === top) return true
  return false
}

export function reparent(game: Game, thing: Thing, parent: Thing | null): void {
  if (parent !== null && isBelow(parent, thing)) return
  setParent(game.world, thing.eid, parent?.eid ?? 0)
  thing.parent = parent
}

export function changeBox(game: Game, thing: Thing): void {
  if (thing.box === null) return
  const b = randomBox(game.random)
  thing.box = b
  setBox(game.world, thing.eid, b[0]!, b[1]!, b[2]!, b[3]!, b[4]!, b[5]!)
}

export function changeLayers(game: Game, thing: Thing): void {
  const { world, random } = game
  addComponent(world, thing.eid, Layers)
  if (random() < 0.2) {
    removeComponent(world, thing.eid, Layers)
    thing.layers = 1
    return
  }
  thing.layers = Math.floor(random() * 8)
  setLayers(world, thing.eid, thing.layers)
}

export function changeVisibility(game: Game, thing: Thing): void {
  const { world, random } = game
  addComponent(world, thing.eid, Visibility)
  if (random() < 0.2) {
    removeComponent(world, thing.eid, Visibility)
    thing.visibility = 'inherit'
    return
  }
  const states = ['inherit', 'show', 'hide', 'hide'] as const
  thing.visibility = states[Math.floor(random() * states.length)]!
  setVisibility(world, thing.eid, thing.visibility)
}

export function toggleNeverCull(game: Game, thing: Thing): void {
  if (thing.neverCull) removeComponent(game.world, thing.eid, NeverCull)
  else addComponent(game.world, thing.eid, NeverCull)
  thing.neverCull = !thing.neverCull
}

export function changeRange(game: Game, thing: Thing): void {
  const { world, random } = game
  if (thing.range !== null && random() < 0.3) {
    removeComponent(world, thing.eid, CullRange)
    thing.range = null
    return
  }
  addComponent(world, thing.eid, CullRange)
  thing.range = {
    maxDistance: Math.fround(1 + random() * game.size),
    minPixels: random() < 0.5 ? 0 : Math.fround(random() * 60),
    hysteresis: Math.fround(random() * 0.5),
  }
  setCullRange(world, thing.eid, thing.range)
}

export function createCamera(world: World): Thing {
  return createThing(world, null, View)
}
