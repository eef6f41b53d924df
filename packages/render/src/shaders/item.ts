import { instanceChunk, shapeFragmentChunk, shapeVertexChunk } from './common.js'

/** Each instance in a colour of its own: the four bytes of its entity's id. Defines: FADING, CUTOUT. */
export const itemVertex: string = /* glsl */ `
precision highp float;
${instanceChunk}
${shapeVertexChunk}
attribute vec4 tint;
uniform mat4 viewProjection;
varying vec4 vItem;

void main() {
  vItem = tint;
  gl_Position = viewProjection * vec4(place(position), 1.0);
  passShape();
}
`

export const itemFragment: string = /* glsl */ `
precision highp float;
${shapeFragmentChunk}
varying vec4 vItem;

void main() {
  if (isAway()) discard;
  gl_FragColor = vItem;
}
`
