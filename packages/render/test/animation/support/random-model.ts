import type { MeshData, RigData } from '@sightline/render'
import { addBlock, createShape, rgba, toMesh } from '../../support/shapes.js'
import { type Matrix, multiply, randomTurn, slerp, type Turn, transform, trs } from './oracle.js'

const JOINTS = 12
const BLOCKS = 24
const MORPHS = 3
const KEYS = [0, 0.4, 0.7, 1]

/** What a model looks like: x, y, z of each vertex, and of its normal. */
export type Figure = { positions: number[][]; normals: number[][] }

/**
 * A model whose vertices each hang on four joints of a random tree and on three morph targets, and two clips
 * that move all of them.
 */
export type RandomModel = {
  readonly mesh: MeshData
  readonly rig: RigData
  /** Skinned by the book, in doubles. With a second clip: a mix with `share` of it. */
  readonly figure: (at: ClipTime, over?: ClipTime, share?: number) => Figure
}

export type ClipTime = { readonly clip: number; readonly time: number }

type Local = { t: number[]; r: Turn; s: number[] }
type Clip = { turns: Turn[][]; moves: number[][]; morphs: number[][] }

export function createRandomModel(random: () => number): RandomModel {
  const spread = (size: number): number[] => [0, 1, 2].map(() => (random() - 0.5) * size)
  const identity = [0, 0, 0, 1]
  const rest: Local[] = Array.from({ length: JOINTS }, (_, i) => {
    return { t: i === 0 ? [0, 1, 0] : spread(0.8), r: slerp(identity, randomTurn(random), 0.3), s: [1, 1, 1] }
  })
  const parents = rest.map((_, i) => (i === 0 ? -1 : Math.floor(random() * i)))
  const clips: Clip[] = [0, 1].map(() => ({
    turns: rest.map(({ r }) => KEYS.map(() => slerp(r, randomTurn(random), 0.25))),
    moves: KEYS.map(() => rest[0]!.t.map((value, k) => value + spread(0.5)[k]!)),
    morphs: KEYS.map(() => Array.from({ length: MORPHS }, random)),
  }))
  const restWorld = worldOf(rest, parents)
  const binds = restWorld.map(rigidInverse)

  const shape = createShape()
  const places = Array.from({ length: BLOCKS }, () => {
    const joint = Math.floor(random() * JOINTS)
    const [x, y, z] = transform(restWorld[joint]!, spread(0.4)) as [number, number, number]
    const size = 0.1 + random() * 0.25
    const color = rgba(
      `#${Math.floor(random() * 0xffffff)
        .toString(16)
        .padStart(6, '0')}`,
      0,
    )
    addBlock(shape, [x - size, y - size, z - size], [x + size, y + size, z + size], color)
    return joint
  })
  const bare = toMesh(shape)
  const vertices = bare.positions.length / 3
  const joints = new Uint8Array(vertices * 4)
  const weights = new Uint8Array(vertices * 4)
  for (let v = 0; v < vertices; v++) {
    joints[v * 4] = places[Math.floor((v * BLOCKS) / vertices)]!
    let left = 255
    for (let k = 1; k < 4; k++) {
      joints[v * 4 + k] = Math.floor(random() * JOINTS)
      weights[v * 4 + k] = Math.floor(random() * 50)
      left -= weights[v * 4 + k]!
    }
    weights[v * 4] = left
  }
  const morphs = Array.from({ length: MORPHS }, () => {
    return Float32Array.from({ length: vertices * 3 }, () => (random() - 0.5) * 0.2)
  })

  const figure = (at: ClipTime, over?: ClipTime, share = 0): Figure => {
    const pose = sample(rest, clips[at.clip]!, at.time)
    if (over !== undefined) mix(pose, sample(rest, clips[over.clip]!, over.time), share)
    const palette = worldOf(pose.locals, parents).map((world, i) => multiply(world, binds[i]!))
    const out: Figure = { positions: [], normals: [] }
    for (let v = 0; v < vertices; v++) {
      const p = [0, 1, 2].map((k) =>
        pose.morphs.reduce(
          (sum, weight, m) => sum + weight * morphs[m]![v * 3 + k]!,
          bare.positions[v * 3 + k]!,
        ),
      )
      const n = Array.from(bare.normals.subarray(v * 3, v * 3 + 3))
      const [position, normal] = [
        [0, 0, 0],
        [0, 0, 0],
      ]
      for (let i = v * 4; i < v * 4 + 4; i++) {
        const matrix = palette[joints[i]!]!
        const origin = transform(matrix, [0, 0, 0])
        transform(matrix, p).forEach((value, k) => {
          position[k] = position[k]! + (value * weights[i]!) / 255
        })
        transform(matrix, n).forEach((value, k) => {
          normal[k] = normal[k]! + ((value - origin[k]!) * weights[i]!) / 255
        })
      }
      const length = Math.hypot(...normal)
      out.positions.push(position)
      out.normals.push(normal.map((value) => value / length))
    }
    return out
  }

  const rig: RigData = {
    joints: rest.map(({ t, r, s }, i) => ({ parent: parents[i]!, translation: t, rotation: r, scale: s })),
    skin: binds.map((bind, joint) => {
      return { joint, inverseBind: [0, 1, 2, 3].flatMap((k) => bind.map((row) => row[k]!)) }
    }),
    clips: clips.map(({ turns, moves, morphs: weightsOf }, i) => ({
      name: `clip ${i}`,
      tracks: [
        ...turns.map((keys, joint) => {
          return { joint, target: 'rotation' as const, times: KEYS, values: keys.flat() }
        }),
        { joint: 0, target: 'translation', times: KEYS, values: moves.flat() },
        { target: 'morph', times: KEYS, values: weightsOf.flat() },
      ],
    })),
    shapes: [{ positions: bare.positions, joints, weights, morphs }],
  }
  return { mesh: { ...bare, skin: { joints, weights }, morphs }, rig, figure }
}

