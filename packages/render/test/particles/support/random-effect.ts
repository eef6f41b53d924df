import type { EffectSettings, Vector } from '@sightline/render'

/** Any effect at all, from random numbers below 1. */
export function randomEffect(random: () => number): EffectSettings {
  const span = (most: number): readonly [number, number] => {
    const a = random() * most
    return [a, a + random() * (most - a)]
  }
  const vector = (most: number): Vector => [
    (random() - 0.5) * most,
    (random() - 0.5) * most,
    (random() - 0.5) * most + 1e-3,
  ]
  const chance = (share: number): boolean => random() < share
  const [least, most] = span(2)
  const local = chance(0.3)
  const contact = (['none', 'die', 'slide', 'bounce'] as const)[Math.floor(random() * 4)]!
  const radius = random() * 3
  const shapes = [
    { kind: 'point' },
    { kind: 'sphere', radius },
    { kind: 'disc', radius },
    { kind: 'ring', radius },
    { kind: 'box', halfExtents: [random() * 3, random(), random() * 2] },
  ] as const
  return {
    rate: chance(0.8) ? 10 + random() * 60 : 0,
    bursts: chance(0.5)
      ? [{ count: 20, at: random(), every: 0.3 + random() * 2 }]
      : [{ count: 5, every: 0.5, times: 7 }],
    lifetime: [0.05 + least, 0.05 + most],
    shape: shapes[Math.floor(random() * shapes.length)]!,
    direction: vector(2),
    spread: chance(0.3) ? 180 : random() * 90,
    speed: span(8),
    gravity: chance(0.7) ? [0, -9.81, 0] : vector(8),
    drag: chance(0.5) ? random() ** 3 * 20 : 0,
    wind: vector(10),
    space: local ? 'local' : 'world',
    size: span(1),
    sizeOverLife: [
      [0, random()],
      [0.5, random() * 3],
      [1, random()],
    ],
    stretch: chance(0.3) ? random() * 0.2 : 0,
    rotation: [0, 360],
    ...(local || chance(0.4)
      ? {}
      : { ground: { height: hills, contact, bounciness: random(), friction: random() * 6 } }),
    whenHidden: (['clock', 'pause', 'keep'] as const)[Math.floor(random() * 3)]!,
  }
}

/** Smooth ground below 0, and a step. */
export function hills(x: number, z: number): number {
  return Math.sin(x / 3) + Math.cos(z / 4) - 2 + (x > 5 ? 1.5 : 0)
}
