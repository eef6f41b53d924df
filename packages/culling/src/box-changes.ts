import type { IdList } from '@sightline/core'
import type { CullingState } from './state.js'

/**
 * Writes down in which run boxes changed, for whoever got answers about older ones. Part of
 * `updateWorldBounds`.
 */
export function stampChanges(state: CullingState): void {
  state.boxRun = (state.boxRun + 1) >>> 0
  const { changedAt, boxRun, changed, joined, left } = state
  if (changedAt === null) return
  stamp(changedAt, boxRun, changed)
  stamp(changedAt, boxRun, joined)
  stamp(changedAt, boxRun, left)
}

function stamp(changedAt: Uint32Array, run: number, { ids, count }: IdList): void {
  for (let i = 0; i < count; i++) changedAt[ids[i]!] = run
}
