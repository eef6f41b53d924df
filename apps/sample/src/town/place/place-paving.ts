import { fromLocal } from '../plan/geometry.js'
import { edgeLength } from '../plan/street-net.js'
import { type PropYard, putProp } from './prop-yard.js'

const METRES_PER_PATCH = 3.4

/** Patches of stones that lie proud, along streets and over the market. */
export function placePaving(yard: PropYard): void {
  const { plan, random } = yard
  const put = (x: number, z: number) =>
    putProp(yard, 'cobbles', x, z, random.range(0, 6), {
      scale: [random.range(0.8, 1.3), 1, random.range(0.8, 1.3)],
      anywhere: true,
    })
  for (const edge of plan.net.edges.values()) {
    const a = plan.net.nodes[edge.a]!
    const b = plan.net.nodes[edge.b]!
    const count = Math.round((edgeLength(plan.net, edge) / METRES_PER_PATCH) * (edge.width > 8 ? 2 : 1))
    for (let i = 0; i < count; i++) {
      const t = random.next()
      const side = (random.next() - 0.5) * (edge.width - 2.6)
      const p = { x: a.x + (b.x - a.x) * t, z: a.z + (b.z - a.z) * t }
      const q = fromLocal(p, Math.atan2(b.x - a.x, b.z - a.z), side, 0)
      put(q.x, q.z)
    }
  }
  for (let i = 0; i < 420; i++) {
    const p = fromLocal(plan.market.center, plan.market.yaw, random.range(-38, 38), random.range(-28, 28))
    put(p.x, p.z)
  }
}
