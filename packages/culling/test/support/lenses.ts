import type { World } from '@sightline/core'
import {
  setEyes,
  setOrthographic,
  setPerspective,
  setPerspectiveOffCenter,
  setProjectionMatrix,
} from '@sightline/culling'
import type { LensTruth, ViewTruth } from './world-oracle.js'

/** Gives a view a lens of some kind and says what it is. */
export type LensKind = (world: World, view: number, random: () => number, size: number) => ViewTruth['eyes']

function perspectiveLens(random: () => number, far: number): LensTruth & { fovY: number; aspect: number } {
  const fovY = 0.3 + random() * 1.8
  const aspect = 0.5 + random() * 2
  const top = Math.tan(fovY / 2)
  return {
    perspective: true,
    left: -top * aspect,
    right: top * aspect,
    bottom: -top,
    top,
    near: 0.05 + random(),
    far,
    fovY,
    aspect,
  }
}

const someFar = (random: () => number, size: number) => size * (0.2 + random())
const single = (lens: LensTruth): ViewTruth['eyes'] => [{ lens, offset: [0, 0, 0] }]

function perspective(
  far: 'finite' | 'infinite',
  reversed: boolean,
  clipDepth: 'minus-one-to-one' | 'zero-to-one',
): LensKind {
  return (world, view, random, size) => {
    const lens = perspectiveLens(random, far === 'infinite' ? Infinity : someFar(random, size))
    const { fovY, aspect, near } = lens
    setPerspective(world, view, { fovY, aspect, near, far: lens.far, reversed, clipDepth })
    return single(lens)
  }
}

const offCenter: LensKind = (world, view, random, size) => {
  const near = 0.1 + random()
  const far = random() < 0.3 ? Infinity : someFar(random, size)
  const [left, bottom] = [(random() - 0.8) * near, (random() - 0.8) * near]
  const [right, top] = [left + (0.2 + random()) * near, bottom + (0.2 + random()) * near]
  setPerspectiveOffCenter(world, view, { left, right, bottom, top, near, far })
  const [l, r, b, t] = [left, right, bottom, top].map((v) => v / near) as [number, number, number, number]
  return single({ perspective: true, left: l, right: r, bottom: b, top: t, near, far })
}

const orthographic: LensKind = (world, view, random, size) => {
  const [left, bottom] = [-random() * size * 0.5, -random() * size * 0.3]
  const [right, top] = [left + size * (0.1 + random()), bottom + size * (0.1 + random() * 0.5)]
  const [near, far] = [-random() * size, size * (0.1 + random())]
  setOrthographic(world, view, { left, right, bottom, top, near, far })
  return single({ perspective: false, left, right, bottom, top, near, far })
}

/** Column by column, written out by hand: clip depth 0..1, depth reversed. */
const customMatrix: LensKind = (world, view, random, size) => {
  const lens = perspectiveLens(random, someFar(random, size))
  const { near, far, top, right } = lens
  const depth = near / (far - near)
  setProjectionMatrix(
    world,
    view,
    [1 / right, 0, 0, 0, 0, 1 / top, 0, 0, 0, 0, depth, -1, 0, 0, depth * far, 0],
    'zero-to-one',
  )
  return single(lens)
}

const twoEyes: LensKind = (world, view, random, size) => {
  const far = someFar(random, size)
  const eyes = [-0.032, 0.032].map((x): ViewTruth['eyes'][number] => {
    const lens: LensTruth = {
      perspective: true,
      left: x < 0 ? -1.2 : -0.9,
      right: x < 0 ? 0.9 : 1.2,
      bottom: -1.1,
      top: 1,
      near: 0.1,
      far,
    }
    return { lens, offset: [x, 0, 0] }
  })
  setEyes(
    world,
    view,
    eyes.map(({ lens: { left, right, bottom, top, near }, offset }) => ({
      projection: [
        2 / (right - left),
        0,
        0,
        0,
        0,
        2 / (top - bottom),
        0,
        0,
        (right + left) / (right - left),
        (top + bottom) / (top - bottom),
        -(far + near) / (far - near),
        -1,
        0,
        0,
        (-2 * far * near) / (far - near),
        0,
      ],
      toView: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...offset, 1],
    })),
  )
  return eyes
}

export const LENSES: Readonly<Record<string, LensKind>> = {
  perspective: perspective('finite', false, 'minus-one-to-one'),
  'perspective, depth 0..1': perspective('finite', false, 'zero-to-one'),
  'perspective, reversed': perspective('finite', true, 'minus-one-to-one'),
  'perspective, reversed, depth 0..1': perspective('finite', true, 'zero-to-one'),
  'infinite far': perspective('infinite', false, 'minus-one-to-one'),
  'infinite far, reversed, depth 0..1': perspective('infinite', true, 'zero-to-one'),
  'off-centre': offCenter,
  orthographic,
  'custom matrix': customMatrix,
  'two eyes': twoEyes,
}
