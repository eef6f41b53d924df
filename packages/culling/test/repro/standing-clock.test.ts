import { propagateTransforms, setPosition, stats } from '@sightline/core'
import { cullingSystems, setView, visible } from '@sightline/culling'
import { expect, it, vi } from 'vitest'
import { ballAt, idsOf, lookingAhead } from '../support/repro.js'

it('a view that refreshes by the clock asks every time where nobody calls tick, and says so', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { world, view } = lookingAhead()
  setView(world, view, { refresh: { seconds: 1 } })
  const frame = () => [propagateTransforms, ...cullingSystems].map((system) => system(world))
  const ball = ballAt(world, -20)
  frame()
  setPosition(world, ball, 0, 0, 20)
  frame()
  expect(idsOf(visible(world, view))).toEqual([])
  expect(stats(world).notes['culling.refreshClock']).toContain('tick(world)')
  expect(warn).toHaveBeenCalledTimes(1)
  warn.mockRestore()
})
