import { createWorld, setPosition, spawn, Transform } from '@sightline/core'
import { Bounds, setSphere, setupCulling, UpdateRate } from '@sightline/culling'
import { setRenderView, setupRender } from '@sightline/render'
import {
  createPlainText,
  type MirrorOptions,
  mirrorNameplates,
  Nameplate,
  type NameplateContent,
  type NameplateOptions,
  nameplateStats,
  say,
  setHealth,
  setNameplate,
  setupNameplates,
} from '@sightline/render/nameplates'
import { removeComponent } from 'bitecs'
import { describe, expect, it } from 'vitest'
import { cleanText, wrapText } from '../../src/nameplates/clean-text.js'
import { NAMEPLATE_DEFAULTS } from '../../src/nameplates/nameplate-options.js'
import { renderState } from '../../src/state.js'

const clean = (text: unknown, most = 10) => cleanText('call', 'name', text, most)

describe('cleanText', () => {
  it('keeps texts of any script as they are', () => {
    for (const text of ['Aldric', 'مريم', 'e\u0301', '小林さくら', 'क्षत्रिय', '👩‍👩‍👧', '🇬🇧', 'a\u200db']) {
      expect(clean(text, 32)).toBe(text)
    }
  })

  it('makes one space of many, of lines and of control characters', () => {
    expect(clean('  a \n\t b\u0000\u0007c\u3000d ')).toBe('a b c d')
  })

  it('cuts by letters as users count them, the last one being an ellipsis', () => {
    expect(clean('abcdefghij')).toBe('abcdefghij')
    expect(clean('abcdefghijk')).toBe('abcdefghi…')
    expect(clean('abcdefgh ijk')).toBe('abcdefgh…')
    const family = '👩‍👩‍👧'
    expect(clean(family.repeat(10))).toBe(family.repeat(10))
    expect(clean(family.repeat(11))).toBe(`${family.repeat(9)}…`)
    expect(clean('e\u0301'.repeat(11))).toBe(`${'e\u0301'.repeat(9)}…`)
  })

  it.each([
    ['a family', '👨‍👩‍👧‍👦'],
    ['the flag of Scotland', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ['a kiss of two skin tones', '👩🏻‍❤️‍💋‍👩🏿'],
  ])('counts %s as one letter, and leaves those whole that it keeps', (_, letter) => {
    expect(clean(letter.repeat(32), 32)).toBe(letter.repeat(32))
    expect(clean(letter.repeat(33), 32)).toBe(`${letter.repeat(31)}…`)
    // With letters of many marks before them they have no more room.
    const marked = `a${'\u0301'.repeat(480)}`
    expect(clean(marked + letter.repeat(31), 32)).toMatch(new RegExp(`^${marked}(${letter})*…$`, 'u'))
  })

  it('counts code points where the browser does not count letters', () => {
    const { Segmenter } = Intl
    try {
      Object.defineProperty(Intl, 'Segmenter', { value: undefined, configurable: true, writable: true })
      expect(clean('e\u0301'.repeat(6))).toBe(`${'e\u0301'.repeat(4)}e…`)
    } finally {
      Object.defineProperty(Intl, 'Segmenter', { value: Segmenter, configurable: true, writable: true })
    }
  })

  it('cuts letters that are made of very many marks', () => {
    const zalgo = `a${'\u0301'.repeat(5000)}`
    const cut = clean(zalgo)
    expect(cut.length).toBeLessThanOrEqual(161)
    expect(cut.startsWith('a\u0301')).toBe(true)
    expect(cut.endsWith('…')).toBe(true)
    const wide = `${'\u{1F600}'.repeat(3)}\u{1F468}${'\u200d\u{1F468}'.repeat(500)}`
    expect(clean(wide)).toMatch(/^\u{1F600}{3}.*…$/u)
    expect(clean(wide)).not.toMatch(/\p{Surrogate}/u)
    expect(clean(`\u{1F468}${'\u200d\u{1F468}'.repeat(500)}`)).not.toMatch(/\p{Surrogate}/u)
  })

  it('refuses what is no text, what shows nothing and half of a surrogate pair', () => {
    expect(() => clean(undefined)).toThrow(new TypeError('call: name is undefined, expected a text'))
    expect(() => clean(5)).toThrow(TypeError)
    for (const text of [
      '',
      ' ',
      '\n',
      '\u200b',
      '\u00ad\u2060',
      '\u3000',
      '\u0000',
      '\u3164',
      '\u2800 \u2800',
      '\u{1D159}',
    ]) {
      expect(() => clean(text)).toThrow(/name is ".*", expected a text in which something is to be seen/s)
    }
    expect(() => clean('ab\ud83d')).toThrow('name has half of a surrogate pair, U+D83D, at 2')
    expect(() => clean('\udc00ab')).toThrow('name has half of a surrogate pair, U+DC00, at 0')
  })
})

describe('wrapText', () => {
  const fits = (line: string) => line.trimEnd().length <= 10

  it('breaks between words, and within those that are too long', () => {
    expect(wrapText('who wants fresh fish today', 9, fits)).toEqual(['who wants', 'fresh fish', 'today'])
    expect(wrapText('abcdefghijklmno p', 9, fits)).toEqual(['abcdefghij', 'klmno p'])
    expect(wrapText('short', 9, fits)).toEqual(['short'])
  })

  it('ends with an ellipsis where lines are left', () => {
    const lines = wrapText('who wants fresh fish today and tomorrow', 2, fits)
    expect(lines).toEqual(['who wants', 'fresh fis…'])
  })
})

function createScene(options: NameplateOptions = {}) {
  const world = createWorld({ capacity: 20 })
  setupCulling(world)
  setupRender(world)
  setupNameplates(world, { textSource: createPlainText(), ...options })
  const eid = spawn(world, Transform, Bounds, Nameplate)
  setSphere(world, eid, 1)
  setPosition(world, eid, 0, 0, -5)
  return { world, eid }
}

describe('bad input', () => {
  it('is refused by setNameplate, with nothing changed', () => {
    const { world, eid } = createScene()
    setNameplate(world, eid, { name: 'Aldric', health: 0.5 })
    const plate = renderState(world).nameplates!.plates[eid]
    const bad: [object, RegExp][] = [
      [{}, /name is undefined/],
      [{ name: '' }, /name is ""/],
      [{ name: 'a\ud800' }, /surrogate/],
      [{ name: 'a', guild: ' ' }, /guild is " "/],
      [{ name: 'a', health: 1.5 }, /health is 1.5, expected 0 to 1/],
      [{ name: 'a', health: Number.NaN }, /health is NaN/],
      [{ name: 'a', health: '1' }, /health is "1", expected a number/],
      [{ name: 'a', importance: 0 }, /importance is 0, expected 1e-6 to 1e6/],
      [{ name: 'a', importance: 1e-25 }, /importance is 1e-25, expected 1e-6 to 1e6/],
      [{ name: 'a', importance: Number.POSITIVE_INFINITY }, /importance is Infinity/],
      [{ name: 'a', height: Number.NaN }, /height is NaN/],
      [{ name: 'a', height: 1e7 }, /height is 10000000, expected metres/],
      [{ name: 'a', color: 'red' }, /setNameplate: color: colour is "red"/],
      [
        { name: 'a', color: null },
        /setNameplate: color: colour is null, expected "#RRGGBB" or three numbers/,
      ],
      [{ name: 'a', guildColor: 5 }, /setNameplate: guildColor: colour is 5/],
      [{ name: 'a', barColor: [1, 0] }, /setNameplate: barColor: colour component 2 is undefined/],
      [{ name: 'a', colour: '#FFFFFF' }, /colour is not an option/],
    ]
    for (const [content, message] of bad) {
      expect(() => setNameplate(world, eid, content as NameplateContent), String(message)).toThrow(message)
      expect(renderState(world).nameplates!.plates[eid]).toBe(plate)
    }
    const bare = spawn(world, Transform)
    expect(() => setNameplate(world, bare, { name: 'a' })).toThrow(`entity ${bare} has no Nameplate`)
    const boundless = spawn(world, Transform, Nameplate)
    expect(() => setNameplate(world, boundless, { name: 'a' })).toThrow(`entity ${boundless} has no Bounds`)
  })

  it('is refused by the others', () => {
    const { world, eid } = createScene()
    expect(() => say(world, eid, 'Hello')).toThrow('call setNameplate first')
    setNameplate(world, eid, { name: 'Aldric' })
    expect(() => say(world, eid, '')).toThrow('text is ""')
    expect(() => say(world, eid, 'Hello', 0)).toThrow('seconds is 0')
    expect(() => say(world, eid, 'Hello', Number.NaN)).toThrow('seconds is NaN')
    expect(() => setHealth(world, eid, 0.5)).toThrow('has no bar')
    expect(() => setHealth(world, eid, 2)).toThrow('health is 2')
    const other = createWorld({ capacity: 5 })
    setupCulling(other)
    setupRender(other)
    expect(() => setNameplate(other, 1, { name: 'a' })).toThrow('call setupNameplates(world) first')
    expect(() => nameplateStats(other)).toThrow('call setupNameplates(world) first')
    expect(() => setupNameplates(world)).toThrow('already set up')
    expect(() => mirrorNameplates(world, 1, {} as MirrorOptions)).toThrow('parent is undefined')
    const parent = { append() {} } as unknown as HTMLElement
    expect(() => mirrorNameplates(world, 1, { parent, count: 0 })).toThrow('count is 0')
    expect(() => mirrorNameplates(world, 1, { parent, interval: 0 })).toThrow('interval is 0')
    expect(() => mirrorNameplates(world, 1, { parent })).toThrow('is not drawn')
    expect(() => setRenderView(world, 1)).toThrow()
  })

  it.each([
    [{ nameSize: 2 }, 'nameSize is 2, expected 4 to 128'],
    [{ maxLabels: 1.5 }, 'maxLabels is 1.5, expected a whole number'],
    [{ maxDistance: Number.NaN }, 'maxDistance is NaN'],
    [{ textSource: {} }, 'textSource.version is undefined, expected a number'],
    [{ textSource: { version: 0 } }, 'textSource.measure is undefined, expected a function'],
    [{ textSource: { ...createPlainText(), createSheet: 1 } }, 'textSource.createSheet is 1, expected'],
    [{ textSource: null }, 'textSource is null, expected an object'],
    [{ fontFamily: '' }, 'fontFamily is ""'],
    [{ keepGap: 9, enterGap: 8 }, 'keepGap is 9, expected at most enterGap'],
    [{ maxLabel: 5 }, 'maxLabel is not an option'],
    [{ atlasSize: '512' }, 'atlasSize is "512", expected a number'],
  ])('is refused by setupNameplates: %o', (options, message) => {
    const world = createWorld({ capacity: 5 })
    setupCulling(world)
    setupRender(world)
    expect(() => setupNameplates(world, options as NameplateOptions)).toThrow(message)
    expect(renderState(world).nameplates).toBeUndefined()
    expect(renderState(world).drawables).toHaveLength(0)
  })
})

it('options that are undefined are not given, and an empty guild is none', () => {
  const world = createWorld({ capacity: 5 })
  setupCulling(world)
  setupRender(world)
  const options = { maxDistance: undefined, fadeIn: undefined, fontFamily: undefined, textSource: undefined }
  setupNameplates(world, options as unknown as NameplateOptions)
  expect(renderState(world).nameplates!.settings).toEqual(NAMEPLATE_DEFAULTS)
  const eid = spawn(world, Transform, Bounds, Nameplate, UpdateRate)
  setNameplate(world, eid, { name: 'Aldric', guild: '' })
  expect(renderState(world).nameplates!.plates[eid]!.content.guild).toBeUndefined()
})

describe('texts of a world', () => {
  it('are kept once, and only while somebody shows them', () => {
    const { world, eid } = createScene()
    const { texts } = renderState(world).nameplates!.texts
    const other = spawn(world, Transform, Bounds, Nameplate, UpdateRate)
    setNameplate(world, eid, { name: 'Aldric', guild: '<Lamps>' })
    setNameplate(world, other, { name: 'Berta', guild: '<Lamps>' })
    expect(texts.size).toBe(3)
    say(world, other, 'Hello there')
    expect(texts.size).toBe(4)
    expect(texts.get([...texts.keys()].find((key) => key.includes('<Lamps>'))!)!.uses).toBe(2)
    setNameplate(world, other, { name: 'Berta' })
    expect([...texts.values()].map(({ uses }) => uses)).toEqual([1, 1, 1, 1])
    removeComponent(world, eid, Nameplate)
    expect([...texts.values()].map(({ text }) => text).sort()).toEqual(['Berta', 'Hello there'])
    removeComponent(world, other, Nameplate)
    expect(texts.size).toBe(0)
  })
})
