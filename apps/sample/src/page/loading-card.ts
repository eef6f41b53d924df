import type { Progress } from '../town/index.js'

/** The card that covers the page until the first frame is drawn. */
export type LoadingCard = {
  show(progress: Progress): void
  fail(message: string): void
  remove(): void
}

/** Milliseconds that the card needs to fade. */
const FADE = 700

export function loadingCard(): LoadingCard {
  const card = document.querySelector<HTMLElement>('#card')!
  const bar = card.querySelector('progress')!
  const line = card.querySelector<HTMLElement>('.line')!
  return {
    show({ done, line: text }) {
      bar.value = done
      if (text !== '') line.textContent = text
    },
    fail(message) {
      card.classList.add('failed')
      card.setAttribute('role', 'alert')
      line.textContent = message
    },
    remove() {
      card.classList.add('done')
      setTimeout(() => card.remove(), FADE)
    },
  }
}

/**
 * Runs a builder to its end, giving the browser time to paint whenever it says how far it is. `from` and `to` are its part
 * of the whole.
 */
export async function runSteps<T>(
  steps: Generator<Progress, T>,
  card: LoadingCard,
  from: number,
  to: number,
): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    card.show({ done: from + (to - from) * step.value.done, line: step.value.line })
    await painted()
  }
}

/** After the browser has had a chance to paint; in a hidden page at once, as nothing is painted there. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) setTimeout(resolve)
    else requestAnimationFrame(() => setTimeout(resolve))
  })
}
