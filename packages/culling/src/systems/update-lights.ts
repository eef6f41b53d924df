import {
  addId,
  clearIdSet,
  columns,
  createMovedReader,
  readMoved,
  removeId,
  type World,
  WorldMatrix,
} from '@sightline/core'
import { LIGHT_DIRECTIONAL, LIGHT_POINT, LIGHT_SPOT, Light } from '../lights/light-component.js'
import { fileLight, growLightIndex, unfileLight } from '../lights/light-index.js'
import { coneReach } from '../lights/light-volume.js'
import { type LightsState, lightsState } from '../lights/lights-state.js'
import { flush } from '../spatial/index.js'
import { ceilToFloat, floorToFloat } from '../world-box.js'

/** Boxes are larger by this share of the range, more than what is lost on the way to them. */
const PADDING = 1e-6

/**
 * Files lights that are new, changed or moved, so that `cullLights` finds them where they are. Takes time by
 * how many those are. Reads: Light, WorldMatrix, moved. Writes: the index of lights.
 */
export function updateLights(world: World): void {
  const state = lightsState(world)
  const { lights, touched, index } = state
  state.moves ??= createMovedReader(world)
  const { ids, count } = readMoved(world, state.moves)
  if (lights.count === 0) return
  if (lights.count > index.room) {
    growLightIndex(index, lights.count)
    for (let i = 0; i < lights.count; i++) addId(touched, lights.ids[i]!)
  }
  for (let i = 0; i < count; i++) if (index.slotOf[ids[i]!] !== 0) addId(touched, ids[i]!)
  if (touched.count === 0) return
  const { matrix } = columns(world, WorldMatrix)
  const light = columns(world, Light)
  for (let i = 0; i < touched.count; i++) {
    const eid = touched.ids[i]!
    const kind = light.kind[eid]!
    if (kind === LIGHT_DIRECTIONAL) addId(state.everywhere, eid)
    else removeId(state.everywhere, eid)
    if (kind === LIGHT_POINT || kind === LIGHT_SPOT) {
      file(state, eid, kind, matrix, light.range[eid]!, light.cosOuter[eid]!, light.sinOuter[eid]!)
    } else unfileLight(index, eid)
  }
  clearIdSet(touched)
  flush(index.octree)
}

/** Files a light by the box round what it lights. One whose place is broken is found by every view. */
function file(
  { index }: LightsState,
  eid: number,
  kind: number,
  matrix: Float32Array,
  range: number,
  cos: number,
  sin: number,
): void {
  const at = eid * 16
  const x = matrix[at + 12]!
  const y = matrix[at + 13]!
  const z = matrix[at + 14]!
  const backX = matrix[at + 8]!
  const backY = matrix[at + 9]!
  const backZ = matrix[at + 10]!
  const length = Math.sqrt(backX * backX + backY * backY + backZ * backZ)
  const isCone = kind === LIGHT_SPOT && length > 0
  // Cosines of the axis to +x, +y and +z; a ball reaches as far as a cone whose axis points there.
  const axisX = isCone ? -backX / length : 1
  const axisY = isCone ? -backY / length : 1
  const axisZ = isCone ? -backZ / length : 1
  const lowX = isCone ? coneReach(-axisX, cos, sin) : 1
  const lowY = isCone ? coneReach(-axisY, cos, sin) : 1
  const lowZ = isCone ? coneReach(-axisZ, cos, sin) : 1
  fileLight(
    index,
    eid,
    floorToFloat(x - range * (lowX + PADDING)),
    floorToFloat(y - range * (lowY + PADDING)),
    floorToFloat(z - range * (lowZ + PADDING)),
    ceilToFloat(x + range * (coneReach(axisX, cos, sin) + PADDING)),
    ceilToFloat(y + range * (coneReach(axisY, cos, sin) + PADDING)),
    ceilToFloat(z + range * (coneReach(axisZ, cos, sin) + PADDING)),
  )
}
