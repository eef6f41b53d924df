#!/usr/bin/env node
// Occluders for the meshes of a glTF file, and what is wrong with those it has.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Logger, NodeIO } from '@gltf-transform/core'
import { occludersFromGltf } from '@sightline/culling/occluder-tools'

const USAGE = `usage: sightline-occluders FILE.glb|FILE.gltf [options]

Makes boxes that lie inside each closed mesh; children named *_OCC count as occluders of their parent and are checked.
Ends with 1 if an occluder or bounds are wrong, with 2 if it could not run.

  --out FILE.json     write [{ node, occluders: [matrix, ...] }]: 16 numbers each, column-major, in the node's space
  --resolution N      cells along the longest side of a mesh, 4 to 128 (48)
  --max-boxes N       at most so many boxes a mesh, 1 to 64 (6)
  --min-share X       least share of the inside that a box must add (0.03)
  --gap X             gaps narrower than this must stay open (a hundredth of the mesh)
  --tolerance X       how far an occluder may stick out (1e-5 of the mesh)`

function fail(message) {
  console.error(`sightline-occluders: ${message}\n\n${USAGE}`)
  process.exit(2)
}

function readArguments() {
  const number = { type: 'string' }
  const options = { out: number, resolution: number, 'max-boxes': number, 'min-share': number, gap: number }
  try {
    return parseArgs({
      allowPositionals: true,
      options: { ...options, tolerance: number, help: { type: 'boolean', short: 'h' } },
    })
  } catch (error) {
    return fail(error.message)
  }
}

const { values, positionals } = readArguments()
if (values.help) {
  console.log(USAGE)
  process.exit(0)
}
const [file, ...more] = positionals
if (file === undefined || more.length > 0) fail(`expected one file, got ${positionals.length}`)

/** Options that were given, as numbers. */
const given = {}
for (const [name, field] of [
  ['resolution', 'resolution'],
  ['max-boxes', 'maxBoxes'],
  ['min-share', 'minShare'],
  ['gap', 'gap'],
  ['tolerance', 'tolerance'],
]) {
  if (values[name] === undefined) continue
  given[field] = Number(values[name])
  if (!(given[field] >= 0)) fail(`--${name} is "${values[name]}", expected a number of 0 or more`)
}

let results
try {
  results = occludersFromGltf(
    await new NodeIO().setLogger(new Logger(Logger.Verbosity.ERROR)).read(file),
    given,
  )
} catch (error) {
  fail(`${file}: ${error.message}`)
}
let wrong = 0
for (const { node, source, matrices, covered, refused, findings } of results) {
  const share = source === 'generated' ? `, ${Math.round(100 * covered)} % of the inside` : ''
  const boxes = `${matrices.length} ${matrices.length === 1 ? 'box' : 'boxes'}, ${source}${share}`
  console.log(`${node}: ${source === 'none' ? 'no occluder' : boxes}${refused ? ` (${refused})` : ''}`)
  for (const { severity, message } of findings) {
    console.log(`  ${severity}: ${message}`)
    if (severity === 'wrong') wrong++
  }
}
console.log(`meshes: ${results.length}, faults: ${wrong}`)
if (values.out) {
  const list = results.map(({ node, matrices }) => ({ node, occluders: matrices.map((m) => [...m]) }))
  writeFileSync(values.out, `${JSON.stringify(list)}\n`)
}
process.exit(wrong > 0 ? 1 : 0)
