import { PERSON_ROLES, type People, type StreetGraph } from '../town/index.js'

/** Everyone who walks, one row each. */
export type Walkers = {
  readonly count: number
  readonly eids: Uint32Array
  /** Feet, metres. */
  readonly x: Float32Array
  readonly y: Float32Array
  readonly z: Float32Array
  /** Height that the feet stand on, or are coming up or down to. */
  readonly floor: Float32Array
  readonly yaw: Float32Array
  readonly scale: Float32Array
  /** Street of the graph, and 1 or -1: towards its second or its first node. */
  readonly edge: Int32Array
  readonly direction: Int8Array
  /** Metres to the right of the street's middle where it likes to walk. */
  readonly side: Float32Array
  /** Metres a second when nothing is in the way, and now. */
  readonly speed: Float32Array
  readonly pace: Float32Array
  /** 1: it wants to stop. */
  readonly stands: Uint8Array
  /** Seconds without coming forward. */
  readonly stuck: Float32Array
  /** Seconds since it felt for walls, and for the floor. */
  readonly sinceWalls: Float32Array
  readonly sinceFloor: Float32Array
  /** 1: plays the clip of walking. */
  readonly gait: Uint8Array
  /** State of its own random sequence. */
  readonly random: Uint32Array

  // Of its street, seen in its direction; renewed in each frame.
  readonly startX: Float32Array
  readonly startZ: Float32Array
  readonly wayX: Float32Array
  readonly wayZ: Float32Array
  readonly length: Float32Array
  /** Metres along it, done and left. */
  readonly done: Float32Array
  readonly left: Float32Array
  /** Where it goes now, length 1. */
  readonly dirX: Float32Array
  readonly dirZ: Float32Array
  /** What others leave it: share of its speed, metres a second to the right, and away from those too near. */
  readonly slow: Float32Array
  readonly aside: Float32Array
  readonly pushX: Float32Array
  readonly pushZ: Float32Array
}

const WALKS = PERSON_ROLES.indexOf('walks')

/** The walkers among the people; `eids` are the entities of all people in their order. */
export function createWalkers(people: People, eids: Uint32Array, seed: number): Walkers {
  const rows: number[] = []
  for (let i = 0; i < people.count; i++) if (people.role[i] === WALKS) rows.push(i)
  const count = rows.length
  const floats = () => new Float32Array(count)
  const walkers: Walkers = {
    count,
    eids: Uint32Array.from(rows, (i) => eids[i]!),
    x: Float32Array.from(rows, (i) => people.position[i * 3]!),
    y: Float32Array.from(rows, (i) => people.position[i * 3 + 1]!),
    z: Float32Array.from(rows, (i) => people.position[i * 3 + 2]!),
    floor: Float32Array.from(rows, (i) => people.position[i * 3 + 1]!),
    yaw: Float32Array.from(rows, (i) => people.yaw[i]!),
    scale: Float32Array.from(rows, (i) => people.scale[i]!),
    edge: Int32Array.from(rows, (i) => people.edge[i]!),
    direction: Int8Array.from(rows, (i) => people.direction[i]!),
    side: Float32Array.from(rows, (i) => people.side[i]!),
    speed: Float32Array.from(rows, (i) => people.speed[i]!),
    pace: floats(),
    stands: new Uint8Array(count),
    stuck: floats(),
    sinceWalls: floats(),
    sinceFloor: floats(),
    gait: new Uint8Array(count).fill(1),
    random: Uint32Array.from(
      rows,
      (i) => Math.imul(i + 1, 0x9e37_79b9) ^ Math.imul(seed + 1, 0x85eb_ca6b) || 1,
    ),
    startX: floats(),
    startZ: floats(),
    wayX: floats(),
    wayZ: floats(),
    length: floats(),
    done: floats(),
    left: floats(),
    dirX: floats(),
    dirZ: floats(),
    slow: floats(),
    aside: floats(),
    pushX: floats(),
    pushZ: floats(),
  }
  for (let i = 0; i < count; i++) {
    walkers.pace[i] = walkers.speed[i]!
    // Not everyone feels in the same frame.
    walkers.sinceWalls[i] = (i % 8) / 60
    walkers.sinceFloor[i] = (i % 8) / 60
  }
  return walkers
}

/** Metres, of each street. */
export function streetLengths({ nodes, edges }: StreetGraph): Float32Array {
  return Float32Array.from({ length: edges.length / 2 }, (_, edge) => {
    const a = edges[edge * 2]! * 2
    const b = edges[edge * 2 + 1]! * 2
    return Math.hypot(nodes[b]! - nodes[a]!, nodes[b + 1]! - nodes[a + 1]!)
  })
}
