/** Labels that might be shown in one frame of one view: dense rows, reused by every view. */
import { roomFor } from '../growth.js'

export type Labels = {
  ids: Uint32Array
  /** Left, top, right, bottom: drawing pixels from the upper left corner of the view. Four a label. */
  rects: Float32Array
  /** Drawing pixels for each CSS pixel of the label. */
  scales: Float32Array
  /** Significance as the bits of a float that is 0 or more: they are in the same order. */
  significance: Float32Array
  keys: Uint32Array
  /** Rows, the most significant first. */
  order: Uint32Array
  spare: Uint32Array
  count: number
}

export function createLabels(): Labels {
  const significance = new Float32Array(0)
  return {
    ids: new Uint32Array(0),
    rects: new Float32Array(0),
    scales: new Float32Array(0),
    significance,
    keys: new Uint32Array(significance.buffer),
    order: new Uint32Array(0),
    spare: new Uint32Array(0),
    count: 0,
  }
}

/** Makes room for `wanted` labels and forgets those that were there. */
export function beginLabels(labels: Labels, wanted: number): void {
  labels.count = 0
  if (wanted <= labels.ids.length) return
  const room = roomFor(wanted, labels.ids.length)
  labels.ids = new Uint32Array(room)
  labels.rects = new Float32Array(room * 4)
  labels.scales = new Float32Array(room)
  labels.significance = new Float32Array(room)
  labels.keys = new Uint32Array(labels.significance.buffer)
  labels.order = new Uint32Array(room)
  labels.spare = new Uint32Array(room)
}
