// Writes the code of docs/snippets into the documents that show it, between "snippet:" comments and fences.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const documents = [
  'README.md',
  ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}/README.md`),
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]
for (const file of documents) {
  let text
  try {
    text = readFileSync(join(root, file), 'utf8')
  } catch {
    continue
  }
  const written = text.replace(/(<!-- snippet: (\S+) -->\n```ts\n)[\s\S]*?```/g, (_, head, name) => {
    const source = readFileSync(join(root, 'docs/snippets', name), 'utf8')
    const [, code] = /\/\/ #region readme\n([\s\S]*?)\n\/\/ #endregion/.exec(source)
    return `${head}${code.trim()}\n\`\`\``
  })
  if (written !== text) writeFileSync(join(root, file), written)
}
