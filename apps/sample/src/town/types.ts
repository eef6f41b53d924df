import type { Heightfield } from '@sightline/terrain/heightfield'
import type { Feeler } from './feeler.js'
import type { GroundCover } from './ground/ground-cover.js'
import type { Relief } from './ground/land.js'

/**
 * Plain data of the town. Metres, y up, right-handed; north is -z, east is +x.
 * A yaw turns local +z to (sin yaw, cos yaw) in (x, z): every front (house, stall, person) is local +z.
 */

/** Triangles, counter-clockwise seen from outside. */
export type MeshData = {
  /** xyz of each vertex, local space */
  readonly positions: Float32Array
  /** xyz of each vertex, unit length */
  readonly normals: Float32Array
  /** rgba of each vertex: sRGB albedo with ambient occlusion in it; alpha 255 takes the instance tint, 0 does not */
  readonly colors: Uint8Array
  readonly indices: Uint16Array | Uint32Array
  /** one value a vertex: how strongly it glows in its own colour (windows, lamps) */
  readonly emissive?: Uint8Array
  /** joints of a person's rig that move each vertex, four each, and their shares of 255 */
  readonly skin?: { readonly joints: Uint8Array; readonly weights: Uint8Array }
}

/** minX, minY, minZ, maxX, maxY, maxZ in local space. */
export type Box = readonly [number, number, number, number, number, number]

/**
 * A convex solid in a mesh's own axes: a box, or a prism that stands upright on a convex footprint (corners in order,
 * from +x towards +z).
 */
export type Solid =
  | { readonly kind: 'box'; readonly box: Box }
  | {
      readonly kind: 'prism'
      readonly footprint: readonly Readonly<Point>[]
      readonly y0: number
      readonly y1: number
    }

export type TownMesh = {
  readonly name: string
  readonly data: MeshData
  /** the same thing with a tenth of the triangles, for distances where details are below a pixel */
  readonly far?: MeshData
  /** the last level: little more than a box with a roof, for what is a dozen pixels high */
  readonly block?: MeshData
  /** what of it is opaque through and through; see `solidsOf` */
  readonly solids: readonly Solid[]
  readonly castsShadow: boolean
  /** metres beyond which nobody misses it; Infinity for what makes the skyline */
  readonly maxDistance: number
}

export const THING_KINDS = [
  'house',
  'wall',
  'tower',
  'gate',
  'landmark',
  'room',
  'door',
  'prop',
  'tree',
  'stall',
] as const
export type ThingKind = (typeof THING_KINDS)[number]

/** Everything that stands in the town, one row a thing; structure first, then props. */
export type Things = {
  readonly count: number
  /** index into `Town.meshes` */
  readonly mesh: Uint16Array
  /** xyz */
  readonly position: Float32Array
  readonly yaw: Float32Array
  /** xyz */
  readonly scale: Float32Array
  /** sRGB, 0xAABBGGRR (the bytes r, g, b, a in memory); white leaves the mesh as it is */
  readonly tint: Uint32Array
  /** index into THING_KINDS */
  readonly kind: Uint8Array
}

export const STREET_KINDS = ['main', 'ring', 'lane', 'market', 'gate', 'road'] as const
export type StreetKind = (typeof STREET_KINDS)[number]

/** Nodes and straight edges that people walk on. */
export type StreetGraph = {
  /** xz of each node */
  readonly nodes: Float32Array
  /** two nodes an edge */
  readonly edges: Uint32Array
  /** metres, one an edge */
  readonly width: Float32Array
  /** metres to either side of the edge's line that are free for walkers */
  readonly walk: Float32Array
  /** index into STREET_KINDS */
  readonly kind: Uint8Array
  /** edges at node n: links[firstLink[n]] .. links[firstLink[n + 1] - 1] */
  readonly firstLink: Uint32Array
  readonly links: Uint32Array
}

export const PERSON_ROLES = ['walks', 'stands', 'talks', 'works', 'sits'] as const
export type PersonRole = (typeof PERSON_ROLES)[number]

