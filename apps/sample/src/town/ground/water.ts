import { mix, WATER_DEEP, WATER_SHALLOW } from '../palette.js'
import type { Box, GroundTile } from '../types.js'
import { type Land, WATER_LEVEL } from './land.js'
import { WORLD_HALF } from './world-grid.js'

const STEP = 16
const ACROSS = [-1, -0.55, 0, 0.55, 1]

/** The river's surface: a ribbon a little wider than the bed, deep in the middle. */
export function buildWater(land: Land): GroundTile {
  const columns = (WORLD_HALF * 2) / STEP + 1
  const vertices = columns * ACROSS.length
  const positions = new Float32Array(vertices * 3)
  const normals = new Float32Array(vertices * 3)
  const colors = new Uint8Array(vertices * 4)
  const indices: number[] = []
  let minZ = Infinity
  let maxZ = -Infinity
  for (let i = 0; i < columns; i++) {
    const x = i * STEP - WORLD_HALF
    const half = land.riverHalf(x) + 7
    ACROSS.forEach((across, k) => {
      const v = i * ACROSS.length + k
      const z = land.riverZ(x) + across * half
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
  const box: Box = [-WORLD_HALF, WATER_LEVEL, minZ, WORLD_HALF, WATER_LEVEL, maxZ]
  return { box, data: { positions, normals, colors, indices: new Uint16Array(indices) } }
}
