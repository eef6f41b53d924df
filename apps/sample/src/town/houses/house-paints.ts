import type { Paint } from '../mesh/mesh-builder.js'
import { mix, STONE, TIMBER, WHITE } from '../palette.js'

/** Plaster takes the whole tint, stone and tiles a little of it. */
export const PLASTER_PAINT: Paint = { color: WHITE, mask: 255, vary: 0.02 }
export const STONE_PAINT: Paint = { color: mix(STONE[0]!, STONE[2]!, 0.5), mask: 60, vary: 0.03 }
export const BEAM: Paint = { color: TIMBER[0]!, vary: 0.1 }