export type People = {
  readonly count: number
  readonly mesh: Uint16Array
  /** feet, xyz */
  readonly position: Float32Array
  readonly yaw: Float32Array
  /** uniform scale; the meshes are 1.75 m tall */
  readonly scale: Float32Array
  /** clothes, as `Things.tint` */
  readonly tint: Uint32Array
  /** index into PERSON_ROLES */
  readonly role: Uint8Array
  /** edge of the street graph, -1 for those who stay */
  readonly edge: Int32Array
  /** 0..1 from the edge's first node to its second */
  readonly along: Float32Array
  /** metres to the right of the walking direction, within the edge's `walk` */
  readonly side: Float32Array
  /** 1 towards the edge's second node, -1 towards its first */
  readonly direction: Int8Array
  /** metres a second */
  readonly speed: Float32Array
}

export type Point = { x: number; z: number }

/** A leaf that turns round its hinge. Angles are yaws of the leaf, whose local +x runs from the hinge to its edge. */
export type Door = {
  /** row of `Things` */
  readonly thing: number
  /** number of its footprint for `Collision.moveShape` */
  readonly shape: number
  /** the hinge */
  readonly x: number
  readonly z: number
  readonly width: number
  readonly shut: number
  /** what is added to `shut` when it stands open */
  readonly swing: number
  /** how it stands when nobody is about */
  readonly restsOpen: boolean
  /** leaves of one doorway share it */
  readonly group: number
}

export type Collision = {
  /** Moves the feeler's (x, z) out of walls and things of size, as `collide`, and makes no garbage. */
  pushOut(at: Feeler): void
  /**
   * Where a walker of this radius ends who wants to stand at (x, z): pushed out of walls and things of size.
   * `feet` (height of the feet) lets one who stands on the wall walk ignore what is below. The result is
   * written to `out` and returned.
   */
  collide(x: number, z: number, radius: number, out: Point, feet?: number): Point
  /** Whether a circle touches anything at ground level. */
  blocked(x: number, z: number, radius: number): boolean
  /** Puts a footprint elsewhere, with its middle at (x, z), within the reach that it was made with. */
  moveShape(shape: number, x: number, z: number, yaw: number): void
}

/** yaw 0 looks along -z, positive yaw turns left (counter-clockwise from above), positive pitch looks up; radians. */
export type CameraPose = { x: number; y: number; z: number; yaw: number; pitch: number }

export type Route = { readonly name: string; readonly seconds: number; readonly keys: Float32Array }

export type GroundTile = {
  readonly data: MeshData
  /** world-space bounds; positions are world-space too */
  readonly box: Box
}

export type Quality = 'low' | 'medium' | 'high'
export type TownOptions = {
  readonly quality?: Quality
  /** The country round the town instead of its own hills and mountains. */
  readonly relief?: Relief
}

export type Town = {
  readonly seed: number
  readonly meshes: readonly TownMesh[]
  readonly things: Things
  readonly doors: readonly Door[]
  readonly people: People
  readonly streetGraph: StreetGraph
  readonly collision: Collision
  /** Height of the ground at (x, z): agrees with the triangles of `terrain`, `paving` and `country`. */
  groundHeight(x: number, z: number): number
  /** Writes the ground's height where a feeler is. */
  feelGround(at: Feeler): void
  /** Writes ground, floor and ceiling for a feeler's feet: ground, steps, stairs, rooms and the wall walk. */
  feelFloor(at: Feeler): void
  /** Height on which feet stand that are now at `feet`: ground, steps, stairs and the wall walk. */
  floorHeight(x: number, z: number, feet: number): number
  /** the bare ground of the whole world */
  readonly terrain: Heightfield
  /** what covers it */
  readonly cover: GroundCover
  /** blocks of the town and their kerbs, laid on the bare ground */
  readonly paving: readonly GroundTile[]
  /** roads and fields round the town, laid on the bare ground */
  readonly country: readonly GroundTile[]
  /** the river's surface, world space */
  readonly water: GroundTile
  /** named poses; the five of the design: street, market, wall, above, inn; and `gate`, `start` */
  readonly cameras: Readonly<Record<string, CameraPose>>
  readonly routes: Readonly<Record<string, Route>>
}

/** What the generator says while it builds: 0..1 and one line for the loading screen. */
export type Progress = { readonly done: number; readonly line: string }
