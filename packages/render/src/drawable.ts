import type { Tally } from './draw-runs.js'
import type { Gpu } from './gpu.js'
import type { RenderView, Shadows } from './state.js'

/**
 * What draws itself in every view beside the lists of entities: ground, names. The stages of drawing call it; it keeps what it
 * holds on the GPU by the `Gpu` it was made for, which is another one after a lost context.
 */
export type Drawable = {
  /**
   * Packs what the view and its shadows show; may call `stopBefore` on the view's list. Also runs where there
   * is no GPU.
   */
  readonly pack: (view: RenderView) => void
  /** Draws into the picture, after the opaque entities. Returns the bytes that were sent. */
  readonly drawPicture: (gpu: Gpu, view: RenderView, tally: Tally) => number
  /** Draws into the maps of the view's shadows. Returns the bytes that were sent. */
  readonly drawShadow: (gpu: Gpu, view: RenderView, shadows: Shadows, tally: Tally) => number
  /** Draws into the item buffer, in the colour of its entity. */
  readonly drawItems: (gpu: Gpu, view: RenderView) => void
  /**
   * Draws among the transparent entities, for each stop of the view's list before its run, and at last for
   * `stopCount`, after all of them. Returns the bytes that were sent.
   */
  readonly drawBlended: (gpu: Gpu, view: RenderView, stop: number, tally: Tally) => number
  /** Draws over the picture: names, debug views. Returns the bytes that were sent. */
  readonly drawOver: (gpu: Gpu, view: RenderView, tally: Tally) => number
  /** Bytes that are held on the GPU. */
  readonly bytesHeld: (gpu: Gpu) => number
}
