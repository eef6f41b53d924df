// Packs the packages as they would be published and uses them as a stranger would: publint, attw, a plain Node
// program and a bundler, all from the tarballs in an empty folder.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const bin = (name) => join(root, 'node_modules', '.bin', name)
const tarballs = join(root, 'node_modules', '.cache', 'tarballs')

function run(program, args, cwd = root) {
  const result = spawnSync(program, args, { cwd, encoding: 'utf8' })
  if (result.status === 0) return result.stdout
  console.error(`${program} ${args.join(' ')}\n${result.stdout}\n${result.stderr}`)
  process.exit(1)
}

const files = readdirSync(tarballs).map((name) => join(tarballs, name))
for (const file of files) {
  run(bin('publint'), [file, '--strict'])
  run(bin('attw'), [file, '--profile', 'esm-only'])
}

const folder = mkdtempSync(join(tmpdir(), 'sightline-packages-'))
const program = `
import { createWorld, propagateTransforms, setPosition, spawn, tick, Transform } from '@sightline/core'
import { Bounds, cullingSystems, setBox, setPerspective, setupCulling, View, visible } from '@sightline/culling'
import { createOctree, insert, kernelKind, loadKernels, queryBox } from '@sightline/culling/spatial'

await loadKernels()
const octree = createOctree({ capacity: 8 })
insert(octree, 3, 0, 0, 0, 1, 1, 1)
const out = new Uint32Array(8)
const found = queryBox(octree, -1, -1, -1, 2, 2, 2, out)

const world = createWorld({ capacity: 100 })
setupCulling(world)
const camera = spawn(world, Transform, View)
setPerspective(world, camera, { fovY: 1, aspect: 1, near: 0.1, far: 100 })
const near = spawn(world, Transform, Bounds)
setPosition(world, near, 0, 0, -10)
setBox(world, near, -1, -1, -1, 1, 1, 1)
const behind = spawn(world, Transform, Bounds)
setPosition(world, behind, 0, 0, 10)
setBox(world, behind, -1, -1, -1, 1, 1, 1)
for (const system of [tick, propagateTransforms, ...cullingSystems]) system(world)
const seen = visible(world, camera)
export const line = [kernelKind(), found, out[0], seen.count, seen.ids[0] === near].join(' ')
console.log(line)
`
const expected = 'wasm-simd 1 3 1 true'
function expectLine(what, text) {
  if (text.trim() === expected) return
  console.error(`${what} printed "${text.trim()}", expected "${expected}"`)
  process.exit(1)
}

writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
writeFileSync(join(folder, 'main.js'), program)
run('npm', ['install', '--no-audit', '--no-fund', ...files], folder)
expectLine('plain node', run(process.execPath, ['main.js'], folder))

await build({
  root: folder,
  logLevel: 'error',
  build: { lib: { entry: 'main.js', formats: ['es'], fileName: 'bundle' }, target: 'es2022' },
})
expectLine('the bundle', run(process.execPath, ['dist/bundle.js'], folder))
rmSync(folder, { recursive: true, force: true })
console.log(`packages: ${files.length} tarballs are clean and work in plain node and bundled`)
