import { propagateTransforms, type System } from '@sightline/core'
import { cullingSystems } from '@sightline/culling'
import { fitCanvas, renderSystems, trackEmitters } from '@sightline/render'
import { terrainSystems } from '@sightline/terrain'
import { swingCloth } from './cloth/swing-cloth.js'
import { changeWeather } from './effects/weather.js'
import { think } from './minds/think.js'
import { followRoute } from './routes/route-player.js'
import { listen } from './sound/sounds.js'
import { advanceTime } from './systems/advance-time.js'
import { walkCrowd } from './systems/crowd.js'
import { flyCamera } from './systems/fly-camera.js'
import { placeCamera } from './systems/place-camera.js'
import { playActs } from './systems/play-acts.js'
import { movePlayer } from './systems/player.js'
import { swingDoors } from './systems/swing-doors.js'
import { thirdPersonCamera } from './systems/third-person-camera.js'
import { turnCamera } from './systems/turn-camera.js'

/** The game, in its order. The only place where it is written. */
export const frame: readonly System[] = [
  advanceTime,
  turnCamera,
  movePlayer,
  walkCrowd,
  playActs,
  swingCloth,
  swingDoors,
  thirdPersonCamera,
  flyCamera,
  followRoute,
  placeCamera,
  changeWeather,
  fitCanvas,
  ...terrainSystems,
  propagateTransforms,
  trackEmitters,
  ...cullingSystems,
  ...renderSystems,
  think,
  listen,
]
