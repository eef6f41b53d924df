import type { Animation, AnimationChannel, Document } from '@gltf-transform/core'
import { type ClipData, MAX_MORPHS, type TrackData, type TrackTarget } from '../animation/clip.js'
import type { JointTree } from './nodes.js'
import { type MorphSlots, weightsAtRest } from './shape.js'

const TARGETS: Readonly<Record<string, TrackTarget>> = {
  translation: 'translation',
  rotation: 'rotation',
  scale: 'scale',
  weights: 'morph',
}
const INTERPOLATIONS = { STEP: 'step', LINEAR: 'linear', CUBICSPLINE: 'cubic' } as const

/** What is added to clips that a file cannot say, by their names. */
export type ClipAdditions = Readonly<Record<string, Pick<ClipData, 'loop' | 'events' | 'rootMotion'>>>

/** The clips of a document. What moves no joint of the skeleton is left out. */
export function readClips(
  document: Document,
  tree: JointTree,
  morphs: MorphSlots,
  additions: ClipAdditions,
  warnings: string[],
): ClipData[] {
  return document
    .getRoot()
    .listAnimations()
    .map((animation, i) => {
      const name = animation.getName() || `clip ${i}`
      const tracks = readTracks(animation, name, tree, morphs, warnings)
      return { name, tracks: withRestingMorphs(tracks, morphs), ...additions[name] }
    })
}

/** A clip that says nothing of the morph targets shows them as the file has them at rest. */
function withRestingMorphs(tracks: TrackData[], { slotsOf }: MorphSlots): TrackData[] {
  if (tracks.some(({ target }) => target === 'morph')) return tracks
  const values = new Float32Array(MAX_MORPHS)
  for (const [node, slots] of slotsOf) {
    slots.forEach((slot, target) => {
      if (slot >= 0) values[slot] = weightsAtRest(node)[target] ?? 0
    })
  }
  return values.some((value) => value !== 0) ? [...tracks, { target: 'morph', times: [0], values }] : tracks
}

function readTracks(
  animation: Animation,
  name: string,
  tree: JointTree,
  morphs: MorphSlots,
  warnings: string[],
): TrackData[] {
  let morphing = false
  return animation.listChannels().flatMap((channel): TrackData | [] => {
    const node = channel.getTargetNode()
    const joint = node === null ? undefined : tree.numberOf.get(node)
    const target = TARGETS[channel.getTargetPath() ?? '']
    if (node === null || joint === undefined || target === undefined) return []
    const track = readTrack(channel, joint, target)
    if (track === undefined) return []
    if (target !== 'morph') return track
    const slots = morphs.slotsOf.get(node)
    if (slots === undefined || slots.every((slot) => slot < 0)) return []
    if (morphing) {
      warnings.push(`clip "${name}" moves the morph targets of several nodes: only the first is kept`)
      return []
    }
    morphing = true
    return { ...track, values: toSlots(track, slots) }
  })
}

function readTrack(channel: AnimationChannel, joint: number, target: TrackTarget): TrackData | undefined {
  const sampler = channel.getSampler()
  const input = sampler?.getInput()
  const output = sampler?.getOutput()
  if (!sampler || !input || !output || input.getCount() === 0) return undefined
  const size = output.getElementSize()
  const values = new Float32Array(output.getCount() * size)
  const element: number[] = []
  for (let i = 0; i < output.getCount(); i++)
    values.set(output.getElement(i, element).slice(0, size), i * size)
  const times = Array.from({ length: input.getCount() }, (_, i) => input.getScalar(i))
  return { joint, target, times, values, interpolation: INTERPOLATIONS[sampler.getInterpolation()] }
}

/** Brings the weights of a node's morph targets to where the model keeps them. */
function toSlots({ times, values, interpolation }: TrackData, slots: readonly number[]): Float32Array {
  const groups = times.length * (interpolation === 'cubic' ? 3 : 1)
  const width = Math.max(...slots) + 1
  const given = values.length / groups
  const out = new Float32Array(groups * width)
  for (let g = 0; g < groups; g++) {
    slots.forEach((slot, target) => {
      if (slot >= 0) out[g * width + slot] = values[g * given + target]!
    })
  }
  return out
}
