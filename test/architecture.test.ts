import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What each package may import of the others: the arrows of docs/architecture. */
const ARROWS: Record<string, string[]> = {
  'packages/core': [],
  'packages/culling': ['core'],
  'packages/terrain': ['core', 'culling'],
  'packages/render': ['core', 'culling', 'terrain'],
  'apps/sample': ['core', 'culling', 'terrain', 'render'],
}

/** Modules that must stay usable without an ECS. */
const WITHOUT_ECS = [
  'packages/core/src/memory.ts',
  'packages/core/src/math',
  'packages/culling/src/spatial',
  'packages/terrain/src/collision',
  'packages/terrain/src/heightfield',
  'packages/terrain/src/quadtree',
]

type Import = { file: string; target: string; typeOnly: boolean }

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.ts$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8')
  const pattern =
    /(?:^|\n)\s*(import|export)\s+(type\s)?[^'"\n;]*?(?:\{[^}]*\}\s*)?(?:from\s+)?['"]([^'"]+)['"]/g
  const found = [...text.matchAll(pattern)].map((m) => ({
    file,
    target: m[3]!,
    typeOnly: m[2] !== undefined,
  }))
  const dynamic = [...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)].map((m) => ({
    file,
    target: m[1]!,
    typeOnly: false,
  }))
  return [...found, ...dynamic]
}

const packages = Object.keys(ARROWS).filter((folder) => {
  try {
    return sourceFiles(`${folder}/src`).length > 0
  } catch {
    return false
  }
})
const filesOf = new Map(packages.map((folder) => [folder, sourceFiles(`${folder}/src`)]))
const allImports = [...filesOf.values()].flat().flatMap(importsOf)

function resolved({ file, target }: Import): string {
  return relative(root, resolve(join(root, dirname(file)), target)).replace(/\.js$/, '.ts')
}

describe('architecture', () => {
  it('finds the packages and their imports', () => {
    expect(packages).toContain('packages/core')
    expect(packages).toContain('packages/culling')
    expect(allImports.length).toBeGreaterThan(50)
  })

  it('imports packages only along the arrows', () => {
    const wrong = allImports.filter(({ file, target, typeOnly }) => {
      const name = /^@sightline\/([a-z]+)/.exec(target)?.[1]
      if (!name) return false
      const owner = packages.find((folder) => file.startsWith(`${folder}/`))!
      if (owner === 'packages/render' && name === 'terrain') {
        return !(typeOnly && file.startsWith('packages/render/src/terrain/'))
      }
      return !ARROWS[owner]!.includes(name)
    })
    expect(wrong).toEqual([])
  })

  it('leaves a package only by its name, never by a path', () => {
    const wrong = allImports.filter((entry) => {
      if (!entry.target.startsWith('.')) return false
      const owner = packages.find((folder) => entry.file.startsWith(`${folder}/`))!
      return !resolved(entry).startsWith(`${owner}/src/`)
    })
    expect(wrong).toEqual([])
  })

  it('imports regl only in the render package and the sample', () => {
    const wrong = allImports.filter(
      ({ file, target }) => target === 'regl' && !/^(packages\/render|apps\/sample)\//.test(file),
    )
    expect(wrong).toEqual([])
  })

  it('keeps the parts that promise to work without an ECS free of bitECS', () => {
    const wrong = allImports.filter(
      ({ file, target }) =>
        WITHOUT_ECS.some((part) => file.startsWith(part)) &&
        (target.startsWith('bitecs') || target === '@sightline/core'),
    )
    expect(wrong).toEqual([])
  })

  it.each(packages)('%s has no import cycle', (folder) => {
    const edges = new Map<string, string[]>(filesOf.get(folder)!.map((file) => [file, []]))
    for (const entry of allImports) {
      if (entry.typeOnly || !entry.target.startsWith('.')) continue
      edges.get(entry.file)?.push(resolved(entry))
    }
    expect(findCycle(edges)).toEqual([])
  })
})

/** A list of files that import each other in a ring, or nothing. */
function findCycle(edges: Map<string, string[]>): string[] {
  const done = new Set<string>()
  const path: string[] = []
  const visit = (file: string): string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return []
    path.push(file)
    for (const next of edges.get(file) ?? []) {
      const ring = visit(next)
      if (ring.length > 0) return ring
    }
    path.pop()
    done.add(file)
    return []
  }
  for (const file of edges.keys()) {
    const ring = visit(file)
    if (ring.length > 0) return ring
  }
  return []
}
