import { describe, expect, it } from 'vitest'
import {
  createGroundLayers,
  createGroundTexture,
  type GroundLayer,
  setTerrainDebug,
} from '../../src/terrain/index.js'
import { seededField } from './support/fields.js'
import { createGround } from './support/open-ground.js'

const field = seededField(1, 65, 65)
const tree = { levels: 1, patchesPerNode: 4 }
const texture = createGroundTexture({ size: 16, colors: ['#000000', '#FFFFFF'], grain: 4 })

describe('bad options', () => {
  const layers = (change: Partial<GroundLayer>): GroundLayer[] => [{ texture, ...change }]
  it.each([
    [{ layers: [] }, 'layers has 0 entries, expected 1 to 5'],
    [{ layers: layers({ size: 0 }) }, 'layers[0].size is 0'],
    [{ layers: layers({ height: { from: 5, to: 1 } }) }, 'layers[0].height is 5 to 1'],
    [{ layers: layers({ slope: { fade: -1 } }) }, 'layers[0].slope.fade is -1'],
    [{ layers: layers({ control: 4 }) }, 'layers[0].control is 4, expected 0 to 3'],
    [
      { layers: layers({ texture: { width: 3, height: 4, pixels: new Uint8Array(48) } }) },
      'layers[0].texture is 3 x 4 with 48 bytes, expected sides that are powers of two',
    ],
    [{ control: { width: 3, height: 4, pixels: new Uint8Array(4) } }, 'control is 3 x 4 with 4 bytes'],
    [{ entity: -1 }, 'entity is -1'],
    [
      { geomorph: true, tree: { ...tree, levels: 5, maxLevelDifference: 4 } },
      'geomorph is true and maxLevelDifference 4, expected less than log2(quadsPerPatch), 4',
    ],
  ])('%o is refused: %s', (options, message) => {
    expect(() => createGround({ field, tree, ...options })).toThrow(message)
  })

  it('names of debug views are checked', () => {
    const { drawing } = createGround({ field, tree })
    expect(() => setTerrainDebug(drawing, { wires: true } as never)).toThrow('wires')
  })

  it('settings of ground textures are checked', () => {
    expect(() => createGroundTexture({ size: 100, colors: ['#000000', '#FFFFFF'] })).toThrow('size is 100')
    expect(() => createGroundTexture({ grain: 3, colors: ['#000000', '#FFFFFF'] })).toThrow('grain is 3')
    expect(() => createGroundTexture({ colors: ['black', '#FFFFFF'] })).toThrow('colour is "black"')
  })
})

describe('ground textures', () => {
  it('repeat without a seam: steps over the border are no larger than within', () => {
    for (const { texture } of createGroundLayers(4)) {
      const { width, height, pixels } = texture
      let [within, over] = [0, 0]
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          const at = 4 * (y * width + x)
          const right = 4 * (y * width + ((x + 1) % width))
          const below = 4 * (((y + 1) % height) * width + x)
          const step = Math.max(
            Math.abs(pixels[at]! - pixels[right]!),
            Math.abs(pixels[at]! - pixels[below]!),
          )
          if (x === width - 1 || y === height - 1) over = Math.max(over, step)
          else within = Math.max(within, step)
        }
      }
      expect(within).toBeGreaterThan(4)
      expect(over).toBeLessThanOrEqual(within * 1.2)
    }
  })

  it('are the same for the same seed', () => {
    expect(createGroundLayers(2)).toEqual(createGroundLayers(2))
    expect(createGroundLayers(2)[0]!.texture.pixels).not.toEqual(createGroundLayers(3)[0]!.texture.pixels)
  })
})
