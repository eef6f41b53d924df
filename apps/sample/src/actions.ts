import { resource, type World } from '@sightline/core'
import { setRain, WeatherOfWorld } from './effects/weather.js'
import { game, type Overlays } from './game.js'
import { flyTo, setMode, walkFrom } from './modes.js'
import { setLabels } from './names/labels.js'
import { playRoute } from './routes/route-player.js'
import { isCulling, setCulling, setOverlay, setSwitch } from './switches.js'

/** Something that one key does. */
export type Action = {
  /** `KeyboardEvent.code`. */
  readonly code: string
  /** As it stands on the key. */
  readonly key: string
  /** What it does, for the list of all keys; '' leaves it out. */
  readonly label: string
  /** A word for the hints at the bottom of the page; without one it is in the list only. */
  readonly hint?: string
  run(world: World): void
}

const flip =
  (name: keyof Overlays) =>
  (world: World): void =>
    setOverlay(world, name, !game(world).overlays[name])

/** The poses that the number keys fly to, in their order. */
export const POSE_KEYS = ['street', 'market', 'wall', 'above', 'inn', 'gate'] as const

export const ACTIONS: readonly Action[] = [
  {
    code: 'KeyF',
    key: 'F',
    label: 'fly freely, or walk on below the camera',
    hint: 'fly',
    run: (world) => setMode(world, game(world).mode === 'walk' ? 'fly' : 'walk'),
  },
  {
    code: 'KeyC',
    key: 'C',
    label: 'turn culling off and on, to compare',
    hint: 'culling off',
    run: (world) => setCulling(world, !isCulling(world)),
  },
  {
    code: 'KeyX',
    key: 'X',
    label: 'freeze culling and fly out of the frozen view',
    hint: 'freeze',
    run: (world) => setSwitch(world, 'frozen', !game(world).switches.frozen),
  },
  { code: 'KeyB', key: 'B', label: 'boxes: drawn ones green, the others red', run: flip('bounds') },
  { code: 'KeyO', key: 'O', label: 'nodes of the octree', run: flip('octree') },
  { code: 'KeyV', key: 'V', label: 'volume of the frozen view', run: flip('frustum') },
  { code: 'KeyK', key: 'K', label: 'shadow casters outside the picture', run: flip('casters') },
  {
    code: 'KeyG',
    key: 'G',
    label: 'shadows off and on',
    run: (world) => setSwitch(world, 'shadows', !game(world).switches.shadows),
  },
  {
    code: 'KeyL',
    key: 'L',
    label: 'names over heads',
    run: (world) => setLabels(world, !game(world).labels),
  },
  {
    code: 'KeyN',
    key: 'N',
    label: 'rain and dry weather',
    run: (world) => setRain(world, !resource(world, WeatherOfWorld).rains),
  },
  { code: 'KeyP', key: 'P', label: 'play the next route, or stop', run: playNextRoute },
  {
    code: 'KeyR',
    key: 'R',
    label: 'back to the start',
    run: (world) => walkFrom(world, game(world).town.cameras.start!),
  },
  ...POSE_KEYS.map((pose, i) => ({
    code: `Digit${i + 1}`,
    key: `${i + 1}`,
    label: '',
    run: (world: World): void => {
      const at = game(world).town.cameras[pose]
      if (at !== undefined) flyTo(world, at)
    },
  })),
]

/** Keys that do more than one press tells. */
export const OTHER_KEYS: readonly { readonly key: string; readonly label: string }[] = [
  { key: 'W A S D', label: 'walk or fly; arrows too' },
  { key: 'Shift', label: 'run, fly fast' },
  { key: 'Space', label: 'jump; flying: up' },
  { key: 'E', label: 'open and shut the door before you; flying: up' },
  { key: 'Q', label: 'flying: down' },
  { key: 'drag', label: 'look around; double click locks the mouse, Esc lets go' },
  { key: 'click', label: 'why is this thing drawn, or not' },
  { key: '1 … 6', label: `fly to: ${POSE_KEYS.join(', ')}` },
  { key: 'T', label: 'the tour: in one minute what is culled, why, and what it saves' },
  { key: 'M', label: 'sound on and off' },
  { key: 'H', label: 'hide and show everything but the picture' },
  { key: '?', label: 'these keys' },
]

let nextRoute = 0

function playNextRoute(world: World): void {
  if (game(world).mode === 'route') {
    setMode(world, 'fly')
    return
  }
  const names = Object.keys(game(world).town.routes)
  if (names.length > 0) playRoute(world, names[nextRoute++ % names.length]!)
}
