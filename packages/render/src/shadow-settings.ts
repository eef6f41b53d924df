/** The sun's shadows in a view. */
export type ShadowSettings = {
  /** Slices of the view with a shadow map of their own, 1 to 4. Default 3. */
  readonly cascades: number
  /** Metres along the view to which there are shadows. Default 260. */
  readonly distance: number
  /** Texels along one side of a cascade's map, 64 to 4096. Default 1024. */
  readonly resolution: number
  /** 0 divides the distance evenly, 1 by equal ratios: sharper near the eye. Default 0.8. */
  readonly split: number
  /** How many texels the edge is soft over: 1 (four reads a pixel) or 3 (sixteen). Default 3. */
  readonly softness: 1 | 3
  /** Casters up to this far before a slice keep their depth, those beyond are drawn flat. Metres. Default 150. */
  readonly reach: number
  /** Layers whose entities cast shadows, as bits. Default 1. */
  readonly layers: number
}

/** What `setShadows` uses for fields that are not given. */
export const SHADOW_DEFAULTS: ShadowSettings = {
  cascades: 3,
  distance: 260,
  resolution: 1024,
  split: 0.8,
  softness: 3,
  reach: 150,
  layers: 1,
}

/** Throws a `RangeError` that names the field. */
export function checkShadows({
  cascades,
  distance,
  resolution,
  split,
  softness,
  reach,
}: ShadowSettings): void {
  const expect = (good: boolean, field: string, value: number, wanted: string): void => {
    if (!good) throw new RangeError(`setShadows: ${field} is ${value}, expected ${wanted}`)
  }
  expect(Number.isInteger(cascades) && cascades >= 1 && cascades <= 4, 'cascades', cascades, '1 to 4')
  expect(distance > 1 && distance < Infinity, 'distance', distance, 'finite metres above 1')
  const whole = Number.isInteger(resolution)
  expect(
    whole && resolution >= 64 && resolution <= 4096,
    'resolution',
    resolution,
    'a whole number, 64 to 4096',
  )
  expect(split >= 0 && split <= 1, 'split', split, '0 to 1')
  expect(softness === 1 || softness === 3, 'softness', softness, '1 or 3')
  expect(reach >= 0 && reach < Infinity, 'reach', reach, 'finite metres of 0 or more')
}
