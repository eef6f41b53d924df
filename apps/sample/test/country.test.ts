import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadCountry } from '../src/country.js'

const page = '<!doctype html><title>Not found</title>'
const grid = JSON.stringify({ width: 3, height: 3, heightScale: 2 })

/** What a server has, by path. */
function serve(files: Record<string, BlobPart>): void {
  vi.stubGlobal('fetch', async (url: URL) => {
    if (url.host === 'elsewhere.test') throw new TypeError('Failed to fetch')
    const file = files[url.pathname]
    return file === undefined ? new Response('', { status: 404 }) : new Response(new Blob([file]))
  })
}

describe('a country from elsewhere', () => {
  beforeEach(() => vi.stubGlobal('location', { href: 'http://town.test/' }))
  afterEach(() => vi.unstubAllGlobals())

  it('stands with its middle where the town is', async () => {
    serve({ '/a.json': grid, '/a.u16': Uint16Array.from([0, 0, 0, 0, 5, 9, 0, 0, 0]) })
    const relief = await loadCountry('a.json')
    expect(relief(0, 0)).toBe(0)
    expect(relief(1, 0)).toBeCloseTo(8)
  })

  it.each<[string, Record<string, BlobPart>, string, string]>([
    ['another ending', {}, 'a.bmp', 'expected the address of a .json, .png or .tif file'],
    ['nothing there', {}, 'a.png', 'the server answers 404. Look at the address'],
    ['no server', {}, 'http://elsewhere.test/a.png', 'it cannot be reached. Look at the address'],
    ['a page for a description', { '/a.json': page }, 'a.json', 'a web page has come instead'],
    ['a page for a picture', { '/a.png': page }, 'a.png', 'a web page has come instead'],
    ['a page for a GeoTIFF', { '/a.tif': page }, 'a.tif', 'a web page has come instead'],
    ['a page for heights', { '/a.json': grid, '/a.u16': page }, 'a.json', 'in /a.u16, a web page has come'],
    ['an empty file', { '/a.png': '' }, 'a.png', 'it is empty'],
    ['no JSON', { '/a.json': 'width: 3' }, 'a.json', 'it is not JSON: expected the description'],
    ['no description', { '/a.json': 'null' }, 'a.json', 'an object is expected'],
    ['no width', { '/a.json': '{}', '/a.u16': grid }, 'a.json', 'in /a.u16, width is undefined'],
    ['no heights', { '/a.json': grid }, 'a.json', 'of its heights in /a.u16, the server answers 404'],
    [
      'heights of another size',
      { '/a.json': grid, '/a.u16': new Uint8Array(10) },
      'a.json',
      'in /a.u16, the file has 10 bytes, expected 2 for each of 3 times 3 samples, 18',
    ],
    ['half a picture', { '/a.png': '\u0089PNG' }, 'a.png', 'file is no whole PNG file'],
  ])('says what came and what to do: %s', async (_, files, address, words) => {
    serve(files)
    const failed = await loadCountry(address).catch((error: Error) => error.message)
    expect(failed).toContain(`The country ${address} is not shown: `)
    expect(failed).toContain(words)
    expect(failed).toMatch(/\. This is the town's own country\.$/)
    expect(failed).not.toMatch(/heightfieldFrom|Unexpected token/)
  })
})
