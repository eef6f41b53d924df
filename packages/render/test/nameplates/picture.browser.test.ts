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
  setPerspective,
  setupCulling,
  setVisibility,
  View,
  Visibility,
} from '@sightline/culling'
import {
  destroyRender,
  fitCanvas,
  renderStats,
  renderSystems,
  setPixelRatio,
  setRenderView,
  setSky,
  setupRender,
} from '@sightline/render'
import {
  mirrorNameplates,
  Nameplate,
  type NameplateContent,
  type NameplateOptions,
  nameplateStats,
  say,
  setNameplate,
  setupNameplates,
  shownNameplates,
} from '@sightline/render/nameplates'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createCanvas, readPixels } from '../support/pixels.js'

beforeAll(loadKernels)

const [WIDTH, HEIGHT] = [400, 120]
const FAMILY = 'DejaVu Sans, sans-serif'
/**
 * In the order of their scripts: Latin with marks, Greek, Cyrillic, Hebrew, Arabic, Devanagari, Han and kana,
 * emoji.
 */
const NAMES = [
  'Nguyễn Ánh e\u0301',
  'Ελένη Παπά',
  'Јован Поповић',
  'ליאור (כהן)',
  'مريم العلي!',
  'देवदत्त क्षत्रिय',
  '小林さくら',
  '🐉 Smaug 👩‍👩‍👧',
]

type Stage = {
  readonly world: World
  readonly canvas: HTMLCanvasElement
  readonly camera: number
  readonly people: number[]
}

const open: Stage[] = []
afterEach(() => {
  for (const { world, canvas } of open.splice(0)) {
    destroyRender(world)
    canvas.remove()
  }
})

/** Labels in a row before a grey background, 10 m away. */
function createStage(names: readonly NameplateContent[], labels: NameplateOptions = {}, apart = 3): Stage {
  const canvas = createCanvas(WIDTH, HEIGHT)
  const world = createWorld({ capacity: 300 })
  setupCulling(world)
  setupRender(world, { canvas, antialias: false, pixelRatio: 1 })
  setSky(world, { visible: false })
  setupNameplates(world, { fontFamily: FAMILY, fadeIn: 0, ...labels })
  const people = names.map((content, i) => {
    const eid = spawn(world, Transform, Bounds, Nameplate, Visibility)
    setBox(world, eid, -0.3, 0, -0.3, 0.3, 1, 0.3)
    setPosition(world, eid, (i - (names.length - 1) / 2) * apart, -1.5, -10)
    setNameplate(world, eid, content)
    return eid
  })
  const camera = spawn(world, Transform, View)
  setPerspective(world, camera, { fovY: 0.6, near: 0.1, far: 50 })
  setRenderView(world, camera)
  const stage = { world, canvas, camera, people }
  open.push(stage)
  return stage
}

function frame({ world }: Stage, seconds = 0): void {
  tickTo(world, seconds)
  fitCanvas(world)
  propagateTransforms(world)
  for (const system of cullingSystems) system(world)
  for (const system of renderSystems) system(world)
}

/** A pixel of what stands on the canvas, counted from the upper left corner: red, green, blue. */
function picture(stage: Stage, seconds = 0): (x: number, y: number) => [number, number, number] {
  frame(stage, seconds)
  const { width, height } = stage.canvas
  const pixels = readPixels(stage.canvas)
  return (x, y) => {
    const at = ((height - 1 - y) * width + x) * 4
    return [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!]
  }
}

/**
 * The text as the browser draws it, with the same outline, over a colour. The pen is at the left end of the
 * base line.
 */
function drawn(text: string, size: number, rtl: boolean, background: readonly number[]) {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = 60
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  context.fillStyle = `rgb(${background.join(',')})`
  context.fillRect(0, 0, WIDTH, 60)
  context.font = `600 ${size}px ${FAMILY}`
  context.direction = rtl ? 'rtl' : 'ltr'
  context.textAlign = 'left'
  context.lineJoin = 'round'
  context.lineWidth = 0.22 * size
  context.strokeStyle = 'rgba(0,0,0,0.85)'
  context.strokeText(text, 100, 40)
  context.fillStyle = '#fff'
  context.fillText(text, 100, 40)
  const { data } = context.getImageData(0, 0, WIDTH, 60)
  return (x: number, y: number): number[] => [0, 1, 2].map((k) => data[(y * WIDTH + x) * 4 + k]!)
}

