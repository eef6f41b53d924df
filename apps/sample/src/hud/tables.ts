import { stats, type World } from '@sightline/core'
import { kernelKind } from '@sightline/culling'
import { renderStats } from '@sightline/render'
import type { Loop } from '../loop.js'
import { type Counts, PARTS } from './counts.js'
import { element, setText, short, withCommas } from './element.js'

/** Rows of a name and a value that come into being when they are first set. */
export type Table = { set(name: string, value: string, className?: string): void }

export function createTable(parent: HTMLElement, label: string): Table {
  const table = element('table', 'figures', parent)
  table.setAttribute('aria-label', label)
  const body = element('tbody', '', table)
  const cells = new Map<string, HTMLElement>()
  return {
    set(name, value, className = '') {
      let cell = cells.get(name)
      if (cell === undefined) {
        const row = element('tr', className, body)
        element('th', '', row, name).scope = 'row'
        cell = element('td', '', row)
        cells.set(name, cell)
      }
      setText(cell, value)
    },
  }
}

export function fillCounts(table: Table, world: World, counts: Counts, loop: Loop): void {
  for (const part of PARTS) table.set(part, withCommas(counts[part]), part)
  const drawn = renderStats(world)
  table.set('draw calls', withCommas(drawn.drawCalls - drawn.shadowDrawCalls))
  table.set('shadow draw calls', withCommas(drawn.shadowDrawCalls))
  table.set('instances', withCommas(drawn.instances - drawn.shadowInstances))
  table.set('shadow instances', withCommas(drawn.shadowInstances))
  table.set('triangles', short(drawn.triangles))
  table.set('of these in shadows', short(drawn.shadowTriangles))
  table.set('sent to the GPU', `${(drawn.bytesUploaded / 1024).toFixed(0)} kB a frame`)
  table.set('held by the GPU', `${(drawn.bytesHeld / 1024 / 1024).toFixed(1)} MB`)
  table.set('picture', drawn.contextLost ? 'context lost' : `${drawn.width} × ${drawn.height}`)
  table.set('main thread', `${loop.work.toFixed(1)} ms`)
  table.set('kernels', kernelKind())
}

const EASE = 0.15

/** Eased, as single frames jump. */
export function createTimes(table: Table): (world: World) => void {
  const eased = new Map<string, number>()
  return (world) => {
    const { systems } = stats(world)
    for (const name of Object.keys(systems)) {
      const before = eased.get(name) ?? systems[name]!
      const value = before + (systems[name]! - before) * EASE
      eased.set(name, value)
      table.set(name, `${value.toFixed(2)} ms`)
    }
  }
}
