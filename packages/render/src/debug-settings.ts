/** Lines that are drawn over a view, to see what culling does. */
export type DebugSettings = {
  /** Octree nodes: leaves green, inner nodes yellow, stronger where fuller. */
  readonly octree: boolean
  /** Boxes of entities: visible ones green, the others red. */
  readonly bounds: boolean
  /** The volume of the view whose list is drawn: to be seen through another camera (`setRenderView`). */
  readonly frustum: boolean
  /** Boxes of shadow casters that are not visible themselves, in violet. */
  readonly casters: boolean
  /** Boxes are drawn up to this far from the camera, in metres. */
  readonly distance: number
}

/** Nothing is drawn. */
export const DEBUG_DEFAULTS: DebugSettings = {
  octree: false,
  bounds: false,
  frustum: false,
  casters: false,
  distance: 1000,
}
