/**
 * The bytes of an occlusion buffer, for the structure, the TypeScript kernels and (mirrored in
 * `assembly/occlusion/layout.ts`) the WebAssembly ones. Everything hangs on one block in the arena, the
 * state; all offsets are in bytes from its start.
 */

// Sizes, in pixels and in tiles of 8×8. `STRIDE` is the tiles in a row with the border, `TILES` all of them.
export const WIDTH = 0
export const HEIGHT = 4
export const TILES_X = 8
export const TILES_Y = 12
export const STRIDE = 16
export const TILES = 20

// Where the tables begin, as byte offsets into the arena. One float a tile: the farthest depth of whatever
// covers all of it (`AT_TILE_DEPTH`; border tiles hold Infinity, so that windows may reach over the edge),
// followed by five more tables with the minima over 2×1, 1×2, 2×2, 4×4 and 8×8 tiles from that tile on; and
// what an empty buffer holds (`AT_EMPTY`). Four floats a tile: the depths of the steps, nearest first
// (`AT_LAYER_DEPTH`). Five 64-bit masks a tile: none, then the cumulative mask of each step
// (`AT_LAYER_MASK`).
export const AT_TILE_DEPTH = 24
export const AT_EMPTY = 28
export const AT_LAYER_DEPTH = 32
export const AT_LAYER_MASK = 36

// Work areas of one chunk of boxes: rectangles (twice, for the slow way), what the windows left open, what
// goes the slow way, ids, results; of one chunk of occluders: tile rectangles and nearest depths; and of a
// walk over an octree.
export const AT_RECTS = 40
export const AT_PENDING = 44
export const AT_SLOW = 48
export const AT_IDS = 52
export const AT_RESULTS = 56
export const AT_OCCLUDER_RECTS = 60
export const AT_WALK = 64

// The view. `WHOLE_BOX`: 1 where a box that leaves the buffer counts as visible.
export const ORTHOGRAPHIC = 68
export const WHOLE_BOX = 72
export const HALF_WIDTH = 80
export const HALF_HEIGHT = 84
export const NEAR = 88
/** How far the eye must stand in front of some face of an occluder. */
export const CLEARANCE = 92
export const EROSION = 96
/** Rounding bounds; docs/occlusion.md derives them. */
export const EDGE_MARGIN = 100
export const PLANE_MARGIN = 104
/** Orthographic views: the depth of the near plane; it falls by 1 a metre. */
export const DEPTH_BASE = 108
export const EXTRA_REACH = 112
export const CORNER_PIXELS = 116
export const FRONT_LIMIT = 120
/** The eye (orthographic: the middle of the near plane), three doubles. */
export const EYE = 128

/** Constants of the view, each four times: `CONSTANTS + 16 k`. */
export const CONSTANTS = 192
/**
 * Rows m, n, f of the projection to pixels; x = m·p / f·p from the middle of the buffer (orthographic: x =
 * m·p).
 */
export const K_M = 0
export const K_N = 3
export const K_F = 6
/** Columns of the inverse: p = w (o + ix x + iy y); orthographic: p = f-depth · o + ix x + iy y. */
export const K_IX = 9
export const K_IY = 12
export const K_ORIGIN = 15
export const K_ABS_F = 18
export const K_EYE_HIGH = 21
export const K_EYE_LOW_TWICE = 24
export const K_LEFT_OF = 27
export const K_RIGHT_OF = 28
export const K_BELOW = 29
export const K_ABOVE = 30
export const K_FIRST_PIXEL = 31
export const K_LAST_X = 32
export const K_LAST_Y = 33
export const K_TO_INDEX = 34
export const K_DEPTH_FACTOR = 35
export const K_NEAR_TWICE = 36
export const K_EXTENT_LIMIT = 37
export const K_RATIO = 38
export const K_ONE = 39
export const K_ENDLESS = 40
export const K_LOW_HALF = 41
export const K_STRIDE_LANES = 42
export const K_TILES_LANES = 43
/** Everything but the sign bit. */
export const K_NO_SIGN = 44
export const K_INT_1 = 45
export const K_INT_3 = 46
export const K_INT_8 = 47
export const K_ABS_M = 48
export const K_ABS_N = 51
export const K_PIXELS = 54
export const K_RIGHT_BORDER = 55
export const K_TOP_BORDER = 56
export const K_LEFT_BORDER = 57

