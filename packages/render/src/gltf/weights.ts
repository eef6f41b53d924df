/** Weights of a vertex as bytes that come to 255. */
const FOUR = 4

/**
 * Writes the four strongest of a vertex's influences: palette entries, and weights as shares of 255, rounded
 * so that the sum is exact (largest remainders first). A vertex without weight goes with the first.
 */
export function writeInfluences(
  joints: Uint8Array,
  weights: Uint8Array,
  at: number,
  influences: { entry: number; weight: number }[],
): void {
  const strongest = influences
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, FOUR)
  const sum = strongest.reduce((total, { weight }) => total + weight, 0)
  if (sum === 0) {
    joints[at] = influences[0]?.entry ?? 0
    weights[at] = 255
    return
  }
  const exact = strongest.map(({ weight }) => (weight / sum) * 255)
  const bytes = exact.map(Math.floor)
  const order = exact.map((_, i) => i).sort((a, b) => exact[b]! - bytes[b]! - (exact[a]! - bytes[a]!))
  const missing = 255 - bytes.reduce((total, value) => total + value, 0)
  for (let i = 0; i < missing; i++) bytes[order[i % order.length]!] = bytes[order[i % order.length]!]! + 1
  strongest.forEach(({ entry }, i) => {
    joints[at + i] = entry
    weights[at + i] = bytes[i]!
  })
}
