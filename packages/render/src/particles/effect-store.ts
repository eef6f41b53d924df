/** Effects by handle, and how long each is kept. */
import { type Atlas, createAtlas, releaseImage } from './atlas.js'
import { type Effect, readEffect } from './effect.js'
import type { EffectSettings } from './effect-settings.js'

export type EffectStore = {
  /** Those that are not destroyed. */
  readonly byHandle: Map<number, Effect>
  /** Handles are not given out again: a stale one is known as such. */
  nextHandle: number
  /** All that are kept, with those that are destroyed but that some emitter still has. */
  kept: number
  readonly atlas: Atlas
}

const MOST = 60_000

export function createEffectStore(): EffectStore {
  return { byHandle: new Map(), nextHandle: 1, kept: 0, atlas: createAtlas() }
}

/** Takes an effect over. Throws as `createEffect` says. */
export function addEffect(caller: string, store: EffectStore, settings: EffectSettings): number {
  if (store.kept >= MOST) throw new RangeError(`${caller}: more than ${MOST} effects`)
  const effect = readEffect(caller, settings, store.atlas)
  store.kept++
  store.byHandle.set(store.nextHandle, effect)
  return store.nextHandle++
}

/** The effect of a handle. Throws a `RangeError` that begins with `caller` when there is none. */
export function effectAt(caller: string, store: EffectStore, handle: number): Effect {
  const effect = store.byHandle.get(handle)
  if (effect !== undefined) return effect
  const wasThere = Number.isInteger(handle) && handle > 0 && handle < store.nextHandle
  throw new RangeError(`${caller}: effect ${handle} ${wasThere ? 'is destroyed' : 'does not exist'}`)
}

/** The handle is good for nothing any more; the effect goes with its last emitter. */
export function dropEffect(caller: string, store: EffectStore, handle: number): void {
  const effect = effectAt(caller, store, handle)
  store.byHandle.delete(handle)
  effect.isDestroyed = true
  if (effect.emitters === 0) forgetEffect(store, effect)
}

/** An emitter no longer has the effect. */
export function leaveEffect(store: EffectStore, effect: Effect): void {
  effect.emitters--
  if (effect.emitters === 0 && effect.isDestroyed) forgetEffect(store, effect)
}

function forgetEffect(store: EffectStore, { cells }: Effect): void {
  store.kept--
  releaseImage(store.atlas, cells)
}
