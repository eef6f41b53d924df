/** Works a job off: the one piece of code that all modes share. Runs on either thread. */
import { type BeginOcclusionOptions, beginOcclusion } from '../occlusion/begin-occlusion.js'
import { drawHeads, type OcclusionBuffer } from '../occlusion/occlusion-buffer.js'
import { testListed } from '../occlusion/test-boxes.js'
import {
  DRAWN_COUNT,
  EROSION_AT,
  FLAGS,
  GUARD_AT,
  HEAD_COUNT,
  HIDDEN_COUNT,
  type JobBlock,
  JobFlag,
  JobStatus,
  LIVE_COUNT,
  ROW_COUNT,
  STATUS,
  TIME_AT,
} from './job.js'

const options: Required<Omit<BeginOcclusionOptions, 'reversed'>> & { reversed: boolean } = {
  clipDepth: 'minus-one-to-one',
  erosion: 0,
  guardBand: 1,
  outside: 'inside',
  reversed: false,
}

/**
 * Draws the job's occluders and tests its boxes; `worldBoxes` are the rows of `WorldBounds`. A view that the
 * buffer can't show (an oblique near plane) is refused: nothing is hidden then. Never throws.
 */
export function runJob(buffer: OcclusionBuffer, job: JobBlock, worldBoxes: Float32Array): void {
  const start = performance.now()
  const { header, numbers } = job
  header[STATUS] = begin(buffer, job) ? JobStatus.done : JobStatus.refused
  header[HIDDEN_COUNT] = 0
  header[DRAWN_COUNT] = 0
  if (header[STATUS] === JobStatus.done) {
    header[DRAWN_COUNT] = drawHeads(buffer, job.heads, job.headIds, header[HEAD_COUNT]!)
    const live = header[LIVE_COUNT]!
    const hidden = testListed(buffer, worldBoxes, job.ids, 0, live, job.results)
    header[HIDDEN_COUNT] =
      hidden + testListed(buffer, job.rows, job.ids, live, header[ROW_COUNT]!, job.results)
  }
  numbers[TIME_AT] = performance.now() - start
}

function begin(buffer: OcclusionBuffer, { header, numbers, matrix }: JobBlock): boolean {
  const flags = header[FLAGS]!
  options.clipDepth = (flags & JobFlag.zeroToOne) !== 0 ? 'zero-to-one' : 'minus-one-to-one'
  options.outside = (flags & JobFlag.whole) !== 0 ? 'whole' : 'inside'
  options.reversed = (flags & JobFlag.reversed) !== 0
  options.erosion = numbers[EROSION_AT]!
  options.guardBand = numbers[GUARD_AT]!
  try {
    beginOcclusion(buffer, matrix, options)
    return true
  } catch {
    return false
  }
}
