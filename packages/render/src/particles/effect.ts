/** An effect as it is kept: its settings, checked and in the form that the loops read. */
import { expectNumber, expectOptions, quoted } from '@sightline/core/checks'
import { readColor } from '../color.js'
import { type Atlas, addImage, softSpot } from './atlas.js'
import { bakeColors, bakeCurve } from './curves.js'
import {
  EFFECT_FIELDS,
  type EffectSettings,
  type GroundContact,
  type ParticleImage,
  type Span,
  type Vector,
} from './effect-settings.js'
import { type Burst, burstStream, type Stream, steadyStream } from './streams.js'

/** Numbers in `Effect.births`: least and span of each. */
export const Birth: {
  readonly life: 0
  readonly speed: 2
  readonly size: 4
  readonly roll: 6
  readonly spin: 8
  /** Cosine of the spread. */
  readonly cosine: 10
} = { life: 0, speed: 2, size: 4, roll: 6, spin: 8, cosine: 10 }

export type Ground = Readonly<Required<GroundContact>>

export type Effect = {
  readonly streams: readonly Stream[]
  /** Rows that an emitter of it needs. */
  readonly room: number
  readonly lifetime: number
  readonly duration: number
  readonly prewarm: number
  /** See `Birth`. Angles in radians. */
  readonly births: Float64Array
  readonly shape: 'point' | 'sphere' | 'disc' | 'ring' | 'box'
  /** Half extents of the shape. */
  readonly extents: Float64Array
  /** Unit vectors: the direction, and two across it. */
  readonly basis: Float64Array
  /** Box of the velocities at birth: least x, y, z, most x, y, z. */
  readonly velocities: Float64Array
  readonly speed: number
  /** See `Force`. */
  readonly forces: Float64Array
  readonly local: boolean
  readonly jump: number
  readonly sizes: Float32Array
  /** The largest half size. */
  readonly halfSize: number
  readonly colors: Uint32Array
  readonly stretch: number
  /** Pixels of each cell in the atlas: left, top, right, bottom, two words a cell. */
  readonly cells: Uint32Array
  readonly cellsOverLife: boolean
  readonly additive: boolean
  /** Bytes additive, lit, glow, softness, as one word. */
  readonly traits: number
  readonly ground: Ground | undefined
  readonly whenHidden: 'pause' | 'clock' | 'keep'
  /** Emitters that have it. */
  emitters: number
  /** It is destroyed, and lasts until the last of them is gone. */
  isDestroyed: boolean
}

/** Glow is a byte in sixteenths. */
export const GLOW_STEPS = 16
/** The most particles of one emitter. */
const MOST = 65_536
const MOST_BURSTS = 4
const RADIANS = Math.PI / 180

/** Reads settings. Throws a `TypeError` or `RangeError` that begins with `caller` and names the field. */
export function readEffect(caller: string, settings: EffectSettings, atlas: Atlas): Effect {
  expectOptions(caller, settings, EFFECT_FIELDS)
  // What is left out has a default; null is neither.
  for (const [field, value] of Object.entries(settings)) {
    if (value === null) throw new TypeError(`${caller}: ${field} is null, expected it left out or a setting`)
  }
  const { rate = 0, bursts = [], direction = [0, 1, 0], spread = 0, ground } = settings
  const life = readSpan(caller, 'lifetime', settings.lifetime, 1e-3, 3600)
  const speed = readSpan(caller, 'speed', settings.speed ?? 0, 0, 1e4)
  const size = readSpan(caller, 'size', settings.size ?? 0.2, 0, 1e4)
  const sizes = bakeCurve(caller, 'sizeOverLife', settings.sizeOverLife ?? [[0, 1]])
  const lifetime = life[1]!
  const streams = readStreams(caller, rate, bursts, lifetime)
  const basis = readDirection(caller, direction)
  inRange(caller, 'spread', spread, 0, 180)
  const local = oneOf(caller, 'space', settings.space ?? 'world', ['world', 'local']) === 'local'
  if (local && ground !== undefined)
    throw new TypeError(`${caller}: ground is given and space is "local", expected "world"`)
  const additive =
    oneOf(caller, 'blending', settings.blending ?? 'alpha', ['alpha', 'additive']) === 'additive'
  const checked = {
    streams,
    room: streams.reduce((sum, { room }) => sum + room, 0),
    lifetime,
    duration: inRange(caller, 'duration', settings.duration ?? Infinity, 0, Infinity),
    prewarm: inRange(caller, 'prewarm', settings.prewarm ?? 0, 0, 3600),
    births: new Float64Array([
      ...asSpan(life),
      ...asSpan(speed),
      ...asSpan(size),
      ...asSpan(readSpan(caller, 'rotation', settings.rotation ?? 0, -3600, 3600), RADIANS),
      ...asSpan(readSpan(caller, 'spin', settings.spin ?? 0, -36_000, 36_000), RADIANS),
      Math.cos(spread * RADIANS),
    ]),
    ...readShape(caller, settings),
    basis,
    velocities: velocityBox(basis, spread * RADIANS, speed),
    speed: speed[1]!,
    forces: readForces(caller, settings),
    local,
    jump: inRange(caller, 'jump', settings.jump ?? 10, 0, Infinity),
    sizes,
    halfSize: (size[1]! * sizes.reduce((most, value) => Math.max(most, value), 0)) / 2,
    colors: readColors(caller, settings),
    stretch: inRange(caller, 'stretch', settings.stretch ?? 0, 0, 60),
    cellsOverLife: readCellUse(caller, settings),
    additive,
    traits: readTraits(caller, settings, additive),
    ground: ground === undefined ? undefined : readGround(caller, ground),
    whenHidden: oneOf(caller, 'whenHidden', settings.whenHidden ?? 'clock', ['pause', 'clock', 'keep']),
    emitters: 0,
    isDestroyed: false,
  }
  // Last, since it is the only thing that changes something.
  return { ...checked, cells: addImage(caller, atlas, settings.image ?? softSpot()) }
}

