import { createWorld } from '@sightline/core'
import { loadKernels, setupCulling, visible } from '@sightline/culling'
import {
  destroyRender,
  drawItemBuffer,
  pickEntity,
  renderStats,
  setDebugDraw,
  setPixelRatio,
  setShadows,
  setupRender,
} from '@sightline/render'
import createREGL from 'regl'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { renderState } from '../src/state.js'
import { runFrame } from './support/frame.js'
import { closeTowns, HEIGHT, type OpenTown, openTown, picture, WIDTH } from './support/open-town.js'
import { countDifferent, createCanvas, readPixels } from './support/pixels.js'

beforeAll(loadKernels)
afterEach(closeTowns)

function nextEvent(target: EventTarget, name: string): Promise<unknown> {
  return new Promise((resolve) => target.addEventListener(name, resolve, { once: true }))
}

function loseContext(town: OpenTown): { lost: Promise<unknown>; restore: () => Promise<unknown> } {
  const extension = town.canvas.getContext('webgl')!.getExtension('WEBGL_lose_context')!
  const lost = nextEvent(town.canvas, 'webglcontextlost')
  extension.loseContext()
  return {
    // A context may be restored only once the event is over.
    lost: lost.then(() => new Promise((resolve) => setTimeout(resolve))),
    restore: () => {
      const restored = nextEvent(town.canvas, 'webglcontextrestored')
      extension.restoreContext()
      return restored
    },
  }
}

function counts({ world }: OpenTown): Record<string, number> {
  const { bufferCount, textureCount, framebufferCount, shaderCount, elementsCount } =
    renderState(world).device!.gpu!.regl.stats
  return { bufferCount, textureCount, framebufferCount, shaderCount, elementsCount }
}

describe('a lost context', () => {
  it('is made anew from what the world keeps, and nothing leaks', async () => {
    const town = openTown()
    const { world, camera, canvas } = town
    setShadows(world, camera, { resolution: 256 })
    setDebugDraw(world, camera, { bounds: true, octree: true, casters: true })
    const before = picture(town)
    const items = drawItemBuffer(world, camera)
    const held = counts(town)
    for (let round = 0; round < 3; round++) {
      const { lost, restore } = loseContext(town)
      await lost
      runFrame(world)
      expect(renderStats(world)).toMatchObject({ contextLost: true, drawCalls: 0 })
      expect(visible(world, camera).count).toBeGreaterThan(0)
      expect(pickEntity(world, camera, 10, 10)).toBe(0)
      expect(drawItemBuffer(world, camera).every((eid) => eid === 0)).toBe(true)
      await restore()
      const after = picture(town)
      expect(renderStats(world)).toMatchObject({ contextLost: false, contextRestored: round + 1 })
      expect(countDifferent(before, after)).toBe(0)
      expect(drawItemBuffer(world, camera)).toEqual(items)
      expect(counts(town)).toEqual(held)
      expect(canvas.getContext('webgl')!.getError()).toBe(0)
    }
  })
})

describe('destroyRender', () => {
  it('lets setupRender draw the same on another canvas, and on the same one again', () => {
    const town = openTown()
    const { world, camera, canvas } = town
    setShadows(world, camera, { resolution: 256 })
    const before = picture(town)
    const held = counts(town)
    const other = createCanvas(WIDTH, HEIGHT)
    for (const next of [other, canvas]) {
      destroyRender(world)
      runFrame(world)
      setupRender(world, { canvas: next, antialias: false, pixelRatio: 1, maxPixelRatio: undefined as never })
      expect(() => setupRender(world, { canvas: next })).toThrow(/already set up .* call destroyRender first/)
      expect(countDifferent(before, picture({ ...town, canvas: next }))).toBe(0)
      expect(counts(town)).toEqual(held)
    }
    other.remove()
  })
})

