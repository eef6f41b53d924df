import { createWorld, propagateTransforms, runSystems, setPosition, spawn, Transform } from '@sightline/core'
import {
  Bounds,
  cullingSystems,
  isVisible,
  loadKernels,
  Occluder,
  setBox,
  setBoxOccluder,
  setHeightfieldOccluder,
  setPerspective,
  setupCulling,
  updateHeightfieldOccluder,
  View,
} from '@sightline/culling'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { buildHeightfield, updateHeightfield } from '../../src/occlusion/heightfield.js'

await loadKernels()

describe('ground that is changed in a rectangle', () => {
  it.each([0, 0.125, 0.5, 1, 4])('is as ground that is made anew, shrunk by %d m, seed 3', (erosion) => {
    const random = createRandom(3)
    for (let round = 0; round < 40; round++) {
      const columns = 2 + Math.floor(random() * 40)
      const rows = 2 + Math.floor(random() * 40)
      const grid = {
        columns,
        rows,
        originX: 5,
        originZ: -7,
        spacingX: 1 + random() * 2,
        spacingZ: 0.5 + random(),
      }
      const heights = Float32Array.from({ length: columns * rows }, () => random() * 30)
      const field = buildHeightfield(heights, grid, erosion)
      const column = Math.floor(random() * columns)
      const row = Math.floor(random() * rows)
      const width = 1 + Math.floor(random() * (columns - column))
      const depth = 1 + Math.floor(random() * (rows - row))
      for (let j = row; j < row + depth; j++)
        for (let i = column; i < column + width; i++) heights[j * columns + i] = random() * 60 - 30
      updateHeightfield(field, column, row, width, depth)
      expect(field, `round ${round}`).toEqual(buildHeightfield(heights, grid, erosion))
    }
  })

  function scene() {
    const world = createWorld({ capacity: 10 })
    setupCulling(world, { occlusion: { mode: 'inline', payOff: 'always' } })
    const view = spawn(world, Transform, View)
    setPerspective(world, view, { fovY: 1, aspect: 16 / 9, near: 0.1, far: 500 })
    const ground = spawn(world, Transform, Bounds, Occluder)
    setPosition(world, ground, 0, 0, -10)
    setBox(world, ground, -20, -5, -4, 20, 6, 4)
    const heights = new Float32Array(25).fill(-5)
    for (let i = 5; i < 20; i++) heights[i] = 6
    setHeightfieldOccluder(world, ground, heights, 5, 5, -20, -4, 10, 2)
    const behind = spawn(world, Transform, Bounds)
    setPosition(world, behind, 4, 0, -20)
    setBox(world, behind, -0.5, -0.5, -0.5, 0.5, 0.5, 0.5)
    const step = (): boolean => {
      runSystems(world, [propagateTransforms, ...cullingSystems])
      return isVisible(world, view, behind)
    }
    return { world, ground, step }
  }

  it('hides no longer what is seen through a cutting, and hides it again when that is filled', () => {
    const { world, ground, step } = scene()
    expect(step()).toBe(false)
    updateHeightfieldOccluder(world, ground, 2, 1, 2, 3, new Float32Array(6).fill(-5))
    expect(step()).toBe(true)
    updateHeightfieldOccluder(world, ground, 2, 1, 2, 3, new Float32Array(6).fill(6))
    expect(step()).toBe(false)
    // Ground that stands higher has heights of its own.
    setPosition(world, ground, 0, 1, -10)
    expect(step()).toBe(false)
    updateHeightfieldOccluder(world, ground, 2, 1, 2, 3, new Float32Array(6).fill(-5))
    expect(step()).toBe(true)
  })

  it('refuses bad input and changes nothing', () => {
    const { world, ground, step } = scene()
    const low = new Float32Array(6).fill(-5)
    const refused = (values: unknown[], message: string) =>
      expect(() =>
        (updateHeightfieldOccluder as (...all: unknown[]) => void)(world, ground, ...values),
      ).toThrow(message)
    refused([5, 1, 1, 1, low], 'column is 5, expected a whole number from 0 to 4')
    refused([1, -1, 1, 1, low], 'row is -1')
    refused([1, 1, 5, 1, low], 'columnCount is 5, expected a whole number from 1 to 4')
    refused([1, 1, 1, 0.5, low], 'rowCount is 0.5')
    refused([2, 1, 3, 3, low], 'heights has 6 numbers, expected columnCount times rowCount, 9')
    refused([2, 1, 2, 3, low.map((v, i) => (i === 4 ? Number.NaN : v))], 'heights[4] is NaN')
    expect(step()).toBe(false)
    setBoxOccluder(world, ground, -1, -1, -1, 1, 1, 1)
    refused([2, 1, 2, 3, low], `the occluder of entity ${ground} is not one heightfield`)
  })
})
