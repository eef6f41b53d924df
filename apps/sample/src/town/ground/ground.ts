import type { Heightfield } from '@sightline/terrain/heightfield'
import { createFeeler, FEEL, type Feeler } from '../feeler.js'
import { HOUSE_KINDS } from '../houses/house-kinds.js'
import { COBBLE, EARTH, GRASS, mix, type Rgb, STONE, shade } from '../palette.js'
import { insetPolygon, isSimple, pointToSegment, signedArea, triangulate } from '../plan/geometry.js'
import type { Field, Road } from '../plan/outside.js'
import { blockPoints, edgeBetween } from '../plan/street-net.js'
import type { TownPlan } from '../plan/town-plan.js'
import { noise, smoothstep } from '../random.js'
import type { GroundTile, Point } from '../types.js'
import { type GroundCover, paintCover } from './ground-cover.js'
import { createGroundField, feelGrid, levelUnder, sampleLand } from './ground-grid.js'
import { buildGroundTiles, type Kerb } from './ground-tiles.js'
import type { Land } from './land.js'
import { addPatch, createPatches, feelLift, type Patches } from './patches.js'

export const KERB_HEIGHT = 0.12
const ROAD_LIFT = 0.06
const FIELD_LIFT = 0.14
/** what is seen from afar only, where depth is coarse and the bare ground may be too */
const FAR_ROAD_LIFT = 0.22
const FAR_FIELD_LIFT = 0.45

/** Blocks with their kerbs, and the roads and fields round the town; metres. */
const PAVING = { half: 512, tile: 256 }
const COUNTRY = { half: 1536, tile: 1024 }

export type Ground = {
  /** the bare ground */
  readonly field: Heightfield
  readonly cover: GroundCover
  readonly patches: Patches
  readonly paving: readonly GroundTile[]
  readonly country: readonly GroundTile[]
  /** Writes the ground's height where a feeler is. */
  feel(at: Feeler): void
  heightAt(x: number, z: number): number
}

/** The bare ground, what covers it, patches on it (blocks, roads, fields) and the tiles made of them. */
export function createGround(
  plan: TownPlan,
  land: Land,
  roads: readonly Road[],
  fields: readonly Field[],
): Ground {
  const heights = sampleLand(land)
  levelRooms(heights, plan, land)
  const field = createGroundField(heights)
  const patches = createPatches()
  const kerbs: Kerb[] = []
  for (const block of plan.net.blocks) addBlock(plan, block, patches, kerbs)
  const blocks = patches.list.length
  for (const road of roads) addRoad(road, patches, land)
  for (const strip of fields) addField(strip, patches)
  const paving = buildGroundTiles(field, PAVING, patches.list.slice(0, blocks), kerbs)
  const country = buildGroundTiles(field, COUNTRY, patches.list.slice(blocks), [])
  const cover = paintCover(plan, land, field, patches)
  const feel = (at: Feeler): void => {
    feelGrid(field, at)
    feelLift(patches, at)
  }
  const own = createFeeler()
  const heightAt = (x: number, z: number): number => {
    own[FEEL.x] = x
    own[FEEL.z] = z
    feel(own)
    return own[FEEL.ground]!
  }
  return { field, cover, patches, paving, country, feel, heightAt }
}

/** No ground comes up through the floor of a room: it is level under houses that have one. */
function levelRooms(heights: Float32Array, plan: TownPlan, land: Land): void {
  const taken = new Set<number>()
  for (const { kind, rect } of plan.houses) {
    if (!HOUSE_KINDS[kind]!.room) continue
    levelUnder(heights, rect, land.heightAt(rect.x, rect.z), taken)
  }
}

