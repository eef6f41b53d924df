/**
 * How large a bounding sphere appears. Sizes are parts of the viewport's height, so that they do not depend on the
 * resolution; times the viewport's height they are pixels.
 */

/**
 * The height of a sphere's picture as part of the viewport's height; 1 fills it from top to bottom. `distance` is
 * from the eye to the sphere's centre. From within the sphere the answer is `Infinity`.
 *
 * Perspective: radius · scaleY / √(distance² − radius²), the exact height of the silhouette in the middle of the
 * picture. Towards the edges a picture is stretched further; that is left out on purpose, so that nothing changes its
 * size while the camera only turns. Orthographic: radius · scaleY. `scaleY` is `Projection.scaleY`.
 */
export function screenFraction(
  radius: number,
  distance: number,
  scaleY: number,
  perspective: boolean,
): number {
  if (!perspective) return radius * scaleY
  const beyond = (distance - radius) * (distance + radius)
  if (!(beyond > 0)) return Number.POSITIVE_INFINITY
  return (radius * scaleY) / Math.sqrt(beyond)
}

/** The same in pixels of a viewport `viewportHeight` pixels high. */
export function screenPixels(
  radius: number,
  distance: number,
  scaleY: number,
  perspective: boolean,
  viewportHeight: number,
): number {
  return screenFraction(radius, distance, scaleY, perspective) * viewportHeight
}
