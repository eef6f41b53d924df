import type { World } from '@sightline/core'
import { loadKernels } from '@sightline/culling'
import { loadCountry } from './country.js'
import { game } from './game.js'
import { createHud } from './hud/hud.js'
import { createLoop } from './loop.js'
import { flyTo, setMode } from './modes.js'
import { createHandle, type Handle } from './page/handle.js'
import { loadingCard, runSteps } from './page/loading-card.js'
import { loadFigure } from './people/figure.js'
import { chooseQuality, isSoftware } from './quality.js'
import { playRoute } from './routes/route-player.js'
import { readSettings, type Settings } from './settings.js'
import { buildTown } from './town/index.js'
import { createGame } from './world.js'

declare global {
  var sightline: Handle | undefined
}

const settings = readSettings(location.search)
const canvas = document.querySelector<HTMLCanvasElement>('#picture')!
const card = loadingCard()

try {
  await boot()
} catch (error) {
  card.fail(reasonFor(error))
  throw error
}

async function boot(): Promise<void> {
  const software = isSoftware(rendererName())
  const quality = settings.quality || chooseQuality(software, matchMedia('(pointer: coarse)').matches)
  await loadKernels()
  const notices: string[] = []
  const relief = await givenFile(settings.terrain, loadCountry, notices)
  const town = await runSteps(buildTown(settings.seed, { quality, ...(relief && { relief }) }), card, 0, 0.7)
  const { frameLock: locked, occlusion: mode } = settings
  // The town shows what occlusion does, also where drawing is so cheap that it would not pay.
  const occlusion = { mode, payOff: 'always' } as const
  const figure = await givenFile(settings.model, loadFigure, notices)
  const options = { town, quality, canvas, locked, occlusion, preserveDrawingBuffer: locked }
  const steps = createGame({ ...options, ...(figure && { figure }) })
  const world = await runSteps(steps, card, 0.7, 1)
  begin(world, settings)

  const hud = createHud(world, canvas, document.querySelector<HTMLElement>('#hud')!, notices)
  const loop = createLoop(world, software && !locked ? canvas : null, hud.afterFrame)
  globalThis.sightline = createHandle(world, canvas, loop)
  if (settings.tour) hud.tour.start()
  loop.step(1)
  if (!locked) loop.start()
  card.remove()
  document.body.dataset.ready = 'yes'
}

/** What is behind an address; nothing without one, and nothing and a notice where it cannot be had. */
async function givenFile<T>(
  address: string,
  load: (address: string) => Promise<T>,
  notices: string[],
): Promise<T | undefined> {
  if (address === '') return undefined
  try {
    return await load(address)
  } catch (error) {
    console.warn(error)
    notices.push((error as Error).message)
    return undefined
  }
}

/** Where the address says. Names that the town does not know are passed over. */
function begin(world: World, { route, pose, fly }: Settings): void {
  const { cameras, routes } = game(world).town
  if (fly) setMode(world, 'fly')
  const at = cameras[pose]
  if (at !== undefined) flyTo(world, at)
  if (Object.hasOwn(routes, route)) playRoute(world, route)
}

/** What WebGL calls the graphics processor, asked on a canvas of its own; '' where it does not say. */
function rendererName(): string {
  const gl = document.createElement('canvas').getContext('webgl')
  const info = gl?.getExtension('WEBGL_debug_renderer_info')
  const name = info ? String(gl?.getParameter(info.UNMASKED_RENDERER_WEBGL)) : ''
  gl?.getExtension('WEBGL_lose_context')?.loseContext()
  return name
}

function reasonFor(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  if (!/WebGL/.test(text)) return `The town could not be built: ${text}`
  return `${text.replace(/^setupRender: /, 'Nothing can be drawn here: ')}. Try another browser, or turn hardware acceleration on.`
}
