import type { World } from '@sightline/core'
import { viewStats } from '@sightline/culling'
import { game } from '../game.js'

/** The parts of the bar, from what is thrown out first to what is left. */
export const PARTS = ['filtered', 'outside', 'far', 'hidden', 'drawn'] as const
export type Part = (typeof PARTS)[number]

export const PART_WORDS: Readonly<Record<Part, string>> = {
  filtered: 'masked off by layers or visibility',
  outside: 'outside the view',
  far: 'too far away or too small',
  hidden: 'behind something',
  drawn: 'drawn',
}

export type Counts = Record<Part, number> & { total: number }

/** What happened to every entity of the town in the view. */
export function countParts(world: World): Counts {
  const { visible, culled } = viewStats(world, game(world).view)
  const counts: Counts = {
    filtered: culled.filtered ?? 0,
    outside: culled.outside ?? 0,
    far: culled.far ?? 0,
    hidden: culled.hidden ?? 0,
    drawn: visible,
    total: 0,
  }
  for (const part of PARTS) counts.total += counts[part]
  return counts
}
