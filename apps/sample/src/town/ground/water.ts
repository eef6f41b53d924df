import { mix, WATER_DEEP, WATER_SHALLOW } from '../palette.js'
import type { Box, GroundTile } from '../types.js'
import { OUTER_HALF } from './ground-grid.js'
import { type Terrain, WATER_LEVEL } from './terrain.js'

const STEP = 16
const ACROSS = [-1, -0.55, 0, 0.55, 1]

/** The river's surface: a ribbon a little wider than the bed, deep in the middle. */
export function buildWater(terrain: Terrain): GroundTile {
  const columns = (OUTER_HALF * 2) / STEP + 1
  const vertices = columns * ACROSS.length
  const positions = new Float32Array(vertices * 3)
  const normals = new Float32Array(vertices * 3)
  const colors = new Uint8Array(vertices * 4)
  const indices: number[] = []
  let minZ = Infinity
  let maxZ = -Infinity
  for (let i = 0; i < columns; i++) {
    const x = i * STEP - OUTER_HALF
    const half = terrain.riverHalf(x) + 7
    ACROSS.forEach((across, k) => {
      const v = i * ACROSS.length + k
      const z = terrain.riverZ(x) + across * half
      positions.set([x, WATER_LEVEL, z], v * 3)
      normals.set([0, 1, 0], v * 3)
      const color = mix(WATER_DEEP, WATER_SHALLOW, Math.abs(across))
      colors.set([...color.map(Math.round), 0], v * 4)
      minZ = Math.min(minZ, z)
      maxZ = Math.max(maxZ, z)
      if (i > 0 && k > 0) {
        const d = v - ACROSS.length
        indices.push(d - 1, d, v, d - 1, v, v - 1)
      }
    })
  }
  const box: Box = [-OUTER_HALF, WATER_LEVEL, minZ, OUTER_HALF, WATER_LEVEL, maxZ]
  return { box, data: { positions, normals, colors, indices: new Uint16Array(indices) } }
}
