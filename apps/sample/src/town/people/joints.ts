import type { MeshData } from '../types.js'

/** The skeleton of every figure: 1.75 m tall, looks to +z. `at` is where a joint is at rest, metres. */
const JOINTS = [
  { name: 'hips', parent: '', at: [0, 0.92, 0] },
  { name: 'chest', parent: 'hips', at: [0, 1.06, 0] },
  { name: 'head', parent: 'chest', at: [0, 1.43, 0] },
  { name: 'left-arm', parent: 'chest', at: [0.205, 1.37, 0] },
  { name: 'left-hand', parent: 'left-arm', at: [0.205, 1.06, 0] },
  { name: 'right-arm', parent: 'chest', at: [-0.205, 1.37, 0] },
  { name: 'right-hand', parent: 'right-arm', at: [-0.205, 1.06, 0] },
  { name: 'left-thigh', parent: 'hips', at: [0.095, 0.84, 0] },
  { name: 'left-shin', parent: 'left-thigh', at: [0.095, 0.45, 0] },
  { name: 'right-thigh', parent: 'hips', at: [-0.095, 0.84, 0] },
  { name: 'right-shin', parent: 'right-thigh', at: [-0.095, 0.45, 0] },
] as const

export type JointName = (typeof JOINTS)[number]['name']

export const JOINT_NAMES: readonly JointName[] = JOINTS.map(({ name }) => name)

/** Number of a joint, in the skeleton and in the palette of the meshes. */
export const jointNamed = (name: JointName): number => JOINT_NAMES.indexOf(name)

/** Where a joint is at rest: x, y, z in the figure's space, metres. */
export const jointPlace = (name: JointName): readonly [number, number, number] => JOINTS[jointNamed(name)]!.at

/** Height of what moves with the head of a figure at rest, hat included; metres, 0 for what has no head. */
export function headTop({ positions, skin }: MeshData): number {
  const head = jointNamed('head')
  let top = 0
  for (let v = 0; v < positions.length / 3; v++) {
    if (skin?.joints[v * 4] === head) top = Math.max(top, positions[v * 3 + 1]!)
  }
  return top
}

/** A joint as `createRig` takes it. */
export type RigJoint = {
  readonly name: string
  readonly parent: number
  readonly translation: readonly number[]
}

/** Parents first, places relative to them. */
export const RIG_JOINTS: readonly RigJoint[] = JOINTS.map(({ name, parent, at }) => {
  const above = JOINTS.find((joint) => joint.name === parent)
  const from: readonly number[] = above?.at ?? [0, 0, 0]
  return {
    name,
    parent: above ? JOINTS.indexOf(above) : -1,
    translation: at.map((place, axis) => place - from[axis]!),
  }
})

/** Every joint moves vertices; meshes are modelled as the skeleton rests, so binding undoes its place. */
export const RIG_SKIN: readonly { readonly joint: number; readonly inverseBind: readonly number[] }[] =
  JOINTS.map(({ at: [x, y, z] }, joint) => ({
    joint,
    inverseBind: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x, -y, -z, 1],
  }))
