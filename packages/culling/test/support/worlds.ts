import type { Box } from './oracle.js'

/** Boxes of a world, six floats each, and the box round the finite ones. */
export type WorldBoxes = { name: string; count: number; boxes: Float32Array; around: Box }

/** Writes box `i` of a world; `random` is the world's own. */
type Place = (random: () => number, i: number) => Box

export function buildWorld(name: string, random: () => number, count: number, place: Place): WorldBoxes {
  const boxes = new Float32Array(count * 6)
  for (let i = 0; i < count; i++) boxes.set(place(random, i), i * 6)
  return { name, count, boxes, around: boxAround(boxes) }
}

/** The box round all finite boxes; a unit box when there are none. */
export function boxAround(boxes: Float32Array): Box {
  const around = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]
  for (let i = 0; i < boxes.length; i += 6) {
    if (!boxes.subarray(i, i + 6).every(Number.isFinite)) continue
    for (let axis = 0; axis < 3; axis++) {
      around[axis] = Math.min(around[axis]!, boxes[i + axis]!)
      around[axis + 3] = Math.max(around[axis + 3]!, boxes[i + axis + 3]!)
    }
  }
  return around[0]! <= around[3]! ? (around as unknown as Box) : [0, 0, 0, 1, 1, 1]
}

/** A box of the given centre and full size. */
export function boxAt(x: number, y: number, z: number, sx: number, sy = sx, sz = sx): Box {
  return [x - sx / 2, y - sy / 2, z - sz / 2, x + sx / 2, y + sy / 2, z + sz / 2]
}

const spread = (random: () => number, size: number) => (random() - 0.5) * size

/** A cube of the given edge round a middle, with boxes of a hundredth of it. */
function cube(edge: number, mx = 0, my = 0, mz = 0): Place {
  return (random) =>
    boxAt(
      mx + spread(random, edge),
      my + spread(random, edge),
      mz + spread(random, edge),
      random() * edge * 0.02,
      random() * edge * 0.02,
      random() * edge * 0.02,
    )
}

/** Towns: houses and people on flat ground, with some towers and some wide plates. */
const town: Place = (random, i) => {
  const [x, z] = [spread(random, 600), spread(random, 600)]
  if (i % 50 === 0) return [x - 40, -0.1, z - 40, x + 40, 0, z + 40]
  if (i % 10 === 0) return [x - 6, 0, z - 6, x + 6, 10 + random() * 60, z + 6]
  return [x - 0.4, 0, z - 0.4, x + 0.4, 1.8, z + 0.4]
}

/** Tight heaps far apart. */
const clusters: Place = (random, i) => {
  const heap = (i * 7919) % 9
  const [x, y, z] = [((heap % 3) - 1) * 4000, (heap % 2) * 900, (Math.floor(heap / 3) - 1) * 4000]
  return boxAt(x + spread(random, 12), y + spread(random, 12), z + spread(random, 12), random())
}

/** Every size from 1e-3 to 1e7, at places as far apart. */
const hugeSpread: Place = (random) => {
  const size = 10 ** (-3 + random() * 10)
  const reach = 10 ** (random() * 7)
  return boxAt(
    spread(random, reach),
    spread(random, reach),
    spread(random, reach),
    size * random(),
    size,
    size,
  )
}

/** Ever closer to one corner, so that each halving of the world parts off few. */
const geometric: Place = (random, i) => {
  const size = 1000 * 2 ** -(i % 37)
  const [x, y, z] = [size * (1 + random()), size * (1 + random() * 0.01), -size]
  return boxAt(x, y, z, size * 0.01)
}

const points: Place = (random) => {
  const [x, y, z] = [spread(random, 200), spread(random, 200), spread(random, 200)]
  return [x, y, z, x, y, z]
}

/** Worlds as games have them, and worlds that break an index. */
export const WORLDS: Readonly<Record<string, Place>> = {
  cube: cube(100),
  town,
  clusters,
  'all at one point, one size': () => [4, 5, 6, 5, 6, 7],
  'all at one point, many sizes': (random) => boxAt(4, 5, 6, random() * 10, random(), random() * 3),
  flat: (random) => boxAt(spread(random, 1000), 3, spread(random, 1000), random() * 4, 0, random() * 4),
  line: (random) => boxAt(spread(random, 1000), 0, 0, random(), 0, 0),
  'one giant among thousands': (random, i) =>
    i === 17 ? [-5000, -400, -5000, 5000, 700, 5000] : cube(100)(random, i),
  'zero size': points,
  'ever closer': geometric,
  'at 45 km': cube(64, 45_000, 20, -45_000),
  'at 1,000,000': cube(1000, 1_000_000, 0, 1_000_000),
  millimetres: cube(0.005),
  'huge spread': hugeSpread,
  'negative octant': cube(100, -500, -500, -500),
}

export function namedWorld(name: string, random: () => number, count: number): WorldBoxes {
  const place = WORLDS[name]
  if (!place) throw new Error(`namedWorld: no world is called ${name}`)
  return buildWorld(name, random, count, place)
}
