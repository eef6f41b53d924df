import { instanceChunk, shapeFragmentChunk, shapeVertexChunk } from './common.js'

/** Places a point, relative to the eye, in the shadow map of this number, and hands on what `mapFragmentChunk` reads. */
export const mapVertexChunk: string = /* glsl */ `
uniform vec3 lightRight;
uniform vec3 lightUp;
uniform vec3 sunDirection;
uniform vec4 cascadePlace[4];
uniform vec4 cascadeDepth[4];
uniform float maps;
varying vec2 vInMap;
varying float vDepth;

vec4 placeInMap(vec3 p, int map) {
  vec4 placing = cascadePlace[map];
  vec4 range = cascadeDepth[map];
  vec2 at = vec2(dot(lightRight, p), dot(lightUp, p)) * placing.x + placing.yz;
  vec2 middle = (vec2(mod(range.w, maps), floor(range.w / maps)) + 0.5) / maps;
  vInMap = (at - middle) * 2.0 * maps;
  vDepth = max(dot(sunDirection, p) * range.x + range.y, 0.0);
  return vec4(at * 2.0 - 1.0, vDepth * 2.0 - 1.0, 1.0);
}
`

/** The fragment part of `mapVertexChunk`. Defines: PACKED. */
export const mapFragmentChunk: string = /* glsl */ `
varying float vDepth;
varying vec2 vInMap;

bool isBesideMap() {
  return max(abs(vInMap.x), abs(vInMap.y)) > 1.0;
}

void writeDepth() {
#ifdef PACKED
  vec4 bytes = fract(clamp(vDepth, 0.0, 0.999999) * vec4(1.0, 255.0, 65025.0, 16581375.0));
  gl_FragColor = bytes - bytes.yzww * vec4(1.0 / 255.0, 1.0 / 255.0, 1.0 / 255.0, 0.0);
#else
  gl_FragColor = vec4(1.0);
#endif
}
`

/**
 * Instances into shadow maps, which stand side by side in one texture: each goes to the map that it is for, and what
 * reaches beyond it is thrown away. Casters that stand before a map's range are drawn flat onto its front: their shadow
 * is the same. Defines: FADING, CUTOUT, PACKED.
 */
export const depthVertex: string = /* glsl */ `
precision highp float;
${instanceChunk}
${shapeVertexChunk}
${mapVertexChunk}
// The number of the map, in the first byte.
attribute vec4 tint;

void main() {
  gl_Position = placeInMap(place(position), int(tint.x * 255.0 + 0.5));
  passShape();
}
`

export const depthFragment: string = /* glsl */ `
precision highp float;
${shapeFragmentChunk}
${mapFragmentChunk}

void main() {
  if (isBesideMap()) discard;
  if (isAway()) discard;
  writeDepth();
}
`
