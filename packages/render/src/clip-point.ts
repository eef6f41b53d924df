/**
 * Writes where a point of the canvas (CSS pixels from the upper left corner) lies in the clip space of a view that has
 * the part `rect` of it. False if the point lies outside of that part.
 */
export function clipPoint(
  out: Float64Array,
  canvas: { readonly clientWidth: number; readonly clientHeight: number },
  rect: Float32Array,
  x: number,
  y: number,
): boolean {
  const across = (x / canvas.clientWidth - rect[0]!) / rect[2]!
  const down = (y / canvas.clientHeight - rect[1]!) / rect[3]!
  out[0] = across * 2 - 1
  out[1] = 1 - down * 2
  return across >= 0 && across < 1 && down >= 0 && down < 1
}
