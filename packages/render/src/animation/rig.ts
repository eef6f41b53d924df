import { withDefaults } from '../with-defaults.js'
import type { Playable } from './advance.js'
import { type Clip, type ClipData, createClip, MAX_MORPHS } from './clip.js'
import { boundClip, boundMixes, type ClipBounds, growBox, uniteBounds } from './clip-bounds.js'
import { mainJoints } from './detail.js'
import { addInfluences, createInfluences, type Influences, type SkinnedShape } from './influence.js'
import { createMatrices } from './model-matrices.js'
import { createPosePool, MAX_PALETTE, type PosePool } from './pose-store.js'
import { createSkeleton, type JointData, type Skeleton } from './skeleton.js'

/** A joint that moves vertices: an entry of the palette that a mesh's `skin.joints` refer to. */
export type SkinJoint = {
  /** Number of the joint in the skeleton. */
  readonly joint: number
  /** From the mesh's space to the joint's, 16 numbers column by column. Default: they are the same. */
  readonly inverseBind?: ArrayLike<number>
}

/** How much is worked out of a pose, by the distance to the nearest eye, in metres. */
export type RigDetail = {
  /** From here on only main joints move. Default 25. */
  readonly reduced?: number
  /** From here on entities share poses that were worked out when the rig was made. Default 60. */
  readonly shared?: number
  /** Shared poses a second of each clip, 1 to 60; what is drawn is mixed of two. Default 15. */
  readonly sharedRate?: number
}

/** A model that can be animated, as a loader or a game gives it. */
export type RigData = {
  readonly joints: readonly JointData[]
  /** 1 to 256. */
  readonly skin: readonly SkinJoint[]
  /** At least one. */
  readonly clips: readonly ClipData[]
  /** The meshes it moves, all levels of detail: what bounds are computed of. */
  readonly shapes: readonly SkinnedShape[]
  readonly detail?: RigDetail
  /**
   * What bounds follow. 'clips': what the entity plays now. 'envelope': one box for everything that it can
   * play, which never changes. Default 'clips'.
   */
  readonly bounds?: 'clips' | 'envelope'
}

/** A rig as it is kept. */
export type Rig = Playable & {
  readonly skeleton: Skeleton
  readonly palette: Uint16Array
  /** `MATRIX_FLOATS` a palette entry. */
  readonly inverseBinds: Float32Array
  readonly clips: readonly Clip[]
  readonly clipBounds: readonly ClipBounds[]
  readonly influences: Influences
  /** Joints that the reduced level of detail samples. */
  readonly mask: Uint8Array
  readonly detail: Required<RigDetail>
  /** The box of everything; undefined: bounds follow the clips. */
  readonly envelope: ClipBounds | undefined
  /** Bounds of mixes by the clips in them. */
  readonly mixes: Map<number, ClipBounds>
  readonly pool: PosePool
  /** First texels of each clip's shared poses; empty until they are worked out. */
  readonly shared: Uint32Array[]
  /** Room to work out one pose. */
  readonly scratch: {
    readonly pose: Float32Array
    readonly other: Float32Array
    readonly matrices: Float32Array
  }
}

/** What `createRig` takes for what is not given. */
export const RIG_DETAIL_DEFAULTS: Required<RigDetail> = { reduced: 25, shared: 60, sharedRate: 15 }

/** Clips of a rig: three numbers of them fit into a key. */
export const MAX_CLIPS = 1023

/**
 * Packs a rig. `nameOf` numbers the names of events. `unposed`: its meshes may also be drawn as they were
 * modelled. Throws a `RangeError` or `TypeError` that names the field.
 */
export function packRig(
  data: RigData,
  owner: number,
  nameOf: (name: string) => number,
  unposed = false,
): Rig {
  const { bounds = 'clips' } = data
  if (bounds !== 'clips' && bounds !== 'envelope') {
    throw new TypeError(`createRig: bounds is "${bounds}", expected "clips" or "envelope"`)
  }
  if (data.clips.length < 1 || data.clips.length > MAX_CLIPS) {
    throw new RangeError(`createRig: ${data.clips.length} clips given, expected 1 to ${MAX_CLIPS}`)
  }
  const detail = readDetail(data.detail)
  const skeleton = createSkeleton(data.joints)
  const { palette, inverseBinds } = packSkin(data.skin, skeleton)
  const clips = data.clips.map((clip) => createClip(skeleton, clip))
  const influences = createInfluences(palette)
  const [least, most] = morphRange(clips)
  data.shapes.forEach((shape, i) => {
    checkShape(shape, palette.length, i)
    addInfluences(influences, shape, inverseBinds, least, most)
  })
  const mask = mainJoints(skeleton, influences)
  const clipBounds = clips.map((clip) => boundClip(skeleton, clip, influences, [undefined, mask]))
  if (unposed)
    for (const { box } of clipBounds) for (const { positions } of data.shapes) growBox(box, positions)
  return {
    skeleton,
    palette,
    inverseBinds,
    clips,
    eventNames: clips.map(({ events }) => Uint16Array.from(events, ({ name }) => nameOf(name))),
    clipBounds,
    influences,
    mask,
    detail,
    envelope:
      bounds === 'clips' ? undefined : uniteBounds([...clipBounds, boundMixes(skeleton, clips, influences)]),
    mixes: new Map(),
    pool: createPosePool(owner, palette.length),
    shared: [],
    scratch: {
      pose: skeleton.rest.slice(),
      other: skeleton.rest.slice(),
      matrices: createMatrices(skeleton.count),
    },
  }
}

