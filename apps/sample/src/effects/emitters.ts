import { HOUSE_KINDS } from '../town/houses/house-kinds.js'
import type { MeshData, Town } from '../town/index.js'
import type { EffectName } from './effects.js'

export type EmitterPlace = { readonly effect: EffectName; readonly place: readonly [number, number, number] }

/** Emitters of the whole town at high quality, beside the rain. */
export const EMITTER_COUNT = 200

/** By mesh of the thing: what comes out of it, and where, over its foot. */
const SOURCES: Readonly<Record<string, readonly { effect: EffectName; up: number; out?: number }[]>> = {
  fountain: [
    { effect: 'jet', up: 3.3 },
    { effect: 'spray', up: 0.8 },
    { effect: 'spray', up: 2.8 },
  ],
  mill: [{ effect: 'spray', up: 0.4, out: 4 }],
  lamp: [{ effect: 'lamplight', up: 3.3 }],
  temple: [{ effect: 'spell', up: 1.6, out: 27 }],
}

/** The fountain's water and a spell before the temple, then smoke of chimneys and lights of lamps, as many as are wanted. */
export function emitterPlaces({ things, meshes }: Town, wanted: number): EmitterPlace[] {
  const special: EmitterPlace[] = []
  const smoke: EmitterPlace[] = []
  const lights: EmitterPlace[] = []
  const chimneys = new Map<number, readonly [number, number, number]>()
  for (let i = 0; i < things.count; i++) {
    const mesh = things.mesh[i]!
    const { name, data } = meshes[mesh]!
    const at = (x: number, y: number, z: number): readonly [number, number, number] => {
      const [sine, cosine] = [Math.sin(things.yaw[i]!), Math.cos(things.yaw[i]!)]
      const [sx, sy, sz] = things.scale.subarray(i * 3, i * 3 + 3)
      const [px, py, pz] = things.position.subarray(i * 3, i * 3 + 3)
      return [px! + x * sx! * cosine + z * sz! * sine, py! + y * sy!, pz! - x * sx! * sine + z * sz! * cosine]
    }
    for (const { effect, up, out = 0 } of SOURCES[name] ?? [])
      (effect === 'lamplight' ? lights : special).push({ effect, place: at(0, up, out) })
    if (!HOUSE_KINDS.some((kind) => kind.name === name)) continue
    const chimney = chimneys.get(mesh) ?? topOf(data)
    chimneys.set(mesh, chimney)
    smoke.push({ effect: 'smoke', place: at(...chimney) })
    if (name.startsWith('workshop')) special.push({ effect: 'embers', place: at(0, 1.2, 1) })
  }
  const left = Math.max(0, wanted - special.length)
  return [...special, ...spread(smoke, left >> 1), ...spread(lights, left - (left >> 1))].slice(0, wanted)
}

/** The middle of what is highest: on a house that is a chimney. */
function topOf({ positions }: MeshData): [number, number, number] {
  let top = -Infinity
  for (let i = 1; i < positions.length; i += 3) top = Math.max(top, positions[i]!)
  const sum: [number, number, number] = [0, top, 0]
  let count = 0
  for (let i = 0; i < positions.length; i += 3) {
    if (positions[i + 1]! < top - 0.02) continue
    count++
    sum[0] += positions[i]!
    sum[2] += positions[i + 2]!
  }
  return [sum[0] / count, top, sum[2] / count]
}

/** So many of a list, evenly. */
function spread<T>(list: readonly T[], count: number): T[] {
  const step = list.length / Math.max(1, Math.min(count, list.length))
  return Array.from({ length: Math.min(count, list.length) }, (_, i) => list[Math.floor(i * step)]!)
}
