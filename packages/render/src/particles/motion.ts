/**
 * Where a particle is at an age, in closed form: no steps, so that a second that was missed costs nothing.
 *
 * With acceleration g, drag k and wind w, dv/dt = g - k (v - w). With A = g + k w:
 * v = v0 · decay + A · lead,  x = x0 + v0 · lead + A · fall, where decay = e^(-k t), lead = (1 - decay) / k,
 * fall = (t - lead) / k; without drag 1, t and t²/2.
 */

/** Places in the scratch of `travel`. */
export const Motion: { readonly age: 0; readonly decay: 1; readonly lead: 2; readonly fall: 3 } = {
  age: 0,
  decay: 1,
  lead: 2,
  fall: 3,
}

/** Places in an effect's forces: A, and the drag. */
export const Force: { readonly x: 0; readonly y: 1; readonly z: 2; readonly drag: 3 } = {
  x: 0,
  y: 1,
  z: 2,
  drag: 3,
}

/** Below this drag times age the closed form loses digits, and a series takes its place. */
const SMALL = 1e-2

/**
 * Works out `decay`, `lead` and `fall` for the age in `motion`. In an array, since a number that is handed
 * over may become an object.
 */
export function travel(motion: Float64Array, forces: Float64Array): void {
  const t = motion[Motion.age]!
  const k = forces[Force.drag]!
  const x = k * t
  if (x < SMALL) {
    const lead = t * (1 - x * (1 / 2 - x * (1 / 6 - x / 24)))
    motion[Motion.lead] = lead
    motion[Motion.fall] = t * t * (1 / 2 - x * (1 / 6 - x * (1 / 24 - x / 120)))
    motion[Motion.decay] = 1 - k * lead
    return
  }
  const decay = Math.exp(-x)
  const lead = (1 - decay) / k
  motion[Motion.decay] = decay
  motion[Motion.lead] = lead
  motion[Motion.fall] = (t - lead) / k
}
