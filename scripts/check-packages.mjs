// Packs the packages as they would be published and uses them as a stranger would: publint, attw, a plain Node
// program, a bundler and the command, all from the tarballs in an empty folder.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
import { addBoxOccluder, beginOcclusion, createOcclusionBuffer, testBoxes } from '@sightline/culling/occlusion'
import { createOctree, insert, kernelKind, loadKernels, queryBox } from '@sightline/culling/spatial'

await loadKernels()
const octree = createOctree({ capacity: 8 })
insert(octree, 3, 0, 0, 0, 1, 1, 1)
const out = new Uint32Array(8)
const found = queryBox(octree, -1, -1, -1, 2, 2, 2, out)

const buffer = createOcclusionBuffer({ width: 64, height: 64 })
beginOcclusion(buffer, Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, -1, 0, 0, -0.2, 0))
addBoxOccluder(buffer, Float32Array.of(8, 0, 0, 0, 0, 8, 0, 0, 0, 0, 1, 0, 0, 0, -5, 1))
const bits = new Uint8Array(2)
testBoxes(buffer, Float32Array.of(-1, -1, -9, 1, 1, -8, 9, 0, -12, 11, 1, -11), 2, bits)

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
export const line = [kernelKind(), found, out[0], seen.count, seen.ids[0] === near, ...bits].join(' ')
console.log(line)
`
const expected = 'wasm-simd 1 3 1 true 1 0'
function expectLine(what, text, expected) {
  if (text.trim() === expected) return
  console.error(`${what} printed "${text.trim()}", expected "${expected}"`)
  process.exit(1)
}

writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
writeFileSync(join(folder, 'main.js'), program)
run('npm', ['install', '--no-audit', '--no-fund', ...files], folder)
expectLine('plain node', run(process.execPath, ['main.js'], folder), expected)

await build({
  root: folder,
  logLevel: 'error',
  build: { lib: { entry: 'main.js', formats: ['es'], fileName: 'bundle' }, target: 'es2022' },
})
expectLine('the bundle', run(process.execPath, ['dist/bundle.js'], folder), expected)
if (/gltf/i.test(readFileSync(join(folder, 'dist/bundle.js'), 'utf8'))) {
  console.error('the bundle holds code that reads glTF files, which a game has no use for')
  process.exit(1)
}

const house = `
import { Document, NodeIO } from '@gltf-transform/core'
const document = new Document()
const buffer = document.createBuffer()
const accessor = (type, array) => document.createAccessor().setType(type).setArray(array).setBuffer(buffer)
const corners = Float32Array.from({ length: 24 }, (_, i) => ((i / 3) >> (i % 3)) & 1 ? 4 : -4)
const sides = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]]
const indices = Uint16Array.from(sides.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]))
const walls = document.createPrimitive().setAttribute('POSITION', accessor('VEC3', corners))
const mesh = document.createMesh().addPrimitive(walls.setIndices(accessor('SCALAR', indices)))
document.createScene().addChild(document.createNode('house').setMesh(mesh))
await new NodeIO().write('house.glb', document)
`
writeFileSync(join(folder, 'house.mjs'), house)
run(process.execPath, ['house.mjs'], folder)
const report = run('npx', ['--no-install', 'sightline-occluders', 'house.glb', '--out', 'house.json'], folder)
const first = report.trim().split('\n')[0]
expectLine('the command', first, 'house: 1 box, generated, 100 % of the inside')
const [{ node, occluders }] = JSON.parse(readFileSync(join(folder, 'house.json'), 'utf8'))
expectLine(
  'its file',
  [node, ...occluders[0].map(Math.round)].join(' '),
  'house 8 0 0 0 0 8 0 0 0 0 8 0 0 0 0 1',
)
rmSync(folder, { recursive: true, force: true })
console.log(`packages: ${files.length} tarballs are clean and work in plain node, bundled and as a command`)
