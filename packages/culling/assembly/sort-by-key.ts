import { BOX_BYTES, STATE_BOXES, STATE_WORK, WORK_HISTOGRAM } from './layout'
import { keyOf } from './keys'

const BUCKETS: usize = 2048
const PASS_BYTES: usize = BUCKETS * 4

// Entries of the list are an id and, after this, 32 bits of its key from the first bit on in which the keys
// differ. A radix sort of three passes of 11 bits; equal entries keep their order.
export function sortByKey(tree: usize, list: usize, spare: usize, count: u32): u32 {
  const boxes = <usize>load<u32>(tree, STATE_BOXES)
  const histogram = <usize>load<u32>(tree, STATE_WORK) + WORK_HISTOGRAM

  // Stage 1: keys, and the bits in which they differ.
  let differ: u64 = 0, first: u64 = 0
  for (let i: u32 = 0; i < count; i++) {
    const id = load<u32>(list + (<usize>i << 3))
    const key = keyOf(tree, boxes + <usize>id * BOX_BYTES, id)
    if (i == 0) first = key
    differ |= key ^ first
    store<u64>(spare + (<usize>i << 3), key)
  }
  const shared: u32 = differ == 0 ? 32 : <u32>clz<u64>(differ)

  // Stage 2: 32 bits of each key, and how often each digit occurs.
  memory.fill(histogram, 0, 3 * PASS_BYTES)
  for (let i: u32 = 0; i < count; i++) {
    const bits = <u32>((load<u64>(spare + (<usize>i << 3)) << <u64>shared) >> 32)
    store<u32>(list + (<usize>i << 3), bits, 4)
    const a = histogram + (<usize>(bits & 2047) << 2)
    const b = histogram + PASS_BYTES + (<usize>((bits >> 11) & 2047) << 2)
    const c = histogram + 2 * PASS_BYTES + (<usize>(bits >> 22) << 2)
    store<u32>(a, load<u32>(a) + 1)
    store<u32>(b, load<u32>(b) + 1)
    store<u32>(c, load<u32>(c) + 1)
  }

  // Stage 3: three passes, from the list to the spare list and back, and home.
  let from = list, to = spare
  for (let pass: usize = 0; pass < 3; pass++) {
    const digits = histogram + pass * PASS_BYTES
    let sum: u32 = 0
    for (let at = digits; at < digits + PASS_BYTES; at += 4) {
      const here = load<u32>(at)
      store<u32>(at, sum)
      sum += here
    }
    const shift = <u64>(32 + pass * 11)
    for (let i: u32 = 0; i < count; i++) {
      const entry = load<u64>(from + (<usize>i << 3))
      const digit = digits + (<usize>((entry >> shift) & 2047) << 2)
      const at = load<u32>(digit)
      store<u32>(digit, at + 1)
      store<u64>(to + (<usize>at << 3), entry)
    }
    const other = from
    from = to
    to = other
  }
  memory.copy(list, spare, <usize>count << 3)
  return shared
}
