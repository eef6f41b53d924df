import {
  createWorld,
  propagateTransforms,
  setPosition,
  spawn,
  Transform,
  tickTo,
  type World,
} from '@sightline/core'
import {
  Bounds,
  cullingSystems,
  loadKernels,
  setBox,
  setOrthographic,
  setPerspective,
  setupCulling,
  View,
} from '@sightline/culling'
import {
  createEffect,
  createMaterial,
  createMesh,
  destroyRender,
  type EffectSettings,
  fitCanvas,
  Renderable,
  renderStats,
  renderSystems,
  setEmitter,
  setExposure,
  setFog,
  setRenderable,
  setRenderView,
  setSky,
  setupRender,
  trackEmitters,
} from '@sightline/render'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { renderState } from '../../src/state.js'
import { countDifferent, createCanvas, readPixels } from '../support/pixels.js'
import { addQuad, createShape, rgba, toMesh } from '../support/shapes.js'
import { type Quad, rasterise, screenColor } from './support/rasterise.js'

const SIZE = 96
const FOV = 1

let world: World
let canvas: HTMLCanvasElement
let view: number

beforeAll(loadKernels)

beforeEach(() => {
  canvas = createCanvas(SIZE, SIZE)
  world = createWorld({ capacity: 200 })
  setupCulling(world)
  setupRender(world, { canvas, antialias: false, pixelRatio: 1 })
  setSky(world, { visible: false })
  setFog(world, false)
  setExposure(world, 0.8)
  view = spawn(world, Transform, View)
  setPerspective(world, view, { fovY: FOV, near: 0.1, far: 100 })
  setRenderView(world, view)
})

afterEach(() => {
  destroyRender(world)
  canvas.remove()
})

/** What there is after one frame; two, so that emitters have had their first turn. */
function picture(seconds = 0): Uint8Array {
  for (const t of [seconds, seconds + 1 / 64]) {
    tickTo(world, t)
    fitCanvas(world)
    propagateTransforms(world)
    trackEmitters(world)
    for (const system of [...cullingSystems, ...renderSystems]) system(world)
  }
  return readPixels(canvas)
}

const white = { width: 4, height: 4, pixels: new Uint8Array(64).fill(255) }

/** One square that stands still. */
function addSquare(settings: Partial<EffectSettings>, [x, y, z]: readonly [number, number, number]): number {
  const eid = spawn(world, Transform)
  setPosition(world, eid, x, y, z)
  const effect = createEffect(world, {
    bursts: [{ count: 1 }],
    lifetime: 1000,
    size: 1,
    image: white,
    ...settings,
  })
  setEmitter(world, eid, { effect })
  return eid
}

function colorAt(pixels: Uint8Array, x: number, y: number): number[] {
  const at = (Math.floor(((y + 1) / 2) * SIZE) * SIZE + Math.floor(((x + 1) / 2) * SIZE)) * 4
  return [...pixels.subarray(at, at + 3)]
}

/**
 * Pixels that are not as the reference has them, of those whose middle is not near an edge; and how many were
 * compared.
 */
function compare(
  pixels: Uint8Array,
  quads: readonly Quad[],
  background: readonly number[],
  tolerance: number,
) {
  let compared = 0
  const wrong: string[] = []
  rasterise(quads, background, SIZE, FOV, (x, y, color) => {
    compared++
    const at = (y * SIZE + x) * 4
    const off = Math.max(...color.map((value, k) => Math.abs(value - pixels[at + k]!)))
    if (off > tolerance)
      wrong.push(`${x} ${y}: ${[...pixels.subarray(at, at + 3)]}, expected ${color.map(Math.round)}`)
  })
  return { compared, wrong }
}

