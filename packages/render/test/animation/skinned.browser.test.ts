import {
  createWorld,
  setPosition,
  setRotation,
  setScale,
  spawn,
  Transform,
  type World,
} from '@sightline/core'
import { Bounds, loadKernels, setPerspective, setupCulling, View } from '@sightline/culling'
import {
  Animator,
  animationStats,
  createMaterial,
  createMesh,
  createRig,
  crossFade,
  destroyRender,
  drawItemBuffer,
  pickEntity,
  Renderable,
  renderStats,
  setAnimator,
  setMeshBounds,
  setRenderable,
  setRenderView,
  setShadows,
  setSun,
  setupRender,
} from '@sightline/render'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { lookFrom, runFrame } from '../support/frame.js'
import { countColors, countDifferent, createCanvas, readPixels } from '../support/pixels.js'
import { addQuad, createShape, rgba, toMesh } from '../support/shapes.js'
import { createRandomModel, type Figure, type RandomModel } from './support/random-model.js'

const [WIDTH, HEIGHT] = [320, 200]
const PEOPLE = 7
/** Seconds of the picture, and of the fade that has begun before it. */
const [NOW, FADE_START, FADE] = [0.37, 0.25, 0.5]

beforeAll(loadKernels)

type Scene = { world: World; canvas: HTMLCanvasElement; camera: number; people: number[] }
type Kind = 'skinned' | 'by hand' | 'as modelled'
type SceneOptions = { shadows?: boolean; shared?: boolean; packedDepth?: boolean; seed?: number }

const open: Scene[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const { world, canvas } of open.splice(0)) {
    destroyRender(world)
    canvas.remove()
  }
})

/** What person i plays at `NOW`; the even ones fade into the other clip. */
function timesOf(i: number): { from: number; to: number; offset: number } {
  return { from: i % 2, to: 1 - (i % 2), offset: (i * 0.23) % 0.6 }
}

function figureOf(model: RandomModel, i: number, shared: boolean): Figure {
  const { from, to, offset } = timesOf(i)
  const at = { clip: from, time: offset + NOW }
  if (shared) {
    // Of two poses among 16 in a second.
    const place = at.time * 15
    const before = Math.floor(place)
    const [a, b] = [before, before + 1].map((n) => model.figure({ clip: from, time: n / 15 })) as [
      Figure,
      Figure,
    ]
    const between = (x: number[][], y: number[][]): number[][] =>
      x.map((p, v) => p.map((value, k) => value + (y[v]![k]! - value) * (place - before)))
    return { positions: between(a.positions, b.positions), normals: between(a.normals, b.normals) }
  }
  if (i % 3 !== 0) return model.figure(at)
  return model.figure(at, { clip: to, time: NOW - FADE_START }, (NOW - FADE_START) / FADE)
}

/**
 * A row of people on a floor in the sun: skinned by the GPU, or each with a mesh of its own that was skinned
 * by hand.
 */
function openScene(kind: Kind, options: SceneOptions = {}): Scene {
  const { shadows = true, shared = false, packedDepth = false, seed = 1 } = options
  const canvas = createCanvas(WIDTH, HEIGHT)
  const world = createWorld({ capacity: 40 })
  setupCulling(world)
  setupRender(world, { canvas, antialias: false, pixelRatio: 1, packedDepth })
  setSun(world, { elevation: 40, azimuth: 200 })
  const model = createRandomModel(createRandom(seed))
  const material = createMaterial(world, { kind: 'opaque', doubleSided: true })
  const floor = createShape()
  addQuad(floor, [-30, 0, 30], [30, 0, 30], [30, 0, -30], [-30, 0, -30], rgba('#B8B0A0', 0))
  const ground = spawn(world, Transform, Bounds, Renderable)
  const groundMesh = createMesh(world, toMesh(floor))
  setMeshBounds(world, ground, groundMesh)
  setRenderable(world, ground, { mesh: groundMesh, material })
  const mesh = createMesh(world, model.mesh)
  const rig = kind === 'skinned' ? createRig(world, { ...model.rig, detail: { shared: shared ? 0 : 60 } }) : 0
  const people = Array.from({ length: PEOPLE }, (_, i) => {
    const eid = spawn(world, Transform, Bounds, Renderable, Animator)
    setPosition(world, eid, (i - 3) * 2.2, 0.4, -(i % 3) * 2)
    setRotation(world, eid, 0, Math.sin(i), 0, Math.cos(i))
    setScale(world, eid, 1 + (i % 2) * 0.3)
    if (kind === 'skinned') {
      setRenderable(world, eid, { mesh, material })
      setAnimator(world, eid, { rig, clip: timesOf(i).from, offset: timesOf(i).offset })
      return eid
    }
    const { positions, normals } = figureOf(model, i, shared)
    const { skin, morphs, ...bare } = model.mesh
    const own =
      kind === 'as modelled'
        ? createMesh(world, bare)
        : createMesh(world, {
            ...bare,
            positions: new Float32Array(positions.flat()),
            normals: new Float32Array(normals.flat()),
          })
    setMeshBounds(world, eid, own)
    setRenderable(world, eid, { mesh: own, material })
    return eid
  })
  const camera = spawn(world, Transform, View)
  setPerspective(world, camera, { fovY: 0.9, near: 0.1, far: 100 })
  lookFrom(world, camera, [0, 4, 9], [0, 1, -2])
  setRenderView(world, camera)
  if (shadows) setShadows(world, camera, { distance: 40, resolution: 1024 })
  const scene = { world, canvas, camera, people }
  open.push(scene)
  return scene
}

