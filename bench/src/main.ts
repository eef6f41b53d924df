// `npm run bench -- [--sizes 10000,100000,1000000] [--seconds 3] [--seed 20260901] [--frame-only | --occlusion-only | --schedule-only | --animation-only | --particles-only | --nameplates-only | --terrain-only] [--json FILE]`
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { benchAnimation } from './animation.js'
import { benchFrame } from './frame.js'
import { benchNameplates } from './nameplates.js'
import { benchOcclusion } from './occlusion.js'
import { benchOcclusionFrame } from './occlusion-frame.js'
import { benchParticles } from './particles.js'
import { benchRender } from './render.js'
import { markdown, type Results, sizeTable } from './report.js'
import { benchSchedule } from './schedule.js'
import { benchSpatial } from './spatial.js'
import { benchTerrain } from './terrain.js'

/** Poses of the camera's walk, and whether the movers turn. */
const FRAMES: readonly [number, boolean][] = [
  [3_000, false],
  [60, false],
  [3_000, true],
]

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000' },
    seconds: { type: 'string', default: '3' },
    seed: { type: 'string', default: '20260901' },
    'frame-only': { type: 'boolean', default: false },
    'occlusion-only': { type: 'boolean', default: false },
    'schedule-only': { type: 'boolean', default: false },
    'animation-only': { type: 'boolean', default: false },
    'particles-only': { type: 'boolean', default: false },
    'nameplates-only': { type: 'boolean', default: false },
    'terrain-only': { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})

const seed = Number(values.seed)
const results: Results = {
  machine: { node: process.version, cpu: cpus()[0]!.model, cores: cpus().length },
  spatial: [],
  frames: [],
  occlusion: [],
  occlusionFrame: undefined,
  render: undefined,
  schedule: [],
  animation: undefined,
  particles: undefined,
  nameplates: undefined,
  terrain: undefined,
}
const only = (
  ['frame', 'occlusion', 'schedule', 'animation', 'particles', 'nameplates', 'terrain'] as const
).find((part) => values[`${part}-only`])
const wants = (part: string) => only === undefined || only === part
const sizes = wants('boxes') ? values.sizes.split(',').map(Number) : []
for (const count of sizes) {
  const result = await benchSpatial(count, seed, Number(values.seconds))
  results.spatial.push(result)
  console.log(`\n${count} boxes\n${sizeTable(result)}`)
  globalThis.gc?.()
}
for (const [poses, turning] of wants('frame') ? FRAMES : [])
  results.frames.push(await benchFrame(seed, Number(values.seconds), poses, turning))
if (wants('occlusion')) {
  results.occlusion = await benchOcclusion(seed)
  results.occlusionFrame = await benchOcclusionFrame(seed)
}
if (wants('render')) results.render = await benchRender(seed, Number(values.seconds))
if (wants('schedule')) results.schedule = await benchSchedule(seed)
if (wants('animation')) results.animation = await benchAnimation(seed)
if (wants('particles')) results.particles = await benchParticles(seed)
if (wants('nameplates')) results.nameplates = await benchNameplates(seed)
if (wants('terrain')) results.terrain = await benchTerrain(seed, Number(values.seconds))
console.log(`\n${markdown(results)}`)

if (values.json) {
  mkdirSync(dirname(values.json), { recursive: true })
  writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`)
}
