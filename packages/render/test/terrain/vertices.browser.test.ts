/** Vertices as the shader computes them, read back: those that patches have in common are equal bit for bit. */
import {
  createPatchList,
  cullPatches,
  type PatchList,
  selectNodes,
  type TerrainTree,
  type TerrainTreeOptions,
} from '@sightline/terrain/quadtree'
import createREGL, { type DrawCommand, type DrawConfig } from 'regl'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../test/support/random.js'
import { createEnvironment } from '../../src/environment.js'
import { createGpu, type Gpu } from '../../src/gpu.js'
import { groundChunk } from '../../src/terrain/ground-chunk.js'
import { chunkDefines, placeUniforms } from '../../src/terrain/ground-commands.js'
import { writeGroundFrame } from '../../src/terrain/ground-frame.js'
import { createGroundGpu } from '../../src/terrain/ground-gpu.js'
import {
  addPatches,
  createPatchBuffer,
  type PatchBuffer,
  PatchLayout,
  patchPlace,
} from '../../src/terrain/patch-buffer.js'
import { createPatchMesh } from '../../src/terrain/patch-mesh.js'
import { stepsAt } from '../../src/terrain/patch-vertices.js'
import type { TerrainDrawing } from '../../src/terrain/terrain-drawing.js'
import { createCanvas } from '../support/pixels.js'
import { seededField } from './support/fields.js'
import { createGround } from './support/open-ground.js'

const SETTINGS: Record<string, TerrainTreeOptions & { size: number; geomorph?: boolean }> = {
  'neighbours one apart': { size: 257, levels: 4, patchesPerNode: 2 },
  'any difference': {
    size: 257,
    levels: 5,
    patchesPerNode: 1,
    maxLevelDifference: Infinity,
    splitDistance: 0.1,
  },
  'a field that fits no root, several quads a sample': {
    size: 60,
    levels: 4,
    patchesPerNode: 2,
    quadsPerSample: 4,
  },
  'levels flow into each other': { size: 257, levels: 4, patchesPerNode: 2, geomorph: true },
  'two levels apart, levels flow into each other, a field that fits no root': {
    size: 230,
    levels: 5,
    patchesPerNode: 1,
    maxLevelDifference: 2,
    splitDistance: 0.2,
    geomorph: true,
  },
  'several quads a sample, levels flow into each other': {
    size: 60,
    levels: 4,
    patchesPerNode: 2,
    quadsPerSample: 2,
    geomorph: true,
  },
}

const VERTEX = /* glsl */ `
precision highp float;
${groundChunk}
attribute float row;
uniform vec2 size;

void main() {
  vec2 slope;
  vPosition = placeGround(slope);
  float column = corner.y * (SIDE + 1.0) + corner.x;
  gl_Position = vec4((vec2(column, row) + 0.5) / size * 2.0 - 1.0, 0.0, 1.0);
  gl_PointSize = 1.0;
}
`

const FRAGMENT = /* glsl */ `
precision highp float;
varying vec3 vPosition;
void main() {
  gl_FragColor = vec4(vPosition, 1.0);
}
`

function openGpu(): Gpu {
  const extensions = ['ANGLE_instanced_arrays', 'OES_texture_float', 'WEBGL_color_buffer_float']
  const gl = createCanvas(16, 16).getContext('webgl')!
  return createGpu(createREGL({ gl, extensions }), createEnvironment(), false)
}

/** x, y, z relative to the origin and 1, for each vertex of each patch. */
function readVertices(drawing: TerrainDrawing, gpu: Gpu, patches: PatchBuffer): Float32Array {
  const { regl } = gpu
  const ground = createGroundGpu(drawing, gpu)
  const side = drawing.tree.grid.quadsPerPatch + 1
  const [width, height] = [side * side, patches.count]
  const color = regl.texture({ width, height, format: 'rgba', type: 'float' })
  const target = regl.framebuffer({ color, depth: false })
  const instances = regl.buffer(patches.floats.subarray(0, height * PatchLayout.words))
  const of = (offset: number, size: number) => ({
    buffer: instances,
    stride: PatchLayout.bytes,
    offset: offset * 4,
    divisor: 1,
    size,
  })
  const config = {
    vert: chunkDefines(drawing, ground) + VERTEX,
    frag: FRAGMENT,
    attributes: {
      corner: { buffer: ground.corners, size: 2 },
      placement: of(PatchLayout.placement, 4),
      snaps: of(PatchLayout.snaps, 4),
      shares: of(PatchLayout.shares, 4),
      row: { buffer: regl.buffer(Float32Array.from({ length: height }, (_, k) => k)), size: 1, divisor: 1 },
    },
    uniforms: { ...placeUniforms(drawing.frame, ground), size: [width, height] },
    primitive: 'points',
    count: side * side,
    instances: height,
    framebuffer: target,
    depth: { enable: false },
  }
  const draw = regl(config as unknown as DrawConfig) as DrawCommand
  draw()
  return regl.read({ framebuffer: target, data: new Float32Array(4 * width * height) })
}

