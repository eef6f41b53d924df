/** Layers of the town, as bits, so that a part can be masked off in a view. */
export const KIND_LAYERS = {
  /** Houses, walls, landmarks, ground: what has no `Layers` is in this one. */
  structure: 1,
  props: 2,
  trees: 4,
  people: 8,
  all: 15,
} as const

export type LayerName = Exclude<keyof typeof KIND_LAYERS, 'all'>
