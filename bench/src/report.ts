// Turns results into the tables of docs/benchmarks.md.
import { type AnimationResult, animationTables } from './animation.js'
import type { FrameResult } from './frame.js'
import { type NameplateResult, nameplateTables } from './nameplates.js'
import type { OcclusionResult } from './occlusion.js'
import { type OcclusionFrameResult, occlusionFrameTable } from './occlusion-frame.js'
import { occlusionTables } from './occlusion-report.js'
import { type ParticleResult, particleTables } from './particles.js'
import { type RenderResult, renderTable } from './render.js'
import { type ScheduleResult, scheduleTable } from './schedule.js'
import { ratio, type SpatialResult } from './spatial.js'
import { figure, table } from './table.js'
import { type TerrainResult, terrainTables } from './terrain.js'

export type Results = {
  machine: { node: string; cpu: string; cores: number }
  spatial: SpatialResult[]
  frames: FrameResult[]
  occlusion: OcclusionResult[]
  occlusionFrame: OcclusionFrameResult | undefined
  render: RenderResult | undefined
  schedule: ScheduleResult[]
  animation: AnimationResult | undefined
  particles: ParticleResult | undefined
  nameplates: NameplateResult | undefined
  terrain: TerrainResult | undefined
}

const times = (value: number) => `${value.toFixed(1)} ×`
const size = (count: number) => (count >= 1e6 ? `${count / 1e6}M` : `${count / 1e3}k`)

/** Our factor over the fastest peer, per size. */
export function ratioTable(results: readonly SpatialResult[]): string {
  const everyone = () => true
  const trees = (row: { keepsTree: boolean }) => row.keepsTree
  const bvh = (row: { name: string }) => row.name.startsWith('three-mesh-bvh')
  const lines: [string, (result: SpatialResult) => string][] = [
    ['frustum query, far = 300 m', ({ rows }) => times(ratio(rows, 'near', everyone))],
    ['frustum query, far = whole world', ({ rows }) => times(ratio(rows, 'world', everyone))],
    ['10 % of the boxes move, exact again', ({ rows }) => times(ratio(rows, 'update', trees))],
    ['bulk build, against three-mesh-bvh', ({ rows }) => times(ratio(rows, 'build', bvh))],
    ['bytes a box beside the boxes', ({ rows }) => (rows[0]!.bytesPerBox ?? 0).toFixed(1)],
    [
      'far = 300 m query time against the smallest world',
      ({ rows }) => times(rows[0]!.near / results[0]!.rows[0]!.near),
    ],
  ]
  return table(
    ['times faster than the fastest peer', ...results.map(({ count }) => size(count))],
    lines.map(([name, cell]) => [name, ...results.map(cell)]),
  )
}

/** Absolute times of one size; only ratios inside it mean anything. */
export function sizeTable({ rows }: SpatialResult): string {
  return table(
    ['', 'far = 300 m, µs', 'far = world, µs', 'update, ms', 'build, ms', 'ids on the walk', 'hash'],
    rows.map((row) => [
      row.name,
      figure(row.near),
      figure(row.world),
      row.keepsTree ? figure(row.update) : '–',
      row.keepsTree ? figure(row.build) : '–',
      `${row.before.ids} / ${row.after.ids}`,
      `${row.before.hash.toString(16)} / ${row.after.hash.toString(16)}`,
    ]),
  )
}

export function frameTable(frames: readonly FrameResult[]): string {
  const row = (name: string, cell: (frame: FrameResult) => string) => [name, ...frames.map(cell)]
  const systems = Object.keys(frames[0]?.systems ?? {})
  return table(
    [
      '100,000 entities, 5,000 move, one view, ms',
      ...frames.map(
        ({ poses, turning }) =>
          `camera in ${poses > 1000 ? 'steps of 3 m' : 'jumps of 150 m'}${turning ? ', movers turn' : ''}`,
      ),
    ],
    [
      row('our frame, propagateTransforms to selectLods', ({ frame }) => figure(frame)),
      row('plain JS scan of the same boxes against six planes', ({ scan }) => figure(scan)),
      row('frame / scan', ({ frame, scan }) => (frame / scan).toFixed(2)),
      ...systems.map((name) => row(`· ${name}`, (frame) => frame.systems[name]!.toFixed(3))),
      row('visible, mean', ({ visible }) => visible.toFixed(0)),
      row('lists that differ by more than rounding', ({ differences }) => String(differences)),
    ],
  )
}

export function markdown(results: Results): string {
  const parts = results.spatial.length > 0 ? [ratioTable(results.spatial)] : []
  for (const result of results.spatial) parts.push(`### ${size(result.count)} boxes`, sizeTable(result))
  if (results.frames.length > 0) parts.push('### A whole frame', frameTable(results.frames))
  if (results.occlusion.length > 0) parts.push('### The occlusion buffer', occlusionTables(results.occlusion))
  if (results.occlusionFrame)
    parts.push('### Occlusion in the frame', occlusionFrameTable(results.occlusionFrame))
  if (results.render) parts.push('### Render systems', renderTable(results.render))
  if (results.schedule.length > 0) parts.push('### Update rates', scheduleTable(results.schedule))
  if (results.animation) parts.push('### Animation', animationTables(results.animation))
  if (results.particles) parts.push('### Particles', particleTables(results.particles))
  if (results.nameplates) parts.push('### Nameplates', nameplateTables(results.nameplates))
  if (results.terrain) parts.push('### Terrain', terrainTables(results.terrain))
  return `${parts.join('\n\n')}\n`
}
