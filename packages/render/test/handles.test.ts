import { columns, createWorld, destroy, spawn, Transform, type World } from '@sightline/core'
import { setPerspective, setupCulling, View } from '@sightline/culling'
import { removeComponent } from 'bitecs'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  createMaterial,
  createMesh,
  destroyMesh,
  type MeshData,
  meshBounds,
  packTint,
  Renderable,
  removeRenderView,
  renderSystems,
  setAmbient,
  setExposure,
  setFog,
  setPixelRatio,
  setRenderable,
  setRenderView,
  setShadows,
  setSky,
  setSun,
  setTint,
  setupRender,
} from '../src/index.js'
import { renderState } from '../src/state.js'

const TRIANGLE: MeshData = {
  positions: Float32Array.of(0, 0, 0, 2, 0, 0, 0, 3, -1),
  normals: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1),
  colors: new Uint8Array(12).fill(255),
  indices: Uint16Array.of(0, 1, 2),
}

let world: World

beforeEach(() => {
  world = createWorld({ capacity: 100 })
  setupCulling(world)
  setupRender(world)
})

describe('createMesh', () => {
  it('copies the data and knows its bounds', () => {
    const positions = TRIANGLE.positions.slice()
    const mesh = createMesh(world, { ...TRIANGLE, positions })
    positions.fill(100)
    expect([...meshBounds(world, mesh)]).toEqual([0, 0, -1, 2, 3, 0])
  })

  it.each<[string, Partial<MeshData>, RegExp]>([
    ['positions', { positions: new Float32Array(4) }, /positions has length 4/],
    ['normals', { normals: new Float32Array(3) }, /normals has length 3, expected 9/],
    ['colors', { colors: new Uint8Array(9) }, /colors has length 9, expected 12/],
    ['emissive', { emissive: new Uint8Array(1) }, /emissive has length 1, expected 3/],
    ['uvs', { uvs: new Float32Array(3) }, /uvs has length 3, expected 6/],
    ['indices', { indices: Uint16Array.of(0, 1) }, /indices has length 2/],
    ['an index', { indices: Uint16Array.of(0, 1, 3) }, /indices\[2\] is 3, expected below 3/],
    ['a position', { positions: new Float32Array(9).fill(NaN) }, /positions\[0\] is NaN/],
  ])('refuses bad %s by name', (_, part, message) => {
    expect(() => createMesh(world, { ...TRIANGLE, ...part })).toThrow(message)
    expect(renderState(world).meshes.version).toBe(0)
  })

  it('keeps indices as short as the mesh allows', () => {
    const store = renderState(world).meshes
    const small = createMesh(world, { ...TRIANGLE, indices: Uint32Array.of(0, 1, 2) })
    expect(store.meshes[small]!.indices).toBeInstanceOf(Uint16Array)
    const count = 65_537
    const large: MeshData = {
      positions: new Float32Array(count * 3),
      normals: new Float32Array(count * 3),
      colors: new Uint8Array(count * 4),
      indices: Uint32Array.of(0, 1, count - 1),
    }
    const handle = createMesh(world, large)
    expect([...store.meshes[handle]!.indices]).toEqual([0, 1, count - 1])
  })

  it('gives the handle of a destroyed mesh out again', () => {
    const mesh = createMesh(world, TRIANGLE)
    destroyMesh(world, mesh)
    expect(() => meshBounds(world, mesh)).toThrow(/mesh 1 does not exist/)
    expect(() => destroyMesh(world, mesh)).toThrow(/mesh 1 does not exist/)
    expect(createMesh(world, TRIANGLE)).toBe(mesh)
  })
})

describe('createMaterial', () => {
  it.each<[object, RegExp]>([
    [{ kind: 'glass' }, /kind is "glass", expected one of opaque, alpha-test, sky, transparent/],
    [{ kind: 'opaque', color: 'red' }, /colour is "red", expected "#RRGGBB"/],
    [{ kind: 'opaque', color: [0, 2, 0] }, /colour component 1 is 2/],
    [{ kind: 'transparent', opacity: 1.5 }, /opacity is 1.5, expected 0 to 1/],
    [{ kind: 'opaque', wind: -1 }, /wind is -1/],
    [{ kind: 'opaque', shading: 'face' }, /shading is "face", expected "pixel" or "vertex"/],
    [
      { kind: 'opaque', shading: 'vertex', reflection: 0.5 },
      /expected "pixel" with a texture or a reflection/,
    ],
    [
      { kind: 'alpha-test', texture: { width: 2, height: 2, pixels: new Uint8Array(3) } },
      /2 x 2 with 3 bytes/,
    ],
  ])('refuses %j by name', (settings, message) => {
    expect(() => createMaterial(world, settings as Parameters<typeof createMaterial>[1])).toThrow(message)
  })
})

