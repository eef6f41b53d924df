/** `?model=URL`: a glTF model that everyone looks like. */
import { type ModelData, readModel } from '@sightline/render/gltf'
import { FileError, loadFile } from '../page/load-file.js'
import { checkModelFile } from '../page/model-file.js'

/** People are made for this height, metres. */
const HEIGHT = 1.75

/**
 * Loads a `.glb` file and brings it to the height of people. Throws an `Error` for players: what came
 * instead, and what to do.
 */
export async function loadFigure(address: string): Promise<ModelData> {
  try {
    const file = await loadFile(address)
    checkModelFile(file)
    const [low, high] = heights((await readModel(file)).mesh.positions)
    if (!(high - low > 0)) throw new FileError('it is flat: expected a figure that stands upright')
    return await readModel(file, { scale: HEIGHT / (high - low) })
  } catch (error) {
    const what =
      error instanceof FileError
        ? error.message
        : 'it is damaged, or holds what this page cannot read. Look at it in a glTF viewer'
    throw new Error(`The model ${address} is not shown: ${what}. These are the town's own people.`, {
      cause: error,
    })
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
