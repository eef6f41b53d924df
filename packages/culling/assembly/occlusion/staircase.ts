// Puts a step in the middle of a tile's staircase, or into a full one.
import { LAYERS, STEP_DEPTHS, STEP_MASKS } from './layout'
import { state } from './state'

const FULL: u64 = ~(<u64>0)

// `place`: how many steps are at least as near as the new one; `live`: how many are nearer than the whole
// tile's depth; `cover`: the new step's cumulative mask; `mask`: its own pixels.
export function insertStep(depths: usize, masks: usize, wholeAt: usize, whole: f32, place: usize, live: usize, depth: f32, cover: u64, mask: u64): void {
  const newDepths = state + STEP_DEPTHS, newMasks = state + STEP_MASKS
  let n: usize = 0
  // Stage 1: nearer steps stay, then the new one, then the farther ones with its pixels added; those that add
  // nothing go.
  for (; n < place; n++) {
    store<f32>(newDepths + (n << 2), load<f32>(depths + (n << 2)))
    store<u64>(newMasks + (n << 3), load<u64>(masks + (n << 3)))
  }
  store<f32>(newDepths + (n << 2), depth)
  store<u64>(newMasks + (n << 3), cover)
  n++
  let last = cover
  for (let i = place; i < live; i++) {
    const next = load<u64>(masks + (i << 3)) | mask, nextDepth = load<f32>(depths + (i << 2))
    if (next == last) continue
    if (next == FULL) {
      whole = nextDepth
      store<f32>(wholeAt, whole)
      break
    }
    store<f32>(newDepths + (n << 2), nextDepth)
    store<u64>(newMasks + (n << 3), next)
    n++
    last = next
  }
  // Stage 2: if there are too many, the one whose loss costs least goes (pixels times relative depth).
  if (n > LAYERS) {
    store<f32>(newDepths + (n << 2), whole)
    let best: f32 = Infinity, worst: usize = 0, before: u64 = 0
    for (let i: usize = 0; i < n; i++) {
      const own = load<u64>(newMasks + (i << 3)), a = load<f32>(newDepths + (i << 2)), b = load<f32>(newDepths + (i << 2), 4)
      const cost = (<f32>(<i32>popcnt(own & ~before)) * (a - b)) / a
      if (cost < best) {
        best = cost
        worst = i
      }
      before = own
    }
    for (let i = worst; i + 1 < n; i++) {
      store<f32>(newDepths + (i << 2), load<f32>(newDepths + (i << 2), 4))
      store<u64>(newMasks + (i << 3), load<u64>(newMasks + (i << 3), 8))
    }
    n--
  }
  // Stage 3: back into the tile; depth 0 marks a free step.
  for (let i: usize = 0; i < n; i++) {
    store<f32>(depths + (i << 2), load<f32>(newDepths + (i << 2)))
    store<u64>(masks + (i << 3), load<u64>(newMasks + (i << 3)))
  }
  for (let i = n; i < LAYERS; i++) store<f32>(depths + (i << 2), 0)
}