function readStreams(caller: string, rate: number, bursts: readonly Burst[], lifetime: number): Stream[] {
  inRange(caller, 'rate', rate, 0, 1e6)
  if (!Array.isArray(bursts) || bursts.length > MOST_BURSTS)
    throw new RangeError(`${caller}: bursts is ${quoted(bursts)}, expected an array of up to ${MOST_BURSTS}`)
  const streams = rate > 0 ? [steadyStream(rate, lifetime)] : []
  bursts.forEach((burst: Burst, i) => {
    const name = `bursts[${i}]`
    expectOptions(`${caller}: ${name}`, burst, { count: true, at: true, every: true, times: true })
    whole(caller, `${name}.count`, burst.count, 1, MOST)
    if (burst.at !== undefined) inRange(caller, `${name}.at`, burst.at, 0, 1e6)
    if (burst.every !== undefined) inRange(caller, `${name}.every`, burst.every, 1e-3, 1e6)
    if (burst.times !== undefined && burst.times !== Infinity)
      whole(caller, `${name}.times`, burst.times, 1, 1e9)
    streams.push(burstStream(burst, lifetime))
  })
  const room = streams.reduce((sum, stream) => sum + stream.room, 0)
  if (room === 0) throw new RangeError(`${caller}: rate is 0 and bursts is empty, expected one of them`)
  if (room > MOST)
    throw new RangeError(
      `${caller}: rate, bursts and lifetime make ${room} particles at once, expected up to ${MOST}`,
    )
  return streams
}

const SHAPE_FIELDS: Readonly<Record<Effect['shape'], Readonly<Record<string, true>>>> = {
  point: { kind: true },
  sphere: { kind: true, radius: true },
  disc: { kind: true, radius: true },
  ring: { kind: true, radius: true },
  box: { kind: true, halfExtents: true },
}

function readShape(
  caller: string,
  { shape = { kind: 'point' } }: EffectSettings,
): {
  shape: Effect['shape']
  extents: Float64Array
} {
  const kind = oneOf(caller, 'shape.kind', shape.kind, ['point', 'sphere', 'disc', 'ring', 'box'])
  expectOptions(`${caller}: shape`, shape, SHAPE_FIELDS[kind])
  if (shape.kind === 'box') {
    const { halfExtents } = shape
    readVector(caller, 'shape.halfExtents', halfExtents)
    for (const half of halfExtents) inRange(caller, 'shape.halfExtents', half, 0, 1e5)
    return { shape: kind, extents: new Float64Array(halfExtents) }
  }
  if (shape.kind === 'point') return { shape: kind, extents: new Float64Array(3) }
  const { radius } = shape
  inRange(caller, 'shape.radius', radius, 0, 1e5)
  return { shape: kind, extents: new Float64Array([radius, kind === 'sphere' ? radius : 0, radius]) }
}

