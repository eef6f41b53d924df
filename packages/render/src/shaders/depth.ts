import { instanceChunk, shapeFragmentChunk, shapeVertexChunk } from './common.js'

/**
 * Instances into shadow maps, which stand side by side in one texture: each goes to the map that it is for, and what
 * reaches beyond it is thrown away. Casters that stand before a map's range are drawn flat onto its front: their shadow
 * is the same. Defines: FADING, CUTOUT, PACKED.
 */
export const depthVertex: string = /* glsl */ `
precision highp float;
${instanceChunk}
${shapeVertexChunk}
// The number of the map, in the first byte.
attribute vec4 tint;
uniform vec3 lightRight;
uniform vec3 lightUp;
uniform vec3 sunDirection;
uniform vec4 cascadePlace[4];
uniform vec4 cascadeDepth[4];
uniform float maps;
varying vec2 vInMap;
varying float vDepth;

void main() {
  int map = int(tint.x * 255.0 + 0.5);
  vec4 placing = cascadePlace[map];
  vec4 range = cascadeDepth[map];
  vec3 p = place(position);
  vec2 at = vec2(dot(lightRight, p), dot(lightUp, p)) * placing.x + placing.yz;
  vec2 middle = (vec2(mod(range.w, maps), floor(range.w / maps)) + 0.5) / maps;
  vInMap = (at - middle) * 2.0 * maps;
  vDepth = max(dot(sunDirection, p) * range.x + range.y, 0.0);
  gl_Position = vec4(at * 2.0 - 1.0, vDepth * 2.0 - 1.0, 1.0);
  passShape();
}
`

export const depthFragment: string = /* glsl */ `
precision highp float;
${shapeFragmentChunk}
varying float vDepth;
varying vec2 vInMap;

void main() {
  if (max(abs(vInMap.x), abs(vInMap.y)) > 1.0) discard;
  if (isAway()) discard;
#ifdef PACKED
  vec4 bytes = fract(clamp(vDepth, 0.0, 0.999999) * vec4(1.0, 255.0, 65025.0, 16581375.0));
  gl_FragColor = bytes - bytes.yzww * vec4(1.0 / 255.0, 1.0 / 255.0, 1.0 / 255.0, 0.0);
#else
  gl_FragColor = vec4(1.0);
#endif
}
`
