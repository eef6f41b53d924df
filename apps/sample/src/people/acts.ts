import type { World } from '@sightline/core'
import { setUpdateRate, UpdateRate } from '@sightline/culling'
import {
  AnimationUpdates,
  Animator,
  clipNames,
  createRig,
  type RigHandle,
  setAnimator,
} from '@sightline/render'
import { addComponent } from 'bitecs'
import type { TownMesh } from '../town/index.js'
import { CLIP_NAMES, type ClipName, personClips } from '../town/people/clips.js'
import { RIG_JOINTS, RIG_SKIN } from '../town/people/joints.js'

/** A rig, and which of its clips is which. */
export type Acts = { readonly rig: RigHandle; readonly clips: Readonly<Record<ClipName, number>> }

/** The rig of one of the town's figures, for the meshes that this quality draws; without levels all joints of all people move. */
export function createActs(world: World, { data, block }: TownMesh, blocks: boolean, levels: boolean): Acts {
  const meshes = blocks && block ? [data, block] : [data]
  const shapes = meshes.map(({ positions, skin }) => ({ positions, ...skin!, morphs: [] }))
  const detail = levels ? {} : { reduced: 1e6, shared: 1e6 }
  const rig = createRig(world, { joints: RIG_JOINTS, skin: RIG_SKIN, clips: personClips(), shapes, detail })
  return actsOf(world, rig)
}

/** What clips of other models are called. */
const ALIKE: Readonly<Record<ClipName, RegExp>> = {
  idle: /idle|survey|stand/i,
  walk: /walk/i,
  run: /run/i,
  talk: /talk|wave|yes|idle/i,
  work: /work|punch|thumbs|interact|idle/i,
  sit: /sit|idle/i,
}

/** The clips of a rig by their names; the first one for what it cannot do. */
export function actsOf(world: World, rig: RigHandle): Acts {
  const names = clipNames(world, rig)
  const find = (clip: ClipName): number => {
    const same = names.indexOf(clip)
    return same >= 0
      ? same
      : Math.max(
          0,
          names.findIndex((name) => ALIKE[clip].test(name)),
        )
  }
  return { rig, clips: Object.fromEntries(CLIP_NAMES.map((clip) => [clip, find(clip)])) as Acts['clips'] }
}

/** Lets someone play a clip from a moment of its own, as often as views and budget allow. */
export function animatePerson(
  world: World,
  eid: number,
  acts: Acts,
  clip: ClipName,
  row: number,
  speed = 1,
): void {
  addComponent(world, eid, Animator)
  // Steps of the golden ratio are spread evenly, however many there are.
  setAnimator(world, eid, { rig: acts.rig, clip: acts.clips[clip], speed, offset: (row * 0.618_034) % 1 })
  addComponent(world, eid, UpdateRate)
  setUpdateRate(world, eid, AnimationUpdates, UNSEEN_PEOPLE)
}

/** The game moves people, not their clips: whom nobody sees needs no turn. */
export const UNSEEN_PEOPLE = { hidden: 'clock', outside: 'clock', beyond: 'clock' } as const
