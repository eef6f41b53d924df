// The workload and the prototype kernels that the figures are held against. They are no part of the project:
// where their folder stands beside the checkout they are copied to a temporary place, compiled and run there
// as they are; elsewhere the comparison is left out.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { OcclusionScene } from './occlusion-scene.js'

const LAB = resolve('../shared/lab/occlusion')
const ASC = resolve('node_modules/assemblyscript/bin/asc.js')
const FLAGS =
  '-O3 --noAssert --runtime stub --enable simd --enable threads --enable bulk-memory --sharedMemory --importMemory --initialMemory 256 --maximumMemory 256'
/** Passes over the poses within one run of the prototype. */
export const LAB_PASSES = 20

export type Lab = {
  /** The walk, and poses anywhere: high up, rolled, close to walls. */
  readonly walk: OcclusionScene
  readonly stress: OcclusionScene
  /**
   * Microseconds a pose of the prototype: rasterise + project + test; what it calls hidden of what is in the
   * frustum.
   */
  flat(width: number, height: number, scene?: 'walk' | 'stress'): { time: number; hidden: number }
  /** Microseconds a pose for all boxes through cells and nodes of cells, frustum included. */
  cells(width: number, height: number): number
  close(): void
}

/** The lab, or null where it is not there. */
export function openLab(): Lab | null {
  if (!existsSync(LAB) || !existsSync(ASC)) return null
  const folder = mkdtempSync(join(tmpdir(), 'sightline-occlusion-'))
  cpSync(LAB, folder, { recursive: true })
  chmodSync(folder, 0o755)
  const run = (args: string[], env: Record<string, string> = {}) =>
    execFileSync(process.execPath, args, { cwd: folder, env: { ...process.env, ...env }, encoding: 'utf8' })
  for (const name of ['kernel', 'kernel-1'])
    run([ASC, `as/${name}.ts`, '-o', `${name}.wasm`, ...FLAGS.split(' ')])
  run(['gen-scene.mjs', './walk'])
  run(['gen-scene.mjs', './stress'], { RANDOM_POSES: '500' })
  const json = (text: string) => JSON.parse(text.trim().split('\n').at(-1)!)
  const sizes = (width: number, height: number) => [String(width), String(height)]
  return {
    walk: readScene(folder, 'walk', 1),
    stress: readScene(folder, 'stress', 5),
    flat(width, height, scene = 'walk') {
      const passes = String(scene === 'walk' ? LAB_PASSES : 1)
      const args = ['bench-wasm.mjs', `./${scene}`, ...sizes(width, height), '2', passes]
      const { min, culledRate } = json(run(args, { EXT: scene === 'walk' ? '1' : '5' }))
      return { time: min.rpt, hidden: culledRate }
    },
    cells(width, height) {
      const args = ['bench-cells.mjs', './walk', ...sizes(width, height), '16', String(LAB_PASSES)]
      return json(run(args, { EXT: '1' })).min.total
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/**
 * A generated scene; its houses are made to reach `below` metres under the ground, as the prototype's are.
 */
function readScene(folder: string, name: string, below: number): OcclusionScene {
  const read = (file: string) => {
    const bytes = readFileSync(join(folder, name, file))
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
  }
  const meta = JSON.parse(readFileSync(join(folder, name, 'meta.json'), 'utf8'))
  const solids = new Float32Array(read('occluders.f32'))
  const things = new Float32Array(read('occludees.f32'))
  const lists = new Uint32Array(read('lists.u32'))
  const matrices = new Float32Array(read('viewproj.f32'))
  const houses = Array.from({ length: meta.nOccluders as number }, (_, i) => {
    const [x, y, z, hx, hy, hz, c, s] = solids.subarray(8 * i, 8 * i + 8) as unknown as Eight
    const [w, h, d] = [2 * hx, 2 * hy + below, 2 * hz]
    return Float32Array.of(c * w, 0, -s * w, 0, 0, h, 0, 0, s * d, 0, c * d, 0, x, y - below / 2, z, 1)
  })
  const boxes = new Float32Array(things.length)
  for (let i = 0; i < things.length; i += 6) {
    for (let k = 0; k < 3; k++) {
      boxes[i + k] = things[i + k]! - things[i + k + 3]!
      boxes[i + k + 3] = things[i + k]! + things[i + k + 3]!
    }
  }
  const poses = Array.from({ length: meta.nPoses as number }, (_, p) => {
    const from = p * meta.listStride
    return {
      matrix: matrices.slice(16 * p, 16 * p + 16),
      houses: lists.slice(from + 1, from + 1 + lists[from]!),
    }
  })
  return { name: 'the workload of the prototypes', houses, boxes, poses }
}

type Eight = [number, number, number, number, number, number, number, number]
