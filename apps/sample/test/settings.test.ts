import { describe, expect, it } from 'vitest'
import { chooseQuality, isSoftware } from '../src/quality.js'
import { readSettings } from '../src/settings.js'

describe('settings', () => {
  it('reads what the address asks for', () => {
    expect(
      readSettings(
        '?seed=12&quality=medium&route=market&pose=wall&fly&terrain=a.png&model=b.glb&occlusion=inline&frame-lock',
      ),
    ).toEqual({
      seed: 12,
      quality: 'medium',
      route: 'market',
      pose: 'wall',
      tour: false,
      fly: true,
      terrain: 'a.png',
      model: 'b.glb',
      occlusion: 'inline',
      frameLock: true,
    })
  })

  it('passes over what it cannot read', () => {
    const { seed, quality, fly, occlusion } = readSettings('?seed=-3&quality=ultra&fly=0&occlusion=gpu')
    expect([seed, quality, fly, occlusion]).toEqual([7, '', false, 'auto'])
  })

  it('chooses a quality for the machine', () => {
    expect(isSoftware('ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero)))')).toBe(true)
    expect(isSoftware('ANGLE (NVIDIA, NVIDIA GeForce RTX 4070)')).toBe(false)
    expect([chooseQuality(true, false), chooseQuality(false, true), chooseQuality(false, false)]).toEqual([
      'low',
      'medium',
      'high',
    ])
  })
})
