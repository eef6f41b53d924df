import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cullingSystems } from '@sightline/culling'
import { fitCanvas, renderSystems, trackEmitters } from '@sightline/render'
import { terrainSystems } from '@sightline/terrain'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const snippetFiles = readdirSync(join(root, 'docs/snippets')).filter((name) => name.endsWith('.ts'))

/** The part of a snippet that documents show. */
function region(file: string): string {
  const match = /\/\/ #region readme\n([\s\S]*?)\n\/\/ #endregion/.exec(read(`docs/snippets/${file}`))
  if (!match) throw new Error(`docs/snippets/${file} has no "#region readme"`)
  return match[1]!.trim()
}

const documents = [
  'README.md',
  'packages/core/README.md',
  'packages/culling/README.md',
  'packages/render/README.md',
  'packages/terrain/README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

describe('examples', () => {
  it.each(documents)('%s shows its snippets as they stand in docs/snippets', (file) => {
    const shown = [...read(file).matchAll(/<!-- snippet: (\S+) -->\n```ts\n([\s\S]*?)```/g)]
    for (const [, name, code] of shown) expect(code!.trim(), name).toBe(region(name!))
  })

  it('every snippet is shown somewhere', () => {
    const all = documents.map(read).join('\n')
    expect(snippetFiles.filter((name) => !all.includes(`<!-- snippet: ${name} -->`))).toEqual([])
  })

  it.each(snippetFiles)('%s runs', async (name) => {
    await expect(import(join(root, 'docs/snippets', name))).resolves.toBeDefined()
  })

  it('the first example draws what stands before the camera, and only a part of the world', async () => {
    const { drawn } = (await import(join(root, 'docs/snippets/quick-start.ts'))) as { drawn: number[] }
    expect(drawn.length).toBeGreaterThan(0)
    expect(drawn.length).toBeLessThan(4_000)
  })

  it('README: both commands and an example stand on the first screen', () => {
    const screen = read('README.md').split('\n').slice(0, 60).join('\n')
    expect(screen).toContain('npm start')
    expect(screen).toContain('npm test')
    expect(screen).toContain('<!-- snippet: quick-start.ts -->')
  })
})

describe('docs/frame.md', () => {
  it('lists the culling systems in the order in which they run', () => {
    const rows = [...read('docs/frame.md').matchAll(/^\| culling\s+\| `(\w+)`\s+\|/gm)].map(
      (match) => match[1],
    )
    expect(rows).toEqual(cullingSystems.map((system) => system.name))
  })

  it('lists the systems of terrain before those of culling, in the order in which they run', () => {
    const text = read('docs/frame.md')
    const rows = [...text.matchAll(/^\| (?:culling|terrain)\s+\| `(\w+)`\s+\|/gm)].map((match) => match[1])
    expect(rows).toEqual([...terrainSystems, ...cullingSystems].map((system) => system.name))
  })

  it('lists the systems of render in the order in which they run, after culling', () => {
    const text = read('docs/frame.md')
    const rows = [...text.matchAll(/^\| (?:culling|render)\s+\| `(\w+)`\s+\|/gm)].map((match) => match[1])
    const systems = [fitCanvas, trackEmitters, ...cullingSystems, ...renderSystems]
    expect(rows).toEqual(systems.map((system) => system.name))
  })
})

describe('links', () => {
  it.each(documents)('%s links only to files that exist', (file) => {
    const folder = join(root, file, '..')
    const targets = [...read(file).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map((match) => match[1]!)
    const missing = targets.filter((target) => {
      try {
        readdirSync(join(folder, target))
        return false
      } catch (error) {
        return (error as NodeJS.ErrnoException).code !== 'ENOTDIR'
      }
    })
    expect(missing).toEqual([])
  })
})
