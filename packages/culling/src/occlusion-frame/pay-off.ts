/** Whether occlusion pays in a view: what it costs this thread against what it takes out, smoothed. */

export type PayOff = {
  on: boolean
  /** Milliseconds a frame, and entities hidden a frame: smoothed. */
  cost: number
  hidden: number
  /** Frames of either kind in a row since the last change. */
  frames: number
  /** Frames to wait for the next probe; doubles while probes fail. */
  pause: number
}

/** Frames over which is smoothed, and before a verdict. */
const WINDOW = 30
/** Frames of one probe: the first answers of a worker need some. */
const PROBE = 20
const SHORTEST_PAUSE = 60
const LONGEST_PAUSE = 600
/** Once off, it must be worth so much more than it costs to come back, so that it does not flicker. */
const MARGIN = 1.3

export function createPayOff(): PayOff {
  return { on: true, cost: 0.5, hidden: 0.5, frames: 0, pause: SHORTEST_PAUSE }
}

export function resetPayOff(payOff: PayOff): void {
  payOff.on = true
  payOff.cost = 0
  payOff.hidden = 0
  payOff.frames = 0
  payOff.pause = SHORTEST_PAUSE
}

/** Whether the view is to ask in this frame: it pays, or it is time to try. */
export function wantsOcclusion(payOff: PayOff): boolean {
  return payOff.on || payOff.frames >= payOff.pause
}

/**
 * Takes in a frame: milliseconds it cost, entities it took out, and what one of those is worth, in
 * microseconds. Answers whether the verdict changed.
 */
export function weigh(payOff: PayOff, cost: number, hidden: number, worth: number): boolean {
  const asked = wantsOcclusion(payOff)
  payOff.frames++
  if (!asked) return false
  const share = Math.max(1 / WINDOW, 1 / payOff.frames)
  const probing = !payOff.on
  if (probing && payOff.frames === payOff.pause + 1) {
    payOff.cost = cost
    payOff.hidden = hidden
  } else {
    payOff.cost += (cost - payOff.cost) * share
    payOff.hidden += (hidden - payOff.hidden) * share
  }
  const saves = (payOff.hidden * worth) / 1000
  if (probing) {
    if (payOff.frames < payOff.pause + PROBE) return false
    payOff.frames = 0
    if (saves < payOff.cost * MARGIN) {
      payOff.pause = Math.min(2 * payOff.pause, LONGEST_PAUSE)
      return false
    }
    payOff.on = true
    payOff.pause = SHORTEST_PAUSE
    return true
  }
  if (payOff.frames < WINDOW || saves >= payOff.cost) return false
  payOff.on = false
  payOff.frames = 0
  return true
}
