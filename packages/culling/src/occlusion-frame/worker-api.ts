/** What the page says to the occlusion worker through Comlink: all but the jobs of shared memory. */
import type { JobRoom } from './job.js'

/** Where the occlusion of a view lies in the memory that both threads see. */
export type SharedView = {
  readonly width: number
  readonly height: number
  readonly room: JobRoom
  /** Byte offsets of the two jobs and of the buffer. */
  readonly jobs: readonly [number, number]
  readonly bufferAt: number
}

/** What a worker without shared memory is to make for a view. */
export type CopiedView = { readonly width: number; readonly height: number; readonly room: JobRoom }

export type OcclusionWorkerApi = {
  /** Compiles the kernels. `kernels`: as in `OcclusionBufferOptions`. */
  start(kernels: 'auto' | 'typescript'): Promise<void>
  /** `mailbox` is a byte offset, `worldBoxes` that of the `rows` rows of `WorldBounds`. */
  share(memory: WebAssembly.Memory, mailbox: number, worldBoxes: number, rows: number): void
  openShared(place: number, view: SharedView): void
  openCopied(place: number, view: CopiedView): void
  close(place: number): void
  /** Serves the mailbox until it is called away; then it resolves. */
  serve(): void
  /** Milliseconds to idle after each job: for trying out what a slow machine does. */
  slowDown(milliseconds: number): void
  /**
   * Works off a job that lies in `bytes`, whose records were written for a block at byte offset `at`; gives
   * `bytes` back.
   */
  run(place: number, bytes: ArrayBuffer, at: number): ArrayBuffer
}
