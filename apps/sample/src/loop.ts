import { runSystems, type World } from '@sightline/core'
import { frame } from './frame.js'

/** Runs the frame, again and again or when asked, and measures what it costs. */
export type Loop = {
  /** Milliseconds between pictures, eased: what a frame costs, but no less than the screen's own pace. */
  interval: number
  /** Milliseconds of the main thread in a frame, eased. */
  work: number
  /** Goes on with every picture of the screen until `stop`. */
  start(): void
  stop(): void
  /** Runs that many frames at once. */
  step(count: number): void
  /** Forgets what was measured: something else is drawn now. */
  measureAnew(): void
}

const EASE = 0.1
/** The first frames after a change are not like those that follow: buffers grow. */
const SETTLE = 3
/** A page that was hidden has not drawn slowly. */
const LONGEST = 5000

/**
 * `afterFrame` hears of each frame. With `waitFor` each frame waits until that canvas is drawn: where the processor does
 * the work of a GPU, frames would otherwise pile up, and keys would be felt seconds later.
 */
export function createLoop(
  world: World,
  waitFor: HTMLCanvasElement | null,
  afterFrame: (loop: Loop) => void,
): Loop {
  const gl = waitFor?.getContext('webgl') ?? null
  const pixel = new Uint8Array(4)
  let last = 0
  let seen = 0
  let request = 0

  function runFrame(now: number): void {
    const start = performance.now()
    runSystems(world, frame)
    const work = performance.now() - start
    // Reading a pixel is the one way of WebGL 1 to wait.
    gl?.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel)
    const interval = now - last
    last = now
    if (++seen > SETTLE && interval < LONGEST) {
      loop.work = ease(loop.work, work)
      loop.interval = ease(loop.interval, interval)
    }
    afterFrame(loop)
  }

  const loop: Loop = {
    interval: 0,
    work: 0,
    start() {
      cancelAnimationFrame(request)
      request = requestAnimationFrame(function next(now) {
        request = requestAnimationFrame(next)
        runFrame(now)
      })
    },
    stop() {
      cancelAnimationFrame(request)
    },
    step(count) {
      for (let i = 0; i < count; i++) runFrame(performance.now())
    },
    measureAnew() {
      seen = 0
      loop.work = 0
      loop.interval = 0
    },
  }
  return loop
}

function ease(before: number, value: number): number {
  return before === 0 ? value : before + (value - before) * EASE
}
