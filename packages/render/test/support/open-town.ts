import type { World } from '@sightline/core'
import { destroyRender } from '@sightline/render'
import { runFrame } from './frame.js'
import { createCanvas, readPixels } from './pixels.js'
import { createTinyTown, type TinyTown, type TinyTownOptions } from './tiny-town.js'

/** Small, for software rendering. */
export const WIDTH = 320
export const HEIGHT = 180

/** A town on a canvas in the page. */
export type OpenTown = TinyTown & { readonly canvas: HTMLCanvasElement }

const open: { world: World; canvas: HTMLCanvasElement }[] = []

export function openTown(options: TinyTownOptions = {}): OpenTown {
  const canvas = createCanvas(WIDTH, HEIGHT)
  const town = createTinyTown({ canvas, antialias: false, pixelRatio: 1, fade: 0.4, ...options })
  open.push({ world: town.world, canvas })
  return { ...town, canvas }
}

/** To be called after each test: browsers keep only a few contexts alive. */
export function closeTowns(): void {
  for (const { world, canvas } of open.splice(0)) {
    destroyRender(world)
    canvas.remove()
  }
}

/** Runs a frame and reads what it drew. */
export function picture({ world, canvas }: OpenTown, seconds = 0): Uint8Array {
  runFrame(world, seconds)
  return readPixels(canvas)
}