type Pose = { locals: Local[]; morphs: number[] }

function sample(rest: readonly Local[], { turns, moves, morphs }: Clip, time: number): Pose {
  const next = Math.max(
    KEYS.findIndex((key) => key > time),
    1,
  )
  const share = (time - KEYS[next - 1]!) / (KEYS[next]! - KEYS[next - 1]!)
  const between = (keys: readonly number[][]): number[] =>
    keys[next - 1]!.map((value, k) => value + (keys[next]![k]! - value) * share)
  const locals = rest.map(({ t, s }, i) => {
    return { t: i === 0 ? between(moves) : t, r: slerp(turns[i]![next - 1]!, turns[i]![next]!, share), s }
  })
  return { locals, morphs: between(morphs) }
}

/** Rotations straight, the short way, brought back to unit length. */
function mix(pose: Pose, other: Pose, share: number): void {
  const between = (a: number[], b: number[]): number[] => a.map((value, k) => value + (b[k]! - value) * share)
  pose.locals.forEach((local, i) => {
    const { t, r } = other.locals[i]!
    const dot = local.r.reduce((sum, value, k) => sum + value * r[k]!, 0)
    const raw = between(
      local.r,
      r.map((value) => (dot < 0 ? -value : value)),
    )
    local.r = raw.map((value) => value / Math.hypot(...raw))
    local.t = between(local.t, t)
  })
  pose.morphs = between(pose.morphs, other.morphs)
}

function worldOf(locals: readonly Local[], parents: readonly number[]): Matrix[] {
  const out: Matrix[] = []
  locals.forEach(({ t, r, s }, i) => {
    out.push(parents[i]! < 0 ? trs(t, r, s) : multiply(out[parents[i]!]!, trs(t, r, s)))
  })
  return out
}

function rigidInverse(m: Matrix): Matrix {
  const rows = [0, 1, 2].map((row) => [0, 1, 2].map((k) => m[k]![row]!))
  const place = [0, 1, 2].map((row) => -rows[row]!.reduce((sum, value, k) => sum + value * m[k]![3]!, 0))
  return [...rows.map((row, i) => [...row, place[i]!]), [0, 0, 0, 1]]
}
