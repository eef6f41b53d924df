// The one door to the project: `node scripts/run.mjs start | test | build | check | bench | prove | headless | docs`.
// Needs nothing but Node and npm; installs what is missing and builds the kernels before each command.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const [command = '', ...args] = process.argv.slice(2)

/** Runs a program in the project's folder and ends this process with its code where it fails. */
function run(program, programArgs, options = {}) {
  const env = { ...process.env, ...options.env }
  const { status, error } = spawnSync(program, programArgs, { cwd: root, stdio: 'inherit', env })
  if (error) console.error(`${program}: ${error.message}`)
  if (status !== 0) process.exit(status ?? 1)
}

const bin = (name) => join(root, 'node_modules', '.bin', name)

/**
 * Installs the locked dependencies where they are not there yet. The engines that the benchmarks compare
 * with are large, so only the commands that need them (`all`) install them.
 */
function install(all) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const lock = readFileSync(join(root, 'pnpm-lock.yaml'))
  const key = createHash('sha256').update(lock).update(manifest.packageManager).update(process.version)
  const wanted = key.digest('hex')
  const stamp = (set) => join(root, 'node_modules', `.setup-${set}`)
  const holds = (set) => existsSync(stamp(set)) && readFileSync(stamp(set), 'utf8') === wanted
  if (holds('all') || (!all && holds('base'))) return

  const filter = all ? [] : ['--filter', '!@sightline/bench']
  run('npx', ['--yes', manifest.packageManager, 'install', '--frozen-lockfile', ...filter], {
    env: { CI: 'true' },
  })
  writeFileSync(stamp(all ? 'all' : 'base'), wanted)
}

const kernels = () => run(process.execPath, ['scripts/build-kernels.mjs'])
const setUp = ({ all = false } = {}) => {
  install(all)
  kernels()
}

/** Bundles a TypeScript program of the workspace for Node and runs it. */
function runProgram(entry, programArgs, nodeArgs = []) {
  const outDir = join(root, 'node_modules', '.cache', 'programs')
  run(bin('vite'), ['build', '--config', 'scripts/vite.node.mjs', '--ssr', entry, '--outDir', outDir])
  const name = entry.split('/').at(-1).replace(/\.ts$/, '.js')
  run(process.execPath, [...nodeArgs, join(outDir, name), ...programArgs])
}

/** Declared in the order of their arrows. */
const PACKAGES = ['core', 'culling', 'terrain', 'render']

/** Tarballs as they would be published, into node_modules/.cache/tarballs. */
function pack() {
  run(bin('tsc'), ['-b', ...PACKAGES.map((name) => `packages/${name}`)])
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const out = join(root, 'node_modules', '.cache', 'tarballs')
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  for (const name of PACKAGES) {
    run('npx', ['--yes', packageManager, '--dir', `packages/${name}`, 'pack', '--pack-destination', out])
  }
}

const commands = {
  start() {
    setUp()
    run(bin('vite'), ['apps/sample', ...args])
  },
  test() {
    setUp()
    run(process.execPath, ['scripts/prepare-browser.mjs'])
    run(bin('vitest'), ['run', ...args])
  },
  build() {
    setUp()
    run(bin('tsc'), ['-b', ...PACKAGES.map((name) => `packages/${name}`)])
    run(bin('vite'), ['build', 'apps/sample'])
  },
  check() {
    setUp({ all: true })
    run(bin('tsc'), ['-b', '.', 'bench'])
    run(bin('tsc'), ['-p', 'packages/culling/assembly', '--noEmit'])
    run(bin('biome'), ['ci', '.'])
    pack()
    run(process.execPath, ['scripts/check-packages.mjs'])
  },
  /** The occlusion proofs in their long form. */
  prove() {
    setUp()
    runProgram('packages/culling/test/occlusion/prove.ts', args)
  },
  bench() {
    setUp({ all: true })
    runProgram('bench/src/main.ts', args, ['--expose-gc', '--max-old-space-size=12000'])
  },
  headless() {
    setUp()
    runProgram('apps/sample/src/headless.ts', args, ['--expose-gc'])
  },
  docs() {
    setUp()
    run(bin('typedoc'), [])
  },
}

const action = commands[command]
if (!action) {
  console.error(`run.mjs: "${command}" is not a command; expected one of ${Object.keys(commands).join(', ')}`)
  process.exit(1)
}
action()
