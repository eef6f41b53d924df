import type { Job, ViewOcclusion } from './occlusion-state.js'

/** Who works jobs off. Nothing here throws or waits, but for `wait` and its deadline. */
export type Runner = {
  /** 'worker' shares the memory, 'copies' sends the job there and back. */
  readonly kind: 'inline' | 'worker' | 'copies'
  /** Whether jobs for this view can be sent now. */
  isReady(view: ViewOcclusion): boolean
  /**
   * Hands a job over, whose block is written; the runner has it until `poll` says that it came back, or
   * `close`.
   */
  send(view: ViewOcclusion, job: Job): void
  /** All jobs of this frame have been sent. */
  flush(): void
  /** Whether the answer to a job has come. */
  poll(view: ViewOcclusion, job: Job): boolean
  /** The same, after waiting until `performance.now()` is `until` at most. */
  wait(view: ViewOcclusion, job: Job, until: number): boolean
  /** Looks after the worker: whether it still answers. Once a frame; `now` is `performance.now()`. */
  tend(now: number): void
  /** Forgets a view, whose memory may be used for another one from here on. */
  close(view: ViewOcclusion): void
  /** The worker takes so many milliseconds longer for each job from here on: see `slowOcclusion`. */
  slowDown(milliseconds: number): void
  /** `performance.now()` when there was no hope of a worker any more; Infinity while there is. */
  givenUpAt(): number
  dispose(): void
}