describe('the size of the canvas', () => {
  it('may become nothing and come back', () => {
    const town = openTown()
    const before = picture(town)
    for (const [width, height] of [
      ['0px', '0px'],
      ['0px', `${HEIGHT}px`],
      [`${WIDTH}px`, '0px'],
    ] as const) {
      town.canvas.style.width = width
      town.canvas.style.height = height
      runFrame(town.world)
      expect(renderStats(town.world).drawCalls).toBe(0)
      expect(visible(town.world, town.camera).count).toBe(0)
      expect(drawItemBuffer(town.world, town.camera)).toHaveLength(0)
      town.canvas.style.width = `${WIDTH}px`
      town.canvas.style.height = `${HEIGHT}px`
      expect(countDifferent(before, picture(town))).toBe(0)
    }
  })

  it('follows the page and the pixel ratio', () => {
    const town = openTown({ pixelRatio: 0, maxPixelRatio: 1.5 })
    const sizes = (): number[] => {
      runFrame(town.world)
      const { width, height } = renderStats(town.world)
      return [width, height, town.canvas.width, town.canvas.height]
    }
    const ratio = vi.spyOn(globalThis, 'devicePixelRatio', 'get')
    ratio.mockReturnValue(1)
    expect(sizes()).toEqual([320, 180, 320, 180])
    ratio.mockReturnValue(1.25)
    expect(sizes()).toEqual([400, 225, 400, 225])
    ratio.mockReturnValue(3)
    expect(sizes()).toEqual([480, 270, 480, 270])
    ratio.mockRestore()
    setPixelRatio(town.world, 0.5)
    expect(sizes()).toEqual([160, 90, 160, 90])
    town.canvas.style.width = '200px'
    expect(sizes()).toEqual([100, 90, 100, 90])
    expect(drawItemBuffer(town.world, town.camera)).toHaveLength(100 * 90)
  })
})

describe('setupRender', () => {
  it('says clearly what the browser lacks, and changes nothing then', () => {
    const world = createWorld({ capacity: 10 })
    setupCulling(world)
    const without = createCanvas(10, 10)
    vi.spyOn(without, 'getContext').mockReturnValue(null)
    expect(() => setupRender(world, { canvas: without })).toThrow(/no WebGL context/)
    const old = createCanvas(10, 10)
    const gl = old.getContext('webgl')!
    vi.spyOn(gl, 'getExtension').mockReturnValue(null)
    expect(() => setupRender(world, { canvas: old })).toThrow(/ANGLE_instanced_arrays is missing/)
    setupRender(world)
    expect(() => setupRender(world)).toThrow(/already set up/)
    without.remove()
    old.remove()
  })

  it("takes a game's own regl", () => {
    const canvas = createCanvas(WIDTH, HEIGHT)
    const regl = createREGL({ canvas, attributes: { antialias: false, alpha: false } })
    const drawOwn = regl({
      vert: 'precision mediump float; attribute vec2 p; void main() { gl_Position = vec4(p, 0.0, 1.0); }',
      frag: 'precision mediump float; void main() { gl_FragColor = vec4(1.0, 0.0, 1.0, 1.0); }',
      attributes: { p: regl.buffer([-1, -1, 0, -1, -1, 0]) },
      count: 3,
      depth: { enable: false },
    })
    const town = openTown()
    const shared = openTown({ regl, canvas })
    expect(countDifferent(picture(town), picture({ ...shared, canvas }))).toBe(0)
    // Each draws as if it were alone.
    drawOwn()
    const mixed = picture({ ...shared, canvas })
    expect(countDifferent(picture(town), mixed)).toBe(0)
    drawOwn()
    const over = countDifferent(mixed, readPixels(canvas))
    expect(over).toBeGreaterThan(WIDTH * HEIGHT * 0.1)
    expect(over).toBeLessThan(WIDTH * HEIGHT * 0.15)
    closeTowns()
    drawOwn()
    expect(canvas.getContext('webgl')!.getError()).toBe(0)
    regl.destroy()
    canvas.remove()
  })
})

it('counts what it draws and sends', () => {
  const town = openTown()
  runFrame(town.world)
  const first = { ...renderStats(town.world) }
  expect(first.drawCalls).toBeGreaterThan(4)
  expect(first.instances).toBeGreaterThan(20)
  expect(first.triangles).toBeGreaterThan(first.instances)
  expect(first.bytesUploaded).toBeGreaterThan(first.instances * 56)
  runFrame(town.world)
  const second = { ...renderStats(town.world) }
  // Meshes are sent once.
  expect(second.bytesUploaded).toBeLessThan(first.bytesUploaded)
  expect(second).toMatchObject({
    drawCalls: first.drawCalls,
    instances: first.instances,
    bytesHeld: first.bytesHeld,
  })
})
