/**
 * The erosions that answers are made for, metres. Records of prisms, hulls and heightfields are worked out
 * for each once, when it is first needed, so there are few; boxes are shrunk as they are drawn.
 */
export const EROSION_LADDER: readonly number[] = [0, 0.125, 0.25, 0.5, 1, 2, 4]

/** The rung of the least erosion that is at least `metres`, or -1 if there is none. */
export function erosionRung(metres: number): number {
  for (let rung = 0; rung < EROSION_LADDER.length; rung++) if (EROSION_LADDER[rung]! >= metres) return rung
  return -1
}
