/**
 * Where a vertex of a patch stands: `patchVertex` and `vertexHeight` of the terrain package, in the same order of operations. All is whole
 * numbers in finest quads until the end, and the place relative to the eye depends on them alone, never on the patch; so vertices that
 * patches have in common are equal bit for bit. Divisions, which GPUs may round as they like, are multiplications by powers of two.
 *
 * Defines: SIDE quads along a patch; QUADS_PER_SAMPLE, with INTERPOLATED where it is above 1; SMOOTH where slopes are wanted; MORPH octaves
 * over which levels flow into each other, with MOST_MORPH, two to that power; BUFFERS where vertices come ready.
 */
export const groundChunk: string = /* glsl */ `
attribute vec4 placement;
uniform vec2 lastQuad;
uniform vec2 eyeQuad;
uniform vec2 eyeRest;
uniform vec2 quadSize;
// Metres a step of a sample, and of sample 0 relative to the eye.
uniform vec2 heightSteps;
varying vec3 vPosition;

vec3 relativePlace(vec2 at, float steps) {
  vec2 level = (at - eyeQuad) * quadSize - eyeRest;
  return vec3(level.x, steps * heightSteps.x + heightSteps.y, level.y);
}

#ifdef BUFFERS
// x and z in finest quads, steps of height; steps of height from quad to quad.
attribute vec3 ground;
attribute vec2 rise;

vec3 placeGround(out vec2 slope) {
  slope = rise;
  return relativePlace(ground.xy, ground.z);
}
#else
attribute vec2 corner;
attribute vec4 snaps;
attribute vec4 shares;
uniform sampler2D heights;
uniform vec2 texel;

float sampleAt(vec2 cell) {
  vec4 bytes = floor(texture2D(heights, (cell + 0.5) * texel) * 255.0 + 0.5);
  return bytes.r + bytes.a * 256.0;
}

#ifdef INTERPOLATED
float groundAt(vec2 at) {
  vec2 cell = min(floor((at + 0.5) * (1.0 / QUADS_PER_SAMPLE)), lastQuad / QUADS_PER_SAMPLE - 1.0);
  cell = floor(cell + 0.5);
  vec2 f = (at - cell * QUADS_PER_SAMPLE) * (1.0 / QUADS_PER_SAMPLE);
  float first = sampleAt(cell);
  float opposite = sampleAt(cell + 1.0);
  if (f.x >= f.y) {
    float side = sampleAt(cell + vec2(1.0, 0.0));
    return first + f.x * (side - first) + f.y * (opposite - side);
  }
  float side = sampleAt(cell + vec2(0.0, 1.0));
  return first + f.y * (side - first) + f.x * (opposite - side);
}
#else
float groundAt(vec2 at) {
  return sampleAt(at);
}
#endif

// Steps of height from quad to quad, over neighbours so many quads away: at least a sample.
vec2 slopeAt(vec2 at, float grain) {
  float away = max(grain, QUADS_PER_SAMPLE);
  vec2 low = max(at - away, 0.0);
  vec2 high = min(at + away, lastQuad);
  return vec2(
    groundAt(vec2(high.x, at.y)) - groundAt(vec2(low.x, at.y)),
    groundAt(vec2(at.x, high.y)) - groundAt(vec2(at.x, low.y))
  ) / (high - low);
}

#ifdef MORPH
// Of the eye that levels were chosen for, relative to the origin; one over the distance from which quads are of size 1.
uniform vec4 morphEye;

// The ground as quads of this size show it, at a place that need not be one of their corners.
float surfaceAt(vec2 at, float grain, float share) {
  vec2 low = floor(at * share) * grain;
  low = vec2(at.x >= lastQuad.x ? lastQuad.x : low.x, at.y >= lastQuad.y ? lastQuad.y : low.y);
  vec2 high = min(low + grain, lastQuad);
  vec2 f = (at - low) / max(high - low, 1.0);
  float first = groundAt(low);
  float opposite = groundAt(high);
  if (f.x >= f.y) {
    float side = groundAt(vec2(high.x, low.y));
    return first + f.x * (side - first) + f.y * (opposite - side);
  }
  float side = groundAt(vec2(low.x, high.y));
  return first + f.y * (side - first) + f.x * (opposite - side);
}

// Between two sizes of quads by the distance alone, so that nothing jumps when levels change.
float morph(vec2 at, float grain, float share, out vec2 slope) {
  float away = distance(relativePlace(at, groundAt(at)), morphEye.xyz);
  float far = clamp(away * morphEye.w * share, 1.0, MOST_MORPH);
  for (int i = 0; i < MORPH; i++) {
    if (far < 2.0) break;
    far *= 0.5;
    grain *= 2.0;
    share *= 0.5;
  }
  float into = min(far - 1.0, 1.0);
#ifdef SMOOTH
  slope = mix(slopeAt(at, grain), slopeAt(at, 2.0 * grain), into);
#endif
  float fine = surfaceAt(at, grain, share);
  return fine + into * (surfaceAt(at, 2.0 * grain, 0.5 * share) - fine);
}
#endif

vec3 placeGround(out vec2 slope) {
  float scale = placement.z;
  vec2 snap = vec2(scale);
  vec2 share = vec2(placement.w);
  if (corner.x == 0.0) { snap.y = snaps.x; share.y = shares.x; }
  if (corner.x == SIDE) { snap.y = snaps.y; share.y = shares.y; }
  if (corner.y == 0.0) { snap.x = snaps.z; share.x = shares.z; }
  if (corner.y == SIDE) { snap.x = snaps.w; share.x = shares.w; }
  vec2 at = placement.xy + corner * scale;
  vec2 back = floor(at * share) * snap;
  at = vec2(at.x >= lastQuad.x ? lastQuad.x : back.x, at.y >= lastQuad.y ? lastQuad.y : back.y);
  float grain = max(snap.x, snap.y);
  slope = vec2(0.0);
#ifdef MORPH
  return relativePlace(at, morph(at, grain, min(share.x, share.y), slope));
#else
#ifdef SMOOTH
  slope = slopeAt(at, grain);
#endif
  return relativePlace(at, groundAt(at));
#endif
}
#endif
`
