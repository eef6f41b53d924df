/**
 * Quads of labels: pictures from the sheet, and plain areas with round corners. Pixels from the upper left
 * corner.
 */
export const nameplateVertex: string = /* glsl */ `
precision highp float;
attribute vec2 corner;
attribute vec4 rect;
attribute vec4 source;
attribute vec4 color;
attribute float round;
uniform vec2 screen;
uniform float sheetSize;
varying vec2 vAt;
varying vec4 vColor;
varying vec2 vFromMiddle;
varying vec3 vShape;

void main() {
  vec2 at = rect.xy + rect.zw * corner;
  vAt = (source.xy + source.zw * corner) / sheetSize;
  vColor = color;
  vFromMiddle = rect.zw * (corner - 0.5);
  vShape = vec3(rect.zw * 0.5 - round, round);
  gl_Position = vec4(at.x / screen.x * 2.0 - 1.0, 1.0 - at.y / screen.y * 2.0, 0.0, 1.0);
}
`

export const nameplateFragment: string = /* glsl */ `
precision highp float;
uniform sampler2D sheet;
varying vec2 vAt;
varying vec4 vColor;
varying vec2 vFromMiddle;
varying vec3 vShape;

void main() {
  float opacity = vColor.a;
  if (vShape.z > 0.0) {
    // Distance from the edge of a box with round corners; a pixel wide, so that it is smooth.
    float beyond = length(max(abs(vFromMiddle) - vShape.xy, 0.0)) - vShape.z;
    opacity *= clamp(0.5 - beyond, 0.0, 1.0);
  }
  // The sheet is multiplied by its opacity.
  gl_FragColor = texture2D(sheet, vAt) * vec4(vColor.rgb, 1.0) * opacity;
}
`
