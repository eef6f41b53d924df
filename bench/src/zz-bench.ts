// @ts-ignore
import { readData, openKernel, us, median } from '/tmp/occlusion-lab/kernels.mjs'
import { createArena, float32Array, uint32Array, uint8Array } from '@sightline/core/memory'
import * as O from '@sightline/culling/occlusion'
await O.loadKernels()
const dir = process.argv[2]!, W = +process.argv[3]!, H = +process.argv[4]!, rounds = +(process.argv[5] ?? 9), EXT = +(process.env.EXT ?? 1), eps = +(process.env.EPS ?? 0)
process.chdir('/tmp/occlusion-lab')
const D = readData(dir), { N, NP, LS, oe, occ, poses, vp, lists } = D
const K = await openKernel(2, W, H, occ, lists, [[N, (i: number, k: number) => oe[i * 6 + k]]], { eps, ext: EXT })
const cand: Uint32Array = K.groups[0].candidates, res8: Uint8Array = K.groups[0].results
const arena = createArena(32e6)
const b = O.createOcclusionBuffer({ width: W, height: H, arena }), b2 = O.createOcclusionBuffer({ width: W, height: H })
const boxes = float32Array(arena, N * 8), ids = uint32Array(arena, N + 4), out = uint8Array(arena, N + 4)
for (let i = 0; i < N; i++) for (let k = 0; k < 3; k++) { boxes[i * 8 + k] = oe[i * 6 + k] - oe[i * 6 + 3 + k]; boxes[i * 8 + 4 + k] = oe[i * 6 + k] + oe[i * 6 + 3 + k] }
const nb = occ.length / 8
const mats = Array.from({ length: nb }, (_, i) => { const [cx, cy, cz, hx, hy, hz, c, s] = occ.subarray(i * 8, i * 8 + 8); return new Float32Array([2 * hx * c, 0, -2 * hx * s, 0, 0, 2 * hy + EXT, 0, 0, 2 * hz * s, 0, 2 * hz * c, 0, cx, cy - EXT / 2, cz, 1]) })
const corner = (m: Float32Array, x: number, z: number) => [m[12]! + x * m[0]! + z * m[8]!, m[14]! + x * m[2]! + z * m[10]!]
const feet = mats.map(m => new Float32Array([[-.5, -.5], [.5, -.5], [.5, .5], [-.5, .5]].flatMap(([x, z]) => corner(m, x!, z!)))), octs = mats.map(m => new Float32Array([[-.5, -.25], [-.25, -.5], [.25, -.5], [.5, -.25], [.5, .25], [.25, .5], [-.25, .5], [-.5, .25]].flatMap(([x, z]) => corner(m, x!, z!))))
const tops = mats.map(m => m[13]! + m[5]! / 2), bases = mats.map(m => m[13]! - m[5]! / 2)
const CUBE = new Uint32Array([0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5])
const hulls = mats.map(m => Float32Array.from({ length: 24 }, (_, i) => { const v = i / 3 | 0, k = i % 3, x = (v & 1) - .5, y = ((v >> 1) & 1) - .5, z = (v >> 2) - .5; return m[12 + k]! + x * m[k]! + y * m[4 + k]! + z * m[8 + k]! }))
const mk = (f: (s: O.OccluderSet, i: number) => void) => { const s = O.createOccluderSet(arena, nb); for (let i = 0; i < nb; i++) f(s, i); return s }
const set = mk((s, i) => O.setBoxOccluder(s, i, mats[i]!)), setP = mk((s, i) => O.setPrismOccluder(s, i, feet[i]!, bases[i]!, tops[i]!)), setH = mk((s, i) => O.setHullOccluder(s, i, hulls[i]!, CUBE)), setO = mk((s, i) => O.setPrismOccluder(s, i, octs[i]!, bases[i]!, tops[i]!))
const oids = uint32Array(arena, lists.length); oids.set(lists)
const views = Array.from({ length: NP }, (_, p) => oids.subarray(p * LS + 1, p * LS + LS)), vps = Array.from({ length: NP }, (_, p) => vp.subarray(p * 16, p * 16 + 16)), qs = Array.from({ length: NP }, (_, p) => poses.subarray(p * 20, p * 20 + 20))
const opt = eps ? { erosion: eps, outside: (process.env.OUTSIDE ?? 'inside') as 'inside', guardBand: +(process.env.GUARD ?? 1) } : {}
const packed = new Float32Array(N * 6), out2 = new Uint8Array(N)
let nc = 0, p = 0, cnt = 0, labC = 0, ourC = 0
const T: Record<string, Record<string, number[]>> = {}
type Mode = [string, () => number[]]
const retained = (s: O.OccluderSet) => () => { const a = us(); O.beginOcclusion(b, vps[p], opt); const b1 = us(); O.addOccluders(b, s, views[p]!, cnt); const c1 = us(); ourC = O.testBoxIds(b, boxes, ids, nc, out); const d1 = us(); return [b1 - a, c1 - b1, d1 - c1] }
const loose = (add: (i: number) => void) => () => { const a = us(); O.beginOcclusion(b2, vps[p], opt); const b1 = us(); const l = views[p]!; for (let i = 0; i < cnt; i++) add(l[i]!); O.occlusionStats(b2); const c1 = us(); ourC = O.testBoxes(b2, packed, nc, out2); const d1 = us(); return [b1 - a, c1 - b1, d1 - c1] }
const modes: Mode[] = [
  ['lab', () => { K.camera(qs[p], vps[p]); const a = us(); K.raster(p * LS + 1, cnt); const b1 = us(); K.project(nc); labC = K.test(nc); const d1 = us(); return [0, b1 - a, d1 - b1] }],
  ['set', retained(set)], ['setPrism', retained(setP)], ['setHull', retained(setH)], ['setOct', retained(setO)],
  ['add', loose(i => O.addBoxOccluder(b2, mats[i]!))], ['addPrism', loose(i => O.addPrismOccluder(b2, feet[i]!, bases[i]!, tops[i]!))], ['addHull', loose(i => O.addHullOccluder(b2, hulls[i]!, CUBE))],
]
const only = process.env.MODES?.split(',')
const use = modes.filter(([n]) => n === 'lab' || !only || only.includes(n))
const acc: Record<string, number[][][]> = {}, culls: Record<string, number> = {}
let inn = 0
for (let round = 0; round < rounds; round++) {
  for (const [n] of use) (acc[n] ??= []).push([])
  for (let rep = 0; rep < 3; rep++) for (p = 0; p < NP; p++) {
    cnt = lists[p * LS]; K.camera(qs[p], vps[p]); K.raster(p * LS + 1, cnt); nc = K.frustum(N)
    for (let i = 0; i < nc; i++) { const id = cand[i]!; ids[i] = id; for (let k = 0; k < 3; k++) { packed[i * 6 + k] = boxes[id * 8 + k]!; packed[i * 6 + 3 + k] = boxes[id * 8 + 4 + k]! } }
    if (!round && !rep) inn += nc
    for (let k = 0; k < use.length; k++) {
      const [n, f] = use[(k + round + rep) % use.length]!
      const t = f(); const l = acc[n]![round]!; const prev = l[p]; l[p] = prev ? prev.map((v, i) => Math.min(v, t[i]!)) : t
      if (!round && !rep) culls[n] = (culls[n] ?? 0) + (n === 'lab' ? labC : ourC)
    }
  }
}
const best = (n: string, i: number) => Math.min(...acc[n]!.map(poses => median(poses.map(v => v[i]!))))
const bestSum = (n: string, from: number) => Math.min(...acc[n]!.map(poses => median(poses.map(v => v.slice(from).reduce((a, c) => a + c, 0)))))
const lab = bestSum('lab', 1)
for (const [n] of use) console.log(n.padEnd(9), W + 'x' + H, 'culled', (culls[n]! / inn * 100).toFixed(2), 'begin', best(n, 0).toFixed(2), 'raster', best(n, 1).toFixed(2), 'test', best(n, 2).toFixed(2), 'RPT', bestSum(n, 1).toFixed(2), 'ratio', (bestSum(n, 1) / lab).toFixed(3), 'with begin', (bestSum(n, 0) / lab).toFixed(3))
