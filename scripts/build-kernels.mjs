/**
 * Compiles the kernels (packages/culling/assembly for the octree, assembly/occlusion for the occlusion buffer; AssemblyScript
 * with SIMD) and writes each set as one generated module, so that they load in Node, in any bundler and without a fetch. Does
 * nothing for a set whose sources are unchanged.
 *
 *     node scripts/build-kernels.mjs
 *
 * One binary serves both kinds of memory: a shared and an unshared build differ only in the limits of the memory import,
 * which is checked here, so the loader only exchanges those bytes.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const culling = join(root, 'packages/culling')
const SETS = [
  { assembly: join(culling, 'assembly'), target: join(culling, 'src/kernels/kernels.generated.ts') },
  {
    assembly: join(culling, 'assembly/occlusion'),
    target: join(culling, 'src/occlusion/kernels/kernels.generated.ts'),
    shared: join(culling, 'assembly'),
  },
]
const MAXIMUM_PAGES = 65_536

const script = readFileSync(fileURLToPath(import.meta.url))

for (const { assembly, target, shared } of SETS) {
  const sources = new Map([...readSources(assembly), ...(shared ? readSources(shared, '../') : [])])
  const hash = createHash('sha256').update(script)
  for (const [name, text] of sources) hash.update(name).update(text)
  const stamp = `// sources: ${hash.digest('hex')}`
  if (!existsSync(target) || !readFileSync(target, 'utf8').startsWith(stamp))
    await build(sources, target, stamp)
}

/** The files of a folder by the path that the set's own files import them by. */
function readSources(assembly, prefix = '') {
  const names = readdirSync(assembly).filter((name) => name.endsWith('.ts'))
  return new Map(names.sort().map((name) => [prefix + name, readFileSync(join(assembly, name), 'utf8')]))
}

async function build(sources, target, stamp) {
  const plain = await compile(sources, [])
  const shared = await compile(sources, ['--sharedMemory', '--enable', 'threads'])
  const limits = memoryLimits(plain)
  const sharedLimits = memoryLimits(shared)
  const swapped = Buffer.concat([
    plain.subarray(0, limits.start),
    shared.subarray(sharedLimits.start, sharedLimits.end),
    plain.subarray(limits.end),
  ])
  if (limits.end - limits.start !== sharedLimits.end - sharedLimits.start || !swapped.equals(shared)) {
    throw new Error(
      'build-kernels: the shared build differs from the plain one in more than the memory import',
    )
  }
  const text = [
    stamp,
    '// Written by scripts/build-kernels.mjs: do not edit.',
    '',
    '/** The kernels as a WebAssembly module that imports unshared memory, in base64. */',
    `export const KERNELS_BASE64: string = '${plain.toString('base64')}'`,
    '/** Where in it the flags of the imported memory stand, and their value for shared memory. */',
    `export const MEMORY_FLAGS_AT: number = ${limits.start}`,
    `export const SHARED_MEMORY_FLAGS: number = ${shared[sharedLimits.start]}`,
    '',
  ].join('\n')
  mkdirSync(dirname(target), { recursive: true })
  const draft = `${target}.${process.pid}`
  writeFileSync(draft, text)
  renameSync(draft, target)
}

async function compile(sources, extra) {
  const { default: asc } = await import('assemblyscript/asc')
  let binary
  const options = [
    'index.ts',
    '--outFile',
    'kernels.wasm',
    '--runtime',
    'stub',
    '--optimizeLevel',
    '3',
    '--shrinkLevel',
    '0',
    '--noAssert',
    '--converge',
    '--importMemory',
    '--initialMemory',
    '1',
    '--maximumMemory',
    String(MAXIMUM_PAGES),
    '--enable',
    'simd',
    '--enable',
    'bulk-memory',
    '--enable',
    'nontrapping-f2i',
    ...extra,
  ]
  const { error, stderr } = await asc.main(options, {
    readFile: (name) => sources.get(name) ?? null,
    writeFile: (name, content) => {
      if (name.endsWith('.wasm')) binary = Buffer.from(content)
    },
    listFiles: () => [],
  })
  if (error || !binary)
    throw new Error(`build-kernels: ${error?.message ?? 'nothing was written'}\n${stderr}`)
  return binary
}

/** Where the limits (flags, minimum, maximum) of the imported memory stand in a WebAssembly binary. */
function memoryLimits(bytes) {
  let at = 8
  const number = () => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]
      value |= (byte & 127) << shift
      if (byte < 128) return value >>> 0
    }
  }
  const skipName = () => {
    const length = number()
    at += length
  }
  while (at < bytes.length) {
    const section = bytes[at++]
    const end = number() + at
    if (section !== 2) {
      at = end
      continue
    }
    for (let left = number(); left > 0; left--) {
      skipName()
      skipName()
      const kind = bytes[at++]
      const start = at
      if (kind === 0) number()
      else if (kind === 2) {
        number()
        number()
        number()
        return { start, end: at }
      } else throw new Error(`build-kernels: an import of kind ${kind} is not expected`)
    }
  }
  throw new Error('build-kernels: the binary imports no memory')
}
