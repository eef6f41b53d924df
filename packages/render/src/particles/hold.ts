/** Who has rows in the pool. */
import type { EmitterState } from './emitter-state.js'
import { giveRows, takeRows } from './particle-pool.js'
import type { ParticleState } from './particle-state.js'

/** Gives an emitter rows, if it has none. Its particles are then born anew, in the places where they were. */
export function holdRows({ pool, held }: ParticleState, emitter: EmitterState): void {
  if (emitter.firstRow >= 0) return
  emitter.firstRow = takeRows(pool, emitter.effect.room)
  emitter.born.fill(0)
  emitter.alive = 0
  emitter.heldAt = held.length
  held.push(emitter)
}

/** Takes an emitter's rows away, if it has any. */
export function releaseRows({ pool, held }: ParticleState, emitter: EmitterState): void {
  if (emitter.firstRow < 0) return
  giveRows(pool, emitter.firstRow, emitter.effect.room)
  emitter.firstRow = -1
  emitter.alive = 0
  const last = held.pop()!
  if (last !== emitter) {
    held[emitter.heldAt] = last
    last.heldAt = emitter.heldAt
  }
  emitter.heldAt = -1
}
