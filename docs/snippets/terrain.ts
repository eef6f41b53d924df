// #region readme
import {
  createWorld,
  propagateTransforms,
  runSystems,
  setPosition,
  spawn,
  Transform,
  tick,
} from '@sightline/core'
import {
  Bounds,
  cullingSystems,
  isVisible,
  loadKernels,
  setBox,
  setPerspective,
  setupCulling,
  View,
} from '@sightline/culling'
import {
  createCollisionTile,
  heightAt,
  heightfieldFromFunction,
  moveCollisionTile,
  setTerrainHeights,
  setupTerrain,
  terrainPatches,
  terrainSystems,
} from '@sightline/terrain'

await loadKernels()

const world = createWorld({ capacity: 10_000 })
setupCulling(world)

// Also from raw 16-bit files, PNG and GeoTIFF.
const ridge = (x: number, z: number) => Math.max(0, 60 - Math.abs(z - 500) * 0.6) + 3 * Math.sin(x / 40)
const heightfield = heightfieldFromFunction(ridge, 513, 513, { spacingX: 2, lowest: -20, highest: 100 })
setupTerrain(world, { heightfield, levels: 4 })

const camera = spawn(world, Transform, View)
setPerspective(world, camera, { fovY: 1, aspect: 16 / 9, near: 0.1, far: 2000 })
setPosition(world, camera, 512, heightAt(world, 512, 900) + 1.8, 900) // the game stands on what is drawn

const hut = spawn(world, Transform, Bounds)
setPosition(world, hut, 512, heightAt(world, 512, 200), 200)
setBox(world, hut, -3, 0, -3, 3, 5, 3)

const frame = [tick, ...terrainSystems, propagateTransforms, ...cullingSystems]
runSystems(world, frame)
const hidden = !isVisible(world, camera, hut) // true: the ridge stands in front
const { count } = terrainPatches(world, camera) // what is left of the ground to draw

const tile = createCollisionTile({ cells: 16 }) // triangles for a physics engine
moveCollisionTile(tile, heightfield, 512, 900)

setTerrainHeights(world, { column: 246, row: 190, columns: 20, rows: 120 }, new Float64Array(20 * 120)) // a cutting
runSystems(world, frame)
const seen = isVisible(world, camera, hut) // true: queries, patches and what hides have followed

// #endregion

export { count, hidden, seen, tile }
