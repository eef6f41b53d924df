/**
 * The worker: the same jobs as on the page's own thread. Started by `worker-runner.ts` and
 * `copies-runner.ts`.
 */
import { type Arena, adoptArena, allocate, createArena } from '@sightline/core/memory'
import { expose, transfer } from 'comlink'
import { createOcclusionBuffer, type OcclusionBuffer, occlusionBytes } from '../occlusion/occlusion-buffer.js'
import { loadKernels } from '../spatial/octree-load.js'
import { JOB_NUMBER, type JobBlock, jobBlock, jobBytes } from './job.js'
import { MAILBOX_WORDS, noteRead, serveMailbox } from './mailbox.js'
import { moveRecords } from './move-records.js'
import { runJob } from './run-job.js'
import type { OcclusionWorkerApi } from './worker-api.js'

type OpenView = {
  readonly buffer: OcclusionBuffer
  readonly jobs: readonly JobBlock[]
  readonly arena: Arena
}

const views = new Map<number, OpenView>()
let kernels: 'auto' | 'typescript' = 'auto'
let memory: WebAssembly.Memory | null = null
let mailbox = new Int32Array(0)
let worldBoxes = new Float32Array(0)
let pause = 0

function runNumber(place: number, number: number): void {
  const view = views.get(place)
  const job = view?.jobs.find(({ header }) => header[JOB_NUMBER] === number)
  if (view !== undefined && job !== undefined) runJob(view.buffer, job, worldBoxes)
  idle()
}

/** Real work would not help: it is a slow machine that is played. */
function idle(): void {
  const until = performance.now() + pause
  while (performance.now() < until);
}

const api: OcclusionWorkerApi = {
  async start(kind) {
    kernels = kind
    if (kind === 'auto') await loadKernels()
  },
  share(shared, mailboxAt, worldBoxesAt, rows) {
    memory = shared
    mailbox = new Int32Array(shared.buffer, mailboxAt, MAILBOX_WORDS)
    worldBoxes = new Float32Array(shared.buffer, worldBoxesAt, 8 * rows)
  },
  openShared(place, { width, height, room, jobs, bufferAt }) {
    const arena = adoptArena(memory!, bufferAt)
    const buffer = createOcclusionBuffer({ width, height, kernels, arena })
    views.set(place, { buffer, arena, jobs: jobs.map((at) => jobBlock(arena, at, room)) })
    noteRead(mailbox)
  },
  openCopied(place, { width, height, room }) {
    const arena = createArena(jobBytes(room) + occlusionBytes(width, height) + 64)
    const job = jobBlock(arena, allocate(arena, jobBytes(room)), room)
    views.set(place, { buffer: createOcclusionBuffer({ width, height, kernels, arena }), arena, jobs: [job] })
  },
  close(place) {
    views.delete(place)
  },
  serve() {
    serveMailbox(mailbox, runNumber)
  },
  slowDown(milliseconds) {
    pause = milliseconds
    if (mailbox.length > 0) noteRead(mailbox)
  },
  run(place, bytes, at) {
    const view = views.get(place)
    const job = view?.jobs[0]
    if (view !== undefined && job !== undefined) {
      view.arena.u8.set(new Uint8Array(bytes), job.at)
      moveRecords(view.arena, job, job.at - at)
      runJob(view.buffer, job, worldBoxes)
      new Uint8Array(bytes).set(view.arena.u8.subarray(job.at, job.at + bytes.byteLength))
    }
    idle()
    return transfer(bytes, [bytes])
  },
}

expose(api)
