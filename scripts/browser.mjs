// Finds a Chromium for the tests: CHROMIUM_PATH, a system Chromium, then the one that the npm package
// @sparticuz/chromium carries (unpacked once into node_modules/.cache).
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const SYSTEM_BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** One set of flags for every browser test: software WebGL and WebGPU, no background traffic. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--enable-unsafe-swiftshader',
  '--use-angle=swiftshader',
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  '--use-vulkan=swiftshader',
  '--enable-features=Vulkan',
]

/** @returns {Promise<string>} path of an executable Chromium */
export async function findBrowser() {
  const wanted = process.env.CHROMIUM_PATH
  if (wanted) {
    if (!existsSync(wanted)) throw new Error(`CHROMIUM_PATH: no file at ${wanted}`)
    return wanted
  }
  const installed = SYSTEM_BROWSERS.find((path) => existsSync(path))
  return installed ?? unpackBrowser()
}

async function unpackBrowser() {
  const manifest = join(root, 'node_modules', '@sparticuz', 'chromium', 'package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'))
  const folder = join(root, 'node_modules', '.cache', `chromium-${version}`)
  const path = join(folder, 'chromium')
  const complete = join(folder, 'complete')
  if (existsSync(complete)) return path

  // The package returns whatever lies in the temporary folder, even half written: start from an empty one.
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    const { default: chromium } = await import('@sparticuz/chromium')
    const unpacked = await chromium.executablePath()
    if (unpacked !== path) throw new Error(`the browser was unpacked to ${unpacked}, expected ${path}`)
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
  mkdirSync(complete)
  return path
}
