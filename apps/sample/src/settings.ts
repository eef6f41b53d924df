import type { OcclusionMode } from '@sightline/culling'
import type { Quality } from './town/index.js'

/** What the address of the page asks for. */
export type Settings = {
  /** Of the town: the same seed, the same town. */
  readonly seed: number
  /** '' when the address leaves it to the machine. */
  readonly quality: Quality | ''
  /** A route of the town that is played from the start; '' for none. */
  readonly route: string
  /** A named pose of the town at which the camera begins to fly; '' for the walker's start. */
  readonly pose: string
  /** Begin with the tour. */
  readonly tour: boolean
  /** Begin in free flight. */
  readonly fly: boolean
  /** Where a heightmap for the country round the town is; '' for its own. */
  readonly terrain: string
  /** Where a glTF model is that everyone looks like; '' for the town's own people. */
  readonly model: string
  /** Where occlusion is worked out; 'auto' when the address leaves it to the machine. */
  readonly occlusion: OcclusionMode
  /** For tests: no clock and no loop, every frame is a sixtieth of a second and is asked for with `sightline.step`. */
  readonly frameLock: boolean
}

export const OCCLUSION_MODES: readonly OcclusionMode[] = ['auto', 'inline', 'worker', 'off']

export const QUALITIES: readonly Quality[] = ['low', 'medium', 'high']

const DEFAULT_SEED = 7

/** Reads the part of an address after `?`. What cannot be read is as if it were not there. */
export function readSettings(search: string): Settings {
  const parameters = new URLSearchParams(search)
  const seed = Number.parseInt(parameters.get('seed') ?? '', 10)
  const quality = QUALITIES.find((one) => one === parameters.get('quality')) ?? ''
  return {
    seed: Number.isSafeInteger(seed) && seed >= 0 ? seed : DEFAULT_SEED,
    quality,
    route: parameters.get('route') ?? '',
    pose: parameters.get('pose') ?? '',
    tour: isOn(parameters, 'tour'),
    fly: isOn(parameters, 'fly'),
    terrain: parameters.get('terrain') ?? '',
    model: parameters.get('model') ?? '',
    occlusion: OCCLUSION_MODES.find((one) => one === parameters.get('occlusion')) ?? 'auto',
    frameLock: isOn(parameters, 'frame-lock'),
  }
}

function isOn(parameters: URLSearchParams, name: string): boolean {
  return parameters.has(name) && parameters.get(name) !== '0'
}
