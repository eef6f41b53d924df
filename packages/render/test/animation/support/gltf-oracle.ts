/**
 * Skinned vertices straight from a glTF document, in doubles, by the book: what models look like at a time of
 * a clip.
 */
import type { Accessor, AnimationChannel, Document, Node } from '@gltf-transform/core'
import { type Matrix, multiply, slerp, type Turn, transform, trs } from './oracle.js'

export type Local = { t: number[]; r: Turn; s: number[]; morph: number[] }
export type LocalPose = Map<Node, Local>

/** The document's pose at rest. */
export function restPose(document: Document): LocalPose {
  return new Map(
    document
      .getRoot()
      .listNodes()
      .map((node) => [
        node,
        {
          t: [...node.getTranslation()],
          r: [...node.getRotation()],
          s: [...node.getScale()],
          morph: [
            ...(node.getWeights().length > 0 ? node.getWeights() : (node.getMesh()?.getWeights() ?? [])),
          ],
        },
      ]),
  )
}

/** The pose of a clip at a time. */
export function poseAt(document: Document, clip: number, time: number): LocalPose {
  const pose = restPose(document)
  for (const channel of document.getRoot().listAnimations()[clip]!.listChannels()) {
    const local = pose.get(channel.getTargetNode()!)!
    const value = valueAt(channel, time, channel.getTargetPath() === 'rotation')
    if (channel.getTargetPath() === 'translation') local.t = value
    else if (channel.getTargetPath() === 'rotation') local.r = value
    else if (channel.getTargetPath() === 'scale') local.s = value
    else local.morph = value
  }
  return pose
}

function valueAt(channel: AnimationChannel, time: number, turns: boolean): number[] {
  const sampler = channel.getSampler()!
  if (sampler.getInterpolation() !== 'LINEAR') throw new Error('the models here are linear')
  const times = Array.from(sampler.getInput()!.getArray()! as ArrayLike<number>)
  const output = sampler.getOutput()!
  const width = (output.getCount() / times.length) * output.getElementSize()
  const flat = Array.from({ length: output.getCount() }, (_, i) => elementOf(output, i)).flat()
  const key = (i: number): number[] => flat.slice(i * width, (i + 1) * width)
  const next = times.findIndex((t) => t > time)
  if (next === 0) return key(0)
  if (next < 0) return key(times.length - 1)
  const share = (time - times[next - 1]!) / (times[next]! - times[next - 1]!)
  const [a, b] = [key(next - 1), key(next)]
  return turns ? slerp(a, b, share) : a.map((value, k) => value + (b[k]! - value) * share)
}

function elementOf(accessor: Accessor, index: number): number[] {
  return accessor.getElement(index, [] as number[])
}

/** A mix of two poses: rotations straight, the short way, brought back to unit length. */
export function mixed(a: LocalPose, b: LocalPose, share: number): LocalPose {
  const mix = (x: number[], y: number[]): number[] =>
    x.map((value, k) => value + ((y[k] ?? 0) - value) * share)
  return new Map(
    [...a].map(([node, one]) => {
      const other = b.get(node)!
      const dot = one.r.reduce((sum, value, k) => sum + value * other.r[k]!, 0)
      const raw = mix(
        one.r,
        other.r.map((value) => (dot < 0 ? -value : value)),
      )
      const length = Math.hypot(...raw)
      const r = raw.map((value) => value / length)
      return [node, { t: mix(one.t, other.t), r, s: mix(one.s, other.s), morph: mix(one.morph, other.morph) }]
    }),
  )
}

/** Gives the matrix of each node in the scene's space. */
export function worldMatrices(pose: LocalPose): (node: Node) => Matrix {
  const world = new Map<Node, Matrix>()
  const worldOf = (node: Node): Matrix => {
    const known = world.get(node)
    if (known) return known
    const { t, r, s } = pose.get(node)!
    const parent = node.getParentNode()
    const made = parent === null ? trs(t, r, s) : multiply(worldOf(parent), trs(t, r, s))
    world.set(node, made)
    return made
  }
  return worldOf
}

/** Places of all vertices of all meshes in the scene's space. */
export function verticesOf(document: Document, pose: LocalPose): number[][] {
  const worldOf = worldMatrices(pose)
  return document
    .getRoot()
    .listNodes()
    .flatMap((node) => (node.getMesh() === null ? [] : meshVertices(node, pose.get(node)!.morph, worldOf)))
}

function meshVertices(node: Node, morph: number[], worldOf: (node: Node) => Matrix): number[][] {
  const skin = node.getSkin()
  const joints = skin?.listJoints().map((joint, i) => {
    const m = elementOf(skin.getInverseBindMatrices()!, i)
    const rows = [0, 1, 2, 3].map((row) => [0, 1, 2, 3].map((k) => m[k * 4 + row]!))
    return multiply(worldOf(joint), rows)
  })
  return node
    .getMesh()!
    .listPrimitives()
    .flatMap((primitive) => {
      const positions = primitive.getAttribute('POSITION')!
      const targets = primitive.listTargets().map((target) => target.getAttribute('POSITION')!)
      return Array.from({ length: positions.getCount() }, (_, v) => {
        const p = elementOf(positions, v).map((value, k) => {
          return targets.reduce((sum, target, i) => sum + (morph[i] ?? 0) * elementOf(target, v)[k]!, value)
        })
        if (joints === undefined) return transform(worldOf(node), p)
        const w = elementOf(primitive.getAttribute('WEIGHTS_0')!, v)
        const total = w.reduce((sum, value) => sum + value, 0)
        const out = [0, 0, 0]
        elementOf(primitive.getAttribute('JOINTS_0')!, v).forEach((joint, i) => {
          if (w[i] === 0) return
          transform(joints[joint]!, p).forEach((value, k) => {
            out[k] = out[k]! + (value * w[i]!) / total
          })
        })
        return out
      })
    })
}
