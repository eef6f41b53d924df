import { aroundChunk, colorChunk, fogChunk, toneChunk } from './common.js'

/**
 * Particles as quads that stand across the view. Light is worked out at the corners, haze too: they are small
 * on the screen, or soft.
 *
 * Of `center` w is the half size, of `axis` w the angle; `traits`: added to the picture, lit, glow in
 * sixteenths, softness.
 */
export const particleVertex: string = /* glsl */ `
precision highp float;
${colorChunk}
${fogChunk}
attribute vec2 corner;
attribute vec4 center;
attribute vec4 axis;
attribute vec4 color;
attribute vec4 cell;
attribute vec4 traits;
attribute float ground;
uniform mat4 viewProjection;
uniform vec3 right;
uniform vec3 up;
uniform float texel;
${aroundChunk}
varying vec4 vColor;
varying vec2 vUv;
varying float vAdded;
varying vec4 vHaze;
varying vec2 vSoft;

void main() {
  float halfSize = center.w;
  vec2 along = vec2(dot(axis.xyz, right), dot(axis.xyz, up));
  float drawn = length(along);
  vec2 way = drawn > 1e-5 ? along / drawn : vec2(-sin(axis.w), cos(axis.w));
  vec2 offset = vec2(way.y, -way.x) * (corner.x * halfSize) + way * (corner.y * (halfSize + drawn));
  vec3 relative = center.xyz + right * offset.x + up * offset.y;
  gl_Position = viewProjection * vec4(relative, 1.0);
  vUv = mix(cell.xw, cell.zy, corner * 0.5 + 0.5) * texel;

  // Who stands in it sees through it: gone at a quarter of its half size.
  float distance = length(center.xyz);
  float near = clamp((distance / max(halfSize, 1e-4) - 0.25) / 0.75, 0.0, 1.0);
  float glow = traits.z * 255.0 / 16.0;
  vec3 light = toLinear(color.rgb) * glow;
  if (traits.y > 0.5) light *= lightAround(vec3(0.0, 1.0, 0.0)) + 0.5 * sunColor * max(sunDirection.y, 0.0);
  vColor = vec4(light, color.a * near);
  vAdded = traits.x;
  vHaze = vec4(hazeColor(center.xyz / max(distance, 1e-4)), haze(center.xyz, distance));
  // Height above the ground in half sizes, and how much that matters.
  vSoft = vec2((relative.y - ground) / max(halfSize, 1e-4), traits.w);
}
`

export const particleFragment: string = /* glsl */ `
precision highp float;
${colorChunk}
${toneChunk}
uniform sampler2D image;
varying vec4 vColor;
varying vec2 vUv;
varying float vAdded;
varying vec4 vHaze;
varying vec2 vSoft;

void main() {
  vec4 texel = texture2D(image, vUv);
  float alpha = vColor.a * texel.a * mix(1.0, clamp(vSoft.x, 0.0, 1.0), vSoft.y);
  if (alpha <= 0.0) discard;
  vec3 light = vColor.rgb * toLinear(texel.rgb / texel.a);
  // Haze covers what is laid over the picture, and takes away from what is added.
  light = vAdded > 0.5 ? light * (1.0 - vHaze.w) : mix(light, vHaze.rgb, vHaze.w);
  gl_FragColor = vec4(toScreen(light) * alpha, alpha * (1.0 - vAdded));
}
`
