/** Cameras as projection-times-view matrices in doubles, written out by hand, and random ones of every kind. */

export type Vec3 = readonly [number, number, number]

export type Camera = {
  readonly matrix: Float64Array
  readonly clipDepth: 'minus-one-to-one' | 'zero-to-one'
  readonly reversed: boolean
  readonly orthographic: boolean
  /** Depth value of the near and of the far plane. */
  readonly nearValue: number
  readonly farValue: number
  readonly eye: Vec3
  readonly right: Vec3
  readonly up: Vec3
  readonly forward: Vec3
  readonly near: number
  /** Tangents to the sides (orthographic: metres). */
  readonly sides: readonly [left: number, right: number, bottom: number, top: number]
}

export type CameraInput = {
  eye: Vec3
  /** Radians; 0 looks along −Z, positive pitch looks up. */
  yaw: number
  pitch: number
  roll: number
  near: number
  /** Infinity for none. */
  far: number
  sides: readonly [number, number, number, number]
  orthographic?: boolean
  reversed?: boolean
  clipDepth?: 'minus-one-to-one' | 'zero-to-one'
}

const dot = (a: Vec3, b: Vec3) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

export function camera(input: CameraInput): Camera {
  const { eye, yaw, pitch, roll, near, far, sides } = input
  const { orthographic = false, reversed = false, clipDepth = 'minus-one-to-one' } = input
  const forward: Vec3 = [-Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), -Math.cos(yaw) * Math.cos(pitch)]
  const right0: Vec3 = [Math.cos(yaw), 0, -Math.sin(yaw)]
  const up0: Vec3 = [
    right0[1] * forward[2] - right0[2] * forward[1],
    right0[2] * forward[0] - right0[0] * forward[2],
    right0[0] * forward[1] - right0[1] * forward[0],
  ]
  const mix = (a: Vec3, b: Vec3, s: number, t: number): Vec3 => [
    a[0] * s + b[0] * t,
    a[1] * s + b[1] * t,
    a[2] * s + b[2] * t,
  ]
  const right = mix(right0, up0, Math.cos(roll), Math.sin(roll))
  const up = mix(up0, right0, Math.cos(roll), -Math.sin(roll))
  const low = clipDepth === 'zero-to-one' ? 0 : -1
  const nearValue = reversed ? 1 : low
  const farValue = reversed ? low : 1
  const [l, r, b, t] = sides
  // Depth z = A d + B (orthographic) or A + B / d of distance d.
  const endless = far === Number.POSITIVE_INFINITY
  const A = orthographic
    ? (farValue - nearValue) / (far - near)
    : endless
      ? farValue
      : (farValue * far - nearValue * near) / (far - near)
  const B = orthographic ? nearValue - A * near : (nearValue - A) * near
  const rows: Vec3[] = []
  const ends: number[] = []
  const add = (v: Vec3, end: number) => {
    rows.push(v)
    ends.push(end - dot(v, eye))
  }
  if (orthographic) {
    add(mix(right, right, 2 / (r - l), 0), -(r + l) / (r - l))
    add(mix(up, up, 2 / (t - b), 0), -(t + b) / (t - b))
    add(mix(forward, forward, A, 0), B)
    add([0, 0, 0], 1)
  } else {
    add(mix(right, forward, 2 / (r - l), -(r + l) / (r - l)), 0)
    add(mix(up, forward, 2 / (t - b), -(t + b) / (t - b)), 0)
    add(mix(forward, forward, A, 0), B)
    add(forward, 0)
  }
  const matrix = new Float64Array(16)
  for (let i = 0; i < 4; i++) {
    for (let k = 0; k < 3; k++) matrix[4 * k + i] = rows[i]![k]!
    matrix[12 + i] = ends[i]!
  }
  return {
    matrix,
    clipDepth,
    reversed,
    orthographic,
    nearValue,
    farValue,
    eye,
    right,
    up,
    forward,
    near,
    sides,
  }
}

export type Random = () => number
export const between = (random: Random, a: number, b: number): number => a + (b - a) * random()
export const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)]!

/** A random lens at a place and direction: off-centre, endless, reversed, both clip depths; `parallel`: share that is orthographic. */
export function randomCamera(
  random: Random,
  eye: Vec3,
  yaw: number,
  pitch: number,
  roll: number,
  parallel = 0,
): Camera {
  const orthographic = random() < parallel
  const near = orthographic ? between(random, -50, 1) : pick(random, [0.02, 0.1, 0.1, 0.1, 0.5])
  const top = orthographic ? between(random, 5, 80) : Math.tan(between(random, 0.2, 1.3) / 2)
  const aspect = pick(random, [1, 16 / 9, 16 / 9, 2.4, 0.6])
  const shiftX = random() < 0.25 ? between(random, -0.6, 0.6) : 0
  const shiftY = random() < 0.25 ? between(random, -0.6, 0.6) : 0
  return camera({
    eye,
    yaw,
    pitch,
    roll,
    near,
    far: orthographic ? between(random, 100, 800) : pick(random, [200, 2000, Number.POSITIVE_INFINITY]),
    sides: [top * aspect * (shiftX - 1), top * aspect * (shiftX + 1), top * (shiftY - 1), top * (shiftY + 1)],
    orthographic,
    reversed: random() < 0.3,
    clipDepth: random() < 0.5 ? 'zero-to-one' : 'minus-one-to-one',
  })
}
