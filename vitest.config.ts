import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { BROWSER_FLAGS, findBrowser } from './scripts/browser.mjs'

// Shared memory needs a cross-origin isolated page.
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
}

/** For tests in the browser: a file of the shared data, base64; null where the folder does not stand beside the checkout. */
function readSharedData(_context: unknown, name: string): string | null {
  const file = fileURLToPath(new URL(`../shared/data/${name}`, import.meta.url))
  return existsSync(file) ? readFileSync(file, 'base64') : null
}

export default defineConfig({
  test: {
    // Also on two cores: the default leaves one of them idle.
    maxWorkers: 2,
    reporters: process.env.CI
      ? ['default', ['json', { outputFile: 'node_modules/.cache/test-results.json' }]]
      : ['default'],
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts', 'apps/*/test/**/*.test.ts'],
          exclude: ['**/*.browser.test.ts', '**/node_modules/**'],
          // The allocation tests measure the heap after a forced collection.
          execArgv: ['--expose-gc'],
          testTimeout: 60_000,
        },
      },
      {
        server: { headers },
        worker: { format: 'es' },
        optimizeDeps: { include: ['bitecs', 'comlink', 'gl-matrix', 'regl'] },
        test: {
          name: 'browser',
          include: ['packages/*/test/**/*.browser.test.ts', 'test/**/*.browser.test.ts'],
          testTimeout: 60_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 640, height: 360 },
            provider: playwright({
              launchOptions: { executablePath: await findBrowser(), args: BROWSER_FLAGS },
            }),
            instances: [{ browser: 'chromium' }],
            commands: { readSharedData },
          },
        },
      },
    ],
  },
})
