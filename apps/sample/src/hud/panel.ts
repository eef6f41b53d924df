import { resource, type World } from '@sightline/core'
import GUI from 'lil-gui'
import Stats from 'stats.js'
import { setRain, WeatherOfWorld } from '../effects/weather.js'
import { game, type Overlays, type Switches } from '../game.js'
import { KIND_LAYERS, type LayerName } from '../layers.js'
import type { Loop } from '../loop.js'
import { flyTo, setMode } from '../modes.js'
import { setLabels } from '../names/labels.js'
import { playRoute } from '../routes/route-player.js'
import { QUALITIES } from '../settings.js'
import type { Audio } from '../sound/audio.js'
import { isCulling, setCulling, setLayer, setOverlay, setSwitch } from '../switches.js'
import type { Counts } from './counts.js'
import { addGround } from './ground-folder.js'
import { addOcclusion } from './occlusion-folder.js'
import { createTable, createTimes, fillCounts } from './tables.js'
import { addUpdates } from './updates-folder.js'

/** The foldable panel at the right. */
export type Panel = {
  /** Once a frame. */
  tick(): void
  /** A few times a second. */
  update(counts: Counts, loop: Loop): void
  readonly element: HTMLElement
}

/** CSS pixels below which the panel begins folded. */
const NARROW = 760

/**
 * `dock` is where pictures that the panel opens lie. While the panel is open `root` has the class
 * `panel-open`.
 */
export function createPanel(world: World, root: HTMLElement, dock: HTMLElement, audio: Audio): Panel {
  const gui = new GUI({ container: root, title: 'Sightline', width: 262 })
  const meter = new Stats()
  meter.dom.className = 'meter'
  meter.dom.removeAttribute('style')
  gui.$children.prepend(meter.dom)
  addStages(gui, world)
  const update = [addOcclusion(gui, world, dock), addGround(gui, world), addUpdates(gui, world)]
  addOverlays(gui, world)

  const counts = gui.addFolder('Counts')
  const countTable = createTable(counts.$children, 'Counts')
  const times = gui.addFolder('Time of each system').close()
  const fillTimes = createTimes(createTable(times.$children, 'Time of each system'))
  addTown(gui, world, audio)
  gui.onOpenClose((changed) => {
    if (changed === gui) root.classList.toggle('panel-open', !gui._closed)
  })
  root.classList.add('panel-open')
  if (innerWidth < NARROW) gui.close()

  return {
    element: gui.domElement,
    tick: () => meter.update(),
    update(parts, loop) {
      for (const one of update) one()
      if (gui._closed) return
      fillTimes(world)
      fillCounts(countTable, world, parts, loop)
      for (const controller of gui.controllersRecursive()) controller.updateDisplay()
    },
  }
}

const STAGES: readonly [keyof Switches, string][] = [
  ['frustum', 'frustum culling'],
  ['occlusion', 'occlusion culling'],
  ['ranges', 'ranges and sizes'],
  ['lods', 'levels of detail'],
  ['casters', 'shadow caster culling'],
  ['shadows', 'shadows'],
  ['frozen', 'freeze culling (X)'],
]

function addStages(gui: GUI, world: World): void {
  const folder = gui.addFolder('Stages')
  const all = {
    get culling() {
      return isCulling(world)
    },
    set culling(on: boolean) {
      setCulling(world, on)
    },
  }
  folder.add(all, 'culling').name('culling (C)')
  for (const [key, label] of STAGES) {
    const bound = {
      get on() {
        return game(world).switches[key]
      },
      set on(on: boolean) {
        setSwitch(world, key, on)
      },
    }
    folder.add(bound, 'on').name(label)
  }
}

const OVERLAYS: readonly [keyof Overlays, string][] = [
  ['bounds', 'boxes (B)'],
  ['octree', 'octree (O)'],
  ['frustum', 'frozen view (V)'],
  ['casters', 'casters off screen (K)'],
]
const LAYERS: readonly LayerName[] = ['structure', 'props', 'trees', 'people']

function addOverlays(gui: GUI, world: World): void {
  const folder = gui.addFolder('Show').close()
  for (const [key, label] of OVERLAYS) {
    const bound = {
      get on() {
        return game(world).overlays[key]
      },
      set on(on: boolean) {
        setOverlay(world, key, on)
      },
    }
    folder.add(bound, 'on').name(label)
  }
  for (const name of LAYERS) {
    const bound = {
      get on() {
        return (game(world).layers & KIND_LAYERS[name]) !== 0
      },
      set on(on: boolean) {
        setLayer(world, name, on)
      },
    }
    folder.add(bound, 'on').name(`layer: ${name}`)
  }
}

function addTown(gui: GUI, world: World, audio: Audio): void {
  const { town, quality } = game(world)
  const folder = gui.addFolder('Town').close()
  const wanted = { quality, seed: town.seed, go: '', pose: '' }
  const build = (): void => {
    const address = new URL(location.href)
    address.searchParams.set('seed', String(Math.max(0, Math.round(wanted.seed))))
    address.searchParams.set('quality', wanted.quality)
    location.assign(address)
  }
  folder.add(flight(world), 'flies').name('fly (F)')
  const sound = {
    get on() {
      return audio.on
    },
    set on(on: boolean) {
      audio.turn(on)
    },
  }
  folder.add(sound, 'on').name('sound (M)')
  const weather = {
    get rain() {
      return resource(world, WeatherOfWorld).rains
    },
    set rain(on: boolean) {
      setRain(world, on)
    },
  }
  folder.add(weather, 'rain').name('rain (N)')
  const labels = {
    get on() {
      return game(world).labels
    },
    set on(on: boolean) {
      setLabels(world, on)
    },
  }
  folder.add(labels, 'on').name('names (L)')
  folder
    .add(wanted, 'go', ['', ...Object.keys(town.routes)])
    .name('route (P)')
    .onChange((name: string) => (name === '' ? setMode(world, 'fly') : playRoute(world, name)))
  folder
    .add(wanted, 'pose', ['', ...Object.keys(town.cameras)])
    .name('look from (1-6)')
    .onChange((name: string) => {
      const pose = town.cameras[name]
      if (pose !== undefined) flyTo(world, pose)
    })
  folder.add(wanted, 'quality', [...QUALITIES]).onChange(build)
  folder.add(wanted, 'seed', 0, 9999, 1).onFinishChange(build)
}

function flight(world: World) {
  return {
    get flies() {
      return game(world).mode !== 'walk'
    },
    set flies(on: boolean) {
      setMode(world, on ? 'fly' : 'walk')
    },
  }
}
