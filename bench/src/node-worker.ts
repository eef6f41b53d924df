// The occlusion worker in a thread of Node: the same file that pages start, bundled, behind what a page's
// worker offers.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { WorkerLike } from '@sightline/culling'
import { build } from 'vite'

const SOURCE = 'packages/culling/src/occlusion-frame/occlusion-worker.ts'

/** Bundles the worker once; answers a function that starts one. */
export async function bundleWorker(): Promise<() => WorkerLike> {
  const outDir = join(process.cwd(), 'node_modules/.cache/programs')
  await build({
    configFile: join(process.cwd(), 'scripts/vite.node.mjs'),
    build: { ssr: SOURCE, outDir },
  })
  const file = pathToFileURL(join(outDir, 'occlusion-worker.js')).href
  return () => startWorker(file)
}

function startWorker(file: string): WorkerLike {
  const script = `
    import { parentPort } from 'node:worker_threads'
    globalThis.addEventListener = (type, listener) => parentPort.on(type, (data) => listener({ data, origin: '' }))
    globalThis.removeEventListener = () => {}
    globalThis.postMessage = (message, transfer) => parentPort.postMessage(message, transfer)
    await import(${JSON.stringify(file)})
    parentPort.postMessage('ready')`
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`))
  worker.unref()
  const listeners = new Map<unknown, (data: unknown) => void>()
  // What is posted before the module listens would be lost.
  let waiting: [unknown, Transferable[]][] | null = []
  worker.on('message', (data) => {
    if (data !== 'ready') return
    const held = waiting ?? []
    waiting = null
    for (const [message, transfer] of held) worker.postMessage(message, transfer as never)
  })
  return {
    postMessage(message, transfer = []) {
      if (waiting === null) worker.postMessage(message, transfer as never)
      else waiting.push([message, transfer])
    },
    addEventListener(type, listener) {
      const call = (data: unknown): void => listener({ data } as MessageEvent)
      listeners.set(listener, call)
      worker.on(type, call)
    },
    removeEventListener(type, listener) {
      const call = listeners.get(listener)
      if (call !== undefined) worker.off(type, call)
    },
    terminate: () => void worker.terminate(),
  }
}
