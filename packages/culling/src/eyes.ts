/** Several eyes, as of a headset, that are culled as one view. */
import type { World } from '@sightline/core'
import type { ClipDepth } from './projection/matrices.js'
import { mergeEyes } from './projection/merge-eyes.js'
import { createProjection, type Projection, setProjection } from './projection/projection.js'
import { createViewVolume, type ViewVolume } from './projection/view-volume.js'
import { type ViewState, viewState } from './state.js'
import { finishProjection } from './view-projection.js'

/** One of several eyes that are culled as one view. */
export type Eye = {
  /** Column-major, 16 numbers: an XR view's `projectionMatrix`. */
  projection: ArrayLike<number>
  /** From the eye's space to the view entity's, column-major, 16 numbers. */
  toView: ArrayLike<number>
}

/** What a view's eyes were set to: 32 numbers an eye. It holds as long as the view has this volume. */
type EyesSet = { readonly numbers: Float64Array; readonly clipDepth: ClipDepth; readonly volume: ViewVolume }

const lastEyes = new WeakMap<ViewState, EyesSet>()

/**
 * Makes one view of several eyes: it sees whatever one of them sees, and distances and sizes are measured
 * from the view's own place. Sizes on the screen follow the first eye. Call it in every frame if you like:
 * the same eyes again are no change.
 * Throws a `TypeError` or `RangeError` that names the eye, or an `Error` if the entity is not a view; nothing
 * is changed then.
 */
export function setEyes(
  world: World,
  view: number,
  eyes: readonly Eye[],
  clipDepth: ClipDepth = 'minus-one-to-one',
): void {
  const state = viewState(world, view, 'setEyes')
  if (!Array.isArray(eyes) || eyes.length === 0) {
    throw new TypeError(
      `setEyes: eyes is ${Array.isArray(eyes) ? 'empty' : String(eyes)}, expected at least one eye`,
    )
  }
  if (isSame(state, eyes, clipDepth)) return
  const toView = new Float64Array(16 * eyes.length)
  const projections = eyes.map((eye, i) => {
    const projection = createProjection()
    setProjection(projection, eye.projection, clipDepth, `setEyes: eye ${i}`)
    if (eye.toView?.length !== 16) {
      throw new TypeError(`setEyes: eye ${i}: toView has ${eye.toView?.length} numbers, expected 16`)
    }
    toView.set(Array.from(eye.toView), i * 16)
    return projection
  })
  const volume = createViewVolume()
  mergeEyes(projections, toView, eyes.length, volume, undefined, 'setEyes')
  setProjection(state.projection, eyes[0]!.projection, clipDepth, 'setEyes')
  finishProjection(state)
  state.volume = volume
  state.eyeReach = reachOf(projections, toView)
  const numbers = Float64Array.from(
    eyes.flatMap((eye) => [...Array.from(eye.projection), ...Array.from(eye.toView)]),
  )
  lastEyes.set(state, { numbers, clipDepth, volume })
}

function isSame(state: ViewState, eyes: readonly Eye[], clipDepth: ClipDepth): boolean {
  const last = lastEyes.get(state)
  if (last === undefined || last.volume !== state.volume || last.clipDepth !== clipDepth) return false
  if (last.numbers.length !== eyes.length * 32) return false
  for (let i = 0; i < eyes.length; i++) {
    const { projection, toView } = eyes[i]!
    if (projection?.length !== 16 || toView?.length !== 16) return false
    for (let k = 0; k < 16; k++) {
      if (last.numbers[i * 32 + k] !== projection[k] || last.numbers[i * 32 + 16 + k] !== toView[k])
        return false
    }
  }
  return true
}

/**
 * How far from the view's place an eye is, and how much farther than the first one's its near plane reaches:
 * within that of an occluder nothing is known.
 */
function reachOf(projections: readonly Projection[], toView: Float64Array): number {
  const first = nearCorner(projections[0]!)
  let reach = 0
  for (let i = 0; i < projections.length; i++) {
    const at = i * 16 + 12
    const place = Math.hypot(toView[at]!, toView[at + 1]!, toView[at + 2]!)
    reach = Math.max(reach, place + Math.max(0, nearCorner(projections[i]!) - first))
  }
  return reach
}

/** How far the farthest corner of the near plane is from the eye. */
function nearCorner({ volume }: Projection): number {
  let farthest = 0
  for (let i = 0; i < 16; i += 4) {
    const { corners } = volume
    const w = corners[i + 3]!
    farthest = Math.max(farthest, Math.hypot(corners[i]! / w, corners[i + 1]! / w, corners[i + 2]! / w))
  }
  return farthest
}