describe('texts', () => {
  it.each(NAMES)('are as the browser draws them: %s', (name) => {
    const stage = createStage([{ name }])
    const pixel = picture(stage)
    const { rects, count } = shownNameplates(stage.world, stage.camera)
    expect(count).toBe(1)
    const [left, top, right, bottom] = rects.subarray(0, 4) as unknown as [number, number, number, number]
    const background = pixel(0, HEIGHT - 1)
    const wanted = drawn(name, 14, /[א-ת؀-ۿ]/.test(name), background)
    const ink: [number, number][] = []
    for (let y = 0; y < 60; y++)
      for (let x = 0; x < WIDTH; x++)
        if (wanted(x, y).some((value, k) => Math.abs(value - background[k]!) > 3)) ink.push([x, y])
    const x0 = Math.min(...ink.map(([x]) => x))
    const x1 = Math.max(...ink.map(([x]) => x))
    const y0 = Math.min(...ink.map(([, y]) => y))
    const y1 = Math.max(...ink.map(([, y]) => y))
    expect(x1 - x0).toBeGreaterThan(20)
    // The ink lies within the label's rectangle, and hardly any of that is left over.
    const found: [number, number][] = []
    for (let y = 0; y < HEIGHT; y++)
      for (let x = 0; x < WIDTH; x++)
        if (pixel(x, y).some((value, k) => Math.abs(value - background[k]!) > 3)) found.push([x, y])
    const fx = Math.min(...found.map(([x]) => x))
    const fy = Math.min(...found.map(([, y]) => y))
    expect(fx).toBeGreaterThanOrEqual(Math.floor(left))
    expect(Math.max(...found.map(([x]) => x))).toBeLessThan(Math.ceil(right))
    expect(fy).toBeGreaterThanOrEqual(Math.floor(top))
    expect(Math.max(...found.map(([, y]) => y))).toBeLessThan(Math.ceil(bottom))
    expect(right - left).toBeLessThan(x1 - x0 + 8)
    expect(bottom - top).toBeLessThan(y1 - y0 + 8)
    let worst = 0
    for (let y = y0; y <= y1; y++) {
      for (let x = x0; x <= x1; x++) {
        const [a, b] = [wanted(x, y), pixel(x - x0 + fx, y - y0 + fy)]
        for (let k = 0; k < 3; k++) worst = Math.max(worst, Math.abs(a[k]! - b[k]!))
      }
    }
    // Of 255: pixels go through eight bits once more on the way.
    expect(worst).toBeLessThanOrEqual(4)
  })
})

/** How many pixels of a box differ from the background by more than rounding. */
function countInk(pixel: ReturnType<typeof picture>, [left, top, right, bottom]: Float32Array): number {
  const background = pixel(0, HEIGHT - 1)
  let ink = 0
  for (let y = Math.floor(top!); y < bottom!; y++)
    for (let x = Math.floor(left!); x < right!; x++)
      if (pixel(x, y).some((value, k) => Math.abs(value - background[k]!) > 3)) ink++
  return ink
}

