/** Starting a picture. */
import { expectNumber, expectOptions, quoted } from '@sightline/core/checks'
import { bestOcclusionKernels, occlusionTwins } from './kernels/loader.js'
import { expectBegun, expectBuffer, type OcclusionBuffer } from './occlusion-buffer.js'
import { analyseView, type OcclusionClipDepth } from './occlusion-view.js'
import { writeView } from './view-constants.js'

export type BeginOcclusionOptions = {
  /** Range of depth that the matrix maps to. Default 'minus-one-to-one'. */
  clipDepth?: OcclusionClipDepth
  /**
   * Metres by which every occluder is shrunk. What is hidden then stays hidden while the eye and the box each move by up to that much
   * and the view turns. Default 0.
   */
  erosion?: number
  /** How much wider than the view the picture is, as a factor on the tangents, for turns between two answers. 1 to 4, default 1. */
  guardBand?: number
  /**
   * What counts of a box that is only partly in the picture: 'inside', the part that is; or 'whole', and then it is visible, as what
   * is outside is not known. Default 'inside' without erosion, 'whole' with it: the answer is meant for a later eye then.
   */
  outside?: 'inside' | 'whole'
  /** Only for orthographic matrices with reversed depth, or that show a mirror image: whether the near plane has the larger depth. */
  reversed?: boolean
}

const NO_OPTIONS: BeginOcclusionOptions = {}
const KNOWN_OPTIONS: Record<keyof BeginOcclusionOptions, true> = {
  clipDepth: true,
  erosion: true,
  guardBand: true,
  outside: true,
  reversed: true,
}

/**
 * Starts a new picture: empties the buffer and takes the view, projection times view, column-major as in gl-matrix. Far from the
 * origin give a `Float64Array`, as a float32 matrix knows the eye no better than to 2⁻²⁴ of its distance.
 *
 * Perspective (also off-centre, endless, reversed) and orthographic matrices are told apart by their numbers.
 * Throws a `RangeError` or `TypeError` that names the field; the buffer is then as it was.
 */
export function beginOcclusion(
  b: OcclusionBuffer,
  viewProjection: Float32Array | Float64Array,
  options: BeginOcclusionOptions = NO_OPTIONS,
): void {
  expectBuffer(b, 'beginOcclusion')
  expectOptions('beginOcclusion', options, KNOWN_OPTIONS)
  if (typeof viewProjection !== 'object' || viewProjection === null) {
    throw new TypeError(
      `beginOcclusion: viewProjection is ${quoted(viewProjection)}, expected a matrix of 16 numbers`,
    )
  }
  const { clipDepth = 'minus-one-to-one', erosion = 0, guardBand = 1, outside, reversed } = options
  if (clipDepth !== 'minus-one-to-one' && clipDepth !== 'zero-to-one') {
    throw new RangeError(
      `beginOcclusion: clipDepth is ${quoted(clipDepth)}, expected 'minus-one-to-one' or 'zero-to-one'`,
    )
  }
  expectNumber('beginOcclusion', 'erosion', erosion)
  if (!(erosion >= 0 && erosion < 1e6)) {
    throw new RangeError(`beginOcclusion: erosion is ${erosion}, expected metres from 0 to below 1e6`)
  }
  expectNumber('beginOcclusion', 'guardBand', guardBand)
  if (!(guardBand >= 1 && guardBand <= 4)) {
    throw new RangeError(`beginOcclusion: guardBand is ${guardBand}, expected a factor from 1 to 4`)
  }
  if (outside !== undefined && outside !== 'inside' && outside !== 'whole') {
    throw new RangeError(`beginOcclusion: outside is ${quoted(outside)}, expected 'inside' or 'whole'`)
  }
  if (reversed !== undefined && typeof reversed !== 'boolean') {
    throw new TypeError(`beginOcclusion: reversed is ${quoted(reversed)}, expected true or false`)
  }
  input.width = b.width
  input.height = b.height
  input.clipDepth = clipDepth
  input.guardBand = guardBand
  input.reversed = reversed
  analyseView(viewProjection, input, b.nextView, 'beginOcclusion')

  const before = b.view
  b.view = b.nextView
  b.nextView = before
  b.erosion = erosion
  writeView(b.memory, b.state, b.view, erosion, outside === undefined ? erosion > 0 : outside === 'whole')
  b.kernels = b.forcedKind === 'typescript' ? occlusionTwins(b.arena) : bestOcclusionKernels(b.arena)
  b.begun = true
  clearOcclusion(b)
}

const input: {
  width: number
  height: number
  clipDepth: OcclusionClipDepth
  guardBand: number
  reversed: boolean | undefined
} = { width: 0, height: 0, clipDepth: 'minus-one-to-one', guardBand: 1, reversed: undefined }

/** Empties the picture and its counts; the view stays. */
export function clearOcclusion(b: OcclusionBuffer): void {
  expectBegun(b, 'clearOcclusion')
  b.kernels.clear(b.state)
  b.stale = true
  b.queued = 0
  const { stats } = b
  stats.occluders = 0
  stats.drawn = 0
  stats.boxesTested = 0
  stats.boxesHidden = 0
}
