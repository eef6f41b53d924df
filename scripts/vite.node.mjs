// Bundles a program of the workspace for Node: our packages from source, everything else left to Node.
import { defineConfig } from 'vite'

export default defineConfig({
  logLevel: 'warn',
  ssr: { noExternal: [/^@sightline\//] },
  build: { target: 'node20', minify: false, emptyOutDir: false },
})
