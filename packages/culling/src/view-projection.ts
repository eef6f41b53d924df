/** How a view takes over a projection matrix. */
import type { ClipDepth } from './projection/matrices.js'
import { setProjection } from './projection/projection.js'
import type { ViewState } from './state.js'

/** A game may set the same projection every frame: that must not count as a change. */
export function applyMatrix(
  state: ViewState,
  matrix: Float64Array,
  given: ClipDepth | undefined,
  caller: string,
): void {
  const clipDepth = given ?? 'minus-one-to-one'
  state.perspective = null
  if (isCurrent(state, matrix, clipDepth)) return
  setProjection(state.projection, matrix, clipDepth, caller)
  finishProjection(state)
}

/** Whether a view has this projection already, and nothing else. */
export function isCurrent(state: ViewState, candidate: ArrayLike<number>, clipDepth: ClipDepth): boolean {
  const { matrix, volume, clipDepth: before } = state.projection
  let same = clipDepth === before && state.volume === volume && !state.aspectBroken
  for (let i = 0; i < 16; i++) same = same && matrix[i] === candidate[i]
  return same
}

/** A view sees what its projection sees, from now on. */
export function finishProjection(state: ViewState): void {
  state.volume = state.projection.volume
  state.perspective = null
  state.eyeReach = 0
  state.aspectBroken = false
  state.settingsChanged = true
}
