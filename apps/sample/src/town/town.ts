import { createCamerasAndRoutes } from './cameras.js'
import { createCollision, createCollisionList, createFloor } from './collision.js'
import { createFeeler, FEEL } from './feeler.js'
import { createGround } from './ground/ground.js'
import { createLand, WATER_LEVEL } from './ground/land.js'
import { buildWater } from './ground/water.js'
import { buildMeshes } from './mesh-set.js'
import { placeCountry, placeMeadows, placeWoods } from './place/place-country.js'
import { placeCourts } from './place/place-courts.js'
import { placeDoors } from './place/place-doors.js'
import { placeFronts } from './place/place-fronts.js'
import { placeMarket, type StallPlace } from './place/place-market.js'
import { placePaving } from './place/place-paving.js'
import { placePeople } from './place/place-people.js'
import { placeRooms } from './place/place-rooms.js'
import { placeStructure } from './place/place-structure.js'
import { createPropYard, type PropYard } from './place/prop-yard.js'
import { createStreetGraph } from './place/street-graph.js'
import { addStructureCollision } from './place/structure-collision.js'
import { createThingList, finishThings } from './place/thing-list.js'
import { planOutside } from './plan/outside.js'
import { createTownPlan } from './plan/town-plan.js'
import type { Progress, Town, TownOptions } from './types.js'

/** things of the kinds prop, tree and stall at high quality */
export const PROP_COUNT = 20_000
const WOODS_COUNT = 3800

/**
 * Builds the town step by step: each step says what comes next, the last returns the town. The same seed and
 * options give the same bytes.
 */
export function* buildTown(seed: number, options: TownOptions = {}): Generator<Progress, Town> {
  const quality = options.quality ?? 'high'
  yield { done: 0, line: 'Drawing streets and lots' }
  const plan = createTownPlan(seed)
  const land = createLand(seed, plan.wall, plan.market.center, options.relief)
  const outside = planOutside(plan, land)
  const streetGraph = createStreetGraph(plan, outside)

  yield { done: 0.3, line: 'Laying the ground' }
  const ground = createGround(plan, land, outside.roads, outside.fields)
  const groundHeight = ground.heightAt

  yield { done: 0.6, line: 'Raising houses, wall and towers' }
  const meshes = buildMeshes(seed)
  const list = createThingList()
  const obstacles = createCollisionList()
  placeStructure(list, plan, groundHeight)
  addStructureCollision(obstacles, plan, groundHeight)
  const inside = placeRooms(list, obstacles, plan, groundHeight)
  const doors = placeDoors(list, obstacles, plan, groundHeight)

  yield { done: 0.7, line: 'Setting up the market' }
  const yard = createPropYard(plan, streetGraph, list, obstacles, groundHeight, quality)
  const stalls = placeTownProps(yard)

  yield { done: 0.85, line: 'Planting hedges and woods' }
  placeCountry(yard, outside, land)
  placeWoods(yard, land, WOODS_COUNT)
  placeMeadows(yard, PROP_COUNT * yard.share)

  yield { done: 0.95, line: 'Calling the people' }
  const collision = createCollision(obstacles)
  const feelFloor = createFloor(obstacles, ground.feel)
  const feeler = createFeeler()
  const floorHeight = (x: number, z: number, feet: number): number => {
    feeler[FEEL.x] = x
    feeler[FEEL.z] = z
    feeler[FEEL.feet] = feet
    feelFloor(feeler)
    return feeler[FEEL.floor]!
  }
  // The river's bed lies far below the bridge.
  const floorAt = (x: number, z: number) =>
    floorHeight(x, z, Math.max(groundHeight(x, z) + 1.2, WATER_LEVEL + 6))
  const { cameras, routes } = createCamerasAndRoutes(plan, groundHeight)
  const people = placePeople(plan, streetGraph, collision, stalls, inside, floorAt, quality, cameras)

  return {
    seed,
    meshes,
    things: finishThings(list),
    doors,
    people,
    streetGraph,
    collision,
    groundHeight,
    feelGround: ground.feel,
    feelFloor,
    floorHeight,
    terrain: ground.field,
    cover: ground.cover,
    paving: ground.paving,
    country: ground.country,
    water: buildWater(land),
    cameras,
    routes,
  }
}

function placeTownProps(yard: PropYard): StallPlace[] {
  const stalls = placeMarket(yard)
  placeFronts(yard)
  placeCourts(yard)
  placePaving(yard)
  return stalls
}

/** The whole town at once. */
export function createTown(seed: number, options: TownOptions = {}): Town {
  const steps = buildTown(seed, options)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