describe('setRenderable', () => {
  it('shares models between entities, and forgets who loses the component', () => {
    const mesh = createMesh(world, TRIANGLE)
    const material = createMaterial(world, { kind: 'opaque' })
    const [a, b] = [spawn(world, Renderable), spawn(world, Renderable)]
    setRenderable(world, a, { mesh, material })
    setRenderable(world, b, { meshes: [mesh], material, tint: packTint('#FF8000', 0.5), castsShadow: false })
    const { model, tint, flags } = columns(world, Renderable)
    expect(model[a]).toBe(model[b])
    expect(tint[b]! >>> 0).toBe(0x800080ff)
    expect([flags[a], flags[b]]).toEqual([1, 0])
    setTint(world, a, 5)
    expect(tint[a]).toBe(5)
    removeComponent(world, a, Renderable)
    destroy(world, b)
    expect([model[a], model[b]]).toEqual([0, 0])
  })

  it('refuses what does not exist', () => {
    const mesh = createMesh(world, TRIANGLE)
    const material = createMaterial(world, { kind: 'opaque' })
    const eid = spawn(world, Renderable)
    expect(() => setRenderable(world, spawn(world), { mesh, material })).toThrow(/has no Renderable/)
    expect(() => setTint(world, 99, 0)).toThrow(/entity 99 /)
    expect(() => setRenderable(world, eid, { mesh: 7, material })).toThrow(/mesh 7 does not exist/)
    expect(() => setRenderable(world, eid, { mesh, material: 7 })).toThrow(/material 7 does not exist/)
    expect(() => setRenderable(world, eid, { material })).toThrow(/0 meshes given, expected 1 to 8/)
    const nine = Array.from({ length: 9 }, () => mesh)
    expect(() => setRenderable(world, eid, { meshes: nine, material })).toThrow(/9 meshes given/)
    expect(columns(world, Renderable).model[eid]).toBe(0)
  })
})

describe('light and air', () => {
  it.each<[string, () => void, RegExp]>([
    ['elevation', () => setSun(world, { elevation: 91, azimuth: 0 }), /elevation is 91, expected -90 to 90/],
    ['azimuth', () => setSun(world, { elevation: 9, azimuth: NaN }), /azimuth is NaN/],
    ['ambient', () => setAmbient(world, { intensity: -1 }), /intensity is -1/],
    ['clouds', () => setSky(world, { clouds: 2 }), /clouds is 2/],
    ['exposure', () => setExposure(world, -1), /exposure is -1/],
    [
      'fog',
      () => setFog(world, { near: { distance: 10, amount: 0.1 }, far: { distance: 5, amount: 0.5 } }),
      /distances are 10 and 5/,
    ],
    [
      'fog amounts',
      () => setFog(world, { near: { distance: 1, amount: 0.5 }, far: { distance: 5, amount: 0.1 } }),
      /amounts are 0.5 and 0.1/,
    ],
    ['pixel ratio', () => setPixelRatio(world, NaN), /ratio is NaN/],
  ])('refuses a bad %s by name', (_, call, message) => {
    expect(call).toThrow(message)
  })

  it('puts the sun where a compass says', () => {
    setSun(world, { elevation: 0, azimuth: 90 })
    const { sunDirection, fog } = renderState(world).environment
    expect(sunDirection[0]).toBeCloseTo(1, 6)
    setSun(world, { elevation: 0, azimuth: 180 })
    expect(sunDirection[2]).toBeCloseTo(1, 6)
    setSun(world, { elevation: 90, azimuth: 10 })
    expect(sunDirection[1]).toBeCloseTo(1, 6)
    // 10 % of haze at 150 m and 70 % at 900 m.
    const haze = (distance: number): number => 1 - Math.exp(-((distance / fog[0]!) ** fog[1]!))
    expect(haze(150)).toBeCloseTo(0.1, 5)
    expect(haze(900)).toBeCloseTo(0.7, 5)
  })
})

describe('drawn views', () => {
  function camera(): number {
    const view = spawn(world, Transform, View)
    runSystems()
    setPerspective(world, view, { fovY: 1, aspect: 1, near: 1, far: 100 })
    return view
  }

  function runSystems(): void {
    for (const system of renderSystems) system(world)
  }

  it('must be views, within the canvas', () => {
    const view = camera()
    expect(() => setRenderView(world, spawn(world))).toThrow(/not a view/)
    expect(() => setRenderView(world, view, { camera: 99 })).toThrow(/not a view/)
    expect(() => setRenderView(world, view, { rect: [0.5, 0, 0.6, 1] })).toThrow(/rect is 0.5, 0, 0.6, 1/)
    expect(renderState(world).views).toHaveLength(0)
    expect(() => removeRenderView(world, view)).toThrow(/is not drawn/)
    expect(() => setShadows(world, view, {})).toThrow(/is not drawn/)
  })

  it('refuse bad shadows by name and keep those they have', () => {
    const view = camera()
    setRenderView(world, view)
    setShadows(world, view, { cascades: 2 })
    expect(() => setShadows(world, view, { cascades: 5 })).toThrow(/cascades is 5/)
    expect(() => setShadows(world, view, { resolution: 10 })).toThrow(/resolution is 10/)
    expect(() => setShadows(world, view, { distance: NaN })).toThrow(/distance is NaN/)
    expect(() => setShadows(world, view, { split: 2 })).toThrow(/split is 2/)
    expect(renderState(world).views[0]!.shadows!.cascades).toHaveLength(2)
  })

  it('are forgotten when they are destroyed, with their light views', () => {
    const view = camera()
    const fly = camera()
    setRenderView(world, view, { camera: fly })
    setShadows(world, view, {})
    destroy(world, fly)
    expect(renderState(world).views[0]!.camera).toBe(view)
    const lights = renderState(world).views[0]!.shadows!.cascades.map((cascade) => cascade.view)
    destroy(world, lights[1]!)
    runSystems()
    expect(renderState(world).views[0]!.shadows).toBeUndefined()
    setShadows(world, view, {})
    destroy(world, view)
    runSystems()
    expect(renderState(world).views).toHaveLength(0)
    // All but the destroyed ones are free: new views get their place.
    for (let i = 0; i < 30; i++) setRenderView(world, camera())
  })
})
