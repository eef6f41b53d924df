/**
 * How much sun reaches a point: the cascade of its depth, compared over a square of texels with bilinear weights
 * (percentage closer filtering; Reeves, Salesin, Cook 1987), so that the edge is soft and moves without steps.
 *
 * Defines: CASCADES 1 to 4, MAPS along a side of the texture, SOFTNESS 1 or 3, PACKED where depth comes in the four bytes of a colour.
 */
export const shadowChunk: string = /* glsl */ `
uniform sampler2D shadowMap;
uniform vec3 lightRight;
uniform vec3 lightUp;
uniform vec4 viewDepth;
uniform vec4 cascadePlace[CASCADES];
uniform vec4 cascadeDepth[CASCADES];
uniform vec2 shadowSize;

#ifdef PACKED
float storedDepth(vec2 uv) {
  return dot(texture2D(shadowMap, uv), vec4(1.0, 1.0 / 255.0, 1.0 / 65025.0, 1.0 / 16581375.0));
}
#else
float storedDepth(vec2 uv) {
  return texture2D(shadowMap, uv).r;
}
#endif

float lit(vec2 base, float x, float y, float depth) {
  return step(depth, storedDepth((base + vec2(x + 0.5, y + 0.5)) * shadowSize.y));
}

float softLit(vec2 uv, float depth) {
  vec2 at = uv * shadowSize.x - 0.5;
  vec2 base = floor(at);
  vec2 f = at - base;
#if SOFTNESS == 1
  vec2 row = vec2(
    mix(lit(base, 0.0, 0.0, depth), lit(base, 1.0, 0.0, depth), f.x),
    mix(lit(base, 0.0, 1.0, depth), lit(base, 1.0, 1.0, depth), f.x)
  );
  return mix(row.x, row.y, f.y);
#else
  float sum = 0.0;
  for (int y = -1; y <= 2; y++) {
    float fy = float(y);
    float row = (1.0 - f.x) * lit(base, -1.0, fy, depth)
      + lit(base, 0.0, fy, depth) + lit(base, 1.0, fy, depth) + f.x * lit(base, 2.0, fy, depth);
    float weight = y == -1 ? 1.0 - f.y : (y == 2 ? f.y : 1.0);
    sum += row * weight;
  }
  return sum / 9.0;
#endif
}

float litInCascade(vec4 place, vec4 range, vec3 relative, vec3 normal) {
  // Moved off the surface by a texel or two: no surface shadows itself, and the edge at its foot stays shut.
  float slope = 1.0 - clamp(dot(normal, sunDirection), 0.0, 1.0);
  vec3 p = relative + normal * (place.w * (0.6 + 1.6 * slope));
  vec2 uv = vec2(dot(lightRight, p), dot(lightUp, p)) * place.x + place.yz;
  // A picture may show more than the view that the maps were made for, where culling is frozen: there the sun shines.
  vec2 middle = (vec2(mod(range.w, MAPS), floor(range.w / MAPS)) + 0.5) / MAPS;
  vec2 off = abs(uv - middle);
  if (max(off.x, off.y) > 0.5 / MAPS - 2.0 * shadowSize.y) return 1.0;
  // A seventh of a texel against the rounding of stored depths.
  return softLit(uv, (dot(sunDirection, p) + 0.15 * place.w) * range.x + range.y);
}

// 1 in the sun, 0 in the shade.
float sunlit(vec3 relative, vec3 normal) {
  float depth = dot(viewDepth.xyz, relative) + viewDepth.w;
  float end = cascadeDepth[CASCADES - 1].z;
  if (depth >= end) return 1.0;
  vec4 place = cascadePlace[CASCADES - 1];
  vec4 range = cascadeDepth[CASCADES - 1];
  vec4 nextPlace = place;
  vec4 nextRange = range;
#if CASCADES > 3
  if (depth < cascadeDepth[2].z) { place = cascadePlace[2]; range = cascadeDepth[2]; }
#endif
#if CASCADES > 2
  if (depth < cascadeDepth[1].z) {
    nextPlace = cascadePlace[2]; nextRange = cascadeDepth[2];
    place = cascadePlace[1]; range = cascadeDepth[1];
  }
#endif
#if CASCADES > 1
  if (depth < cascadeDepth[0].z) {
    nextPlace = cascadePlace[1]; nextRange = cascadeDepth[1];
    place = cascadePlace[0]; range = cascadeDepth[0];
  }
#endif
  float sun = litInCascade(place, range, relative, normal);
  // Over the last eleventh of a slice the next map reaches back into it: the two are mixed.
  float into = clamp((depth * 1.1 / range.z - 1.0) * 10.0, 0.0, 1.0);
  if (into > 0.0 && range.z < end) sun = mix(sun, litInCascade(nextPlace, nextRange, relative, normal), into);
  return mix(sun, 1.0, smoothstep(0.85 * end, end, depth));
}
`
