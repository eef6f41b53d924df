/**
 * The colour of the ground: layers one over the other, each where slope, height or the control map has it. Textures repeat; far away a
 * texture's repeats would show, so a coarse copy of the first varies the brightness of all.
 */
export function layersChunk(count: number, control: boolean): string {
  const layers = Array.from({ length: count }, (_, k) => k)
  return /* glsl */ `
${layers.map((k) => `uniform sampler2D layer${k};`).join('\n')}
// One over the metres of a repeat, the eye's place in it, twice.
uniform vec4 layerPlace[${count + 1}];
// Where a layer begins and ends, and over how much it does: in metres of height, and in slope, 1 minus the normal's y.
uniform vec4 layerHeight[${count}];
uniform vec4 layerSlope[${count}];
uniform float eyeHeight;
${control ? `uniform sampler2D control;\nuniform vec4 layerControl[${count}];` : ''}

float within(vec4 band, float value) {
  return smoothstep(band.x - band.y, band.x + band.y, value) * (1.0 - smoothstep(band.z - band.w, band.z + band.w, value));
}

vec3 layerColor(sampler2D image, vec4 place, vec3 relative) {
  return toLinear(texture2D(image, relative.xz * place.x + place.yz).rgb);
}

vec3 groundColor(vec3 relative, vec3 normal) {
  float height = relative.y + eyeHeight;
  float slope = 1.0 - normal.y;
${control ? '  vec4 painted = texture2D(control, relative.xz * fieldPlace.xy + fieldPlace.zw);' : ''}
  vec3 color = layerColor(layer0, layerPlace[0], relative);
  float weight;
${layers
  .slice(1)
  .map(
    (k) => `  weight = within(layerHeight[${k}], height) * within(layerSlope[${k}], slope);
${control ? `  weight = max(weight, dot(painted, layerControl[${k}]));` : ''}
  color = mix(color, layerColor(layer${k}, layerPlace[${k}], relative), min(weight, 1.0));`,
  )
  .join('\n')}
  vec4 wide = layerPlace[${count}];
  vec2 at = relative.xz * wide.x + wide.yz;
  // The mean of all is in the smallest mipmap.
  float ratio = dot(texture2D(layer0, at).rgb, vec3(1.0)) / max(dot(texture2D(layer0, at, 16.0).rgb, vec3(1.0)), 0.01);
  return color * clamp(ratio, 0.6, 1.5);
}
`
}
