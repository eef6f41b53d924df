/** What one terrain holds on the GPU of one context. */
import type { AttributeConfig, Buffer, Elements, Texture2D } from 'regl'
import type { Tally } from '../draw-runs.js'
import type { Gpu } from '../gpu.js'
import type { TextureData } from '../material.js'
import type { Shadows } from '../state.js'
import { type GroundKind, groundCommand, type PatchCommand, type PatchProps } from './ground-commands.js'
import { createHeightTexture, type HeightTexture } from './height-texture.js'
import { type PatchBuffer, PatchLayout, patchRange } from './patch-buffer.js'
import { createPatchMesh } from './patch-mesh.js'
import {
  beginVertices,
  createPatchVertices,
  type PatchVertices,
  patchSlot,
  VertexFloats,
} from './patch-vertices.js'
import type { TerrainDrawing } from './terrain-drawing.js'

export type GroundGpu = {
  readonly gpu: Gpu
  readonly corners: Buffer
  readonly triangles: Elements
  readonly lines: Elements
  readonly heights: HeightTexture
  /** Where shaders cannot read the heights. */
  readonly vertices: PatchVertices | undefined
  readonly layers: readonly Texture2D[]
  readonly control: Texture2D | undefined
  readonly instances: Buffer
  instanceBytes: number
  /** One for each draw of a pass, reused in the next. */
  readonly props: PatchProps[]
  readonly commands: Map<number, PatchCommand>
  /** Of mesh and layers. */
  readonly fixedBytes: number
  readonly triangleCount: number
}

/** Why vertices cannot read heights from a texture; empty where they can. */
export function whyNoTexture({ tree, vertexTextures }: TerrainDrawing, { regl }: Gpu): string {
  const { columns, rows } = tree.field
  const { maxTextureSize, maxVertexTextureUnits } = regl.limits
  if (!vertexTextures) return 'vertexTextures is false'
  if (maxVertexTextureUnits === 0) return 'this browser reads no textures at vertices'
  if (Math.max(columns, rows) <= maxTextureSize) return ''
  return `the field has ${columns} by ${rows} samples, textures here at most ${maxTextureSize} a side`
}

export function createGroundGpu(drawing: TerrainDrawing, gpu: Gpu): GroundGpu {
  const { regl } = gpu
  const { field, grid } = drawing.tree
  const atVertices = whyNoTexture(drawing, gpu) === ''
  const mesh = createPatchMesh(grid.quadsPerPatch)
  const { textures, control } = drawing.layers
  return {
    gpu,
    corners: regl.buffer(mesh.corners),
    triangles: regl.elements({ data: mesh.triangles, type: 'uint16', primitive: 'triangles' }),
    lines: regl.elements({ data: mesh.lines, type: 'uint16', primitive: 'lines' }),
    heights: createHeightTexture(regl, field, atVertices),
    vertices: atVertices ? undefined : createPatchVertices(regl, field, grid),
    layers: textures.map(({ width, height, pixels }) =>
      regl.texture({
        width,
        height,
        data: pixels,
        mag: 'linear',
        min: 'mipmap',
        mipmap: true,
        wrap: 'repeat',
      }),
    ),
    control:
      control &&
      regl.texture({
        width: control.width,
        height: control.height,
        data: control.pixels,
        mag: 'linear',
        min: 'linear',
      }),
    instances: regl.buffer({ length: 4, type: 'float', usage: 'dynamic' }),
    instanceBytes: 4,
    props: [],
    commands: new Map(),
    fixedBytes:
      mesh.corners.byteLength +
      mesh.triangles.byteLength +
      mesh.lines.byteLength +
      textures.reduce((sum, texture) => sum + mippedBytes(texture), control?.pixels.length ?? 0),
    triangleCount: mesh.triangles.length / 3,
  }
}

function mippedBytes({ pixels }: TextureData): number {
  return Math.round((pixels.length * 4) / 3)
}

/** Frees everything. */
export function destroyGroundGpu(ground: GroundGpu): void {
  const { corners, triangles, lines, heights, vertices, layers, control, instances } = ground
  const things = [
    corners,
    triangles,
    lines,
    heights.samples,
    heights.cells,
    vertices?.buffer,
    control,
    instances,
  ]
  for (const thing of [...things, ...layers]) thing?.destroy()
}

export function groundBytes({ fixedBytes, heights, instanceBytes, vertices }: GroundGpu): number {
  const ready = vertices === undefined ? 0 : vertices.used.length * vertices.scratch.byteLength
  return fixedBytes + heights.bytes + instanceBytes + ready
}

const sent = new Float64Array(1)

/** Draws packed patches: in one call, or a call each where vertices come ready. */
export function drawPatches(
  drawing: TerrainDrawing,
  ground: GroundGpu,
  patches: PatchBuffer,
  kind: GroundKind,
  shadows: Shadows | undefined,
  tally: Tally,
): void {
  const { count } = patches
  if (count === 0) return
  drawing.unreported += sendInstances(ground, patches)
  const { vertices, props } = ground
  const calls = vertices === undefined ? 1 : count
  while (props.length < calls) props.push(createProps(ground))
  if (vertices === undefined) props[0]!.instances = count
  else {
    sent[0] = 0
    beginVertices(vertices, count)
    for (let k = 0; k < count; k++) aimProps(props[k]!, k, patchSlot(vertices, patches, k, sent), vertices)
    drawing.unreported += sent[0]
    drawing.stats.heightBytes += sent[0]
  }
  const command = groundCommand(drawing, ground, kind, shadows)
  for (let k = 0; k < calls; k++) command(props[k]!)
  tally.drawCalls += calls
  tally.instances += count
  if (kind !== 'lines') tally.triangles += count * ground.triangleCount
}

function sendInstances(ground: GroundGpu, patches: PatchBuffer): number {
  const room = patches.floats.byteLength
  if (room > ground.instanceBytes) {
    ground.instances({ length: room, type: 'float', usage: 'dynamic' })
    ground.instanceBytes = room
  }
  const range = patchRange(patches)
  ground.instances.subdata(range, 0)
  return range.byteLength
}

function createProps({ instances, vertices }: GroundGpu): PatchProps {
  const buffer = instances
  const of = (offset: number, size: number): AttributeConfig => ({
    buffer,
    stride: PatchLayout.bytes,
    offset: offset * 4,
    divisor: 1,
    type: 'float',
    size,
  })
  const ready = (offset: number, size: number): AttributeConfig => ({
    buffer: vertices?.buffer ?? instances,
    stride: VertexFloats * 4,
    offset: offset * 4,
    type: 'float',
    size,
  })
  return {
    instances: 1,
    placement: of(PatchLayout.placement, 4),
    snaps: of(PatchLayout.snaps, 4),
    shares: of(PatchLayout.shares, 4),
    map: of(PatchLayout.map, 1),
    ground: ready(0, 3),
    rise: ready(3, 2),
  }
}

/** Points at packed patch `k` and the vertices in its slot. */
function aimProps(props: PatchProps, k: number, slot: number, { scratch }: PatchVertices): void {
  const at = k * PatchLayout.bytes
  props.placement.offset = at + PatchLayout.placement * 4
  props.map.offset = at + PatchLayout.map * 4
  props.ground.offset = slot * scratch.byteLength
  props.rise.offset = slot * scratch.byteLength + 3 * 4
}
