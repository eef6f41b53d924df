import { BOX_BYTES, BOX_MAX, STATE_BOXES } from './layout'
import { soundBox } from './pack-leaf'

// Moves the ids of broken boxes to the end of a list; returns how many are sound.
export function dropBroken(tree: usize, list: usize, spare: usize, count: u32): u32 {
  const boxes = <usize>load<u32>(tree, STATE_BOXES)
  let sound: u32 = 0, broken: u32 = 0
  for (let i: u32 = 0; i < count; i++) {
    const id = load<u32>(list + (<usize>i << 3)), box = boxes + <usize>id * BOX_BYTES
    if (soundBox(v128.load(box), v128.load(box, BOX_MAX))) {
      store<u32>(list + (<usize>sound << 3), id)
      sound++
    } else {
      store<u32>(spare + (<usize>broken << 3), id)
      broken++
    }
  }
  for (let i: u32 = 0; i < broken; i++) store<u32>(list + (<usize>(sound + i) << 3), load<u32>(spare + (<usize>i << 3)))
  return sound
}
