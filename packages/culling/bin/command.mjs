// The command as a function of its arguments.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Document } from '@gltf-transform/core'
import { occludersFromGltf } from '@sightline/culling/occluder-tools'
import { readGltf } from './read-gltf.mjs'

const USAGE = `usage: sightline-occluders FILE.glb|FILE.gltf [options]

Makes boxes that lie inside each closed mesh. Nodes named *_OCC count as occluders of the nearest node above them
that has a mesh in itself or below it, else of the scene, and are checked.
Ends with 0 if all is well, with 1 if an occluder or bounds are wrong, with 2 if it could not run.

  --out FILE.json     write [{ node, occluders: [matrix, ...] }]: 16 numbers each, column-major, in the node's space;
                      - writes to standard output, and the report to standard error
  --resolution N      cells along the longest side of a mesh, 4 to 128 (48)
  --max-boxes N       at most so many boxes a mesh, 1 to 64 (6)
  --min-share X       least share of the inside that a box must add, 0 to 1 (0.03)
  --gap X             gaps narrower than this must stay open (a hundredth of the mesh)
  --tolerance X       how far an occluder may stick out (1e-5 of the mesh)
  --help              this text`

/** Options that are numbers, and what `occludersFromGltf` calls them. */
const NUMBERS = {
  resolution: 'resolution',
  'max-boxes': 'maxBoxes',
  'min-share': 'minShare',
  gap: 'gap',
  tolerance: 'tolerance',
}

/** What was asked for can't be done as it was written: the usage is shown with it. */
class UsageError extends Error {}

export async function run(args, out) {
  try {
    return await runChecked(args, out)
  } catch (error) {
    out.error(`sightline-occluders: ${error.message}${error instanceof UsageError ? `\n\n${USAGE}` : ''}`)
    return 2
  }
}

async function runChecked(args, out) {
  const { values, positionals } = readArguments(args)
  if (values.help) {
    out.log(USAGE)
    return 0
  }
  const [file, ...more] = positionals
  if (file === undefined || file === '' || more.length > 0) {
    throw new UsageError(`expected one file, got ${file === '' ? 'an empty name' : positionals.length}`)
  }
  if (values.out === '') throw new UsageError('--out is empty, expected the name of a file, or -')
  const options = readNumbers(values)
  const results = occludersFromGltf(await readGltf(file), options)
  const faults = report(results, values.out === '-' ? out.error : out.log)
  if (values.out !== undefined) write(results, values.out, out)
  return faults > 0 ? 1 : 0
}

function readArguments(args) {
  const text = { type: 'string' }
  const numbers = Object.fromEntries(Object.keys(NUMBERS).map((name) => [name, text]))
  const options = { ...numbers, out: text, help: { type: 'boolean', short: 'h' } }
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (error) {
    throw new UsageError(error.message)
  }
}

/** The options that were given, in their ranges. Checked before the file is read. */
function readNumbers(values) {
  const given = {}
  for (const [name, field] of Object.entries(NUMBERS)) {
    const text = values[name]
    if (text === undefined) continue
    given[field] = text.trim() === '' ? Number.NaN : Number(text)
    if (Number.isNaN(given[field])) throw new UsageError(`--${name} is "${text}", expected a number`)
    try {
      occludersFromGltf(new Document(), { [field]: given[field] })
    } catch (error) {
      throw new UsageError(error.message.replace(/^.*?: \w+ is/, `--${name} is`))
    }
  }
  return given
}

/** Says what each node got; answers how many faults there are. */
function report(results, say) {
  let faults = 0
  for (const { node, source, matrices, covered, refused, findings } of results) {
    const share = source === 'generated' ? `, ${Math.round(100 * covered)} % of the inside` : ''
    const boxes = `${matrices.length} ${matrices.length === 1 ? 'box' : 'boxes'}, ${source}${share}`
    say(`${node}: ${source === 'none' ? `no occluder (${refused})` : boxes}`)
    for (const { severity, message } of findings) {
      say(`  ${severity}: ${message}`)
      if (severity === 'wrong') faults++
    }
  }
  say(`nodes: ${results.length}, faults: ${faults}`)
  return faults
}

function write(results, target, out) {
  const list = results.map(({ node, matrices }) => ({ node, occluders: matrices.map((m) => [...m]) }))
  if (target === '-') {
    out.log(JSON.stringify(list))
    return
  }
  try {
    writeFileSync(target, `${JSON.stringify(list)}\n`)
  } catch (error) {
    throw new Error(`--out ${target} can't be written: ${error.message}`)
  }
}
