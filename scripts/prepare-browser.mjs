// Unpacks the test browser where none is installed, and says what to do where it cannot start.
import { spawnSync } from 'node:child_process'
import { findBrowser } from './browser.mjs'

const path = await findBrowser()
const starts = () => spawnSync(path, ['--version'], { encoding: 'utf8' })
let result = starts()
if (result.status !== 0 && process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
  // A bare Debian lacks two libraries that every Chromium needs.
  spawnSync('apt-get', ['update'], { stdio: 'inherit' })
  spawnSync('apt-get', ['install', '--yes', 'libnss3', 'libnspr4'], { stdio: 'inherit' })
  result = starts()
}
if (result.status !== 0) {
  console.error(result.stderr || result.error?.message)
  console.error(
    `The test browser at ${path} does not start. Install the libraries libnss3 and libnspr4, ` +
      'or set CHROMIUM_PATH to a Chromium that runs.',
  )
  process.exit(1)
}
