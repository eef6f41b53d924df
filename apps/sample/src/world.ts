import { createWorld, setResource, spawn, Transform, type World } from '@sightline/core'
import {
  type OcclusionOptions,
  setPerspective,
  setUpdateBudget,
  setupCulling,
  setView,
  View,
} from '@sightline/culling'
import {
  AnimationUpdates,
  ParticleUpdates,
  setAnimationSource,
  setRenderView,
  setShadows,
  setupRender,
} from '@sightline/render'
import type { ModelData } from '@sightline/render/gltf'
import { setupNameplates } from '@sightline/render/nameplates'
import { setupCloth } from './cloth/cloth.js'
import { ControlsOfWorld, createControls } from './controls.js'
import { setupEffects } from './effects/setup-effects.js'
import { type CameraRig, type Game, GameOfWorld, RigOfWorld } from './game.js'
import { setupGround } from './ground.js'
import { KIND_LAYERS } from './layers.js'
import { LENS } from './lens.js'
import { setupMinds } from './minds/minds.js'
import { walkFrom } from './modes.js'
import { MOST_PEOPLE, setupPeople } from './people/people.js'
import { populate } from './populate.js'
import { QUALITY_PRESETS } from './quality.js'
import { createRoutePlayer, RoutePlayerOfWorld } from './routes/route-player.js'
import { setupSounds } from './sound/sounds.js'
import { ClockOfWorld, createClock } from './systems/advance-time.js'
import { createPlayer, PlayerOfWorld } from './systems/player.js'
import { createDoors, DoorsOfWorld } from './systems/swing-doors.js'
import { BoomOfWorld, createBoom } from './systems/third-person-camera.js'
import type { Progress, Quality, Town } from './town/index.js'

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
  /** What everyone looks like, instead of the town's own figures. */
  readonly figure?: ModelData
  /** False: everyone is animated as if near, to compare. Default true. */
  readonly poseLevels?: boolean
}

/** Milliseconds a frame for all particles. */
const PARTICLE_BUDGET = 1

/** Views, light views, the eye of a frozen view, tiles of the ground, cloth, sounds, emitters. */
const SPARE_ENTITIES = 4096

/**
 * Builds the world of a town, step by step so that a page can show progress. Throws an `Error` that is fit
 * for players where the canvas cannot be drawn on.
 */
export function* createGame(options: GameOptions): Generator<Progress, World> {
  const {
    town,
    quality,
    canvas,
    locked = false,
    preserveDrawingBuffer = false,
    occlusion = {},
    figure,
    poseLevels = true,
  } = options
  const preset = QUALITY_PRESETS[quality]
  const capacity = town.things.count + MOST_PEOPLE + town.paving.length + town.country.length + SPARE_ENTITIES
  const world = createWorld({ capacity, arenaBytes: 16 * 1024 * 1024 + 640 * capacity })
  // Where frames are to be the same each time, nothing may depend on how fast the machine is.
  const payOff = locked ? 'always' : 'auto'
  setupCulling(world, { maxViews: 12, occlusion: { tier: quality, payOff, ...occlusion } })
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
    figure,
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
    poseLevels,
    labels: true,
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

  setupGround(world)
  const { models, doors, player } = yield* populate(world, game)
  setResource(world, PlayerOfWorld, createPlayer(player))
  setupMinds(world)
  setupCloth(world, game, player)
  setupSounds(world, game)
  setupEffects(world, game)
  const { labels: maxLabels, nameSize } = preset
  const sizes = { nameSize, guildSize: nameSize - 2, speechSize: nameSize + 1 }
  setupNameplates(world, { maxLabels, maxDistance: 34, ...sizes })
  setupPeople(world, models)
  setAnimationSource(world, AnimationUpdates)
  setUpdateBudget(world, AnimationUpdates, locked ? Infinity : preset.animationBudget)
  setUpdateBudget(world, ParticleUpdates, locked ? Infinity : PARTICLE_BUDGET)
  setResource(world, DoorsOfWorld, createDoors(town.doors, doors))
  setLook(world, game)
  walkFrom(world, town.cameras.start!)
  return world
}

/** Fractions first, so that the engine keeps these fields as doubles and does not box each new value. */
function createRig(): CameraRig {
  return { x: 0.5, y: 0.5, z: 0.5, yaw: 0.5, pitch: 0.5 }
}

function setLook(world: World, { view, preset }: Game): void {
  const { distanceScale, minPixels, shadows } = preset
  setRenderView(world, view)
  setView(world, view, { layers: KIND_LAYERS.all, distanceScale, minPixels })
  if (shadows !== false) setShadows(world, view, { ...shadows, layers: KIND_LAYERS.all })
}
