// Turns results of the occlusion buffer into the tables of docs/benchmarks.md.
import type { OcclusionResult } from './occlusion.js'
import { figure, table } from './table.js'

const percent = (share: number) => `${(100 * share).toFixed(2)} %`

/** One table a size, and what the sizes hide. */
export function occlusionTables(results: readonly OcclusionResult[]): string {
  return results.map((result) => `${sizeTable(result)}\n\n${shares(result)}`).join('\n\n')
}

function sizeTable({ width, height, ways, prototype }: OcclusionResult): string {
  const compare = (total: number, of: number | undefined) =>
    of === undefined ? '–' : (total / of).toFixed(2)
  const rows = ways.map(({ way, begin, draw, test, total, hidden }) => {
    const peer = way.includes('octree') ? prototype?.cells : prototype?.flat
    return [way, ...[begin, draw, test, total].map(figure), compare(total, peer), percent(hidden)]
  })
  if (prototype) {
    rows.push(['prototype, flat list', '', '', '', figure(prototype.flat), '1', percent(prototype.hidden)])
    rows.push(['prototype, cells', '', '', '', figure(prototype.cells), '1', ''])
  }
  return table(
    [
      `${width}×${height}, µs a pose`,
      'begin',
      'draw',
      'test',
      'all',
      'of the prototype',
      'hidden in the frustum',
    ],
    rows,
  )
}

function shares({ ways, eroded, stress }: OcclusionResult): string {
  const lost = 100 * (ways[0]!.hidden - eroded)
  const lines = [`Shrunk by 0.5 m: ${percent(eroded)}, ${lost.toFixed(2)} points less.`]
  if (stress)
    lines.push(`Stress poses: ${percent(stress.ours)} hidden, by the prototype ${percent(stress.prototype)}.`)
  return lines.join(' ')
}
