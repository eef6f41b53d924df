import { ditherChunk, instanceChunk } from './common.js'

/** Each instance in a colour of its own: the four bytes of its entity's id. Defines: FADING, CUTOUT. */
export const itemVertex: string = /* glsl */ `
precision highp float;
${instanceChunk}
attribute vec4 tint;
#ifdef FADING
attribute float fade;
varying float vFade;
#endif
#ifdef CUTOUT
attribute vec2 uv;
varying vec2 vUv;
#endif
uniform mat4 viewProjection;
varying vec4 vItem;

void main() {
  vItem = tint;
  gl_Position = viewProjection * vec4(place(position), 1.0);
#ifdef FADING
  vFade = fade;
#endif
#ifdef CUTOUT
  vUv = uv;
#endif
}
`

export const itemFragment: string = /* glsl */ `
precision highp float;
${ditherChunk}
varying vec4 vItem;
#ifdef FADING
varying float vFade;
#endif
#ifdef CUTOUT
uniform sampler2D image;
uniform vec4 surface;
varying vec2 vUv;
#endif

void main() {
#ifdef FADING
  if (fadedAway(vFade)) discard;
#endif
#ifdef CUTOUT
  if (texture2D(image, vUv).a < surface.w) discard;
#endif
  gl_FragColor = vItem;
}
`
