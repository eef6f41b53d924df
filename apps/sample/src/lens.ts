import type { PerspectiveOptions } from '@sightline/culling'

/** The lens of every camera of the sample. */
export const LENS: PerspectiveOptions = { fovY: (58 * Math.PI) / 180, near: 0.12, far: 3500 }
