import {
  aroundChunk,
  colorChunk,
  ditherChunk,
  fogChunk,
  instanceChunk,
  skyChunk,
  toneChunk,
} from './common.js'
import { shadowChunk } from './shadow.js'

/**
 * Instances of a mesh in sun, sky light and haze. Light is worked out at the vertices, since faces are flat or smoothly
 * shaded; shadow and haze at the pixels.
 *
 * With COARSE all is worked out at the vertices.
 *
 * Defines: COARSE, LIT, TEXTURED, FADING (instances may be dithered), CUTOUT (texture alpha), BLENDED, DOUBLE_SIDED, SHADOWS
 * with those of the shadow chunk.
 */
export const meshVertex: string = /* glsl */ `
precision highp float;
${instanceChunk}
${colorChunk}
#ifdef COARSE
${fogChunk}
${toneChunk}
#else
uniform vec3 sunDirection;
#endif
attribute vec4 normal;
attribute vec4 color;
attribute vec4 tint;
#ifdef FADING
attribute float fade;
varying float vFade;
#endif
#ifdef TEXTURED
attribute vec2 uv;
varying vec2 vUv;
#endif
uniform mat4 viewProjection;
uniform vec4 materialColor;
uniform float glow;
${aroundChunk}
#ifdef COARSE
vec3 vSun;
#else
varying vec3 vPosition;
varying vec3 vNormal;
varying vec3 vSun;
#endif
varying vec4 vBase;

void main() {
  vec3 relative = place(position);
  // Normals go by the cofactors of the matrix: right for every scale, and mirrored ones too.
  vec3 c0 = cross(row1.xyz, row2.xyz);
  vec3 c1 = cross(row2.xyz, row0.xyz);
  vec3 c2 = cross(row0.xyz, row1.xyz);
#ifdef SKINNED
  vec3 local = posedNormal(normal.xyz);
#else
  vec3 local = normal.xyz;
#endif
  vec3 n = vec3(dot(c0, local), dot(c1, local), dot(c2, local));
  n *= sign(dot(c0, row0.xyz)) * inversesqrt(max(dot(n, n), 1e-20));
#ifdef DOUBLE_SIDED
  if (dot(n, relative) > 0.0) n = -n;
#endif

  vec3 albedo = toLinear(color.rgb) * mix(vec3(1.0), toLinear(tint.rgb), color.a) * materialColor.rgb;
#ifdef LIT
  vSun = albedo * sunColor * max(dot(n, sunDirection), 0.0);
  vBase.rgb = albedo * lightAround(n) + albedo * (normal.w * glow * 3.0);
#else
  vSun = vec3(0.0);
  vBase.rgb = albedo * (1.0 + normal.w * glow);
#endif
  vBase.a = materialColor.a * tint.a;
#ifdef COARSE
  float distance = length(relative);
  vec3 light = vBase.rgb + vSun;
#ifdef LIT
  light = mix(light, hazeColor(relative / distance), haze(relative, distance));
#endif
  vBase.rgb = toScreen(light);
#else
  vPosition = relative;
  vNormal = n;
#endif
#ifdef FADING
  vFade = fade;
#endif
#ifdef TEXTURED
  vUv = uv;
#endif
  gl_Position = viewProjection * vec4(relative, 1.0);
#ifdef AT_INFINITY
  gl_Position = (viewProjection * vec4(relative, 1.0)).xyww;
#endif
}
`

export const meshFragment: string = /* glsl */ `
precision highp float;
${ditherChunk}
#ifdef COARSE
#ifdef FADING
varying float vFade;
#endif
varying vec4 vBase;

void main() {
#ifdef FADING
  if (fadedAway(vFade)) discard;
#endif
  gl_FragColor = vBase;
}
#else
${fogChunk}
${skyChunk}
${toneChunk}
#ifdef SHADOWS
${shadowChunk}
#endif
uniform vec4 surface;
#ifdef TEXTURED
uniform sampler2D image;
varying vec2 vUv;
#endif
#ifdef FADING
varying float vFade;
#endif
varying vec3 vPosition;
varying vec3 vNormal;
varying vec3 vSun;
varying vec4 vBase;

void main() {
#ifdef FADING
  if (fadedAway(vFade)) discard;
#endif
  vec3 base = vBase.rgb;
  vec3 sun = vSun;
  float alpha = vBase.a;
#ifdef TEXTURED
  vec4 texel = texture2D(image, vUv);
  vec3 texelLight = texel.rgb * (texel.rgb * (texel.rgb * 0.305306011 + 0.682171111) + 0.012522878);
  base *= texelLight;
  sun *= texelLight;
  alpha *= texel.a;
#ifdef CUTOUT
  if (texel.a < surface.w) discard;
#endif
#endif

#ifdef SHADOWS
  if (sun.r + sun.g + sun.b > 0.0) sun *= sunlit(vPosition, normalize(vNormal));
#endif
  vec3 light = base + sun;
  float distance = length(vPosition);
  vec3 direction = vPosition / distance;
#ifdef LIT
  if (surface.z > 0.0) {
    vec3 n = normalize(vNormal);
    float facing = 1.0 - max(-dot(direction, n), 0.0);
    float mirrored = surface.z * (0.04 + 0.96 * facing * facing * facing * facing * facing);
    vec3 ray = reflect(direction, n);
    light = mix(light, skyGradient(vec3(ray.x, abs(ray.y), ray.z)), mirrored);
    alpha = max(alpha, mirrored);
  }
  light = mix(light, hazeColor(direction), haze(vPosition, distance));
#endif
#ifdef BLENDED
  gl_FragColor = vec4(toScreen(light), alpha);
#else
  gl_FragColor = vec4(toScreen(light), 1.0);
#endif
}
#endif
`
