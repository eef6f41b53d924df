import { createWorld, setResource, spawn, Transform, type World } from '@sightline/core'
import { type OcclusionOptions, setPerspective, setupCulling, setView, View } from '@sightline/culling'
import { setRenderView, setShadows, setSky, setupRender } from '@sightline/render'
import { ControlsOfWorld, createControls } from './controls.js'
import { type CameraRig, type Game, GameOfWorld, RigOfWorld } from './game.js'
import { KIND_LAYERS } from './layers.js'
import { LENS } from './lens.js'
import { walkFrom } from './modes.js'
import { populate } from './populate.js'
import { QUALITY_PRESETS } from './quality.js'
import { createRoutePlayer, RoutePlayerOfWorld } from './routes/route-player.js'
import { ClockOfWorld, createClock } from './systems/advance-time.js'
import { CrowdOfWorld } from './systems/crowd.js'
import { createNeighbours } from './systems/neighbours.js'
import { createPlayer, PlayerOfWorld } from './systems/player.js'
import { createDoors, DoorsOfWorld } from './systems/swing-doors.js'
import { BoomOfWorld, createBoom } from './systems/third-person-camera.js'
import { createWalkers, streetLengths } from './systems/walkers.js'
import { PERSON_ROLES, type Progress, type Quality, type Town } from './town/index.js'

export type GameOptions = {
  readonly town: Town
  readonly quality: Quality
  /** Without one the same frame runs and nothing is drawn. */
  readonly canvas?: HTMLCanvasElement
  /** Every frame lasts a sixtieth of a second. Default false. */
  readonly locked?: boolean
  /** Keeps the picture between frames, for tests that compare them. Default false. */
  readonly preserveDrawingBuffer?: boolean
  /** What of occlusion is to differ from that of the quality. */
  readonly occlusion?: OcclusionOptions
}

/** Views, light views and the eye of a frozen view. */
const SPARE_ENTITIES = 32

/**
 * Builds the world of a town, step by step so that a page can show progress. Throws an `Error` that is fit for players
 * where the canvas cannot be drawn on.
 */
export function* createGame(options: GameOptions): Generator<Progress, World> {
  const { town, quality, canvas, locked = false, preserveDrawingBuffer = false, occlusion = {} } = options
  const preset = QUALITY_PRESETS[quality]
  const capacity = town.things.count + town.people.count + town.ground.length + SPARE_ENTITIES
  const world = createWorld({ capacity, arenaBytes: 16 * 1024 * 1024 + 640 * capacity })
  setupCulling(world, { maxViews: 12, occlusion: { tier: quality, ...occlusion } })
  setupRender(world, {
    ...(canvas ? { canvas } : {}),
    antialias: preset.antialias,
    maxPixelRatio: preset.maxPixelRatio,
    preserveDrawingBuffer,
  })

  const view = spawn(world, Transform, View)
  setPerspective(world, view, LENS)
  const game: Game = {
    town,
    quality,
    preset,
    view,
    eye: view,
    mode: 'walk',
    switches: {
      frustum: true,
      occlusion: true,
      ranges: true,
      lods: true,
      shadows: preset.shadows !== false,
      casters: true,
      frozen: false,
    },
    overlays: { octree: false, bounds: false, frustum: false, casters: false },
    layers: KIND_LAYERS.all,
    kinds: new Uint8Array(capacity + 1),
    meshes: new Uint16Array(capacity + 1),
    maxDistances: new Float32Array(capacity + 1),
    entityCount: 0,
  }
  setResource(world, GameOfWorld, game)
  setResource(world, ControlsOfWorld, createControls())
  setResource(world, RoutePlayerOfWorld, createRoutePlayer())
  setResource(world, ClockOfWorld, createClock(locked))
  setResource(world, BoomOfWorld, createBoom())
  setResource(world, RigOfWorld, createRig())

  const { people, doors, player } = yield* populate(world, game)
  setResource(world, PlayerOfWorld, createPlayer(player))
  setResource(world, CrowdOfWorld, createCrowd(town, people))
  setResource(world, DoorsOfWorld, createDoors(town.doors, doors))
  setLook(world, game)
  walkFrom(world, town.cameras.start!)
  return world
}

/** Fractions first, so that the engine keeps these fields as doubles and does not box each new value. */
function createRig(): CameraRig {
  return { x: 0.5, y: 0.5, z: 0.5, yaw: 0.5, pitch: 0.5 }
}

function createCrowd(town: Town, eids: Uint32Array) {
  const walkers = createWalkers(town.people, eids, town.seed)
  const x: number[] = []
  const z: number[] = []
  const walks = PERSON_ROLES.indexOf('walks')
  for (let i = 0; i < town.people.count; i++) {
    if (town.people.role[i] === walks) continue
    x.push(town.people.position[i * 3]!)
    z.push(town.people.position[i * 3 + 2]!)
  }
  const neighbours = createNeighbours(walkers.count, x, z)
  return { walkers, neighbours, lengths: streetLengths(town.streetGraph) }
}

function setLook(world: World, { view, preset }: Game): void {
  const { distanceScale, minPixels, shadows, clouds } = preset
  setRenderView(world, view)
  setView(world, view, { layers: KIND_LAYERS.all, distanceScale, minPixels })
  setSky(world, { clouds })
  if (shadows !== false) setShadows(world, view, { ...shadows, layers: KIND_LAYERS.all })
}
