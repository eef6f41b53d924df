/**
 * Words in shared memory through which two threads tell each other about jobs, so that a frame costs no
 * message.
 *
 *     0       bell: counts up whenever there is something to look at; the worker sleeps on it
 *     1       messages that wait for the worker, which can't read them while it sleeps
 *     16 + i  number of the job that view i is asked for
 *     32 + i  number of the job that view i last answered
 */
import { MAX_OCCLUSION_VIEWS } from './occlusion-state.js'

export const MAILBOX_WORDS = 64
const BELL = 0
const MAIL = 1
const ASKED = 16
const ANSWERED = 32

/** Asks for a job, whose block is written; `ring` wakes the worker. */
export function ask(mailbox: Int32Array, place: number, job: number): void {
  Atomics.store(mailbox, ASKED + place, job)
}

export function isAnswered(mailbox: Int32Array, place: number, job: number): boolean {
  return Atomics.load(mailbox, ANSWERED + place) === job
}

export function ring(mailbox: Int32Array): void {
  Atomics.add(mailbox, BELL, 1)
  Atomics.notify(mailbox, BELL)
}

/**
 * Sends the worker to read one message more, before that is posted. It serves again when all are read and it
 * is told to.
 */
export function callAway(mailbox: Int32Array): void {
  Atomics.add(mailbox, MAIL, 1)
  ring(mailbox)
}

/** The worker's side: a message that it was called away for is read. */
export function noteRead(mailbox: Int32Array): void {
  Atomics.sub(mailbox, MAIL, 1)
}

/**
 * The worker's side: answers jobs until messages wait. `run` works a job off; it must leave the answer in the
 * job's block. Sleeps while there is nothing to do.
 */
export function serveMailbox(mailbox: Int32Array, run: (place: number, job: number) => void): void {
  for (;;) {
    const bell = Atomics.load(mailbox, BELL)
    if (Atomics.load(mailbox, MAIL) > 0) return
    let any = false
    for (let place = 0; place < MAX_OCCLUSION_VIEWS; place++) {
      const job = Atomics.load(mailbox, ASKED + place)
      if (job === Atomics.load(mailbox, ANSWERED + place)) continue
      run(place, job)
      Atomics.store(mailbox, ANSWERED + place, job)
      any = true
    }
    if (!any) Atomics.wait(mailbox, BELL, bell)
  }
}