describe('against squares that are drawn on this side', () => {
  it.each([1, 2, 3])('laid over and added, turned, in order of depth (seed %i)', (seed) => {
    const random = createRandom(seed)
    const background = colorAt(picture(), 0, 0)
    const quads = Array.from({ length: 40 }, (): Quad => {
      const depth = 2 + random() * 6
      const channels = [random(), random(), random()] as const
      return {
        position: [(random() - 0.5) * depth, (random() - 0.5) * depth, -depth],
        size: 0.2 + random(),
        angle: random() * 360,
        color: channels.map((value) => Math.round(value * 255) / 255) as unknown as Quad['color'],
        opacity: Math.round((0.2 + random() * 0.8) * 255) / 255,
        additive: random() < 0.4,
        exposure: 0.8,
      }
    })
    for (const { position, size, angle, color, opacity, additive } of quads) {
      addSquare(
        {
          size,
          rotation: angle,
          colorOverLife: [{ at: 0, color, opacity }],
          blending: additive ? 'additive' : 'alpha',
        },
        position,
      )
    }
    const { compared, wrong } = compare(picture(1), quads, background, 6)
    expect(wrong).toEqual([])
    expect(compared).toBeGreaterThan(SIZE * SIZE * 0.3)
    // Something else but the background is compared.
    expect(renderStats(world).drawCalls).toBe(1)
    expect(canvas.getContext('webgl')!.getError()).toBe(0)
  })

  it('the reference tells a wrong order, a wrong turn and a wrong blending', () => {
    const background = colorAt(picture(), 0, 0)
    const quad: Quad = {
      position: [0, 0, -3],
      size: 1,
      angle: 30,
      color: [1, 0, 0],
      opacity: 0.5,
      additive: false,
      exposure: 0.8,
    }
    const behind: Quad = { ...quad, position: [0.1, 0, -4], color: [0, 1, 0], angle: 0 }
    for (const { position, size, angle, color, opacity } of [quad, behind]) {
      addSquare({ size, rotation: angle, colorOverLife: [{ at: 0, color, opacity }] }, position)
    }
    const pixels = picture(1)
    expect(compare(pixels, [quad, behind], background, 6).wrong).toEqual([])
    const swapped = [{ ...quad, position: [0, 0, -4.2] as const, size: 1.4 }, behind]
    expect(compare(pixels, swapped, background, 6).wrong.length).toBeGreaterThan(20)
    expect(compare(pixels, [{ ...quad, angle: 60 }, behind], background, 6).wrong.length).toBeGreaterThan(20)
    expect(
      compare(pixels, [{ ...quad, additive: true }, behind], background, 6).wrong.length,
    ).toBeGreaterThan(20)
  })
})

