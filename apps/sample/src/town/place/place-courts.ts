import { CLOTH, mix, WHITE } from '../palette.js'
import { insidePolygon, pointToSegment } from '../plan/geometry.js'
import { blockPoints } from '../plan/street-net.js'
import type { Point } from '../types.js'
import { leafTint } from './place-country.js'
import { type PropName, type PropYard, putProp } from './prop-yard.js'

const YARD_THINGS: readonly PropName[] = [
  'bush',
  'woodpile',
  'barrels',
  'crates',
  'bush',
  'pots',
  'fence',
  'goods',
  'bush',
  'cart',
]
/** square metres of a block for each try */
const AREA_PER_TRY = 42

/** Sheds, trees, washing and gardens inside the blocks. */
export function placeCourts(yard: PropYard): void {
  const { plan } = yard
  for (const block of plan.net.blocks) {
    const points = blockPoints(plan.net, block)
    const box = bounds(points)
    const tries = Math.round(((box.maxX - box.minX) * (box.maxZ - box.minZ)) / AREA_PER_TRY)
    for (let i = 0; i < tries; i++) placeInCourt(yard, points, box, i / tries)
  }
}

type Bounds = { minX: number; minZ: number; maxX: number; maxZ: number }

function bounds(points: readonly Point[]): Bounds {
  const xs = points.map((p) => p.x)
  const zs = points.map((p) => p.z)
  return { minX: Math.min(...xs), minZ: Math.min(...zs), maxX: Math.max(...xs), maxZ: Math.max(...zs) }
}

/** Large things first (`t` runs from 0 to 1): sheds, then trees and lines, then what lies about. */
function placeInCourt(yard: PropYard, points: readonly Point[], box: Bounds, t: number): void {
  const { random } = yard
  const x = random.range(box.minX, box.maxX)
  const z = random.range(box.minZ, box.maxZ)
  const yaw = random.whole(0, 7) * (Math.PI / 4) + random.range(-0.2, 0.2)
  if (!insidePolygon(x, z, points)) return
  let edge = Infinity
  points.forEach((a, i) => {
    edge = Math.min(edge, pointToSegment(x, z, a, points[(i + 1) % points.length]!))
  })
  if (edge < 7) return
  if (t < 0.12) putProp(yard, 'shed', x, z, yaw, { always: t < 0.04 })
  else if (t < 0.42) {
    const scale = random.range(0.6, 1.05)
    putProp(yard, random.chance(0.85) ? 'tree' : 'poplar', x, z, yaw, {
      scale,
      tint: leafTint(random),
      always: random.chance(0.15),
    })
  } else if (t < 0.5) {
    putProp(yard, 'laundry', x, z, yaw, { tint: mix(random.pick(CLOTH), WHITE, 0.25) })
  } else {
    const name = random.pick(YARD_THINGS)
    const leafy = name === 'bush' ? { tint: leafTint(random) } : {}
    putProp(yard, name, x, z, yaw, { scale: random.range(0.8, 1.1), ...leafy })
  }
}
