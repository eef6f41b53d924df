// A person of 19 joints as files have them: every joint turned by keys at 30 a second. For us, and the same
// for three.js.
import type { ClipData, JointData, MeshData, RigData } from '@sightline/render'
import {
  AnimationClip,
  AnimationMixer,
  Bone,
  Group,
  QuaternionKeyframeTrack,
  Skeleton,
  VectorKeyframeTrack,
} from 'three'

/** Parent and place of each joint: hips, spine, head, arms, hands, legs, feet. */
const JOINTS: readonly (readonly [number, number, number, number])[] = [
  [-1, 0, 0.95, 0],
  [0, 0, 0.15, 0],
  [1, 0, 0.2, 0],
  [2, 0, 0.2, 0],
  [3, 0, 0.12, 0],
  [2, 0.2, 0.15, 0],
  [5, 0.28, 0, 0],
  [6, 0.25, 0, 0],
  [7, 0.08, 0, 0],
  [2, -0.2, 0.15, 0],
  [9, -0.28, 0, 0],
  [10, -0.25, 0, 0],
  [11, -0.08, 0, 0],
  [0, 0.1, -0.05, 0],
  [13, 0, -0.42, 0],
  [14, 0, -0.42, 0.05],
  [0, -0.1, -0.05, 0],
  [16, 0, -0.42, 0],
  [17, 0, -0.42, 0.05],
]
const KEYS = 31

export type BenchFigure = { readonly rig: RigData; readonly mesh: MeshData }

/** A box on each joint, and three clips of a second: walk (1.4 m by root motion), talk, idle. */
export function createFigure(random: () => number): BenchFigure {
  const places = worldPlaces()
  const vertices = JOINTS.length * 8
  const positions = new Float32Array(vertices * 3)
  const joints = new Uint8Array(vertices * 4)
  const weights = new Uint8Array(vertices * 4)
  const indices: number[] = []
  JOINTS.forEach((_, joint) => {
    for (let corner = 0; corner < 8; corner++) {
      const v = joint * 8 + corner
      for (let k = 0; k < 3; k++)
        positions[v * 3 + k] = places[joint]![k]! + ((corner >> k) & 1 ? 0.08 : -0.08)
      joints[v * 4] = joint
      joints[v * 4 + 1] = Math.max(JOINTS[joint]![0], 0)
      weights[v * 4] = 200
      weights[v * 4 + 1] = 55
    }
    const b = joint * 8
    indices.push(b, b + 1, b + 2, b + 1, b + 3, b + 2, b + 4, b + 6, b + 5, b + 5, b + 6, b + 7)
  })
  const clips = ['walk', 'talk', 'idle'].map((name) => createClip(name, random))
  const mesh = {
    positions,
    normals: new Float32Array(vertices * 3).map((_, i) => (i % 3 === 1 ? 1 : 0)),
    colors: new Uint8Array(vertices * 4).fill(255),
    indices: Uint16Array.from(indices),
    skin: { joints, weights },
  }
  const rig = {
    joints: JOINTS.map(([parent, ...translation]): JointData => ({ parent, translation })),
    skin: places.map(([x, y, z], joint) => {
      return { joint, inverseBind: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x!, -y!, -z!, 1] }
    }),
    clips,
    shapes: [{ positions, joints, weights }],
  }
  return { rig, mesh }
}

function worldPlaces(): number[][] {
  const out: number[][] = []
  for (const [parent, ...place] of JOINTS)
    out.push(place.map((value, k) => value + (parent < 0 ? 0 : out[parent]![k]!)))
  return out
}

function createClip(name: string, random: () => number): ClipData {
  const times = Array.from({ length: KEYS }, (_, i) => i / (KEYS - 1))
  const turns = JOINTS.map((_, joint) => {
    const [swing, phase] = [(random() - 0.5) * (name === 'idle' ? 0.2 : 1), random() * 6]
    const values = times.flatMap((time) => {
      const angle = swing * Math.sin(time * Math.PI * 2 + phase)
      return [Math.sin(angle / 2), 0, 0, Math.cos(angle / 2)]
    })
    return { joint, target: 'rotation' as const, times, values }
  })
  const way = times.flatMap((time) => [0, 0.95, name === 'walk' ? time * 1.4 : 0])
  const root = { joint: 0, target: 'translation' as const, times, values: way }
  const events = [
    { name: 'left', time: 0.2 },
    { name: 'right', time: 0.7 },
  ]
  return { name, tracks: [...turns, root], ...(name === 'walk' ? { rootMotion: 0, events } : {}) }
}

/** One person for three.js: `update` poses it at a time of its clip and works its palette out. */
export type ThreeFigure = { readonly update: (seconds: number) => void; readonly bones: readonly Bone[] }

/** The same person and clip for three.js. */
export function createThreeFigure({ rig }: BenchFigure, clip: number): ThreeFigure {
  const bones = rig.joints.map(({ translation }, i) => {
    const bone = new Bone()
    bone.name = `b${i}`
    bone.position.fromArray(Array.from(translation!))
    return bone
  })
  const root = new Group()
  rig.joints.forEach(({ parent }, i) => {
    if (parent < 0) root.add(bones[i]!)
    else bones[parent]!.add(bones[i]!)
  })
  root.updateMatrixWorld(true)
  const skeleton = new Skeleton(bones)
  const tracks = rig.clips[clip]!.tracks.map(({ joint, target, times, values }) => {
    const [at, keys] = [Array.from(times), Array.from(values)]
    return target === 'rotation'
      ? new QuaternionKeyframeTrack(`b${joint}.quaternion`, at, keys)
      : new VectorKeyframeTrack(`b${joint}.position`, at, keys)
  })
  const mixer = new AnimationMixer(root)
  mixer.clipAction(new AnimationClip('clip', 1, tracks)).play()
  const update = (seconds: number): void => {
    mixer.setTime(seconds)
    root.updateMatrixWorld(true)
    skeleton.update()
  }
  return { update, bones }
}
