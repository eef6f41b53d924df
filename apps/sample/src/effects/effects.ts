import type { World } from '@sightline/core'
import { createEffect, type EffectHandle } from '@sightline/render'

export const EFFECT_NAMES = ['jet', 'spray', 'smoke', 'embers', 'lamplight', 'spell', 'rain'] as const
export type EffectName = (typeof EFFECT_NAMES)[number]
export type Effects = Readonly<Record<EffectName, EffectHandle>>

/** What rises, falls and glows in the town. `share` of the particles: qualities for software have few. */
export function createEffects(world: World, share: number): Effects {
  return {
    jet: createEffect(world, {
      rate: 70 * share,
      lifetime: [0.9, 1.1],
      speed: [4.6, 5.1],
      spread: 5,
      gravity: [0, -9.81, 0],
      size: [0.05, 0.13],
      stretch: 0.03,
      colorOverLife: [
        { at: 0, color: '#E6F4FA', opacity: 0.75 },
        { at: 1, color: '#A9CDDD', opacity: 0 },
      ],
      prewarm: 2,
    }),
    spray: createEffect(world, {
      rate: 30 * share,
      lifetime: [0.5, 0.9],
      shape: { kind: 'ring', radius: 1.5 },
      speed: [0.3, 1],
      spread: 60,
      gravity: [0, -4, 0],
      size: [0.12, 0.3],
      color: '#DDEEF4',
      sizeOverLife: [
        [0, 0.4],
        [0.5, 1],
        [1, 0.2],
      ],
      prewarm: 1,
    }),
    smoke: createEffect(world, {
      rate: 3.2 * share,
      lifetime: [5, 8],
      speed: [0.7, 1.1],
      spread: 14,
      drag: 0.25,
      wind: [1.1, 0.25, 0.5],
      gravity: [0, 0.12, 0],
      size: [0.6, 0.9],
      sizeOverLife: [
        [0, 0.5],
        [1, 3.4],
      ],
      colorOverLife: [
        { at: 0, color: '#8B8682', opacity: 0 },
        { at: 0.1, color: '#8F8A86', opacity: 0.4 },
        { at: 1, color: '#C9C0B6', opacity: 0 },
      ],
      rotation: [0, 360],
      spin: [-15, 15],
      lit: true,
      prewarm: 8,
    }),
    embers: createEffect(world, {
      rate: 7 * share,
      lifetime: [0.8, 1.8],
      shape: { kind: 'disc', radius: 0.2 },
      speed: [0.5, 1.2],
      spread: 25,
      gravity: [0, 0.4, 0],
      drag: 0.5,
      size: [0.03, 0.07],
      color: '#FF9A3C',
      blending: 'additive',
      glow: 4,
      prewarm: 2,
    }),
    lamplight: createEffect(world, {
      rate: 5 * share,
      lifetime: [0.7, 1.2],
      shape: { kind: 'sphere', radius: 0.05 },
      speed: 0.12,
      size: [0.22, 0.34],
      sizeOverLife: [
        [0, 0.2],
        [0.4, 1],
        [1, 0.2],
      ],
      color: '#FFB35A',
      blending: 'additive',
      glow: 1.6,
      space: 'local',
      prewarm: 1,
    }),
    spell: createEffect(world, {
      bursts: [{ count: Math.ceil(70 * share), every: 4 }],
      rate: 14 * share,
      lifetime: [0.9, 1.9],
      shape: { kind: 'ring', radius: 0.8 },
      speed: [0.6, 1.8],
      spread: 18,
      drag: 0.8,
      size: [0.07, 0.17],
      colorOverLife: [
        { at: 0, color: '#9AD8FF', opacity: 1 },
        { at: 0.6, color: '#7D5BA6', opacity: 0.8 },
        { at: 1, color: '#B23A48', opacity: 0 },
      ],
      blending: 'additive',
      glow: 1.5,
      prewarm: 2,
    }),
    rain: createEffect(world, {
      rate: 3200 * share,
      lifetime: 1.1,
      shape: { kind: 'box', halfExtents: [16, 0.25, 16] },
      direction: [0.14, -1, 0.06],
      speed: [13, 17],
      size: [0.018, 0.034],
      // As far as a drop falls while a shutter is open.
      stretch: 0.06,
      colorOverLife: [
        { at: 0, color: '#D3DDE6', opacity: 0 },
        { at: 0.1, color: '#D3DDE6', opacity: 0.62 },
        { at: 1, color: '#D3DDE6', opacity: 0.62 },
      ],
      // It is where the camera is.
      whenHidden: 'keep',
    }),
  }
}
