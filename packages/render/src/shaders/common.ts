/** Pieces of GLSL that several shaders share. */

/** Attributes of a vertex and of an instance, and where the vertex stands relative to the eye. */
export const instanceChunk: string = /* glsl */ `
attribute vec3 position;
attribute vec4 row0;
attribute vec4 row1;
attribute vec4 row2;
uniform vec3 origin;
uniform vec2 wind;

#ifdef SKINNED
// Joints and weights of the vertex; of the instance the first texels of two poses and how much of the second.
attribute vec4 joints;
attribute vec4 weights;
attribute vec4 pose;
uniform sampler2D poses;
uniform vec2 poseSize;
#ifdef MORPHED
attribute vec3 morph0;
attribute vec3 morph1;
attribute vec3 morph2;
attribute vec3 morph3;
#endif
vec4 bone0;
vec4 bone1;
vec4 bone2;

vec4 poseTexel(float at) {
  float row = floor(at / poseSize.x);
  return texture2D(poses, (vec2(at - row * poseSize.x, row) + 0.5) / poseSize);
}

void addJoint(float first, float joint, float weight) {
  if (weight <= 0.0) return;
  float at = first + 1.0 + joint * 3.0;
  bone0 += weight * poseTexel(at);
  bone1 += weight * poseTexel(at + 1.0);
  bone2 += weight * poseTexel(at + 2.0);
}

void addPose(float first, float share) {
  addJoint(first, joints.x, weights.x * share);
  addJoint(first, joints.y, weights.y * share);
  addJoint(first, joints.z, weights.z * share);
  addJoint(first, joints.w, weights.w * share);
}

// Where the pose has a point of the mesh; the mean of its joints' matrices is left in the bones, for the normal.
vec3 posed(vec3 local) {
  bone0 = vec4(0.0);
  bone1 = vec4(0.0);
  bone2 = vec4(0.0);
  addPose(pose.x, 1.0 - pose.z);
  if (pose.z > 0.0) addPose(pose.y, pose.z);
  vec4 p = vec4(local, 1.0);
#ifdef MORPHED
  vec4 morphs = mix(poseTexel(pose.x), poseTexel(pose.y), pose.z);
  p.xyz += morphs.x * morph0 + morphs.y * morph1 + morphs.z * morph2 + morphs.w * morph3;
#endif
  return vec3(dot(bone0, p), dot(bone1, p), dot(bone2, p));
}

vec3 posedNormal(vec3 n) {
  return vec3(dot(bone0.xyz, n), dot(bone1.xyz, n), dot(bone2.xyz, n));
}
#endif

vec3 place(vec3 local) {
#ifdef SKINNED
  local = posed(local);
#endif
  vec4 p = vec4(local, 1.0);
  vec3 world = vec3(dot(row0, p), dot(row1, p), dot(row2, p));
  if (wind.x > 0.0) {
    // The higher above the mesh's origin, the farther; neighbours in step, so that cloth and crowns move as one.
    vec3 at = world + origin;
    float phase = wind.y * 1.7 + dot(at.xz, vec2(0.21, 0.17));
    float sway = sin(phase) + 0.5 * sin(phase * 2.3 + at.y * 0.9);
    float reach = wind.x * max(local.y, 0.0);
    world.xz += reach * sway * vec2(0.8, 0.45);
    world.y -= 0.15 * reach * abs(sway);
  }
  return world;
}
`

/** Threshold of the ordered dither: which pixels a fading instance has. */
export const ditherChunk: string = /* glsl */ `
// Interleaved gradient noise (Jimenez, "Next Generation Post Processing in Call of Duty", 2014).
float ditherThreshold() {
  return fract(52.9829189 * fract(dot(floor(gl_FragCoord.xy), vec2(0.06711056, 0.00583715))));
}

// 1: all; f: pixels whose threshold is below f; -f: those from f on.
bool fadedAway(float fade) {
  float threshold = ditherThreshold();
  return fade >= 0.0 ? threshold >= fade : threshold < -fade;
}
`

/** From sRGB values to light. */
export const colorChunk: string = /* glsl */ `
// The sRGB curve as a cubic (Kemen's fit): exact at 0 and 1, at most 0.003 off between.
vec3 toLinear(vec3 c) {
  return c * (c * (c * 0.305306011 + 0.682171111) + 0.012522878);
}
`

/** Light from all around on a surface with this normal; `sunDirection` is declared before it. */
export const aroundChunk: string = /* glsl */ `
uniform vec3 sunColor;
uniform vec3 ambientSky;
uniform vec3 ambientGround;
uniform float bounce;

vec3 lightAround(vec3 n) {
  vec3 around = mix(ambientGround, ambientSky, 0.5 * n.y + 0.5);
  // Light that comes back from what the sun shines on: from the ground and from across the street.
  vec3 level = normalize(vec3(sunDirection.x, 0.2, sunDirection.z));
  return around + sunColor * (bounce * max(0.35 - 0.65 * dot(n, level), 0.0));
}
`