/**
 * Silhouettes of a box, 32 bytes a code (negative faces of x, y, z in bits 0 to 2, positive ones in bits 3 to
 * 5): byte 0 the number of edges, from 8 on the start corner of each times 4 (corner bits x 1, y 2, z 4),
 * from 16 on its direction times 4 (0 1 2: +x +y +z, 4 5 6: −x −y −z), both filled up to a multiple of four.
 */
export const SILHOUETTES = 1152
/** Masks of a tile: columns a..b at (8 a + b) · 8, rows a..b 512 bytes further. */
export const SPANS = 3200

// Scratch of the occluder being drawn.
export const CORNERS = 4224
export const DIRECTIONS = 4320
export const LEFT_EDGES = 4416
export const RIGHT_EDGES = 4960
export const PLANES = 5504
export const STEP_DEPTHS = 7040
export const STEP_MASKS = 7072
export const EDGE_SPARE = 7136
export const HULL_VERTICES = 7232
export const HULL_FRONT = 8000
export const HULL_EDGES = 8512
export const BOX_SCRATCH = 9088
export const STATE_BYTES = 9280

/** Boxes in one chunk, and occluders in one. */
export const CHUNK = 1024
export const OCCLUDER_CHUNK = 256
/** Groups of eight boxes in one chunk. */
export const GROUPS = 128
/** Of a group of four. */
export const OCCLUDER_RECT_BYTES = 80
export const RECT_BYTES = 48
export const LAYERS = 4
export const MASK_BYTES = 40
/**
 * The work area of a walk: for every group the lanes that are to be tested, and those that are hidden, as
 * bits; leaves {index, planes} (or runs of a list {end, tested}); blocks {rows, ids, planes, count}; for
 * every group the planes that each lane crosses, or where the boxes of a chunk stand in the list.
 */
export const WALK_WANTED = 0
export const WALK_BITS = 128
export const WALK_LEAVES = 256
export const WALK_BLOCKS = 1280
export const WALK_LANES = 3328
export const WALK_OPEN = 3328
export const WALK_BYTES = 7424
/** Rectangles are stored with this many pixels added, which is the border tile. */
export const BORDER = 8

/**
 * A head is what an occluder shows first, 32 bytes: min xyz of its world box, record (byte offset), max xyz,
 * free.
 *
 * A record is one convex solid relative to an origin in doubles:
 *
 *     0   origin x y z, doubles
 *     24  reach: no point of the solid is farther from the origin than this
 *     28  the next record of the same occluder, or 0
 *     32  kind: 0 box, 1 hull, 2 box as it was handed in, 3 the same that is shrunk already
 *     36  hull: vertices, edges, faces; vertices and faces rounded up to multiples of four
 *     64  box: unit directions of the three axes, in lanes (x x x _, y y y _, z z z _); unit normals of the faces, the same; half
 *         lengths of the axes; distances of the faces from the centre
 *     64  box as it was handed in: the three half axes x y z (no reach; becomes a box in `BOX_SCRATCH` when it is drawn)
 *     64  hull: x[] y[] z[] of the vertices, nx[] ny[] nz[] d[] of the faces (outward, n·v = d), then 16 bytes an edge: unit direction,
 *         and start | left face << 8 | right face << 16 | end << 24 (left as seen from outside)
 */
export const HEAD_BYTES = 32
export const HEAD_RECORD = 12
export const HEAD_MAX = 16
export const RECORD_REACH = 24
export const RECORD_NEXT = 28
export const RECORD_KIND = 32
export const RECORD_VERTICES = 36
export const RECORD_EDGES = 40
export const RECORD_FACES = 44
export const RECORD_DATA = 64
export const KIND_BOX = 0
export const KIND_HULL = 1
export const KIND_RAW_BOX = 2
export const KIND_SHRUNK_BOX = 3
export const BOX_RECORD_BYTES = 192
export const RAW_BOX_BYTES = 128
/** Limits of a hull record: of its silhouette list, and of its one-byte numbers. */
export const MAX_HULL_VERTICES = 64
export const MAX_HULL_FACES = 124
