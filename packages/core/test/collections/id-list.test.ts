import { describe, expect, it } from 'vitest'
import { clearIds, createIdList, pushId } from '../../src/index.js'
import { createArena } from '../../src/memory.js'

describe('IdList', () => {
  it('holds ids in order and says when it is full', () => {
    const list = createIdList(2)
    pushId(list, 7)
    pushId(list, 3)
    expect([...list.ids.subarray(0, list.count)]).toEqual([7, 3])
    expect(() => pushId(list, 1)).toThrow('the list is full: it has room for 2 ids')
    expect(list.count).toBe(2)
    clearIds(list)
    expect(list.count).toBe(0)
  })

  it('lies in an arena when one is given', () => {
    const arena = createArena(1)
    expect(createIdList(5, arena).ids.buffer).toBe(arena.buffer)
  })
})