/** A block behind its kerb: paving at the street, earth and grass in the court. */
function addBlock(plan: TownPlan, block: readonly number[], patches: Patches, kerbs: Kerb[]): void {
  const { net, seed } = plan
  const amounts = block.map((node, i) => edgeBetween(net, node, block[(i + 1) % block.length]!).width / 2)
  const edge = insetPolygon(blockPoints(net, block), amounts)
  if (signedArea(edge) < 60 || !isSimple(edge)) return
  const inwards = (x: number, z: number): number => {
    let d = Infinity
    for (let i = 0; i < edge.length; i++)
      d = Math.min(d, pointToSegment(x, z, edge[i]!, edge[(i + 1) % edge.length]!))
    return d
  }
  const greenAt = (d: number, x: number, z: number): number =>
    smoothstep(9, 15, d) * (0.75 + 0.25 * noise(seed, x / 9, z / 9))
  const green = (x: number, z: number): number => greenAt(inwards(x, z), x, z)
  const color = (x: number, z: number): Rgb => {
    const d = inwards(x, z)
    const earth = mix(mix(EARTH, COBBLE, 0.35), EARTH, smoothstep(1, 7, d))
    return mix(shade(earth, 0.94), shade(GRASS[0]!, 0.95), greenAt(d, x, z))
  }
  const group = patches.list.length
  for (const [a, b, c] of triangulate(edge)) {
    addPatch(patches, {
      points: [edge[a]!, edge[b]!, edge[c]!],
      lift: KERB_HEIGHT,
      group,
      color,
      green,
    })
  }
  edge.forEach((a, i) => {
    kerbs.push({ a, b: edge[(i + 1) % edge.length]!, lift: KERB_HEIGHT, color: STONE[2]! })
  })
}

/** A road; it stops at the river, where the bridge carries it. */
function addRoad({ points, width }: Road, patches: Patches, land: Land): void {
  const color = (x: number, z: number): Rgb => shade(EARTH, 0.96 + 0.06 * noise(7, x / 12, z / 12))
  const normal = (i: number): [number, number] => {
    const a = points[Math.max(0, i - 1)]!
    const b = points[Math.min(points.length - 1, i + 1)]!
    const length = Math.hypot(b.x - a.x, b.z - a.z) || 1
    return [(-(b.z - a.z) / length) * (width / 2), ((b.x - a.x) / length) * (width / 2)]
  }
  const group = patches.list.length
  for (let i = 1; i < points.length; i++) {
    const a = points[i - 1]!
    const b = points[i]!
    const middle = { x: (a.x + b.x) / 2, z: (a.z + b.z) / 2 }
    if (Math.abs(middle.z - land.riverZ(middle.x)) < land.riverHalf(middle.x) + 4) continue
    const [ax, az] = normal(i - 1)
    const [bx, bz] = normal(i)
    const quad: Point[] = [
      { x: a.x - ax, z: a.z - az },
      { x: b.x - bx, z: b.z - bz },
      { x: b.x + bx, z: b.z + bz },
      { x: a.x + ax, z: a.z + az },
    ]
    addPatch(patches, {
      points: quad,
      lift: isInner(a.x, a.z) ? ROAD_LIFT : FAR_ROAD_LIFT,
      group,
      color,
    })
  }
}

/** Strips of the crop's colours, side by side. */
function addField({ corners, colors, strips }: Field, patches: Patches): void {
  const [a, b, c, d] = corners
  for (let i = 0; i < strips; i++) {
    const t0 = i / strips
    const t1 = (i + 1) / strips
    const on = (p: Point, q: Point, t: number): Point => ({
      x: p.x + (q.x - p.x) * t,
      z: p.z + (q.z - p.z) * t,
    })
    const rgb = colors[i % colors.length]!
    const points = [on(a, d, t0), on(b, c, t0), on(b, c, t1), on(a, d, t1)]
    const lift = isInner(a.x, a.z) ? FIELD_LIFT : FAR_FIELD_LIFT
    addPatch(patches, { points, lift, group: patches.list.length, color: () => rgb })
  }
}

const isInner = (x: number, z: number): boolean => Math.max(Math.abs(x), Math.abs(z)) <= PAVING.half
