import { describe, expect, it } from 'vitest'
import { makeNames } from '../src/names/names.js'
import { SCRIPTS } from '../src/names/scripts.js'

const COUNT = 3000
const SEED = 7

describe(`names of town ${SEED}`, () => {
  it('have a Latin spelling for each, in the same order', () => {
    for (const { own, latin } of SCRIPTS) {
      expect(latin.given).toHaveLength(own.given.length)
      expect(latin.family).toHaveLength(own.family.length)
      expect(latin.guilds).toHaveLength(own.guilds.length)
    }
    expect(SCRIPTS.reduce((sum, { share }) => sum + share, 0)).toBe(100)
  })

  it('are in several scripts, and in Latin letters where a script has no font', () => {
    const all = makeNames(SEED, COUNT)
    for (const script of ['Latin', 'Cyrillic', 'Han', 'Hangul', 'Arabic', 'Hebrew', 'Devanagari']) {
      const letter = new RegExp(`\\p{Script=${script}}`, 'u')
      expect(all.filter(({ name }) => letter.test(name)).length, script).toBeGreaterThan(COUNT / 100)
    }
    const plain = makeNames(SEED, COUNT, ([letter]) => letter === 'A')
    for (const { name, guild = '' } of plain) expect(`${name}${guild}`).toMatch(/^[\p{Script=Latin} -]+$/u)
    // Nobody else is called otherwise.
    plain.forEach((one, i) => {
      if (/^[\p{Script=Latin} ]+$/u.test(all[i]!.name)) expect(one).toEqual(all[i])
      expect(one.guild === undefined).toBe(all[i]!.guild === undefined)
    })
  })
})
