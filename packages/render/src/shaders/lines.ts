/** Coloured lines; `strength` fades all of them, for what lies behind other things. */
export const linesVertex: string = /* glsl */ `
precision highp float;
attribute vec3 position;
attribute vec4 color;
uniform mat4 viewProjection;
uniform vec3 origin;
varying vec4 vColor;

void main() {
  vColor = color;
  gl_Position = viewProjection * vec4(position - origin, 1.0);
}
`

export const linesFragment: string = /* glsl */ `
precision mediump float;
uniform float strength;
varying vec4 vColor;

void main() {
  gl_FragColor = vec4(vColor.rgb, vColor.a * strength);
}
`
