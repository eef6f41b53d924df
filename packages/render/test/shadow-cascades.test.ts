import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../test/support/random.js'
import {
  type CascadeFit,
  cascadeEnds,
  fitCascade,
  lightBasis,
  MAP_BORDER,
  mapsPerSide,
  sliceSphere,
} from '../src/shadow-cascades.js'

type Camera = { pose: Float64Array; projection: Float64Array; origin: Float32Array }

/** Perspective and pose written out by hand: no code of the package. */
function cameraAt(eye: number[], yaw: number, pitch: number, fovY: number, aspect: number): Camera {
  const [cy, sy, cp, sp] = [Math.cos(yaw), Math.sin(yaw), Math.cos(pitch), Math.sin(pitch)]
  const right = [cy, 0, -sy]
  const up = [sy * sp, cp, cy * sp]
  const back = [sy * cp, -sp, cy * cp]
  const f = 1 / Math.tan(fovY / 2)
  const [near, far] = [0.1, 1000]
  const projection = new Float64Array(16)
  projection[0] = f / aspect
  projection[5] = f
  projection[10] = (far + near) / (near - far)
  projection[11] = -1
  projection[14] = (2 * far * near) / (near - far)
  return {
    pose: Float64Array.from([...right, 0, ...up, 0, ...back, 0, ...eye, 1]),
    projection,
    origin: Float32Array.from(eye),
  }
}

function createFit(): CascadeFit {
  return { place: new Float32Array(4), depth: new Float32Array(4) }
}

/** A random point that the camera sees between two depths, relative to its origin. */
function pointInSlice(random: () => number, camera: Camera, near: number, far: number): number[] {
  const depth = near + random() * (far - near)
  const x = ((random() * 2 - 1) * depth) / camera.projection[0]!
  const y = ((random() * 2 - 1) * depth) / camera.projection[5]!
  return [0, 1, 2].map(
    (a) =>
      camera.pose[a]! * x +
      camera.pose[4 + a]! * y -
      camera.pose[8 + a]! * depth +
      camera.pose[12 + a]! -
      camera.origin[a]!,
  )
}

function sunOf(random: () => number): Float32Array {
  const [up, around] = [0.05 + random() * 1.5, random() * 6.28]
  return Float32Array.of(Math.cos(up) * Math.sin(around), Math.sin(up), Math.cos(up) * Math.cos(around))
}

describe('fitCascade', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('holds every point of its slice inside the map (seed %i)', (seed) => {
    const random = createRandom(seed)
    const basis = new Float32Array(9)
    lightBasis(basis, seed === 8 ? Float32Array.of(0, 1, 0) : sunOf(random))
    const camera = cameraAt(
      [random() * 2000, random() * 50, random() * 2000],
      random() * 6,
      random() * 2 - 1,
      0.4 + random(),
      0.5 + random() * 2,
    )
    const fit = createFit()
    const resolution = 512
    cascadeEnds(1, 300, 3, 0.8).forEach((far, index, ends) => {
      const near = index === 0 ? 0 : ends[index - 1]!
      fitCascade(
        fit,
        camera.pose,
        camera.projection,
        near,
        far,
        basis,
        camera.origin,
        resolution,
        100,
        index,
        2,
      )
      for (let i = 0; i < 200; i++) {
        const p = pointInSlice(random, camera, near, far)
        const light = (row: number): number =>
          basis[row]! * p[0]! + basis[row + 1]! * p[1]! + basis[row + 2]! * p[2]!
        // In the texture: within this cascade's quarter, the border left free.
        const u = (light(0) * fit.place[0]! + fit.place[1]!) * 2 - (index % 2)
        const v = (light(3) * fit.place[0]! + fit.place[2]!) * 2 - Math.floor(index / 2)
        const border = (MAP_BORDER - 1) / resolution
        for (const place of [u, v]) {
          expect(place).toBeGreaterThanOrEqual(border)
          expect(place).toBeLessThanOrEqual(1 - border)
        }
        const depth = light(6) * fit.depth[0]! + fit.depth[1]!
        expect(depth).toBeGreaterThanOrEqual(0)
        expect(depth).toBeLessThanOrEqual(1)
      }
    })
  })

  it('keeps its size when the camera turns and moves by whole texels when it walks (seed 9)', () => {
    const random = createRandom(9)
    const basis = new Float32Array(9)
    lightBasis(basis, sunOf(random))
    const world = [12.3, 4.5, -60]
    let size: number | undefined
    let phase: number[] | undefined
    for (let i = 0; i < 50; i++) {
      const camera = cameraAt([random() * 40, 2, random() * 40], random() * 6, random() - 0.5, 1, 1.7)
      const fit = createFit()
      fitCascade(fit, camera.pose, camera.projection, 0, 30, basis, camera.origin, 1024, 100, 0, 1)
      size ??= fit.place[0]!
      expect(fit.place[0]).toBe(size)
      const rel = world.map((value, a) => value - camera.origin[a]!)
      const texels = [0, 3].map((row, k) => {
        const light = basis[row]! * rel[0]! + basis[row + 1]! * rel[1]! + basis[row + 2]! * rel[2]!
        const at = (light * fit.place[0]! + fit.place[1 + k]!) * 1024
        return at - Math.floor(at)
      })
      phase ??= texels
      texels.forEach((value, k) => {
        const off = Math.abs(value - phase![k]!)
        expect(Math.min(off, 1 - off)).toBeLessThan(0.01)
      })
    }
  })
})

describe('sliceSphere', () => {
  it('is tight for a symmetric view: touches near and far corners, or the far ones', () => {
    const camera = cameraAt([0, 0, 0], 0, 0, 1, 1.5)
    const sphere = new Float64Array(4)
    for (const [near, far] of [
      [0, 10],
      [5, 20],
      [90, 100],
    ] as const) {
      sliceSphere(sphere, camera.projection, near, far)
      const half = Math.hypot(1 / camera.projection[0]!, 1 / camera.projection[5]!)
      const middle = Math.min(((near + far) / 2) * (1 + half * half), far)
      expect(sphere[2]).toBeCloseTo(-middle, 9)
      expect(sphere[3]).toBeCloseTo(Math.hypot(half * far, far - middle), 1)
    }
  })
})

describe('cascadeEnds', () => {
  it('rises to the distance, evenly or by equal ratios', () => {
    expect(cascadeEnds(1, 81, 4, 0)).toEqual([21, 41, 61, 81])
    for (const [i, end] of cascadeEnds(1, 81, 4, 1).entries()) expect(end).toBeCloseTo(3 ** (i + 1), 9)
    expect(mapsPerSide(1)).toBe(1)
    expect(mapsPerSide(3)).toBe(2)
  })
})
