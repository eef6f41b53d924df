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

const NODE_TESTS = ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts', 'apps/*/test/**/*.test.ts']
const BROWSER_TESTS = '**/*.browser.test.ts'
/** These measure the heap, or need modules that nobody has used before. */
const ISOLATED_TESTS = [
  '**/allocation.test.ts',
  '**/memory.test.ts',
  '**/steady.test.ts',
  'apps/sample/test/{headless,weather}.test.ts',
  'packages/culling/test/occlusion/api.test.ts',
  'packages/culling/test/spatial/kernels.test.ts',
  'packages/terrain/test/collision-tile.test.ts',
]

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
          include: NODE_TESTS,
          exclude: [BROWSER_TESTS, '**/node_modules/**', ...ISOLATED_TESTS],
          // Reading the packages anew for each file takes longer than most tests.
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'isolated',
          environment: 'node',
          include: ISOLATED_TESTS,
          exclude: ['**/node_modules/**'],
          // Heaps are measured after a forced collection.
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
          include: [`packages/*/test/${BROWSER_TESTS}`, `test/${BROWSER_TESTS}`],
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