type AllPatches = { patches: PatchBuffer; list: PatchList; fromPlace: Map<string, number> }

/** All patches for an eye, and where each of them stands in the list by its place. */
function packAll({ selection }: TerrainTree, eye: number[]): AllPatches {
  selectNodes(selection, Float64Array.of(...eye, 0), 1)
  const list = createPatchList()
  cullPatches(selection, { planes: new Float32Array(0), eye, maxDistance: Infinity, occlusion: null }, list)
  const patches = createPatchBuffer()
  addPatches(patches, list, eye, 0)
  const fromPlace = new Map<string, number>()
  for (let k = 0; k < list.count; k++)
    fromPlace.set(`${list.instances[4 * k]},${list.instances[4 * k + 1]}`, k)
  return { patches, list, fromPlace }
}

/** Low and high end of the box of packed patch `k`. */
function heightsOfBox({ patches, list, fromPlace }: AllPatches, k: number): [number, number] {
  const [x, z] = patches.floats.subarray(k * PatchLayout.words, k * PatchLayout.words + 2)
  const box = 6 * fromPlace.get(`${x},${z}`)!
  return [list.boxes[box + 1]!, list.boxes[box + 4]!]
}

describe.each(Object.entries(SETTINGS))('%s', (_, { size, geomorph, ...options }) => {
  it('common vertices are equal bit for bit, and stand on the ground, seed 9', () => {
    const place = { spacingX: 2.5, spacingZ: 3.1, originX: 12_345.6, originZ: -9_876.5 }
    const field = seededField(9, size, size - 11, place)
    const gpu = openGpu()
    const { drawing, tree } = createGround({ field, tree: options, ...(geomorph && { geomorph }) })
    const { grid } = tree
    const random = createRandom(9)
    const side = grid.quadsPerPatch + 1
    const at = new Float64Array(3)
    let [common, moved, scales] = [0, 0, 0]
    for (let pose = 0; pose < 4; pose++) {
      const eye = [
        place.originX + random() * size * 2.5,
        random() * 150,
        place.originZ + random() * size * 3.1,
      ]
      const all = packAll(tree, eye)
      const { patches } = all
      const origin = Float32Array.from(eye)
      writeGroundFrame(drawing.frame, tree, drawing.layers, origin, eye)
      const vertices = readVertices(drawing, gpu, patches)
      const bits = new Uint32Array(vertices.buffer)
      const first = new Map<number, number>()
      const seen = new Set<number>()
      for (let k = 0; k < patches.count; k++) {
        seen.add(patches.floats[k * PatchLayout.words + 2]!)
        const [low, high] = heightsOfBox(all, k)
        for (let v = 0; v < side * side; v++) {
          patchPlace(grid, patches.floats, k, v % side, Math.floor(v / side), at)
          const o = 4 * (k * side * side + v)
          expectNear(vertices[o]!, grid.originX + at[0]! * grid.quadSizeX - origin[0]!)
          expectNear(vertices[o + 2]!, grid.originZ + at[1]! * grid.quadSizeZ - origin[2]!)
          const height = field.heightOffset + field.heightScale * stepsAt(field, grid, at[0]!, at[1]!)
          if (!(vertices[o + 1]! + origin[1]! >= low - 1e-3 && vertices[o + 1]! + origin[1]! <= high + 1e-3))
            expect.fail(`${vertices[o + 1]! + origin[1]!} is outside its box, ${low} to ${high}`)
          const off = Math.abs(vertices[o + 1]! - (height - origin[1]!))
          if (off > 1e-3) moved++
          if (!geomorph) expectNear(vertices[o + 1]!, height - origin[1]!)
          const key = at[1]! * 2 ** 20 + at[0]!
          const known = first.get(key)
          if (known === undefined) first.set(key, o)
          else if (known !== o) {
            common++
            for (let i = 0; i < 3; i++) {
              if (bits[known + i] !== bits[o + i])
                expect([...vertices.subarray(o, o + 3)]).toEqual([...vertices.subarray(known, known + 3)])
            }
          }
        }
      }
      scales = Math.max(scales, seen.size)
    }
    expect(common).toBeGreaterThan(1000)
    expect(scales).toBeGreaterThan(1)
    expect(moved > 0).toBe(geomorph === true)
    gpu.regl.destroy()
  })
})