/** The picture at `NOW`, with what was told before it. */
function picture({ world, canvas, people }: Scene, fading = true): Uint8Array {
  runFrame(world, 0)
  runFrame(world, FADE_START)
  if (fading) for (let i = 0; i < people.length; i += 3) crossFade(world, people[i]!, timesOf(i).to, FADE)
  runFrame(world, NOW)
  return readPixels(canvas)
}

describe('skinned instances', () => {
  it.each([
    [{ shadows: false, seed: 1 }],
    [{ shadows: true, seed: 2 }],
    [{ shadows: true, packedDepth: true, seed: 3 }],
  ] satisfies [SceneOptions][])('look as the same figures skinned on the CPU: %o', (options) => {
    const skinned = openScene('skinned', options)
    const byHand = openScene('by hand', options)
    const a = picture(skinned)
    const b = picture(byHand, false)
    expect(animationStats(skinned.world)).toMatchObject({ due: PEOPLE, full: PEOPLE, posesHeld: PEOPLE })
    expect(countColors(b)).toBeGreaterThan(200)
    // Edges may fall on either side of a pixel's middle, and normals of meshes are bytes.
    expect(countDifferent(a, b, 12)).toBeLessThan(WIDTH * HEIGHT * 0.003)
    // One call draws all of them.
    const calls = ({ world }: Scene): number =>
      renderStats(world).drawCalls - renderStats(world).shadowDrawCalls
    expect(calls(skinned)).toBe(calls(byHand) - PEOPLE + 1)
    // It could have failed: a tenth of a second later the picture is another.
    runFrame(skinned.world, NOW + 0.1)
    expect(countDifferent(readPixels(skinned.canvas), b, 12)).toBeGreaterThan(WIDTH * HEIGHT * 0.03)
  })

  it('throw the shadows of the pose that they are in', () => {
    const [shaded, byHand, bright] = [
      openScene('skinned', { seed: 4 }),
      openScene('by hand', { seed: 4 }),
      openScene('skinned', { seed: 4, shadows: false }),
    ]
    const [a, b, c] = [picture(shaded), picture(byHand, false), picture(bright)]
    const shadow = countDifferent(a, c, 12)
    expect(shadow).toBeGreaterThan(WIDTH * HEIGHT * 0.03)
    expect(countDifferent(a, b, 12)).toBeLessThan(shadow * 0.1)
    expect(renderStats(shaded.world).shadowInstances).toBeGreaterThanOrEqual(PEOPLE)
  })

  it('far away are mixed of two shared poses', () => {
    const skinned = openScene('skinned', { shared: true, seed: 5 })
    const byHand = openScene('by hand', { shared: true, seed: 5 })
    const a = picture(skinned, false)
    expect(animationStats(skinned.world)).toMatchObject({
      due: PEOPLE,
      full: 0,
      shared: PEOPLE,
      posesHeld: 0,
    })
    expect(countDifferent(a, picture(byHand, false), 12)).toBeLessThan(WIDTH * HEIGHT * 0.003)
  })

  it('are picked where they are drawn', () => {
    const skinned = openScene('skinned', { shadows: false, seed: 6 })
    const byHand = openScene('by hand', { shadows: false, seed: 6 })
    picture(skinned)
    picture(byHand, false)
    const [a, b] = [skinned, byHand].map(({ world, camera }) => drawItemBuffer(world, camera)) as [
      Uint32Array,
      Uint32Array,
    ]
    expect(new Set(a)).toEqual(new Set(b))
    expect(a.filter((eid, i) => eid !== b[i]).length).toBeLessThan(WIDTH * HEIGHT * 0.002)
    for (const eid of skinned.people) {
      const at = a.indexOf(eid)
      expect(
        pickEntity(skinned.world, skinned.camera, (at % WIDTH) + 0.5, Math.floor(at / WIDTH) + 0.5),
      ).toBe(eid)
    }
  })

  it('are there again after the context was lost', async () => {
    const scene = openScene('skinned', { seed: 7 })
    const before = picture(scene)
    const extension = scene.canvas.getContext('webgl')!.getExtension('WEBGL_lose_context')!
    const event = (name: string): Promise<unknown> =>
      new Promise((resolve) => scene.canvas.addEventListener(name, resolve, { once: true }))
    const lost = event('webglcontextlost')
    extension.loseContext()
    await lost
    await new Promise((resolve) => setTimeout(resolve))
    runFrame(scene.world, NOW)
    const restored = event('webglcontextrestored')
    extension.restoreContext()
    await restored
    runFrame(scene.world, NOW)
    expect(countDifferent(before, readPixels(scene.canvas))).toBe(0)
  })

  it('are drawn as they were modelled where vertex shaders cannot read floats, and that is said once', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { getExtension } = WebGLRenderingContext.prototype
    vi.spyOn(WebGLRenderingContext.prototype, 'getExtension').mockImplementation(function (
      this: WebGLRenderingContext,
      name: string,
    ) {
      return name.toLowerCase() === 'oes_texture_float'
        ? null
        : getExtension.call(this, name as 'WEBGL_multi_draw')
    } as never)
    const skinned = openScene('skinned', { seed: 8 })
    const modelled = openScene('as modelled', { seed: 8 })
    expect(countDifferent(picture(skinned), picture(modelled, false), 2)).toBeLessThan(20)
    const said = warn.mock.calls.filter(([text]) => String(text).includes('OES_texture_float'))
    expect(said.length).toBe(1)
    // Clocks and events go on.
    expect(animationStats(skinned.world)).toMatchObject({ due: PEOPLE })
  })
})
