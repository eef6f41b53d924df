/** `?model=URL`: a glTF model that everyone looks like. */
import { type ModelData, readModel } from '@sightline/render/gltf'

/** People are made for this height, metres. */
const HEIGHT = 1.75

/** Loads a `.glb` file and brings it to the height of people. Throws an `Error` that says what could not be loaded. */
export async function loadFigure(address: string): Promise<ModelData> {
  try {
    const response = await fetch(address)
    if (!response.ok) throw new Error(`the server answers ${response.status}`)
    const file = new Uint8Array(await response.arrayBuffer())
    const [low, high] = heights((await readModel(file)).mesh.positions)
    return await readModel(file, { scale: HEIGHT / (high - low) })
  } catch (error) {
    throw new Error(`?model: ${address}: ${(error as Error).message}`, { cause: error })
  }
}

function heights(positions: Float32Array): [number, number] {
  let [low, high] = [Infinity, -Infinity]
  for (let i = 1; i < positions.length; i += 3) {
    low = Math.min(low, positions[i]!)
    high = Math.max(high, positions[i]!)
  }
  return [low, high]
}