function expectNear(value: number, truth: number): void {
  if (!(Math.abs(value - truth) < 5e-4)) expect(value).toBeCloseTo(truth, 3)
}

describe('levels that flow into each other', () => {
  /** How far the drawn ground moves up or down anywhere, at most, while the eye goes on by two metres. */
  function worstJump(geomorph: boolean): number {
    const size = 257
    const field = seededField(9, size, size, { spacingX: 4 })
    const gpu = openGpu()
    const { drawing, tree } = createGround({ field, tree: { levels: 4, patchesPerNode: 2 }, geomorph })
    let before: Float32Array | undefined
    let [worst, changes, version] = [0, 0, 0]
    for (let step = 0; step < 110; step++) {
      const eye = [300 + step * 2, 60, 520]
      const { patches } = packAll(tree, eye)
      if (step > 0 && tree.selection.version !== version) changes++
      version = tree.selection.version
      writeGroundFrame(drawing.frame, tree, drawing.layers, Float32Array.from(eye), eye)
      const now = drawnHeights(tree, patches, readVertices(drawing, gpu, patches))
      if (before !== undefined)
        for (let i = 0; i < now.length; i++) worst = Math.max(worst, Math.abs(now[i]! - before[i]!))
      before = now
    }
    expect(changes).toBeGreaterThan(1)
    gpu.regl.destroy()
    return worst
  }

  it('do not jump when they change, seed 9', () => {
    expect(worstJump(false)).toBeGreaterThan(3)
    expect(worstJump(true)).toBeLessThan(0.5)
  })
})

/** The drawn height at every place of the finest grid, from the triangles over it. */
function drawnHeights({ grid }: TerrainTree, patches: PatchBuffer, vertices: Float32Array): Float32Array {
  const { quadsX, quadsPerPatch } = grid
  const { triangles } = createPatchMesh(quadsPerPatch)
  const side = quadsPerPatch + 1
  const heights = new Float32Array((quadsX + 1) * (grid.quadsZ + 1))
  const [a, b, c] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)]
  for (let k = 0; k < patches.count; k++) {
    for (let t = 0; t < triangles.length; t += 3) {
      const corners = [a, b, c].map((point, i) => {
        const v = triangles[t + i]!
        patchPlace(grid, patches.floats, k, v % side, Math.floor(v / side), point)
        return vertices[4 * (k * side * side + v) + 1]!
      }) as [number, number, number]
      fillTriangle(heights, quadsX + 1, a, b, c, corners)
    }
  }
  return heights
}

function fillTriangle(
  heights: Float32Array,
  columns: number,
  a: Float64Array,
  b: Float64Array,
  c: Float64Array,
  [ha, hb, hc]: [number, number, number],
): void {
  const [ax, az, bx, bz, cx, cz] = [a[0]!, a[1]!, b[0]!, b[1]!, c[0]!, c[1]!]
  const area = (bx - ax) * (cz - az) - (cx - ax) * (bz - az)
  if (area === 0) return
  for (let z = Math.min(az, bz, cz); z <= Math.max(az, bz, cz); z++) {
    for (let x = Math.min(ax, bx, cx); x <= Math.max(ax, bx, cx); x++) {
      const v = ((x - ax) * (cz - az) - (cx - ax) * (z - az)) / area
      const w = ((bx - ax) * (z - az) - (x - ax) * (bz - az)) / area
      if (v >= 0 && w >= 0 && v + w <= 1) heights[z * columns + x] = ha + v * (hb - ha) + w * (hc - ha)
    }
  }
}