describe('labels on the screen', () => {
  it('show bars in proportion, and bubbles behind what is said', () => {
    const stage = createStage(
      [
        { name: 'Full', health: 1, barColor: '#FF0000' },
        { name: 'Half', health: 0.5, barColor: '#FF0000' },
        { name: 'None', health: 0, barColor: '#FF0000' },
      ],
      {},
      6,
    )
    say(stage.world, stage.people[2]!, 'Help!')
    const pixel = picture(stage)
    const { ids, rects, count } = shownNameplates(stage.world, stage.camera)
    expect(count).toBe(3)
    const red: number[] = []
    for (let i = 0; i < count; i++) {
      const [left, top, right, bottom] = rects.subarray(i * 4, i * 4 + 4) as unknown as [
        number,
        number,
        number,
        number,
      ]
      let sum = 0
      let white = 0
      for (let y = top; y < bottom; y++)
        for (let x = left; x < right; x++) {
          const [r, g, b] = pixel(Math.floor(x), Math.floor(y))
          if (r > 250 && g < 5 && b < 5) sum++
          if (r > 235 && g > 235 && b > 235) white++
        }
      red[stage.people.indexOf(ids[i]!)] = sum
      if (ids[i] === stage.people[2]) expect(white).toBeGreaterThan(300)
    }
    expect(red).toEqual([54 * 4, 27 * 4, 0])
  })

  it('are drawn over what stands before their owners, and not for who is not visible', () => {
    const stage = createStage([{ name: 'Here' }, { name: 'Gone' }])
    picture(stage)
    const both = Float32Array.from(shownNameplates(stage.world, stage.camera).rects.subarray(0, 8))
    const first = shownNameplates(stage.world, stage.camera).ids[0] === stage.people[0] ? 0 : 1
    setVisibility(stage.world, stage.people[1]!, 'hide')
    const pixel = picture(stage, 1 / 60)
    expect(countInk(pixel, both.subarray(first * 4, first * 4 + 4))).toBeGreaterThan(100)
    expect(countInk(pixel, both.subarray(4 - first * 4, 8 - first * 4))).toBe(0)
    expect(renderStats(stage.world).drawCalls).toBe(1)
  })

  it('are sharp at twice the pixels: drawn anew, not made larger', () => {
    const stage = createStage([{ name: 'Aldric' }])
    picture(stage)
    const before = nameplateStats(stage.world)
    expect(before.drawnTexts).toBe(1)
    const small = Float32Array.from(shownNameplates(stage.world, stage.camera).rects.subarray(0, 4))
    frame(stage, 1 / 60)
    expect(nameplateStats(stage.world).drawnTexts).toBe(0)
    setPixelRatio(stage.world, 2)
    frame(stage, 2 / 60)
    expect(nameplateStats(stage.world).drawnTexts).toBe(1)
    const [left, top, right, bottom] = shownNameplates(stage.world, stage.camera).rects
    expect(right! - left!).toBeCloseTo((small[2]! - small[0]!) * 2, 3)
    expect(bottom! - top!).toBeCloseTo((small[3]! - small[1]!) * 2, 3)
  })

  it('are the same after the context was lost and given back (row 89)', async () => {
    const stage = createStage([{ name: 'Aldric', guild: '<Lamps>', health: 0.7 }, { name: 'مريم' }])
    frame(stage)
    const before = readPixels(stage.canvas)
    const lose = stage.canvas.getContext('webgl')!.getExtension('WEBGL_lose_context')!
    const wait = (name: string) =>
      new Promise((done) => stage.canvas.addEventListener(name, done, { once: true }))
    const lost = wait('webglcontextlost')
    lose.loseContext()
    await lost
    // A context may be restored only once the event is over.
    await new Promise((done) => setTimeout(done))
    frame(stage, 1 / 60)
    say(stage.world, stage.people[0]!, 'Where are we?', 1)
    frame(stage, 2 / 60)
    const back = wait('webglcontextrestored')
    lose.restoreContext()
    await back
    frame(stage, 2)
    expect(renderStats(stage.world).contextRestored).toBe(1)
    expect(readPixels(stage.canvas)).toEqual(before)
  })

  it('are the same after their pictures gave way to many others', () => {
    const names = Array.from({ length: 60 }, (_, i) => ({ name: `${NAMES[i % NAMES.length]} ${i}` }))
    const stage = createStage([{ name: NAMES[4]! }, ...names], { atlasSize: 256, rest: 0 }, 0)
    const { world, people } = stage
    const only = (k: number) => {
      for (const [i, eid] of people.entries()) setVisibility(world, eid, i === k ? 'show' : 'hide')
    }
    only(0)
    frame(stage)
    const before = readPixels(stage.canvas)
    for (let k = 1; k < people.length; k++) {
      only(k)
      frame(stage, k / 60)
      expect(nameplateStats(world)).toMatchObject({ shown: 1, unplaced: 0 })
    }
    expect(nameplateStats(world).atlasEvicted).toBeGreaterThan(5)
    expect(nameplateStats(world).atlasUse).toBeLessThanOrEqual(1)
    only(0)
    frame(stage, 2)
    expect(readPixels(stage.canvas)).toEqual(before)
  })

  it('are made smaller from a picture that is at least as large, and stay legible', () => {
    const stage = createStage([{ name: 'Aldric the Bold' }], { scaleDistance: 7 })
    const pixel = picture(stage)
    const { rects, scales } = shownNameplates(stage.world, stage.camera)
    expect(scales[0]).toBeCloseTo(0.7, 1)
    const background = pixel(0, HEIGHT - 1)
    // The same text at that size, by the browser: as much white and as much dark in sum.
    const wanted = drawn('Aldric the Bold', 14 * scales[0]!, false, background)
    const sums = [0, 0]
    for (let y = 0; y < 60; y++) for (let x = 0; x < WIDTH; x++) sums[0]! += wanted(x, y)[2]! - background[2]!
    for (let y = Math.floor(rects[1]!) - 2; y < rects[3]! + 2; y++)
      for (let x = Math.floor(rects[0]!) - 2; x < rects[2]! + 2; x++)
        sums[1]! += pixel(x, y)[2]! - background[2]!
    expect(sums[0]).toBeLessThan(-5000)
    expect(Math.abs(sums[1]! / sums[0]! - 1)).toBeLessThan(0.1)
  })

  it('are measured and drawn anew when a font has come', async () => {
    const stage = createStage([{ name: 'Aldric' }], { fontFamily: 'Later, DejaVu Sans' })
    const width = (seconds: number): number => {
      frame(stage, seconds)
      const { rects } = shownNameplates(stage.world, stage.camera)
      return rects[2]! - rects[0]!
    }
    const sans = width(0)
    expect(nameplateStats(stage.world).drawnTexts).toBe(1)
    const face = new FontFace('Later', 'local("DejaVu Sans Mono")')
    document.fonts.add(await face.load())
    expect(width(1)).not.toBe(sans)
    expect(nameplateStats(stage.world).drawnTexts).toBe(1)
    document.fonts.delete(face)
    expect(width(2)).toBe(sans)
  })

  it('stand in the page as a list, changed only now and then', () => {
    const stage = createStage(
      [{ name: 'Aldric', guild: '<Lamps>', health: 0.7 }, { name: '<b>مريم</b>' }],
      {},
      8,
    )
    const parent = document.createElement('div')
    document.body.append(parent)
    const remove = mirrorNameplates(stage.world, stage.camera, { parent, count: 2, label: 'People near you' })
    const texts = () => Array.from(parent.querySelectorAll('li'), (item) => item.textContent)
    frame(stage, 0)
    const list = parent.querySelector('ul')!
    expect(list.getAttribute('role')).toBe('list')
    expect(list.getAttribute('aria-label')).toBe('People near you')
    expect(texts().sort()).toEqual(['<b>مريم</b>', 'Aldric, <Lamps>, 70 %'].sort())
    let changes = 0
    const observer = new MutationObserver(() => {})
    observer.observe(parent, { childList: true, subtree: true, characterData: true })
    for (let i = 1; i <= 60; i++) {
      setNameplate(stage.world, stage.people[0]!, { name: `Aldric ${i}` })
      frame(stage, i / 60)
      if (observer.takeRecords().length > 0) changes++
    }
    expect(changes).toBe(2)
    setVisibility(stage.world, stage.people[0]!, 'hide')
    frame(stage, 2)
    expect(texts()).toEqual(['<b>مريم</b>'])
    remove()
    expect(parent.children).toHaveLength(0)
    parent.remove()
  })
})
