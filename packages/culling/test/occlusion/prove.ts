/**
 * The long form of the occlusion proofs: asks millions of (box, eye) pairs and holds every "hidden" against rays, and one view of a town
 * and one of every kind of shape a seed against an item buffer of the true solids as well. Every case has its seed in the message.
 *
 *     npm run prove                 10 million pairs
 *     npm run prove -- 200000 7     so many pairs, from seed 7 on
 */
import { createRandom } from '../../../../test/support/random.js'
import { loadKernels } from '../../src/occlusion/index.js'
import { createItemBuffer, pixelOfBox } from './support/item-buffer.js'
import { judge, type Question, type Verdict } from './support/judge.js'
import { judgeLater, shapeScene, townScene } from './support/later.js'
import { SHAPES, shapeQuestion, townQuestion } from './support/scenes.js'
import { randomTown } from './support/town.js'

const ITEM_WIDTH = 2048
const ITEM_HEIGHT = 1024
const PLACES = [
  [0, 0, 0],
  [0, 0, 0],
  [32_000, 40, -31_600],
] as const

await loadKernels()
const wanted = Number(process.argv[2] ?? 10_000_000)
const firstSeed = Number(process.argv[3] ?? 1)
const verdicts: Record<string, Verdict> = {}
const started = performance.now()
let pairs = 0

/** Says how far it is, stops at the first seed with a false hide. */
function count(kind: string, ask: (verdict: Verdict) => void): void {
  verdicts[kind] ??= { pairs: 0, hidden: 0, falseHides: [] }
  const verdict = verdicts[kind]
  const before = verdict.pairs
  ask(verdict)
  pairs += verdict.pairs - before
}

/** A pixel of the item buffer that shows a box called hidden. The camera's own numbers stand for the matrix, so only exact ones are asked. */
function judgeByItems(question: Question, hidden: Uint8Array, verdict: Verdict): void {
  const { camera, solids, boxes, name } = question
  if (camera.orthographic || question.matrix !== camera.matrix) return
  const items = createItemBuffer(camera, solids, ITEM_WIDTH, ITEM_HEIGHT)
  for (let i = 0; i < boxes.length / 6; i++) {
    if (hidden[i] === 0) continue
    const pixel = pixelOfBox(items, boxes, 6 * i)
    if (pixel)
      verdict.falseHides.push(`${name}: box ${i} is called hidden, but seen in ${pixel} of the item buffer`)
  }
}

for (let seed = firstSeed; pairs < wanted; seed++) {
  const random = createRandom(seed)
  const at = PLACES[seed % PLACES.length]!
  const town = randomTown(random, at, 2500)
  for (let view = 0; view < 24; view++) {
    const name = `town, seed ${seed}, view ${view}`
    const question = townQuestion(random, town, at, view % 2 === 0, 40, name)
    count('towns', (verdict) => {
      const hidden = judge(question, verdict)
      if (view === 0) judgeByItems(question, hidden, verdict)
    })
  }
  for (const kind of Object.keys(SHAPES)) {
    for (let view = 0; view < 6; view++) {
      const question = shapeQuestion(
        random,
        kind,
        at,
        view % 2 === 0,
        60,
        `${kind}, seed ${seed}, view ${view}`,
      )
      count(kind, (verdict) => {
        const hidden = judge(question, verdict)
        if (view === 0 && kind !== 'heightfield') judgeByItems(question, hidden, verdict)
      })
    }
  }
  for (let view = 0; view < 4; view++) {
    const scene = view % 2 ? shapeScene : townScene
    count('later eyes', (verdict) =>
      judgeLater(random, scene(random), 60, verdict, `later, seed ${seed}, view ${view}`),
    )
  }
  const wrong = Object.values(verdicts).flatMap(({ falseHides }) => falseHides)
  if (wrong.length > 0) {
    console.error(`${wrong.length} false hides:\n${wrong.slice(0, 20).join('\n')}`)
    process.exit(1)
  }
  if (seed % 10 === 0)
    console.log(
      `seed ${seed}: ${pairs} pairs, ${((performance.now() - started) / 1000).toFixed(0)} s, no false hide`,
    )
}
for (const [kind, { pairs: asked, hidden }] of Object.entries(verdicts)) {
  console.log(
    `${kind.padEnd(12)} ${String(asked).padStart(9)} pairs, ${String(hidden).padStart(9)} called hidden, 0 of them falsely`,
  )
}
