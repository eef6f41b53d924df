/** Planes of cameras, built in doubles from angles; no matrix is read, so nothing is shared with the product. */

/** Half extents of the picture at distance 1 (perspective) or in metres (orthographic), and the depth range. */
export type Lens = {
  kind: 'perspective' | 'orthographic'
  left: number
  right: number
  bottom: number
  top: number
  near: number
  /** Infinity leaves the far plane out. */
  far: number
}

/** Where a camera stands and looks: angles in radians, yaw 0 looks along -z, positive pitch looks up. */
export type Pose = { x: number; y: number; z: number; yaw: number; pitch: number; roll: number }

export const AT_ORIGIN: Pose = { x: 0, y: 0, z: 0, yaw: 0, pitch: 0, roll: 0 }

export function perspective(fovY: number, aspect: number, near: number, far: number): Lens {
  const top = Math.tan(fovY / 2)
  return { kind: 'perspective', left: -top * aspect, right: top * aspect, bottom: -top, top, near, far }
}

export function orthographic(halfWidth: number, halfHeight: number, near: number, far: number): Lens {
  return {
    kind: 'orthographic',
    left: -halfWidth,
    right: halfWidth,
    bottom: -halfHeight,
    top: halfHeight,
    near,
    far,
  }
}

type Vector = [number, number, number]

/** Right, up and back of a camera: roll about z, then pitch about x, then yaw about y. */
function axes({ yaw, pitch, roll }: Pose): [Vector, Vector, Vector] {
  const turn = ([x, y, z]: Vector): Vector => {
    const rx = x * Math.cos(roll) - y * Math.sin(roll)
    const ry = x * Math.sin(roll) + y * Math.cos(roll)
    const py = ry * Math.cos(pitch) - z * Math.sin(pitch)
    const pz = ry * Math.sin(pitch) + z * Math.cos(pitch)
    return [rx * Math.cos(yaw) + pz * Math.sin(yaw), py, pz * Math.cos(yaw) - rx * Math.sin(yaw)]
  }
  return [turn([1, 0, 0]), turn([0, 1, 0]), turn([0, 0, 1])]
}

/** Planes in the camera's own axes (it looks along -z): left, right, bottom, top, near and, if finite, far. */
function localPlanes(lens: Lens): number[][] {
  const { left, right, bottom, top, near, far } = lens
  const sides =
    lens.kind === 'perspective'
      ? [
          [1, 0, left, 0],
          [-1, 0, -right, 0],
          [0, 1, bottom, 0],
          [0, -1, -top, 0],
        ]
      : [
          [1, 0, 0, -left],
          [-1, 0, 0, right],
          [0, 1, 0, -bottom],
          [0, -1, 0, top],
        ]
  const ends = [[0, 0, -1, -near], ...(far === Number.POSITIVE_INFINITY ? [] : [[0, 0, 1, far]])]
  return [...sides, ...ends]
}

/** Four floats a plane, normals of length 1 pointing inwards. */
export function frustumPlanes(lens: Lens, pose: Pose = AT_ORIGIN): Float32Array {
  const [right, up, back] = axes(pose)
  const planes = localPlanes(lens).map(([x, y, z, d]) => {
    const length = Math.hypot(x!, y!, z!)
    const normal = [0, 1, 2].map((i) => (x! * right[i]! + y! * up[i]! + z! * back[i]!) / length)
    const offset = normal[0]! * pose.x + normal[1]! * pose.y + normal[2]! * pose.z
    return [...normal, d! / length - offset]
  })
  return new Float32Array(planes.flat())
}

/** A camera of any kind somewhere in the box, looking anywhere: perspective, off-centre, parallel, endless. */
export function randomCamera(random: () => number, box: ArrayLike<number>): Float32Array {
  const size = Math.max(box[3]! - box[0]!, box[4]! - box[1]!, box[5]! - box[2]!, 1e-3)
  const place = (axis: number) => box[axis]! + (random() * 1.4 - 0.2) * (box[axis + 3]! - box[axis]!)
  const pose: Pose = {
    x: place(0),
    y: place(1),
    z: place(2),
    yaw: random() * 2 * Math.PI,
    pitch: (random() - 0.5) * Math.PI,
    roll: random() < 0.5 ? 0 : random() * 2 * Math.PI,
  }
  const near = size * 1e-4
  const far = random() < 0.2 ? Number.POSITIVE_INFINITY : size * (0.02 + random())
  const lens =
    random() < 0.7
      ? perspective(0.1 + random() * 2.6, 0.3 + random() * 2.5, near, far)
      : orthographic(size * random() * 0.5, size * random() * 0.5, -size * random(), far)
  if (random() < 0.3) {
    lens.left += random() * (lens.right - lens.left)
    lens.top += random() * (lens.top - lens.bottom)
  }
  return frustumPlanes(lens, pose)
}

/** `count` planes of random direction through or near the box; some along an axis, some not of length 1. */
export function randomPlanes(random: () => number, box: ArrayLike<number>, count: number): Float32Array {
  const planes = new Float32Array(count * 4)
  for (let p = 0; p < count; p++) {
    const axis = random() < 0.3 ? Math.floor(random() * 3) : -1
    const scale = random() < 0.2 ? 0.01 + random() * 20 : 1
    const normal = [0, 1, 2].map((i) =>
      axis < 0 ? random() * 2 - 1 : i === axis ? Math.sign(random() - 0.5) : 0,
    )
    const length = Math.hypot(normal[0]!, normal[1]!, normal[2]!) || 1
    let offset = 0
    let reach = 0
    for (let i = 0; i < 3; i++) {
      const n = (normal[i]! / length) * scale
      const middle = (box[i]! + box[i + 3]!) / 2
      planes[p * 4 + i] = n
      offset -= n * middle
      reach += Math.abs(n) * (box[i + 3]! - middle)
    }
    // Mostly inside: with many planes something should be left to see.
    planes[p * 4 + 3] = offset + reach * (random() * 1.6 - 0.3)
  }
  return planes
}
