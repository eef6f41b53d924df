import { fogChunk, skyChunk, toneChunk } from './common.js'

/** One triangle over the whole picture, at the far plane. */
export const skyVertex: string = /* glsl */ `
precision highp float;
attribute vec2 corner;
uniform mat3 rays;
varying vec3 vDirection;

void main() {
  vDirection = rays * vec3(1.0, corner);
  gl_Position = vec4(corner, 1.0, 1.0);
}
`

/** Gradient, sun, and a layer of clouds of value noise that drifts. Define: CLOUDS. */
export const skyFragment: string = /* glsl */ `
precision highp float;
${fogChunk}
${skyChunk}
${toneChunk}
uniform vec2 sky;
uniform float time;
varying vec3 vDirection;

#ifdef CLOUDS
float hash(vec2 p) {
  p = fract(p * vec2(0.1031, 0.1030));
  p += dot(p, p.yx + 33.33);
  return fract((p.x + p.y) * p.x);
}

float noise(vec2 p) {
  vec2 cell = floor(p);
  vec2 f = p - cell;
  f = f * f * (3.0 - 2.0 * f);
  return mix(
    mix(hash(cell), hash(cell + vec2(1.0, 0.0)), f.x),
    mix(hash(cell + vec2(0.0, 1.0)), hash(cell + vec2(1.0, 1.0)), f.x),
    f.y
  );
}

float cloudAt(vec2 p) {
  float sum = 0.55 * noise(p) + 0.27 * noise(p * 2.1 + 7.3) + 0.13 * noise(p * 4.3 + 3.1) + 0.05 * noise(p * 8.9);
  return smoothstep(1.0 - sky.x, 1.25 - sky.x, sum + 0.22);
}
#endif

void main() {
  vec3 direction = normalize(vDirection);
  vec3 color = skyGradient(direction);
  float toSun = dot(direction, sunDirection);
  color += skySun * 4.0 * smoothstep(sky.y, mix(sky.y, 1.0, 0.25), toSun);
#ifdef CLOUDS
  if (direction.y > 0.01) {
    vec2 p = direction.xz / (direction.y + 0.12) * 1.3 + time * vec2(0.006, 0.002);
    float cover = cloudAt(p);
    // Thicker towards the sun than a step away from it: a lit rim.
    float shade = cloudAt(p + normalize(sunDirection.xz + 1e-4) * 0.12);
    vec3 bright = mix(skyHorizon, skySun, 0.3);
    vec3 dark = mix(vec3(dot(skyHorizon, vec3(0.33))), skyZenith, 0.4) * 0.75;
    vec3 cloud = mix(bright, dark, shade * 0.85);
    color = mix(color, cloud, 0.8 * cover * smoothstep(0.02, 0.25, direction.y));
  }
#endif
  gl_FragColor = vec4(toScreen(color), 1.0);
}
`
