import { FOUNTAIN_RADIUS } from '../landmarks/fountain-mesh.js'
import { CLOTH } from '../palette.js'
import { fromLocal } from '../plan/geometry.js'
import { addRect } from '../plan/obstacles.js'
import { type PropYard, putProp } from './prop-yard.js'
import { AISLE_ACROSS } from './street-graph.js'
import { addThing } from './thing-list.js'

export const STALL_COUNT = 60
/** middles of the double rows of stalls, and what a stall takes of a row */
const ROWS: readonly number[] = [-16, 0, 16]
const SPACING = 3.7
const ROW_HALF = 31

export type StallPlace = { readonly x: number; readonly z: number; readonly yaw: number }

/** Fountain, stalls back to back in rows, goods before them, lamps and trees at the square's edge. */
export function placeMarket(yard: PropYard): StallPlace[] {
  const { market } = yard.plan
  const { fountain } = market
  const y = yard.heightAt(fountain.x, fountain.z)
  addThing(yard.list, 'fountain', 'landmark', { x: fountain.x, y, z: fountain.z, yaw: market.yaw })
  addRect(yard.taken, {
    x: fountain.x,
    z: fountain.z,
    halfX: FOUNTAIN_RADIUS + 1.6,
    halfZ: FOUNTAIN_RADIUS + 1.6,
    yaw: market.yaw,
  })
  yard.collision.shapes.push({
    x: fountain.x,
    z: fountain.z,
    halfX: FOUNTAIN_RADIUS + 0.3,
    halfZ: 0,
    yaw: 0,
    top: y + 2,
  })
  const stalls = chooseStalls(yard)
  for (const stall of stalls) {
    placeStall(yard, stall)
    for (const side of [-1, 1]) {
      if (!yard.random.chance(0.62)) continue
      const p = fromLocal(stall, stall.yaw, side * 0.8, 1.75)
      const name = yard.random.pick(['goods', 'goods', 'crates', 'barrels'] as const)
      putProp(yard, name, p.x, p.z, stall.yaw + yard.random.range(-0.3, 0.3), { scale: 0.72 })
    }
  }
  placeEdge(yard)
  return stalls
}

function chooseStalls(yard: PropYard): StallPlace[] {
  const { market } = yard.plan
  const places: (StallPlace & { key: number })[] = []
  for (const v of ROWS) {
    for (let u = -ROW_HALF; u <= ROW_HALF; u += SPACING) {
      if (AISLE_ACROSS.some((aisle) => Math.abs(aisle - u) < 3.4)) continue
      // Round the fountain, and before it so that it is seen from the temple's steps.
      if (Math.abs(u - 4) < (v === 0 ? 9.5 : v < 0 ? 5.5 : 0)) continue
      for (const side of [-1, 1]) {
        const p = fromLocal(market.center, market.yaw, u, v + side * 1.35)
        const yaw = market.yaw + (side > 0 ? 0 : Math.PI)
        places.push({ ...p, yaw, key: yard.random.next() })
      }
    }
  }
  places.sort((a, b) => a.key - b.key)
  return places.slice(0, STALL_COUNT).map(({ x, z, yaw }) => ({ x, z, yaw }))
}

function placeStall(yard: PropYard, stall: StallPlace): void {
  const name = yard.random.chance(0.6) ? 'stall' : 'lean-stall'
  const scale = [1, yard.random.range(0.94, 1.08), 1] as const
  putProp(yard, name, stall.x, stall.z, stall.yaw, {
    tint: yard.random.pick(CLOTH.slice(0, 5)),
    always: true,
    scale,
  })
  const counter = fromLocal(stall, stall.yaw, 0, 0.72)
  yard.collision.shapes.push({
    ...counter,
    halfX: 1.45,
    halfZ: 0.45,
    yaw: stall.yaw,
    top: yard.heightAt(stall.x, stall.z) + 2,
  })
}

/** Lamps, benches and trees on the strip between the stalls and the street round the square. */
function placeEdge(yard: PropYard): void {
  const { market } = yard.plan
  for (const v of [-22, 22]) {
    for (let u = -30; u <= 30; u += 12) {
      const p = fromLocal(market.center, market.yaw, u + 1, v)
      putProp(yard, 'lamp', p.x, p.z, 0, { always: true })
      const q = fromLocal(market.center, market.yaw, u + 5, v)
      putProp(yard, 'bench', q.x, q.z, market.yaw + (v > 0 ? 0 : Math.PI))
    }
  }
}
