import { type Document, WebIO } from '@gltf-transform/core'
import { expectOptions } from '@sightline/core/checks'
import type { ClipData } from '../animation/clip.js'
import type { RigDetail, SkinJoint } from '../animation/rig.js'
import type { JointData } from '../animation/skeleton.js'
import type { MaterialSettings } from '../material.js'
import type { MeshData } from '../mesh.js'
import { type ClipAdditions, readClips } from './clips.js'
import { type ImageDecoder, readColors } from './colors.js'
import { decodeImage } from './decode-image.js'
import { readJoints } from './nodes.js'
import { findMorphs, readShape } from './shape.js'

/** How a glTF model is read. */
export type ModelOptions = {
  /** Metres of one unit of the file. Default 1. */
  readonly scale?: number
  /** Radians by which the model is turned about y, so that it looks where the game's things do. Default 0. */
  readonly turn?: number
  /** Which nodes with a mesh are drawn, by name: leave out the weapons that nobody holds. Default all. */
  readonly shown?: (node: string) => boolean
  /** Of which materials, by name, an instance's tint multiplies the colour. Default none. */
  readonly tinted?: (material: string) => boolean
  /** Names of nodes that become joints though they move nothing, to hang things on. Default none. */
  readonly keep?: readonly string[]
  /** What the file cannot say of its clips: events, whether they loop, root motion. */
  readonly clips?: ClipAdditions
  /** Name of the node whose way along x and z moves the entity, in all clips. Default: none. */
  readonly rootMotion?: string
  readonly detail?: RigDetail
  readonly bounds?: 'clips' | 'envelope'
  /** Decodes textures. Default: the browser does; without one models keep their base colours alone. */
  readonly decode?: ImageDecoder
}

/** A model as `createModel` takes it: plain data, the same in Node and in a browser. */
export type ModelData = {
  readonly joints: readonly JointData[]
  readonly skin: readonly SkinJoint[]
  readonly clips: readonly ClipData[]
  readonly mesh: MeshData
  readonly material: MaterialSettings
  readonly detail: RigDetail
  readonly bounds: 'clips' | 'envelope'
  /** What of the file could not be kept, in words. */
  readonly warnings: readonly string[]
}

const KNOWN: Readonly<Record<keyof ModelOptions, true>> = {
  scale: true,
  turn: true,
  shown: true,
  tinted: true,
  keep: true,
  clips: true,
  rootMotion: true,
  detail: true,
  bounds: true,
  decode: true,
}

/**
 * Reads a binary glTF file: all its meshes become one, moved by one skeleton of its nodes, skinned or not;
 * its animations become clips. A file without animations gets one clip, in which it rests. Throws a
 * `RangeError` or `TypeError` that names the option, and what glTF-Transform throws for a file that is none.
 */
export async function readModel(
  file: Uint8Array<ArrayBuffer>,
  options: ModelOptions = {},
): Promise<ModelData> {
  return readDocument(await new WebIO().readBinary(file), options)
}

/** The same for a document that glTF-Transform has read already, as from a `.gltf` with its files. */
export async function readDocument(document: Document, options: ModelOptions = {}): Promise<ModelData> {
  expectOptions('readModel', options, KNOWN)
  const { scale = 1, turn = 0, shown = () => true, tinted = () => false, keep = [] } = options
  if (!(scale > 0 && scale < Infinity)) {
    throw new RangeError(`readModel: scale is ${scale}, expected a finite number above 0`)
  }
  if (!Number.isFinite(turn)) throw new RangeError(`readModel: turn is ${turn}, expected finite radians`)
  const warnings: string[] = []
  const tree = readJoints(document, { scale, turn }, keep)
  const morphs = findMorphs(document, warnings)
  const colors = await readColors(document, options.decode ?? decodeImage, tinted, warnings)
  const { mesh, skin } = readShape(tree, morphs, shown, colors.of, warnings)
  const clips = readClips(document, tree, morphs, options.clips ?? {}, warnings)
  for (const name of Object.keys(options.clips ?? {})) {
    if (clips.some((clip) => clip.name === name)) continue
    const names = clips.map((clip) => clip.name).join(', ')
    throw new RangeError(`readModel: clips.${name} is not in the file, expected one of ${names}`)
  }
  const { texture, cutout, doubleSided } = colors
  return {
    joints: tree.joints,
    skin,
    clips: withRoot(
      clips.length > 0 ? clips : [{ name: 'rest', tracks: [], duration: 1 }],
      tree.joints,
      options,
    ),
    mesh,
    material: {
      kind: cutout ? 'alpha-test' : 'opaque',
      doubleSided,
      ...(texture === undefined ? {} : { texture }),
    },
    detail: options.detail ?? {},
    bounds: options.bounds ?? 'clips',
    warnings,
  }
}

function withRoot(clips: ClipData[], joints: readonly JointData[], { rootMotion }: ModelOptions): ClipData[] {
  if (rootMotion === undefined) return clips
  const joint = joints.findIndex(({ name }) => name === rootMotion)
  if (joint < 0) {
    const names = joints.map(({ name }) => name).join(', ')
    throw new RangeError(`readModel: rootMotion is "${rootMotion}", expected one of ${names}`)
  }
  return clips.map((clip) => ({ rootMotion: joint, ...clip }))
}