/** From light to what the screen shows. */
export const toneChunk: string = /* glsl */ `
uniform float exposure;

// Filmic curve with a toe and a long shoulder (Narkowicz, "ACES Filmic Tone Mapping Curve", 2015), applied mostly to
// the channels and partly to the brightest of them, so that bright warm colours do not turn yellow or white.
// Then the sRGB curve, by square roots alone (Chilliant's fit, 2012).
vec3 toScreen(vec3 light) {
  vec4 x = vec4(max(light * exposure, vec3(0.0)), 0.0);
  x.w = max(max(x.r, x.g), max(x.b, 1e-4));
  vec4 mapped = (x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14);
  vec3 c = clamp(mix(mapped.rgb, x.rgb * (mapped.w / x.w), 0.2), 0.0, 1.0);
  vec3 s1 = sqrt(c);
  vec3 s2 = sqrt(s1);
  vec3 s3 = sqrt(s2);
  return 0.662002687 * s1 + 0.684122060 * s2 - 0.323583601 * s3 - 0.0225411470 * c;
}
`

/** Haze between the eye and a point, and its colour in a direction. */
export const fogChunk: string = /* glsl */ `
uniform vec4 fog;
uniform float fogAtEye;
uniform vec3 fogColor;
uniform vec3 fogSunColor;
uniform vec3 sunDirection;

vec3 hazeColor(vec3 direction) {
  float toSun = max(dot(direction, sunDirection), 0.0);
  float square = toSun * toSun;
  return mix(fogColor, fogSunColor, 0.8 * square * square * square);
}

// Share of light that is lost on the way. The density falls off with height as F(h) = exp(-h), heights in falloffs; along
// a straight way from a to b its mean is (F(a) - F(b)) / (b - a). fogAtEye is F(a).
float haze(vec3 relative, float distance) {
  if (fog.x <= 0.0) return 0.0;
  float rise = clamp(relative.y / fog.w, -6.0, 30.0);
  float mean = abs(rise) < 1e-3 ? fogAtEye : fogAtEye * (1.0 - exp(-rise)) / rise;
  return 1.0 - exp(-mean * pow(distance / fog.x, fog.y));
}
`

/** The sky in a direction: gradient, glow around the sun, without disc and clouds. */
export const skyChunk: string = /* glsl */ `
uniform vec3 skyZenith;
uniform vec3 skyHorizon;
uniform vec3 skySun;

vec3 skyGradient(vec3 direction) {
  float fall = 1.0 - clamp(direction.y, 0.0, 1.0);
  float rise = 1.0 - fall * fall * fall;
  float share = smoothstep(0.05, 0.9, rise);
  vec3 color = mix(skyHorizon, skyZenith, share);
  // Warm and blue would meet in mauve: between them the sky is paler.
  color = mix(color, vec3(dot(color, vec3(0.3, 0.5, 0.2))) * vec3(0.98, 1.0, 1.03), 1.4 * share * (1.0 - share));
  color = mix(hazeColor(direction), color, smoothstep(-0.02, 0.16, direction.y));
  float toSun = max(dot(direction, sunDirection), 0.0);
  float glow = toSun * toSun;
  glow *= glow;
  glow *= glow;
  float core = glow * glow;
  core *= core;
  core *= core;
  return color + skySun * (0.07 * glow + 0.25 * core);
}
`

/**
 * What decides which pixels of an instance are there, for passes that draw shapes alone. The vertex part hands on fade and
 * texture place; `instanceChunk` goes before it. Defines: FADING, CUTOUT.
 */
export const shapeVertexChunk: string = /* glsl */ `
#ifdef FADING
attribute float fade;
varying float vFade;
#endif
#ifdef CUTOUT
attribute vec2 uv;
varying vec2 vUv;
#endif

void passShape() {
#ifdef FADING
  vFade = fade;
#endif
#ifdef CUTOUT
  vUv = uv;
#endif
}
`

/** The fragment part of `shapeVertexChunk`. */
export const shapeFragmentChunk: string = /* glsl */ `
${ditherChunk}
#ifdef FADING
varying float vFade;
#endif
#ifdef CUTOUT
uniform sampler2D image;
uniform vec4 surface;
varying vec2 vUv;
#endif

bool isAway() {
#ifdef FADING
  if (fadedAway(vFade)) return true;
#endif
#ifdef CUTOUT
  if (texture2D(image, vUv).a < surface.w) return true;
#endif
  return false;
}
`
