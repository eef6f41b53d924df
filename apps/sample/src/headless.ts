// The frame of the sample without drawing: `npm run headless -- --frames 300 --route market --json`.
import { parseArgs } from 'node:util'
import { loadKernels } from '@sightline/culling'
import { type CompareOptions, type Comparison, compareHeadless } from './headless-compare.js'
import { type HeadlessReport, measureHeadless } from './headless-run.js'
import { QUALITIES } from './settings.js'
import { createTown } from './town/index.js'

const HELP = `Runs the frame of the sample without drawing and prints what it found.

  --frames N      frames that are measured (300), each a sixtieth of a second
  --warm-up N     frames before them (120; 600 with --compare)
  --route NAME    a route of the town; without one the walker stands where the game begins
  --quality NAME  ${QUALITIES.join(', ')} (high)
  --seed N        of the town (7)
  --width N --height N   of the picture that is not drawn (1280 x 720)
  --compare       runs a second world beside it, with culling, occlusion, resting and levels of poses off
  --pose-levels   levels of poses stay on in both
  --json          prints JSON
`

function readOptions(): CompareOptions & { json: boolean; compare: boolean } {
  const { values } = parseArgs({
    options: {
      frames: { type: 'string', default: '300' },
      'warm-up': { type: 'string' },
      route: { type: 'string', default: '' },
      quality: { type: 'string', default: 'high' },
      seed: { type: 'string', default: '7' },
      width: { type: 'string', default: '1280' },
      height: { type: 'string', default: '720' },
      compare: { type: 'boolean', default: false },
      'pose-levels': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(HELP)
    process.exit(0)
  }
  const quality = QUALITIES.find((one) => one === values.quality)
  if (quality === undefined)
    throw new RangeError(`--quality is "${values.quality}", expected ${QUALITIES.join(', ')}`)
  return {
    frames: wholeNumber('frames', values.frames, 1),
    warmUp: wholeNumber('warm-up', values['warm-up'] ?? (values.compare ? '600' : '120'), 0),
    poseLevels: values['pose-levels'],
    route: values.route,
    quality,
    seed: wholeNumber('seed', values.seed, 0),
    width: wholeNumber('width', values.width, 1),
    height: wholeNumber('height', values.height, 1),
    compare: values.compare,
    json: values.json,
  }
}

function wholeNumber(name: string, text: string, least: number): number {
  const value = Number(text)
  if (!(Number.isSafeInteger(value) && value >= least)) {
    throw new RangeError(`--${name} is "${text}", expected a whole number of ${least} or more`)
  }
  return value
}

function print(report: HeadlessReport): void {
  const { frames, entities, visible, milliseconds, systems, heap } = report
  const line = (text: string) => process.stdout.write(`${text}\n`)
  line(
    `${entities} entities, ${frames} frames of ${milliseconds.mean.toFixed(2)} ms (best ${milliseconds.min.toFixed(2)})`,
  )
  line(`visible: ${visible.mean.toFixed(0)} on average, ${visible.min} to ${visible.max}`)
  for (const [name, { mean }] of Object.entries(systems)) line(`  ${name.padEnd(22)} ${mean.toFixed(3)} ms`)
  line(
    `heap: ${heap.kept ?? 'not measured'} bytes more after the run, ${heap.made ?? 'not measured'} made in it`,
  )
}

function printComparison({ frames, frame, systems, visible }: Comparison): void {
  const line = (name: string, { on, off, ratio }: Comparison['frame']) =>
    process.stdout.write(
      `${name.padEnd(24)}${on.toFixed(3).padStart(9)}${off.toFixed(3).padStart(9)}${ratio.toFixed(3).padStart(9)}\n`,
    )
  process.stdout.write(`medians of ${frames} frames, ms           on      off    ratio\n`)
  for (const [name, figures] of Object.entries(systems)) line(name, figures)
  line('frame', frame)
  process.stdout.write(`visible at the end: ${visible.on} and ${visible.off}\n`)
}

const options = readOptions()
await loadKernels()
const town = createTown(options.seed, { quality: options.quality })
const report = options.compare ? compareHeadless(town, options) : measureHeadless(town, options)
if (options.json) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
else if ('frame' in report) printComparison(report)
else print(report)
