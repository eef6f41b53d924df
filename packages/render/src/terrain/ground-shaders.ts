/** Shaders of the ground, one pair for each thing it is drawn into. All place their vertices with `groundChunk`. */
import { aroundChunk, colorChunk, fogChunk, toneChunk } from '../shaders/common.js'
import { mapFragmentChunk, mapVertexChunk } from '../shaders/depth.js'
import { shadowChunk } from '../shaders/shadow.js'
import { groundChunk } from './ground-chunk.js'
import { layersChunk } from './layers-chunk.js'
import { HUE_STEP } from './terrain-debug.js'

/** Throws away what lies over a hole. Defines: HOLES. */
const holesChunk = /* glsl */ `
// Metres relative to the eye to texture coordinates over the whole field: scale, offset.
uniform vec4 fieldPlace;
#ifdef HOLES
uniform sampler2D cells;

bool isHole(vec3 relative) {
  return texture2D(cells, relative.xz * fieldPlace.xy + fieldPlace.zw).r * 255.0 > 1.5;
}
#endif
`

/** Defines: those of the chunks, LEVELS colours patches by their level, SHADOWS with those of the shadow chunk. */
export const groundVertex: string = /* glsl */ `
precision highp float;
#define SMOOTH
${groundChunk}
uniform mat4 viewProjection;
varying vec3 vNormal;
varying float vScale;

void main() {
  vec2 slope;
  vPosition = placeGround(slope);
  slope *= heightSteps.x / quadSize;
  vNormal = vec3(-slope.x, 1.0, -slope.y);
  vScale = placement.z;
  gl_Position = viewProjection * vec4(vPosition, 1.0);
}
`

/** Colours of the layers in sun, light from all around, shadow and haze. */
export function groundFragment(layers: number, control: boolean): string {
  return /* glsl */ `
precision highp float;
${fogChunk}
${toneChunk}
${colorChunk}
#ifdef SHADOWS
${shadowChunk}
#endif
${holesChunk}
${aroundChunk}
varying vec3 vPosition;
varying vec3 vNormal;
varying float vScale;
${layersChunk(layers, control)}

#ifdef LEVELS
vec3 levelColor() {
  float hue = log2(vScale) * ${HUE_STEP};
  return clamp(abs(fract(hue + vec3(0.0, 0.667, 0.333)) * 6.0 - 3.0) - 1.0, 0.05, 1.0);
}
#endif

void main() {
#ifdef HOLES
  if (isHole(vPosition)) discard;
#endif
  vec3 n = normalize(vNormal);
  vec3 albedo = groundColor(vPosition, n);
#ifdef LEVELS
  albedo = mix(albedo, levelColor(), 0.6);
#endif
  vec3 sun = sunColor * max(dot(n, sunDirection), 0.0);
#ifdef SHADOWS
  if (sun.r + sun.g + sun.b > 0.0) sun *= sunlit(vPosition, n);
#endif
  float away = length(vPosition);
  vec3 light = mix(albedo * (lightAround(n) + sun), hazeColor(vPosition / away), haze(vPosition, away));
  gl_FragColor = vec4(toScreen(light), 1.0);
}
`
}

/** Into shadow maps. Defines: PACKED. */
export const groundDepthVertex: string = /* glsl */ `
precision highp float;
${groundChunk}
${mapVertexChunk}
attribute float map;

void main() {
  vec2 slope;
  vPosition = placeGround(slope);
  gl_Position = placeInMap(vPosition, int(map + 0.5));
}
`

export const groundDepthFragment: string = /* glsl */ `
precision highp float;
${mapFragmentChunk}
${holesChunk}
varying vec3 vPosition;

void main() {
  if (isBesideMap()) discard;
#ifdef HOLES
  if (isHole(vPosition)) discard;
#endif
  writeDepth();
}
`

/** In one colour: the ground's id in item buffers, the edges of its triangles in a debug view. Define: LINES. */
export const groundPlainVertex: string = /* glsl */ `
precision highp float;
${groundChunk}
uniform mat4 viewProjection;

void main() {
  vec2 slope;
  vPosition = placeGround(slope);
  gl_Position = viewProjection * vec4(vPosition, 1.0);
#ifdef LINES
  // Before the triangles that they are the edges of.
  gl_Position.z -= 2e-4 * gl_Position.w;
#endif
}
`

export const groundPlainFragment: string = /* glsl */ `
precision highp float;
${holesChunk}
uniform vec4 plain;
varying vec3 vPosition;

void main() {
#ifdef HOLES
  if (isHole(vPosition)) discard;
#endif
  gl_FragColor = plain;
}
`
