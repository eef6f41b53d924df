import { describe, expect, it } from 'vitest'
import { assert, DEV } from '../src/index.js'

describe('assert', () => {
  it('throws in development, which tests are', () => {
    expect(DEV).toBe(true)
    expect(() => assert(false, 'the list is sorted')).toThrow('assertion failed: the list is sorted')
    expect(() => assert(true, 'never said')).not.toThrow()
  })
})
