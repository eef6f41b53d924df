import { columns, type World } from '@sightline/core'
import { Bounds, setBox } from '@sightline/culling'
import type { Crowd } from './animation-state.js'
import type { ClipBounds } from './clip-bounds.js'
import { LAYERS } from './playback.js'
import { mixBounds, type Rig } from './rig.js'

const box = new Float64Array(6)

/** Sets an entity's box to what it plays can fill, in all its mixes. */
export function fitBounds(world: World, crowd: Crowd, rig: Rig, eid: number): void {
  box.fill(Infinity, 0, 3)
  box.fill(-Infinity, 3, 6)
  addPlayed(crowd, rig, eid)
  crowd.wide[eid] = 0
  writeBox(world, eid)
}

/**
 * Grows an entity's box by a clip that begins, alone or mixed with what plays; what it had before stays until
 * its next turn.
 */
export function widenBounds(world: World, crowd: Crowd, rig: Rig, eid: number, clip: number): void {
  const { center, halfExtents } = columns(world, Bounds)
  for (let k = 0; k < 3; k++) {
    box[k] = center[eid * 3 + k]! - halfExtents[eid * 3 + k]!
    box[k + 3] = center[eid * 3 + k]! + halfExtents[eid * 3 + k]!
  }
  addPlayed(crowd, rig, eid)
  addBounds(crowd, rig.envelope ?? rig.clipBounds[clip]!, eid)
  crowd.wide[eid] = 1
  writeBox(world, eid)
}

function addPlayed(crowd: Crowd, rig: Rig, eid: number): void {
  const { count, clip } = crowd.playback
  const first = eid * LAYERS
  const layers = count[eid]!
  if (rig.envelope !== undefined) {
    addBounds(crowd, rig.envelope, eid)
    return
  }
  if (layers > 1)
    addBounds(crowd, mixBounds(rig, clip[first]!, clip[first + 1]!, clip[first + layers - 1]!), eid)
  for (let layer = 0; layer < layers; layer++) addBounds(crowd, rig.clipBounds[clip[first + layer]!]!, eid)
}

/** What hangs on a joint lies within its reach, lengthened by what the joint's matrix lengthens. */
function addBounds({ attachments }: Crowd, bounds: ClipBounds, eid: number): void {
  addBox(bounds.box)
  const hanging = attachments.get(eid)
  if (hanging === undefined) return
  for (let i = 0; i < hanging.length; i++) {
    const { joint, reach } = hanging[i]!
    const far = reach * bounds.jointScales[joint]!
    for (let k = 0; k < 3; k++) {
      box[k] = Math.min(box[k]!, bounds.jointBoxes[joint * 6 + k]! - far)
      box[k + 3] = Math.max(box[k + 3]!, bounds.jointBoxes[joint * 6 + 3 + k]! + far)
    }
  }
}

function addBox(other: ArrayLike<number>): void {
  for (let k = 0; k < 3; k++) {
    box[k] = Math.min(box[k]!, other[k]!)
    box[k + 3] = Math.max(box[k + 3]!, other[k + 3]!)
  }
}

/** Only where it differs: a changed box is filed anew. */
function writeBox(world: World, eid: number): void {
  const { center, halfExtents } = columns(world, Bounds)
  let same = true
  for (let k = 0; k < 3; k++) {
    const middle = Math.fround((box[k]! + box[k + 3]!) / 2)
    const half = Math.fround(Math.max(box[k + 3]! - middle, middle - box[k]!))
    if (center[eid * 3 + k] !== middle || Math.abs(halfExtents[eid * 3 + k]! - half) > half * 1e-6)
      same = false
  }
  if (!same) setBox(world, eid, box[0]!, box[1]!, box[2]!, box[3]!, box[4]!, box[5]!)
}
