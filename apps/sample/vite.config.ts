import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

// Cross-origin isolation gives the page shared memory; without it everything works on one thread.
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
}

const page = (name: string): string => fileURLToPath(new URL(`./${name}.html`, import.meta.url))

export default defineConfig(({ command }) => ({
  server: { headers },
  preview: { headers },
  worker: { format: 'es' },
  resolve: { alias: command === 'build' ? { regl: 'regl/dist/regl.unchecked.js' } : {} },
  build: {
    target: 'es2022',
    sourcemap: true,
    // The names of systems are shown on the page.
    rolldownOptions: {
      input: { index: page('index'), minimal: page('minimal') },
      output: { keepNames: true },
    },
  },
}))