/** Number of a clip by its name or number. Throws a `RangeError` that begins with `caller`. */
export function clipNumber({ clips }: Rig, clip: string | number, caller: string): number {
  const number = typeof clip === 'number' ? clip : clips.findIndex(({ name }) => name === clip)
  if (Number.isInteger(number) && number >= 0 && number < clips.length) return number
  const names = clips.map(({ name }) => name).join(', ')
  throw new RangeError(`${caller}: clip is ${JSON.stringify(clip)}, expected one of ${names}`)
}

/** The bounds of everything that mixes of these clips can be; worked out once for each set. */
export function mixBounds(rig: Rig, a: number, b: number, c: number): ClipBounds {
  const low = Math.min(a, b, c)
  const high = Math.max(a, b, c)
  const key = (low * 1024 + (a + b + c - low - high)) * 1024 + high
  return rig.mixes.get(key) ?? addMix(rig, key, new Set([a, b, c]))
}

/** Apart, since a function that holds a closure makes an object in every call. */
function addMix(rig: Rig, key: number, numbers: ReadonlySet<number>): ClipBounds {
  const clips = [...numbers].map((number) => rig.clips[number]!)
  const made = boundMixes(rig.skeleton, clips, rig.influences)
  rig.mixes.set(key, made)
  return made
}

function readDetail(given: RigDetail = {}): Required<RigDetail> {
  const detail = withDefaults<Required<RigDetail>>(given, RIG_DETAIL_DEFAULTS)
  for (const field of ['reduced', 'shared'] as const) {
    if (!(detail[field] >= 0))
      throw new RangeError(`createRig: detail.${field} is ${detail[field]}, expected 0 or more`)
  }
  if (!(detail.sharedRate >= 1 && detail.sharedRate <= 60)) {
    throw new RangeError(`createRig: detail.sharedRate is ${detail.sharedRate}, expected 1 to 60`)
  }
  return detail
}

function packSkin(
  skin: readonly SkinJoint[],
  skeleton: Skeleton,
): { palette: Uint16Array; inverseBinds: Float32Array } {
  if (skin.length < 1 || skin.length > MAX_PALETTE) {
    throw new RangeError(`createRig: skin has ${skin.length} joints, expected 1 to ${MAX_PALETTE}`)
  }
  const palette = new Uint16Array(skin.length)
  const inverseBinds = new Float32Array(skin.length * 12)
  skin.forEach(({ joint, inverseBind = IDENTITY }, i) => {
    if (!(Number.isInteger(joint) && joint >= 0 && joint < skeleton.count)) {
      throw new RangeError(`createRig: skin[${i}].joint is ${joint}, expected 0 to ${skeleton.count - 1}`)
    }
    if (inverseBind.length !== 16) {
      throw new RangeError(`createRig: skin[${i}].inverseBind has ${inverseBind.length} numbers, expected 16`)
    }
    palette[i] = joint
    for (let row = 0; row < 3; row++) {
      for (let k = 0; k < 4; k++) inverseBinds[i * 12 + row * 4 + k] = inverseBind[k * 4 + row]!
    }
  })
  return { palette, inverseBinds }
}

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

function checkShape(
  { positions, joints, weights, morphs = [] }: SkinnedShape,
  palette: number,
  i: number,
): void {
  const expected = (positions.length / 3) * 4
  if (joints.length !== expected || weights.length !== expected) {
    throw new RangeError(
      `createRig: shapes[${i}] has ${joints.length} joints and ${weights.length} weights, expected ${expected} each`,
    )
  }
  joints.forEach((entry, at) => {
    if (entry >= palette && weights[at]! > 0) {
      throw new RangeError(`createRig: shapes[${i}].joints[${at}] is ${entry}, expected below ${palette}`)
    }
  })
  if (morphs.length > MAX_MORPHS) {
    throw new RangeError(
      `createRig: shapes[${i}] has ${morphs.length} morphs, expected ${MAX_MORPHS} at most`,
    )
  }
}

/** Least and most weight of each morph target over all clips; 0 is always among them. */
function morphRange(clips: readonly Clip[]): [Float32Array, Float32Array] {
  const least = new Float32Array(MAX_MORPHS)
  const most = new Float32Array(MAX_MORPHS)
  for (const { morphs } of clips) {
    morphs?.values.forEach((value, i) => {
      least[i % MAX_MORPHS] = Math.min(least[i % MAX_MORPHS]!, value)
      most[i % MAX_MORPHS] = Math.max(most[i % MAX_MORPHS]!, value)
    })
  }
  return [least, most]
}
