import { describe, expect, it } from 'vitest'
import { checkOccluders } from '../../../src/occluder-tools/index.js'
import { boxMesh, joinMeshes, type Mesh } from './meshes.js'

/** A box turned about y around its middle. */
function matrix(min: readonly number[], max: readonly number[], turn = 0): number[] {
  const [w, h, d] = [0, 1, 2].map((k) => max[k]! - min[k]!) as [number, number, number]
  const [x, y, z] = [0, 1, 2].map((k) => (max[k]! + min[k]!) / 2) as [number, number, number]
  const [c, s] = [Math.cos(turn), Math.sin(turn)]
  return [c * w, 0, -s * w, 0, 0, h, 0, 0, s * d, 0, c * d, 0, x, y, z, 1]
}

const house = boxMesh([0, 0, 0], [8, 6, 10])
const kinds = (mesh: Mesh, more = {}, options = {}) =>
  checkOccluders({ ...mesh, ...more }, options).map(({ kind }) => kind)

describe('checkOccluders', () => {
  it('is silent where all is well', () => {
    const inside = [matrix([0.1, 0, 0.1], [7.9, 5.9, 9.9]), matrix([2, 1, 2], [6, 5, 8], 0.4)]
    expect(kinds(house, { occluders: inside, bounds: [0, 0, 0, 8, 6, 10] })).toEqual([])
    // The very faces of the mesh.
    expect(kinds(house, { occluders: [matrix([0, 0, 0], [8, 6, 10])] })).toEqual([])
  })

  it('says how far an occluder sticks out, and where', () => {
    const occluders = [matrix([1, 0, 1], [7, 5, 9]), matrix([1, 1, 1], [7, 6.25, 9])]
    const [finding, ...rest] = checkOccluders({ ...house, occluders })
    expect(rest).toEqual([])
    expect(finding).toMatchObject({ kind: 'sticks-out', severity: 'wrong', index: 1 })
    expect(finding!.distance).toBeCloseTo(0.25, 3)
    expect(finding!.at![1]).toBeCloseTo(6.25, 3)
    // A corner of a turned box.
    expect(
      checkOccluders({ ...house, occluders: [matrix([0.5, 1, 1], [7.5, 5, 9], 0.5)] })[0]!.distance,
    ).toBeGreaterThan(0.5)
    // Wholly outside, without touching a triangle; and around the whole mesh.
    expect(kinds(house, { occluders: [matrix([20, 0, 0], [21, 1, 1])] })).toEqual(['sticks-out'])
    expect(kinds(house, { occluders: [matrix([-1, -1, -1], [9, 7, 11])] })).toEqual(['sticks-out'])
    // Within the tolerance.
    expect(kinds(house, { occluders }, { tolerance: 0.3 })).toEqual([])
  })

  it('finds a slit that is narrower than the tolerance', () => {
    const towers = joinMeshes(boxMesh([0, 0, 0], [4, 9, 4]), boxMesh([4.05, 0, 0], [8, 9, 4]))
    const over = { occluders: [matrix([0.5, 0.5, 0.5], [7.5, 8, 3.5])] }
    const [finding] = checkOccluders({ ...towers, ...over }, { tolerance: 0.1, gap: 0.2 })
    expect(finding).toMatchObject({ kind: 'closes-gap', index: 0 })
    expect(finding!.distance).toBeCloseTo(0.05, 5)
    expect(finding!.at![0]).toBeGreaterThan(4)
    expect(finding!.at![0]).toBeLessThan(4.05)
    expect(kinds(towers, over, { tolerance: 0.1, gap: 0.04 })).toEqual([])
    // Walls that touch leave no gap: both sides of the wall between are inside.
    const row = joinMeshes(boxMesh([0, 0, 0], [4, 9, 4]), boxMesh([4, 0, 0], [8, 9, 4]))
    expect(kinds(row, over)).toEqual([])
  })

  it('finds a notch between all points of a coarse grid', () => {
    const thin = joinMeshes(
      boxMesh([0, 0, 0], [4, 9, 4]),
      boxMesh([4.01, 0, 0], [8, 9, 4]),
      boxMesh([0, 0, 3], [8, 9, 4]),
    )
    const [finding] = checkOccluders({ ...thin, occluders: [matrix([0.5, 0.5, 0.5], [7.5, 8, 2.5])] })
    expect(finding!.distance).toBeLessThan(0.02)
  })

  it('finds bounds that the mesh or a pose leaves, and bounds far too large', () => {
    expect(checkOccluders({ ...house, bounds: [0, 0, 0, 8, 5, 10] })).toMatchObject([
      { kind: 'bounds-wrong', severity: 'wrong', distance: 1 },
    ])
    expect(checkOccluders({ ...house, bounds: [0, 0, 0, 8, 6, 20] })).toMatchObject([
      { kind: 'bounds-loose', severity: 'advice', distance: 20 },
    ])
    const wave = Float32Array.from(house.positions, (v, i) => (i % 3 === 1 && v > 0 ? v + 2 : v))
    expect(
      checkOccluders({ ...house, bounds: [0, 0, 0, 8, 6, 10], poses: [house.positions, wave] }),
    ).toMatchObject([{ kind: 'pose-leaves-bounds', index: 1, distance: 2 }])
    expect(kinds(house, { bounds: [0, 0, 0, 8, 8, 10], poses: [wave] })).toEqual([])
    const broken = Float32Array.from(house.positions, (v, i) => (i === 5 ? Number.NaN : v))
    expect(kinds(house, { bounds: [0, 0, 0, 8, 6, 10], poses: [broken] })).toContain('pose-leaves-bounds')
  })

  it('finds a stray vertex, used or not', () => {
    const many = joinMeshes(...Array.from({ length: 12 }, (_, i) => boxMesh([i, 0, 0], [i + 1, 3, 3])))
    const positions = Float32Array.from([...many.positions, 0, 500, 0])
    expect(checkOccluders({ positions, indices: many.indices })).toMatchObject([
      {
        kind: 'stray-vertices',
        distance: 497,
        at: [0, 500, 0],
        message: expect.stringContaining('no triangle'),
      },
    ])
    expect(kinds(many)).toEqual([])
  })

  it('advises to cut up a street, and to join bricks', () => {
    const street = joinMeshes(
      ...Array.from({ length: 9 }, (_, i) => boxMesh([20 * i, 0, 0], [20 * i + 12, 8, 10])),
    )
    expect(checkOccluders(street)).toMatchObject([
      { kind: 'too-large', severity: 'advice', message: expect.stringContaining('9 parts') },
    ])
    // As long, but one piece.
    expect(kinds(boxMesh([0, 0, 0], [172, 8, 10]))).toEqual([])
    expect(kinds(boxMesh([0, 0, 0], [0.25, 0.1, 0.1]))).toEqual(['too-small'])
  })

  it('says that nothing is inside an open mesh, and refuses a matrix that is no box', () => {
    const open = boxMesh([0, 0, 0], [8, 6, 10], 5)
    expect(checkOccluders({ ...open, occluders: [matrix([1, 1, 1], [2, 2, 2])] })).toMatchObject([
      { kind: 'mesh', severity: 'wrong', message: expect.stringContaining('open at 4 sides') },
    ])
    expect(() => checkOccluders({ ...house, occluders: [new Float32Array(16)] })).toThrow(/occluders\[0\] is/)
  })
})
