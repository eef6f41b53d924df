import { createWorld, destroy, setParent, spawn, Transform, type World } from '@sightline/core'
import {
  Bounds,
  isHidden,
  loadKernels,
  setupCulling,
  setVisibility,
  Visibility,
  validateCulling,
} from '@sightline/culling'
import { removeComponent } from 'bitecs'
import { beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../../../test/support/random.js'
import { culling } from '../src/state.js'
import { stepFrame } from './support/game.js'

beforeAll(() => loadKernels())

function newWorld(capacity = 100): World {
  const world = createWorld({ capacity })
  setupCulling(world)
  return world
}

function chain(world: World, length: number): number[] {
  const ids = Array.from({ length }, () => spawn(world, Transform, Bounds, Visibility))
  for (let i = 1; i < length; i++) setParent(world, ids[i]!, ids[i - 1]!)
  return ids
}

describe('Visibility over the hierarchy', () => {
  it('hides what inherits, at once, down to what shows itself', () => {
    const world = newWorld()
    const [a, b, c, d] = chain(world, 4) as [number, number, number, number]
    setVisibility(world, c, 'show')
    setVisibility(world, a, 'hide')
    expect([a, b, c, d].map((eid) => isHidden(world, eid))).toEqual([true, true, false, false])
    setVisibility(world, c, 'inherit')
    expect([a, b, c, d].map((eid) => isHidden(world, eid))).toEqual([true, true, true, true])
    setVisibility(world, a, 'inherit')
    expect([a, b, c, d].some((eid) => isHidden(world, eid))).toBe(false)
  })

  it('a new parent counts from the next frame on', () => {
    const world = newWorld()
    const [hidden, child] = [spawn(world, Transform, Visibility), spawn(world, Transform, Bounds)]
    const grandchild = spawn(world, Transform, Bounds)
    setParent(world, grandchild, child)
    setVisibility(world, hidden, 'hide')
    setParent(world, child, hidden)
    stepFrame(world)
    expect([isHidden(world, child), isHidden(world, grandchild)]).toEqual([true, true])
    setParent(world, child, 0)
    setVisibility(world, hidden, 'show')
    stepFrame(world)
    expect([isHidden(world, child), isHidden(world, grandchild)]).toEqual([false, false])
    validateCulling(world)
  })

  it('children of a hidden parent that is destroyed, or loses the component, show again', () => {
    const world = newWorld()
    const [a, b, c] = chain(world, 3) as [number, number, number]
    setVisibility(world, a, 'hide')
    stepFrame(world)
    destroy(world, a)
    stepFrame(world)
    expect([isHidden(world, b), isHidden(world, c)]).toEqual([false, false])
    setVisibility(world, b, 'hide')
    removeComponent(world, b, Visibility)
    expect([isHidden(world, b), isHidden(world, c)]).toEqual([false, false])
    validateCulling(world)
    expect([culling(world).hiddenCount, culling(world).ownVisibilityCount]).toEqual([0, 0])
  })

  it.each([51, 52])('any changes of states and parents (seed %d)', (seed) => {
    const random = createRandom(seed)
    const world = newWorld(60)
    const ids = Array.from({ length: 40 }, () => spawn(world, Transform, Bounds, Visibility))
    const some = () => ids[Math.floor(random() * ids.length)]!
    for (let frame = 0; frame < 200; frame++) {
      for (let i = 0; i < 5; i++) {
        const act = random()
        if (act < 0.5) {
          setVisibility(
            world,
            some(),
            (['inherit', 'show', 'hide', 'inherit'] as const)[Math.floor(random() * 4)]!,
          )
        } else if (act < 0.9) {
          const [child, parent] = [some(), random() < 0.3 ? 0 : some()]
          try {
            setParent(world, child, parent)
          } catch (error) {
            if (!String(error).includes('cycle')) throw error
          }
        } else {
          const at = Math.floor(random() * ids.length)
          destroy(world, ids[at]!)
          ids[at] = spawn(world, Transform, Bounds, Visibility)
        }
      }
      stepFrame(world)
      validateCulling(world)
    }
  })
})
