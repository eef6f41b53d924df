import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { build, type PreviewServer, preview } from 'vite'
import { BROWSER_FLAGS, findBrowser } from '../../../../scripts/browser.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The built sample, served, and a browser to look at it with. */
export type Sample = {
  /** Opens a page of its own and waits for its first frame. `errors` fills with what should not happen. */
  open(query: string, options?: OpenOptions): Promise<{ page: Page; errors: string[] }>
  close(): Promise<void>
}

export type OpenOptions = {
  /** CSS pixels. Default 640 x 360. */
  readonly size?: { width: number; height: number }
  /** Whether the first frame is waited for. Default true. */
  readonly ready?: boolean
  /** What the server answers for a path that it does not know. */
  readonly serve?: (path: string) => Uint8Array | undefined
}

/**
 * Builds and serves the sample. Each test file gives a name of its own, as they run side by side. A page
 * that is not isolated has no shared memory.
 */
export async function serveSample(name: string, isolated = true): Promise<Sample> {
  const outDir = fileURLToPath(new URL(`../../../../node_modules/.cache/sample-${name}`, import.meta.url))
  const configFile = `${root}vite.config.ts`
  await build({ root, configFile, logLevel: 'error', build: { outDir, emptyOutDir: true, sourcemap: false } })
  const server: PreviewServer = await preview({
    root,
    configFile,
    logLevel: 'error',
    build: { outDir },
    preview: isolated ? { port: 0 } : { port: 0, headers: { 'Cross-Origin-Opener-Policy': 'unsafe-none' } },
  })
  const browser: Browser = await chromium.launch({ executablePath: await findBrowser(), args: BROWSER_FLAGS })
  const address = server.resolvedUrls?.local[0] ?? ''
  return {
    async open(query, { size = { width: 640, height: 360 }, ready = true, serve = () => undefined } = {}) {
      const page = await browser.newPage({ viewport: size })
      const errors: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text())
      })
      page.on('pageerror', (error) => errors.push(String(error)))
      page.on('response', (response) => {
        if (response.status() >= 400) errors.push(`${response.status()} ${response.url()}`)
      })
      await page.route('**/*', (route) => {
        const body = serve(new URL(route.request().url()).pathname)
        return body === undefined ? route.continue() : route.fulfill({ body: Buffer.from(body) })
      })
      await page.goto(`${address}?${query}`)
      if (ready) await page.waitForSelector('body[data-ready]', { timeout: 120_000 })
      return { page, errors }
    },
    async close() {
      await browser.close()
      await server.close()
    },
  }
}