function readDirection(caller: string, direction: Vector): Float64Array {
  const [x, y, z] = readVector(caller, 'direction', direction)
  const length = Math.hypot(x, y, z)
  if (!(length > 1e-9)) throw new RangeError(`${caller}: direction is ${x}, ${y}, ${z}, expected some length`)
  const d = [x / length, y / length, z / length] as const
  // Across it: the axis that it has least of, made square to it.
  const axis = Math.abs(d[1]) < 0.9 ? ([0, 1, 0] as const) : ([1, 0, 0] as const)
  const across = cross(axis, d)
  const unit = Math.hypot(...across)
  const u = [across[0] / unit, across[1] / unit, across[2] / unit] as const
  return new Float64Array([...d, ...u, ...cross(d, u)])
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/**
 * Along an axis at an angle to the direction, directions within the spread have the cosines of that angle
 * plus and minus it.
 */
function velocityBox(basis: Float64Array, spread: number, speed: readonly number[]): Float64Array {
  const box = new Float64Array(6)
  for (let axis = 0; axis < 3; axis++) {
    const angle = Math.acos(Math.max(-1, Math.min(1, basis[axis]!)))
    const least = Math.cos(Math.min(Math.PI, angle + spread))
    const most = Math.cos(Math.max(0, angle - spread))
    box[axis] = Math.min(least * speed[0]!, least * speed[1]!)
    box[axis + 3] = Math.max(most * speed[0]!, most * speed[1]!)
  }
  return box
}

function readForces(
  caller: string,
  { gravity = [0, 0, 0], wind = [0, 0, 0], drag = 0 }: EffectSettings,
): Float64Array {
  readVector(caller, 'gravity', gravity)
  readVector(caller, 'wind', wind)
  inRange(caller, 'drag', drag, 0, 1000)
  return new Float64Array([...[0, 1, 2].map((axis) => gravity[axis]! + drag * wind[axis]!), drag])
}

function readColors(caller: string, { color, colorOverLife }: EffectSettings): Uint32Array {
  if (color !== undefined && colorOverLife !== undefined)
    throw new TypeError(`${caller}: color and colorOverLife are given, expected one of them`)
  if (color !== undefined) readColor(new Float32Array(3), color, `${caller}: color`)
  return bakeColors(
    caller,
    'colorOverLife',
    colorOverLife ?? [color === undefined ? { at: 0 } : { at: 0, color }],
  )
}

const IMAGE_FIELDS: Readonly<Record<keyof ParticleImage, true>> = {
  width: true,
  height: true,
  pixels: true,
  columns: true,
  rows: true,
  cells: true,
}

function readCellUse(caller: string, { image }: EffectSettings): boolean {
  if (image === undefined) return false
  expectOptions(`${caller}: image`, image, IMAGE_FIELDS)
  const { cells = 'random' } = image
  return oneOf(caller, 'image.cells', cells, ['random', 'over-life']) === 'over-life'
}

function readTraits(caller: string, settings: EffectSettings, additive: boolean): number {
  const glow = inRange(caller, 'glow', settings.glow ?? 1, 0, 15)
  const softness = inRange(caller, 'softness', settings.softness ?? 1, 0, 1)
  const { lit = false } = settings
  if (typeof lit !== 'boolean')
    throw new TypeError(`${caller}: lit is ${quoted(lit)}, expected true or false`)
  return (
    ((additive ? 255 : 0) |
      ((lit ? 255 : 0) << 8) |
      (Math.round(glow * GLOW_STEPS) << 16) |
      (Math.round(softness * 255) << 24)) >>>
    0
  )
}

function readGround(caller: string, ground: GroundContact): Ground {
  const { height, contact = 'die', bounciness = 0.5, bounces = 3, friction = 4 } = ground
  expectOptions(`${caller}: ground`, ground, {
    height: true,
    contact: true,
    bounciness: true,
    bounces: true,
    friction: true,
  })
  if (typeof height !== 'function')
    throw new TypeError(`${caller}: ground.height is ${quoted(height)}, expected a function of x and z`)
  return {
    height,
    contact: oneOf(caller, 'ground.contact', contact, ['none', 'die', 'slide', 'bounce']),
    bounciness: inRange(caller, 'ground.bounciness', bounciness, 0, 1),
    bounces: whole(caller, 'ground.bounces', bounces, 0, 16),
    friction: inRange(caller, 'ground.friction', friction, 0, 1000),
  }
}

/** Least and what the most is above it. */
function asSpan(span: readonly number[], factor = 1): number[] {
  return [span[0]! * factor, (span[1]! - span[0]!) * factor]
}

function readSpan(caller: string, field: string, value: Span, min: number, max: number): number[] {
  if (typeof value === 'number') return [inRange(caller, field, value, min, max), value]
  if (!Array.isArray(value) || value.length !== 2)
    throw new TypeError(`${caller}: ${field} is ${quoted(value)}, expected a number or [least, most]`)
  inRange(caller, `${field}[0]`, value[0], min, max)
  return [value[0] as number, inRange(caller, `${field}[1]`, value[1], value[0] as number, max)]
}

function readVector(caller: string, field: string, value: Vector): Vector {
  if (!Array.isArray(value) || value.length !== 3)
    throw new TypeError(`${caller}: ${field} is ${quoted(value)}, expected [x, y, z]`)
  for (let i = 0; i < 3; i++) inRange(caller, `${field}[${i}]`, value[i], -1e6, 1e6)
  return value
}

function inRange(caller: string, field: string, value: number, min: number, max: number): number {
  expectNumber(caller, field, value)
  if (!(value >= min && value <= max))
    throw new RangeError(`${caller}: ${field} is ${value}, expected ${min} to ${max}`)
  return value
}

function whole(caller: string, field: string, value: number, min: number, max: number): number {
  inRange(caller, field, value, min, max)
  if (!Number.isInteger(value))
    throw new RangeError(`${caller}: ${field} is ${value}, expected a whole number from ${min} to ${max}`)
  return value
}

function oneOf<T extends string>(caller: string, field: string, value: T, known: readonly T[]): T {
  if (known.includes(value)) return value
  throw new TypeError(`${caller}: ${field} is ${quoted(value)}, expected one of ${known.join(', ')}`)
}