describe('what a particle shows', () => {
  it('an image the right way up, and the cells of a sheet one after the other', () => {
    // Two cells beside each other; the left has red over blue, the right green over white.
    const pixels = new Uint8Array(8 * 4 * 4)
    for (let y = 0; y < 4; y++) {
      for (let x = 0; x < 8; x++) {
        const color = x < 4 ? (y < 2 ? [255, 0, 0] : [0, 0, 255]) : y < 2 ? [0, 255, 0] : [255, 255, 255]
        pixels.set([...color, 255], (y * 8 + x) * 4)
      }
    }
    const image = { width: 8, height: 4, pixels, columns: 2, cells: 'over-life' } as const
    addSquare({ image, lifetime: 10 }, [0, 0, -2])
    const first = picture(1)
    const show = (light: readonly [number, number, number]): number[] => screenColor(light, 0.8)
    const near = (a: number[], b: number[]): void =>
      expect(Math.max(...a.map((value, k) => Math.abs(value - b[k]!)))).toBeLessThan(4)
    near(colorAt(first, 0, 0.2), show([1, 0, 0]))
    near(colorAt(first, 0, -0.2), show([0, 0, 1]))
    const second = picture(7)
    near(colorAt(second, 0, 0.2), show([0, 1, 0]))
    near(colorAt(second, 0, -0.2), show([1, 1, 1]))
  })

  it('is drawn out along its flight', () => {
    addSquare(
      { speed: 4, direction: [1, 0, 0], stretch: 0.5, size: 0.2, duration: 0, lifetime: 100 },
      [-0.06, 0, -3],
    )
    const background = colorAt(picture(), 0, 0.9)
    const pixels = picture(0.015625)
    const shown = (x: number, y: number): boolean =>
      colorAt(pixels, x, y).some((value, k) => Math.abs(value - background[k]!) > 20)
    // Half a length of 0.1 m + 1 m at 3 m with a half height of 1.64 m.
    expect([shown(0, 0), shown(0.55, 0), shown(-0.55, 0)]).toEqual([true, true, true])
    expect([shown(0.8, 0), shown(0, 0.15), shown(0, -0.15)]).toEqual([false, false, false])
  })

  it('is hidden by what stands before it, and not by what stands behind', () => {
    const shape = createShape()
    addQuad(shape, [-1, -1, 0], [0, -1, 0], [0, 1, 0], [-1, 1, 0], rgba('#00FF00'))
    const mesh = createMesh(world, toMesh(shape))
    const wall = spawn(world, Transform, Bounds, Renderable)
    setPosition(world, wall, 0, 0, -2)
    setBox(world, wall, -1, -1, 0, 1, 1, 0)
    setRenderable(world, wall, { mesh, material: createMaterial(world, { kind: 'opaque', lit: false }) })
    addSquare({ color: '#FF0000' }, [0, 0, -3])
    const pixels = picture(1)
    expect(colorAt(pixels, -0.1, 0)[1]).toBeGreaterThan(100)
    expect(colorAt(pixels, 0.1, 0)[0]).toBeGreaterThan(100)
    expect(colorAt(pixels, 0.1, 0)[1]).toBeLessThan(60)
  })

  it('fades towards the ground, and near the eye', () => {
    const background = colorAt(picture(), 0.9, 0.9)
    const ground = { height: () => -0.5, contact: 'none' } as const
    addSquare({ color: '#FF0000', size: 1, ground }, [0, 0, -2])
    const off = (pixels: Uint8Array, y: number): number =>
      Math.abs(colorAt(pixels, 0, y)[0]! - background[0]!)
    const pixels = picture(1)
    // Its lower edge is on the ground; at its middle it is all there.
    expect(off(pixels, -0.42)).toBeLessThan(off(pixels, -0.3) * 0.7)
    expect(off(pixels, -0.2)).toBeLessThan(off(pixels, 0.05) * 0.8)
    expect(Math.abs(off(pixels, 0.05) - off(pixels, 0.3))).toBeLessThan(3)
    setPosition(world, view, 0, 0, -1.85)
    expect(
      colorAt(picture(2), 0.9, 0.9)
        .map((value, k) => Math.abs(value - background[k]!))
        .every((d) => d < 40),
    ).toBe(true)
    setPosition(world, view, 0, 0, -1.95)
    expect(colorAt(picture(3), 0, 0.5)).toEqual(background)
  })

  it('stands where it should in a parallel projection', () => {
    setOrthographic(world, view, { left: -2, right: 2, bottom: -2, top: 2, near: 0.1, far: 100 })
    addSquare({ color: '#FF0000', size: 1 }, [1, 0.5, -20])
    addSquare({ color: '#00FF00', size: 0.5 }, [1, 0.5, -10])
    const pixels = picture(1)
    expect(colorAt(pixels, 0.5, 0.25)[1]).toBeGreaterThan(100)
    expect(colorAt(pixels, 0.5 + 0.2, 0.25)[0]).toBeGreaterThan(100)
    const background = colorAt(pixels, -0.5, -0.5)
    expect(colorAt(pixels, 0.5 + 0.3, 0.25)).toEqual(background)
    expect(colorAt(pixels, 0.5, 0.25 + 0.3)).toEqual(background)
  })
})

describe('among what is transparent', () => {
  /** A pane of one colour from corner to corner, flat along one axis. */
  function addPane(
    [x0, y0, z0]: readonly [number, number, number],
    [x1, y1, z1]: readonly [number, number, number],
    color: Quad['color'],
    opacity: number,
  ): void {
    const shape = createShape()
    const white = rgba('#FFFFFF')
    if (y0 === y1) addQuad(shape, [x0, y0, z1], [x1, y0, z1], [x1, y0, z0], [x0, y0, z0], white)
    else addQuad(shape, [x0, y0, z0], [x1, y0, z1], [x1, y1, z1], [x0, y1, z0], white)
    const eid = spawn(world, Transform, Bounds, Renderable)
    setBox(world, eid, x0, y0, z0, x1, y1, z1)
    const material = createMaterial(world, {
      kind: 'transparent',
      color,
      opacity,
      lit: false,
      doubleSided: true,
    })
    setRenderable(world, eid, { mesh: createMesh(world, toMesh(shape)), material })
  }

  it.each([4, 5, 6])('squares between panes, against the reference (seed %i)', (seed) => {
    const random = createRandom(seed)
    const background = colorAt(picture(), 0, 0)
    const channel = (): number => Math.round(random() * 255) / 255
    const quadAt = (depth: number, size: number): Quad => ({
      position: [(random() - 0.5) * depth, (random() - 0.5) * depth, -depth],
      size,
      angle: 0,
      color: [channel(), channel(), channel()],
      opacity: Math.round((0.3 + random() * 0.5) * 255) / 255,
      additive: false,
      exposure: 0.8,
    })
    const squares = Array.from({ length: 30 }, () => quadAt(2 + random() * 6, 0.3 + random()))
    const panes = [2.5, 3.5, 3.6, 5, 7].map(
      (depth): Quad => ({ ...quadAt(depth, 30), position: [0, 0, -depth] }),
    )
    for (const { position, size, color, opacity } of squares)
      addSquare({ size, colorOverLife: [{ at: 0, color, opacity }] }, position)
    for (const { position, color, opacity } of panes)
      addPane([-15, -15, position[2]], [15, 15, position[2]], color, opacity)
    const { compared, wrong } = compare(picture(1), [...squares, ...panes], background, 6)
    expect(wrong).toEqual([])
    expect(compared).toBeGreaterThan(SIZE * SIZE * 0.3)
    // A draw for each pane, and one for the squares of each gap that has some.
    const gapOf = ({ position }: Quad): number =>
      panes.filter((pane) => pane.position[2] > position[2]).length
    expect(renderStats(world).drawCalls).toBe(panes.length + new Set(squares.map(gapOf)).size)
  })

  it('what is beyond a window is behind it, also where the eye is beside it; what is on this side is not', () => {
    // Its middle is 4 m aside: farther from the eye than the middles of both squares.
    addPane([0.1, -1, -3], [8, 1, -3], [0, 1, 0], 0.9)
    addSquare({ color: '#FF0000', size: 0.8 }, [0.3, 0.5, -3.2])
    addSquare({ color: '#FF0000', size: 0.8 }, [0.3, -0.5, -2.8])
    const pixels = picture(1)
    const [beyond, before] = [colorAt(pixels, 0.3, 0.3), colorAt(pixels, 0.3, -0.35)]
    expect(beyond[1]).toBeGreaterThan(beyond[0]! * 2)
    expect(before[0]).toBeGreaterThan(before[1]! * 2)
    // The square's other half has no window before it.
    expect(colorAt(pixels, -0.03, 0.3)[0]).toBeGreaterThan(200)
    expect(renderStats(world).drawCalls).toBe(3)
  })

  it('a fountain is before the water that it stands in, and what is under the water behind', () => {
    setPosition(world, view, 0, 1, 0)
    addPane([-6, 0, -9], [6, 0, -2], [0, 1, 0], 0.9)
    // Its box reaches under the water, as of drops that fall in.
    for (const z of [-3, -7]) addSquare({ color: '#FF0000', size: 1.2 }, [0, 0.5, z])
    addSquare({ color: '#0000FF', size: 0.8 }, [1.5, -0.7, -5])
    const pixels = picture(1)
    for (const y of [-0.2, -0.05]) {
      const [red, green] = colorAt(pixels, 0, y)
      expect(red, `at ${y}`).toBeGreaterThan(green! * 2)
    }
    const under = colorAt(pixels, 0.55, -0.6)
    expect(under[1]).toBeGreaterThan(under[2]! * 2)
  })
})

it('a lost context: the picture is as it was, and nothing leaks', async () => {
  addSquare({ color: '#FF0000', blending: 'additive' }, [0, 0, -3])
  addSquare({ color: '#0000FF', image: { ...white, pixels: white.pixels.slice() } }, [0.3, 0, -4])
  const before = picture(1)
  const count = (): object => ({ ...renderState(world).device!.gpu!.regl.stats, maxTextureUnits: 0 })
  const held = JSON.stringify(count())
  const extension = canvas.getContext('webgl')!.getExtension('WEBGL_lose_context')!
  const event = (name: string): Promise<unknown> =>
    new Promise((resolve) => canvas.addEventListener(name, resolve, { once: true }))
  for (let round = 0; round < 2; round++) {
    const lost = event('webglcontextlost')
    extension.loseContext()
    await lost
    await new Promise((resolve) => setTimeout(resolve))
    picture(2)
    const restored = event('webglcontextrestored')
    extension.restoreContext()
    await restored
    expect(countDifferent(before, picture(3))).toBe(0)
    expect(JSON.stringify(count())).toBe(held)
  }
  expect(canvas.getContext('webgl')!.getError()).toBe(0)
})
